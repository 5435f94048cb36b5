// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <exception>
#include <functional>
#include <optional>
#include <vector>

#include "host/containers/ring.h"
#include "host/fabric/lag_watch.h"
#include "host/fabric/thread_team.h"
#include "host/link/receiver.h"
#include "host/link/transmitter.h"
#include "host/measure/batch_means.h"
#include "host/measure/measures.h"

namespace xb {

/// A LagWatch in a thread of its own. The run's thread only notes what comes and goes; a block of notes goes
/// to the other one when it is full, and sooner where somebody asks for results. What is wrong is found up to
/// a block later, and is the same.
class LagThread {
 public:
  explicit LagThread(const Setup& setup);

  // In the run's thread, in the order in which a LagWatch would be called.
  void arrived(PortMask inputs, const Transmitter& transmitter, std::uint64_t now) {
    begin_cycle(now);
    for_each_port(inputs, [&](unsigned input) {
      const auto [output, beats] = transmitter.under_way(input);
      note(kArrived, flow_word(input, output, transmitter.wires().s_tid[input]) | beats);
    });
  }
  void left(const DeliveredPacket& packet, const Measures& measures) {
    begin_cycle(packet.last_out_cycle);
    if (measures.is_open() && !is_open_) open(measures.begin());
    const std::uint64_t after_first = packet.last_out_cycle - packet.first_out_cycle;
    if (after_first != 0) note(kAfterFirst, after_first);
    note(measures.is_open() ? kCounts : kLeft,
         flow_word(packet.source, packet.destination, packet.of_class) | packet.length_beats);
  }
  void lost(unsigned input, unsigned output, unsigned of_class, std::uint64_t now) {
    begin_cycle(now);
    note(kLost, flow_word(input, output, of_class));
  }
  /// The other thread has found something wrong, in this cycle or before.
  [[nodiscard]] bool is_wrong() const { return is_wrong_; }
  /// With all that has been noted.
  const LagWatch& watch();
  /// Of the mean lag, as of Measures::kLag.
  std::optional<double> ci95(const Measures& measures);
  /// As LagWatch::alone().
  [[nodiscard]] std::uint64_t alone(unsigned input, unsigned output, unsigned beats, std::uint64_t now) {
    return lone_.alone(input, output, beats, now);
  }

  // In the other thread, for its LagWatch: what came last at an input, or an output.
  [[nodiscard]] Transmitter::UnderWay under_way(unsigned input) const { return under_way_[input]; }
  [[nodiscard]] const LagThread& wires() const { return *this; }
  [[nodiscard]] const DeliveredPacket& packet(unsigned output) const { return packets_[output]; }
  std::array<std::uint8_t, kMaxPorts> s_tid{};

 private:
  using Word = std::uint64_t;  // a note: its kind, and what that says
  enum Kind : Word { kCycle, kArrived, kAfterFirst, kLeft, kCounts, kLost, kOpen };
  static constexpr unsigned kKindShift = 61;  // above all cycles
  static constexpr unsigned kInputShift = 32, kOutputShift = 40, kClassShift = 48;
  static constexpr std::size_t kBlockWords = 8192;

  static Word flow_word(unsigned input, unsigned output, unsigned of_class) {
    return Word{input} << kInputShift | Word{output} << kOutputShift | Word{of_class} << kClassShift;
  }
  void begin_cycle(std::uint64_t now) {
    if (now == noted_) return;
    noted_ = now;
    note(kCycle, now);
  }
  void note(Kind kind, Word what) {
    if (__builtin_expect(next_ == end_, 0)) hand_over();
    *next_++ = kind << kKindShift | what;
  }
  void open(std::uint64_t begin) {
    is_open_ = true;
    note(kOpen, begin);
  }
  [[gnu::noinline]] void hand_over();
  void wait();

  void work_off();
  void take_note(Word word);
  void take_arrivals();
  void take_departures();
  Ring<std::uint64_t>& flow(unsigned input, unsigned output, unsigned of_class) {
    return flows_[(of_class * ports_ + input) * ports_ + output];
  }
  void count(std::int64_t lag, std::uint64_t packets);
  void end_stretches(std::uint64_t until);

  // Of the run's thread.
  std::vector<Word> notes_;
  Word *next_, *end_;
  std::uint64_t noted_ = ~std::uint64_t{0};  // the cycle noted last
  bool is_open_ = false, is_wrong_ = false;
  LagWatch lone_;  // knows how long packets take alone, no more

  // Of the other one, from hand_over() to wait().
  alignas(64) std::vector<Word> block_;
  std::size_t words_ = 0;
  LagWatch watch_;
  unsigned ports_;
  std::uint64_t now_ = 0, after_first_ = 0;  // the cycle, and how long before it a packet began to leave
  PortMask arrivals_ = 0, departures_ = 0;   // in this cycle, not in watch_ yet
  std::uint64_t counted_ = 0;                // of these departures
  std::array<Transmitter::UnderWay, kMaxPorts> under_way_{};
  std::array<DeliveredPacket, kMaxPorts> packets_{};
  std::vector<Ring<std::uint64_t>>
      flows_;        // what the packets of each, in the switch, have as ideal_out_cycle
  BatchMeans lags_;  // of stretches that are over
  std::uint64_t begin_ = 0, stretches_ = 0;  // of the measured window; stretches in `lags_`
  Batch stretch_{};
  std::exception_ptr error_;

  const std::function<void(unsigned)> work_ = [this](unsigned /*worker*/) { work_off(); };
  ThreadTeam team_{2};  // last, so that it ends first
};

}  // namespace xb
