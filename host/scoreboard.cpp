// SPDX-License-Identifier: Apache-2.0
#include "host/scoreboard.h"

#include <fmt/format.h>

#include "host/packet.h"

namespace xb {

bool Scoreboard::lose_before(unsigned source, unsigned destination, std::uint64_t header) {
  auto& flow = flows_[index(source, destination)];
  std::size_t ahead = 0;
  while (ahead < flow.size() && flow[ahead].header != header) ++ahead;
  if (ahead == flow.size()) return false;
  for (std::size_t n = 0; n < ahead; ++n) flow.pop();
  in_flight_ -= ahead;
  lost_ += ahead;
  return true;
}

std::string Scoreboard::missing(unsigned limit) const {
  std::string lines;
  for (std::size_t flow = 0; flow < flows_.size() && limit > 0; ++flow) {
    if (flows_[flow].empty()) continue;
    --limit;
    const auto header = PacketHeader::decode(flows_[flow].front().header);
    lines += fmt::format(
        "  input {} -> output {}: {} packet(s) taken by the switch and not delivered, the first #{} ({} "
        "beats) "
        "since cycle {}\n",
        flow / ports_, flow % ports_, flows_[flow].size(), header.sequence, header.length_beats,
        flows_[flow].front().first_in_cycle);
  }
  return lines;
}

}  // namespace xb
