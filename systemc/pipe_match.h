// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include "systemc/rr_arbiter.h"
#include "systemc/wires.h"

namespace xb::twin {

/// Twin of xb_pipe_match: iSLIP in two cycles, one iteration. Outputs grant, in the next cycle inputs accept.
class PipeMatch {
 public:
  using Rows = std::array<PortMask, kMaxPorts>;  // per input: outputs

  explicit PipeMatch(unsigned ports) : ports_(ports) {
    for (auto* pointers : {&grant_, &accept_})
      pointers->fill(std::vector<RrArbiter>(ports, RrArbiter(ports)));
  }

  void reset() {
    for (auto* pointers : {&grant_, &accept_}) {
      for (auto& turn : *pointers) {
        for (RrArbiter& pointer : turn) pointer.reset();
      }
    }
    granted_ = holder_ = {};
    has_grant_ = held_ = busy_ = 0;
    turn_ = 0;
  }
  /// Outputs that a packet holds, and the input that it is of.
  [[nodiscard]] bool held_by(unsigned output, unsigned input) const {
    return (held_ & bit(output)) != 0 && holder_[output] == input;
  }
  [[nodiscard]] bool serves_other(unsigned input, unsigned output) const {
    return (held_ & bit(output)) != 0 && holder_[output] != input;
  }

  /// Per input the output to which its beat goes in this cycle, as a set of one or none: those of packets
  /// under way, and grants of the last cycle that are accepted.
  [[nodiscard]] Rows pops(const Rows& first, PortMask room) const {
    Rows pop = valid(first);
    for (unsigned i = 0; i < ports_; ++i) {
      if ((busy_ & bit(i)) != 0) pop[i] = 0;
      if (pop[i] != 0) pop[i] = bit(accept_[turn_][i].pick(pop[i]));
    }
    for_each_port(held_ & room, [&](unsigned j) { pop[holder_[j]] |= first[holder_[j]] & bit(j); });
    return pop;
  }
  /// The clock edge, with what pops() said.
  void clock(const Rows& first, const Rows& second, const Rows& last, PortMask room, const Rows& pop) {
    const PortMask free = free_inputs(first, last, pop);
    PortMask can_grant = room & ~held_;
    for_each_port(held_ & room, [&](unsigned j) {
      if ((pop[holder_[j]] & last[holder_[j]] & bit(j)) != 0) can_grant |= bit(j);
    });
    std::array<std::uint8_t, kMaxPorts> next{};
    PortMask has_next = 0;
    for_each_port(can_grant & all_ports(ports_), [&](unsigned j) {
      const PortMask asking = requests(j, first, second) & free;
      if (asking == 0) return;
      next[j] = static_cast<std::uint8_t>(grant_[turn_][j].pick(asking));
      has_next |= bit(j);
    });
    begin_and_end(last, pop);
    granted_ = next;
    has_grant_ = has_next;
    turn_ = 1 - turn_;
  }

 private:
  /// Grants of the last cycle that still hold.
  [[nodiscard]] Rows valid(const Rows& first) const {
    Rows rows{};
    for_each_port(has_grant_ & ~held_, [&](unsigned j) { rows[granted_[j]] |= first[granted_[j]] & bit(j); });
    return rows;
  }
  /// Inputs that no packet will keep busy in the next cycle.
  [[nodiscard]] PortMask free_inputs(const Rows& first, const Rows& last, const Rows& pop) const {
    const Rows offered = valid(first);
    PortMask free = 0;
    for (unsigned i = 0; i < ports_; ++i) {
      const bool is_free = (busy_ & bit(i)) != 0 ? (pop[i] & last[i]) != 0 : (offered[i] & ~last[i]) == 0;
      free |= PortMask{is_free} << i;
    }
    return free;
  }
  /// Inputs that have a beat for the output that is not taken in this cycle.
  [[nodiscard]] PortMask requests(unsigned j, const Rows& first, const Rows& second) const {
    PortMask inputs = 0;
    for (unsigned i = 0; i < ports_; ++i) {
      const bool taken = ((has_grant_ & bit(j)) != 0 && granted_[j] == i) || held_by(j, i);
      inputs |= ((taken ? second[i] : first[i]) >> j & 1U) << i;
    }
    return inputs;
  }
  /// Pointers move past what was accepted, each of its own turn; packets hold, or let go.
  void begin_and_end(const Rows& last, const Rows& pop) {
    for (unsigned i = 0; i < ports_; ++i) {
      for_each_port(pop[i], [&](unsigned j) {
        const bool ends = (last[i] & bit(j)) != 0;
        if ((held_ & bit(j)) == 0) {
          accept_[turn_][i].advance(j);
          grant_[1 - turn_][j].advance(i);
        }
        holder_[j] = static_cast<std::uint8_t>(i);
        held_ = ends ? held_ & ~bit(j) : held_ | bit(j);
        busy_ = ends ? busy_ & ~bit(i) : busy_ | bit(i);
      });
    }
  }

  unsigned ports_;
  std::array<std::vector<RrArbiter>, 2> grant_, accept_;  // pointers of both turns
  unsigned turn_ = 0;
  std::array<std::uint8_t, kMaxPorts> granted_{}, holder_{};  // per output
  PortMask has_grant_ = 0, held_ = 0;
  PortMask busy_ = 0;  // inputs of which a packet is under way
};

}  // namespace xb::twin
