// SPDX-License-Identifier: Apache-2.0
// Cycles of the switch with buffered crosspoints that are taken at once.
#include <algorithm>

#include "systemc/switch_crosspoint.h"

namespace xb::twin {

std::uint32_t SwitchCrosspoint::steady(const Inputs& in) const {
  const PortMask popped = continuing();
  const PortMask taken = in.s_tvalid & s_tready_;
  const PortMask delivered = m_tvalid_ & in.m_tready;
  const PortMask wanted = work();
  const bool same = quiet_ && popped == last_popped_ && taken == last_taken_ &&
                    delivered == last_delivered_ && wanted == work_before_ &&
                    idle_with_work_ == (wanted & in.m_tready & ~m_tvalid_) && asked_ == in.settings;
  if (!same || any_start()) return 0;
  if (!pool_.steady(inputs_, offer(in, taken & refusing_), serves_other())) return 0;
  std::uint32_t cycles = ~std::uint32_t{0};
  PortMask entered = 0;
  for_each_port(leaving_ | taken | delaying_ | full_, [&](unsigned i) {
    const bool pops = (popped & bit(i)) != 0;
    if (pops) entered |= bit(dest_[i]);
    cycles = std::min(cycles, inputs_[i].steady(settings_, (taken & bit(i)) != 0, pops, dest_[i], now_));
  });
  for_each_port(entered | delivered, [&](unsigned j) {
    cycles = std::min(cycles, steady_output(j, popped, (delivered & bit(j)) != 0));
  });
  return cycles;
}

/// Cycles for which beats can go on entering the crosspoints of an output and leaving the selected one before
/// anything but their counts changes.
std::uint32_t SwitchCrosspoint::steady_output(unsigned j, PortMask popped, bool leaves) const {
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
    cycles = std::min(cycles, params_.max_crosspoint_beats - crosspoints_[index(i, j)].beats() - 1);
  });
  return cycles;
}

void SwitchCrosspoint::skip(std::uint32_t n) {
  for_each_port(last_popped_ | last_taken_, [&](unsigned i) {
    const bool takes = (last_taken_ & bit(i)) != 0;
    const bool pops = (last_popped_ & bit(i)) != 0;
    if (takes && inputs_[i].keeps()) occupancy_.add(index(i, inputs_[i].destination()), n, 0);
    inputs_[i].skip(takes, pops, dest_[i], n);
    if (pops) crosspoints_[index(i, dest_[i])].push_middle(n);
  });
  for_each_port(last_delivered_, [&](unsigned j) {
    const unsigned i = arbiters_[j].selected();
    occupancy_.add(index(i, j), ~n + 1, 0);
    crosspoints_[index(i, j)].pop_middle(n);
  });
  now_ += n;
  show(last_popped_ | last_taken_, 0);  // whether a packet that comes now finds room
}

}  // namespace xb::twin
