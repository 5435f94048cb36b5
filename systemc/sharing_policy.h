// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "systemc/admission.h"
#include "systemc/head_drop.h"
#include "systemc/wires.h"

namespace xb::twin {

/// Who gets a word of a memory that the queues of all outputs and classes share, and who has to give one
/// back: Admission where the settings say it, and else one of these rules, of which RTL has the last. Queues
/// are numbered class by class; B is the pool, Q what all take of it, q what a queue takes, alpha its
/// class's.
/// * Dynamic: q < alpha (B - Q), with an alpha for each class.
/// * Abm (Addanki, Apostolaki, Ghobadi, Schmid, Vanbever, SIGCOMM 2022): q < alpha (B - Q) / n x rate; n
///   queues of the class take from the pool; the queue drains at that rate, in units of its link's, while it
///   has something to send. An empty queue gets a packet whatever its rate was.
/// * PushOut: into a full memory a packet comes by pushing others out, of the longest queue: of all of lower
///   classes, or if none of these has one to lose, of those of its class that are longer than its own.
/// * HeadDrop (Shan et al., EuroSys 2025): q < alpha (B - Q), and queues with more than that lose packets
///   (head_drop.h); where the settings have a dynamic threshold, else it is what they say.
/// A packet goes whole, only once it is in memory whole, and not once it is being read.
class SharingPolicy {
 public:
  SharingPolicy(const Params& params, bool per_output)
      : SharingPolicy(params, AdmissionLimits(params.ports * params.classes, params.max_depth,
                                              2 * params.ports, per_output)) {}
  SharingPolicy(const Params& params, const AdmissionLimits& limits)
      : ports_(params.ports),
        queues_(params.ports * params.classes),
        rule_(params.sharing),
        admission_(limits, queues_),
        head_drop_(params.ports, params.classes) {
    reset();
  }

  void reset() {
    admission_.reset();
    takers_ = {};
    drains_.assign(rule_ == Sharing::Abm ? queues_ : 0, {});
    head_drop_.reset();
  }
  void set(Settings settings) {
    head_drop_.set(settings);
    const bool of_rule = drops_heads() ? settings.sharing == Sharing::Dynamic : rule_ != Sharing::Complete;
    has_threshold_ = of_rule && !pushes_out();
    if (of_rule) settings.sharing = Sharing::Complete;
    settings_ = settings;
    admission_.set(settings);
  }

  [[nodiscard]] const AdmissionLimits& limits() const { return admission_.limits(); }
  [[nodiscard]] std::uint32_t packet_words(bool shares) const { return admission_.packet_words(shares); }
  [[nodiscard]] std::uint32_t count(unsigned queue) const { return admission_.count(queue); }
  [[nodiscard]] std::uint32_t pool_words() const { return admission_.pool_words(); }
  /// `need` words may be given to the queue.
  [[nodiscard]] bool admits(unsigned queue, std::uint32_t need) const {
    if (!admission_.admits(queue, need)) return false;
    // One that was starved and is empty would never again have a rate, nor a packet of several words.
    return !has_threshold_ || need == 0 || count(queue) == 0 || demand(queue) < threshold(queue);
  }
  /// The queue gets `words` more (two's complement).
  void commit(unsigned queue, std::uint32_t words) {
    const bool took = count(queue) > 1;
    admission_.commit(queue, words);
    takers_[queue / ports_] += (count(queue) > 1 ? 1U : 0U) - (took ? 1U : 0U);
  }

  /// A turn of an output, which reads `beats` of a class or nothing.
  void turn(unsigned output, unsigned of_class, std::uint32_t beats) {
    if (drains_.empty()) return;
    for (unsigned queue = output; queue < queues_; queue += ports_) {
      Drain& drain = drains_[queue];
      const bool reads = beats != 0 && queue / ports_ == of_class;
      if (!reads && count(queue) == 0) continue;
      drain.beats += reads ? beats : 0;
      if (++drain.turns < kTurns) continue;
      drain.rate = std::min(kFull, drain.beats * kFull / (kTurns * ports_));
      drain.turns = drain.beats = 0;
    }
  }

  [[nodiscard]] bool pushes_out() const { return rule_ == Sharing::PushOut; }
  /// The queue that loses a packet for one of `queue`, if any; may_lose(q): it has one to lose.
  template <class MayLose>
  [[nodiscard]] std::optional<unsigned> loser(unsigned queue, MayLose&& may_lose) const {
    const unsigned own = queue / ports_ * ports_;  // first queue of its class
    // A queue's own word is no other's.
    const std::optional<unsigned> found = longest(0, own, 1, may_lose);
    return found ? found : longest(own, own + ports_, std::max(1U, count(queue)), may_lose);
  }

  /// A cycle, before what it reads and writes is counted; as HeadDrop::clock, without the counts.
  template <class Take, class Lose>
  void reclaim(unsigned turn, bool idle, Take&& take, Lose&& lose) {
    if (!drops_heads()) return;
    head_drop_.clock(
        turn, idle, free_words(), [&](unsigned queue) { return count(queue); }, take,
        [&](unsigned queue) {
          lose(queue);
          commit(queue, ~0U);
        });
  }

 private:
  [[nodiscard]] bool drops_heads() const { return rule_ == Sharing::HeadDrop; }
  /// Left of the pool.
  [[nodiscard]] std::uint32_t free_words() const {
    const std::uint32_t pool = admission_.limits().pool_limit();
    return pool - std::min(pool, pool_words());
  }

  static constexpr std::uint32_t kTurns = 64;  // of its output, while it has something: a rate is measured
  static constexpr std::uint32_t kFull = 256;  // the rate of a link
  struct Drain {
    std::uint32_t turns = 0, beats = 0, rate = kFull;
  };

  // What a queue takes and may take, in one unit.
  [[nodiscard]] std::uint64_t demand(unsigned queue) const {
    const std::uint32_t excess = count(queue) - (count(queue) == 0 ? 0 : 1);
    const std::uint32_t takers = drains_.empty() ? 1 : std::max(1U, takers_[queue / ports_]);
    return std::uint64_t{excess} * 8 * kFull * takers;
  }
  [[nodiscard]] std::uint64_t threshold(unsigned queue) const {
    return (std::uint64_t{free_words()} << class_alpha(settings_, queue / ports_)) *
           (drains_.empty() ? kFull : drains_[queue].rate);
  }
  /// Of the queues from `first` on, below `end`, that hold more than `words`.
  template <class MayLose>
  [[nodiscard]] std::optional<unsigned> longest(unsigned first, unsigned end, std::uint32_t words,
                                                MayLose&& may_lose) const {
    std::optional<unsigned> found;
    for (unsigned queue = first; queue < end; ++queue) {
      if (count(queue) <= words || !may_lose(queue)) continue;
      words = count(queue);
      found = queue;
    }
    return found;
  }

  unsigned ports_, queues_;
  Sharing rule_;
  bool has_threshold_ = false;
  Settings settings_;
  Admission admission_;
  HeadDrop head_drop_;
  std::array<std::uint32_t, kMaxClasses> takers_{};  // queues of a class that take from the pool
  std::vector<Drain> drains_;                        // per queue; empty: they do not count
};

}  // namespace xb::twin
