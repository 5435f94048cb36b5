// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "systemc/class_service.h"
#include "systemc/packet_queue.h"
#include "systemc/pipe_output.h"
#include "systemc/wires.h"

namespace xb::twin {

/// PipeOutput with a queue for each class. Packets leave in the order in which they were granted, as from one
/// queue, but that those of a class which is stopped are passed over until they have begun.
class PipeClassOutput {
 public:
  explicit PipeClassOutput(const Params& params, unsigned ram_register = 0)
      : queues_(params.classes, PacketQueue(params.beat_words())), crossing_(ram_register) {}

  void reset() {
    for (PacketQueue& queue : queues_) queue.reset();
    landed_ = {};
    filled_ = stopped_ = 0;
    crossing_.reset();
    sent_ = 0;
    open_ = kNone;
    begun_ = offers_ = false;
  }
  [[nodiscard]] bool valid() const { return begun_ ? landed_[shown_] != 0 : offers_; }
  /// The beat on offer; its side's dest is the input that it came in by.
  [[nodiscard]] Side side() const { return queues_[shown_].side(); }
  [[nodiscard]] const std::uint64_t* data() const { return queues_[shown_].data(); }
  [[nodiscard]] unsigned of_class() const { return shown_; }
  /// Beats, here or on their way, that take no room of the others: of packets that may not begin, and, while
  /// the one that has begun is still to come in, all but its own, which leave after it.
  [[nodiscard]] std::uint32_t passed_over() const {
    const bool comes = begun_ && open_ == static_cast<int>(shown_) && queues_[shown_].packets() == 1;
    std::uint32_t beats = 0;
    for (unsigned c = 0; (stopped_ != 0 || comes) && c < queues_.size(); ++c)
      beats += (comes || (stopped_ >> c & 1U) != 0) && !(begun_ && c == shown_) ? queues_[c].beats() : 0;
    return beats;
  }

  /// The beat on offer leaves.
  void deliver() {
    begun_ = !side().last;
    queues_[shown_].pop();
    filled_ &= ~(ClassMask{--landed_[shown_] == 0} << shown_);
    offers_ = false;
  }
  /// A beat of `input` is granted.
  void send(unsigned input, const Side& side, const std::uint64_t* data, unsigned of_class) {
    if (side.user) ++granted_;
    queues_[of_class].push(side.user, side.last, static_cast<std::uint8_t>(input), granted_, data);
    sent_ = ClassMask{1} << of_class;
    open_ = side.last ? kNone : static_cast<int>(of_class);
  }
  /// The clock edge: what was sent in the last cycle has come.
  void clock() {
    const ClassMask lands = crossing_.clock(sent_);
    if (lands != 0) ++landed_[static_cast<unsigned>(__builtin_ctz(lands))];
    filled_ |= lands;
    sent_ = 0;
  }
  /// After it: the packet that has begun goes on, or that on offer; else that which was granted first of
  /// those that may begin.
  void show(ClassMask stopped) {
    stopped_ = stopped;
    if (begun_ || (offers_ && (stopped >> shown_ & 1U) == 0)) return;
    ClassMask may = filled_ & ~stopped;
    offers_ = may != 0;
    if (!offers_) return;
    const auto number = [&](unsigned c) { return queues_[c].head().stamp; };
    shown_ = static_cast<unsigned>(__builtin_ctz(may));
    while ((may &= may - 1) != 0) {
      const auto c = static_cast<unsigned>(__builtin_ctz(may));
      if (static_cast<std::int32_t>(number(c) - number(shown_)) < 0) shown_ = c;
    }
  }

 private:
  static constexpr int kNone = -1;

  std::vector<PacketQueue> queues_;                  // by class
  std::array<std::uint32_t, kMaxClasses> landed_{};  // beats that have come to the port or its queue
  ClassMask filled_ = 0, stopped_ = 0;               // classes of which one has come; of which none begins
  PipeDelay<ClassMask> crossing_;                    // class of the beat in the crossbar; none
  ClassMask sent_ = 0;                               // ... of that sent now
  int open_ = kNone;                     // class of the packet of which some beats were sent, not all
  std::uint32_t granted_ = 0;            // packets
  unsigned shown_ = 0;                   // class
  bool begun_ = false, offers_ = false;  // of that class a packet goes on; begins
};

}  // namespace xb::twin
