// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "systemc/packet_queue.h"
#include "systemc/pipe_output.h"
#include "systemc/rr_arbiter.h"
#include "systemc/wires.h"

namespace xb::twin {

/// Twin of xb_pipe_sender: one input's choice among its queues that have a beat and a crosspoint with room,
/// and the credits of its crosspoints.
class PipeSender {
 public:
  static constexpr unsigned kCrosspointBeats = 16;  ///< half of it for each of several classes

  PipeSender(unsigned ports, bool longest_first, unsigned crosspoint_beats = kCrosspointBeats)
      : turn_(ports),
        turn_before_(ports),
        credits_(ports),
        crosspoint_beats_(crosspoint_beats),
        longest_first_(longest_first) {}

  void reset() {
    turn_.reset();
    turn_before_.reset();
    std::fill(credits_.begin(), credits_.end(), crosspoint_beats_);
    levels_ = {};
    room_ = scarce_ = 0;
  }
  /// The output whose beat goes in this cycle, as a set of one or none; those for which one bids.
  [[nodiscard]] PortMask pop(PortMask first) const {
    return turn_.grant(first & room_, [this](PortMask want) {
      return longest_first_ ? turn_before_.pick(longest(want)) : turn_.round().pick(want);
    });
  }
  /// A beat could go, of those that bid.
  [[nodiscard]] bool asks(PortMask first) const {
    return (first & room_ & (under_way() != 0 ? under_way() : ~PortMask{0})) != 0;
  }
  /// The one whose packet is under way, as a set of one or none.
  [[nodiscard]] PortMask under_way() const { return turn_.under_way(); }

  /// The clock edge: that beat goes, its packet's last or not, and beats have left the crosspoints in
  /// `returned`. `level(output)`: beats that the queue holds.
  template <class Level>
  void clock(PortMask pop, PortMask last, PortMask returned, Level&& level) {
    room_ = ~scarce_;  // by the credits before this cycle
    if (longest_first_) {
      for (unsigned j = 0; j < credits_.size(); ++j) levels_[j] = level(j);
      turn_before_ = turn_.round();
    }
    for_each_port(pop, [&](unsigned j) {
      turn_.granted(j, (last & pop) != 0);
      --credits_[j];
    });
    for_each_port(returned, [&](unsigned j) { ++credits_[j]; });
    for_each_port(pop | returned,
                  [&](unsigned j) { scarce_ = (scarce_ & ~bit(j)) | PortMask{credits_[j] < 2} << j; });
  }

 private:
  [[nodiscard]] PortMask longest(PortMask want) const {
    std::uint32_t most = 0;
    PortMask queues = 0;
    for_each_port(want, [&](unsigned j) {
      if (levels_[j] > most || queues == 0) queues = 0;
      most = std::max(most, levels_[j]);
      queues |= PortMask{levels_[j] == most} << j;
    });
    return queues;
  }

  PipeTurn turn_;
  RrArbiter turn_before_;                          // in the last cycle
  std::array<std::uint32_t, kMaxPorts> levels_{};  // likewise
  std::vector<unsigned> credits_;
  PortMask room_ = 0;    // crosspoints that take what goes
  PortMask scarce_ = 0;  // those that will not
  unsigned crosspoint_beats_;
  bool longest_first_;
};

/// Twin of xb_pipe_crosspoints: the crosspoints of one output, a FIFO for each input.
class PipeCrosspoints {
 public:
  explicit PipeCrosspoints(const Params& params)
      : queues_(params.ports, PacketQueue(params.beat_words())),
        there_(params.ports),
        entering_(params.ram_register) {}

  void reset() {
    for (PacketQueue& queue : queues_) queue.reset();
    std::fill(there_.begin(), there_.end(), 0);
    want_ = sent_ = taken_ = 0;
    entering_.reset();
  }
  /// Inputs of which a beat bids.
  [[nodiscard]] PortMask want() const { return want_; }
  [[nodiscard]] const PacketQueue& queue(unsigned input) const { return queues_[input]; }
  /// Inputs of which one went in the last cycle.
  [[nodiscard]] PortMask taken() const { return taken_; }

  /// A beat of `queue` is on its way from the input to its crosspoint.
  void send(unsigned input, const PacketQueue& queue) {
    const Side side = queue.side();
    queues_[input].push(side.user, side.last, 0, 0, queue.data());
    sent_ |= bit(input);
  }
  /// The clock edge: the beat of the input in `take`, one or none, goes.
  void clock(PortMask take) {
    const PortMask entered = entering_.clock(sent_);
    for_each_port(entered, [&](unsigned i) { ++there_[i]; });
    for_each_port(take, [&](unsigned i) {
      queues_[i].pop();
      --there_[i];
    });
    for_each_port(entered | take,
                  [&](unsigned i) { want_ = (want_ & ~bit(i)) | PortMask{there_[i] != 0} << i; });
    sent_ = 0;
    taken_ = take;
  }

 private:
  std::vector<PacketQueue> queues_;
  std::vector<unsigned> there_;  // beats that have come
  PortMask want_ = 0, taken_ = 0;
  PortMask sent_ = 0;             // inputs of which a beat sets out in this cycle
  PipeDelay<PortMask> entering_;  // ... is on its way
};

}  // namespace xb::twin
