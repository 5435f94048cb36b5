// SPDX-License-Identifier: Apache-2.0
// Cycles of the switch with buffered crosspoints that are taken at once.
#include <algorithm>

#include "systemc/crosspoint_switch.h"

namespace xb::twin {

std::uint32_t CrosspointSwitch::steady(const Inputs& in) const {
  const PortMask popped = continuing();
  const PortMask delivered = m_tvalid_ & in.m_tready;
  const PortMask wanted = inputs_.bids();
  const bool same = quiet_ && popped == last_popped_ && delivered == last_delivered_ &&
                    wanted == work_before_ && idle_with_work_ == (wanted & in.m_tready & ~m_tvalid_);
  if (!same || any_start()) return 0;
  std::uint32_t cycles = inputs_.steady(in, leaving_, popped, m_tvalid_, dests(), serves_other());
  if (cycles == 0) return 0;
  PortMask entered = 0;
  for_each_port(popped, [&](unsigned i) { entered |= bit(dest_[i]); });
  for_each_port(entered | delivered, [&](unsigned j) {
    cycles = std::min(cycles, steady_output(j, popped, (delivered & bit(j)) != 0));
  });
  return cycles;
}

/// Cycles for which beats can go on entering the crosspoints of an output and leaving the selected one before
/// anything but their counts changes.
std::uint32_t CrosspointSwitch::steady_output(unsigned j, PortMask popped, bool leaves) const {
  std::uint32_t cycles = ~std::uint32_t{0};
  const unsigned source = arbiters_[j].selected();
  const bool busy = (m_tvalid_ & bit(j)) != 0;
  if (!busy) return 0;  // what enters is about to be offered
  if (leaves) {
    const PacketQueue& crosspoint = selected(j);
    const Packet& head = crosspoint.head();
    if (head.out == 0) return 0;
    if (head.complete) cycles = head.in - head.out - 1;
    if ((popped & bit(source)) == 0 || dest_[source] != j) {
      if ((crowded_[source] & bit(j)) != 0) return 0;
      cycles = std::min(cycles, crosspoint.beats() - 1);
    }
  }
  for_each_port(popped, [&](unsigned i) {
    if (dest_[i] != j || (leaves && i == source)) return;
    cycles = std::min(cycles, params().max_crosspoint_beats - crosspoints_[index(i, j)].beats() - 1);
  });
  return cycles;
}

void CrosspointSwitch::skip(std::uint32_t n) {
  inputs_.skip(n, last_popped_, dests(), counters_);
  for_each_port(last_popped_, [&](unsigned i) { crosspoints_[index(i, dest_[i])].push_middle(n); });
  for_each_port(last_delivered_, [&](unsigned j) {
    const unsigned i = arbiters_[j].selected();
    counters_.leave(i, j, n, false);
    crosspoints_[index(i, j)].pop_middle(n);
  });
}

}  // namespace xb::twin
