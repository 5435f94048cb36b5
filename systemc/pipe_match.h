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
    holds_ = {};
    has_grant_ = held_ = 0;
    turn_ = 0;
  }
  /// The output that a packet of the input holds, as a set of one or none.
  [[nodiscard]] PortMask holds(unsigned input) const { return holds_[input]; }
  [[nodiscard]] bool serves_other(unsigned input, unsigned output) const {
    return (held_ & ~holds_[input] & bit(output)) != 0;
  }

  /// The inputs of which a row is not empty.
  [[nodiscard]] PortMask rows_with(const Rows& rows) const {
    PortMask inputs = 0;
    for (unsigned i = 0; i < ports_; ++i) inputs |= PortMask{rows[i] != 0} << i;
    return inputs;
  }
  /// Per input the output to which its beat goes in this cycle, as a set of one or none: those of packets
  /// under way, and grants of the last cycle that are accepted.
  [[nodiscard]] Rows pops(const Rows& first, PortMask room) const {
    Rows pop = valid(first);
    for (unsigned i = 0; i < ports_; ++i)
      pop[i] = holds_[i] != 0 ? holds_[i] & first[i] & room : accept_[turn_][i].first(pop[i]);
    return pop;
  }
  /// The clock edge, with what pops() said.
  void clock(const Rows& first, const Rows& second, const Rows& last, PortMask room, const Rows& pop) {
    const PortMask free = free_inputs(first, last, pop);
    PortMask can_grant = room & ~held_;
    for (unsigned i = 0; i < ports_; ++i) can_grant |= holds_[i] & room & pop[i] & last[i];
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
      const PortMask stays = offered[i] & ~last[i];
      const bool is_free = holds_[i] != 0 ? (pop[i] & last[i]) != 0 : stays == 0;
      free |= PortMask{is_free} << i;
    }
    return free;
  }
  /// Inputs that have a beat for the output that is not taken in this cycle.
  [[nodiscard]] PortMask requests(unsigned j, const Rows& first, const Rows& second) const {
    PortMask inputs = 0;
    for (unsigned i = 0; i < ports_; ++i) inputs |= (first[i] >> j & 1U) << i;
    // One may be taken: of the input that has the output's grant, or holds it. It has a first one, if any.
    const PortMask taken = (has_grant_ >> j & 1U) << granted_[j] | (held_ >> j & 1U) << holder_[j];
    for_each_port(taken & inputs, [&](unsigned i) { inputs &= ~((~second[i] >> j & 1U) << i); });
    return inputs;
  }
  /// Pointers move past what was accepted, each of its own turn; packets hold, or let go.
  void begin_and_end(const Rows& last, const Rows& pop) {
    for_each_port(rows_with(pop), [&](unsigned i) {
      const auto j = static_cast<unsigned>(__builtin_ctzll(pop[i]));
      const PortMask stays = pop[i] & ~last[i];
      if ((held_ & bit(j)) == 0) {
        accept_[turn_][i].advance(j);
        grant_[1 - turn_][j].advance(i);
      }
      holder_[j] = static_cast<std::uint8_t>(i);
      held_ = (held_ & ~bit(j)) | stays;
      holds_[i] = stays;
    });
  }

  unsigned ports_;
  std::array<std::vector<RrArbiter>, 2> grant_, accept_;  // pointers of both turns
  unsigned turn_ = 0;
  std::array<std::uint8_t, kMaxPorts> granted_{}, holder_{};  // per output
  Rows holds_{};                                              // outputs held, one or none
  PortMask has_grant_ = 0, held_ = 0;
};

}  // namespace xb::twin
