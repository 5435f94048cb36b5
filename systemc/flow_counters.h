// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "systemc/occupancy.h"
#include "systemc/wires.h"

namespace xb::twin {

/// What a switch counts of its queues: beats and packets from their push to their delivery, and packets
/// refused for want of room.
///
/// \tparam PerPair a queue for each input and output (i * ports + j), else one for each input.
template <bool PerPair>
class FlowCounters {
 public:
  explicit FlowCounters(const Params& params)
      : ports_(params.ports),
        count_start_(params.count_start),
        occupancy_(queue(params.ports, 0)),
        refused_packets_(queue(params.ports, 0)) {}

  void reset() {
    occupancy_.reset();
    refused_packets_.assign(refused_packets_.size(), count_start_);
  }

  [[nodiscard]] unsigned queues() const { return queue(ports_, 0); }
  [[nodiscard]] Occupancy& occupancy() { return occupancy_; }
  [[nodiscard]] std::uint32_t drop_full(unsigned queue) const { return refused_packets_[queue]; }

  /// Beats of a packet enter, or leave the switch; its first is among the former, its last among the latter.
  void enter(unsigned input, unsigned output, std::uint32_t beats, bool first) {
    occupancy_.add(queue(input, output), beats, first ? 1 : 0);
  }
  void leave(unsigned input, unsigned output, std::uint32_t beats, bool last) {
    occupancy_.add(queue(input, output), ~beats + 1, last ? ~std::uint32_t{0} : 0);
  }
  void refuse(unsigned input, unsigned output) {
    ++refused_packets_[queue(input, output)];
    occupancy_.touch(queue(input, output));
  }

 private:
  [[nodiscard]] unsigned queue(unsigned input, unsigned output) const {
    return PerPair ? input * ports_ + output : input;
  }

  unsigned ports_;
  std::uint32_t count_start_;
  Occupancy occupancy_;
  std::vector<std::uint32_t> refused_packets_;
};

/// Twin of xb_voq_counters.
using VoqCounters = FlowCounters<true>;
/// Twin of xb_input_counters.
using InputCounters = FlowCounters<false>;

}  // namespace xb::twin
