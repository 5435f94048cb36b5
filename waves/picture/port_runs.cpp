// SPDX-License-Identifier: Apache-2.0
#include "waves/picture/port_runs.h"

namespace xb {

std::vector<PortRun> port_runs(const RecordedWindow& window, Side side) {
  const bool in = side == Side::In;
  std::vector<PortRun> runs;
  for (unsigned port = 0; port < window.shape.ports; ++port) {
    bool open = false;  // the last run is of the cycle before, and its packet goes on
    for (std::size_t at = 0; at < window.cycles.size(); ++at) {
      const PortCycle& c = window.cycles[at];
      const bool valid = c.inputs_known && ((in ? c.s_tvalid : c.m_tvalid) & bit(port)) != 0;
      if (!valid) {
        open = false;
        continue;
      }
      const PacketId& packet = in ? c.in[port] : c.out[port];
      const bool moved = ((in ? c.s_tready : c.m_tready) & bit(port)) != 0;
      if (open && runs.back().packet == packet && runs.back().moved == moved)
        runs.back().cycles.last = at;
      else
        runs.push_back({port, packet, moved, {at, at}});
      open = !moved || ((in ? c.s_tlast : c.m_tlast) & bit(port)) == 0;
    }
  }
  return runs;
}

}  // namespace xb
