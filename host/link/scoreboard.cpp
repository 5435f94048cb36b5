// SPDX-License-Identifier: Apache-2.0
#include "host/link/scoreboard.h"

#include <fmt/format.h>

namespace xb {

bool Scoreboard::lose_before(unsigned source, unsigned destination, std::uint64_t header) {
  Flow& flow = flows_[index(source, destination)];
  auto& packets = flow.packets;
  std::size_t ahead = 0;
  while (ahead < packets.size() && packets[ahead].header != header) ++ahead;
  if (ahead == packets.size()) return false;
  for (std::size_t n = 0; n < ahead; ++n) {
    flow.beats -= length_of(packets.front());
    if (on_lost_) on_lost_(destination, packets.front());
    packets.pop();
  }
  flow.lost += ahead;
  bound_for_[destination] -= ahead;
  in_flight_ -= ahead;
  lost_ += ahead;
  return true;
}

const PacketInFlight* Scoreboard::find(unsigned source, unsigned destination, std::uint64_t header) const {
  const auto& packets = flow(source, destination).packets;
  for (std::uint32_t n = 0; n < packets.size(); ++n) {
    if (packets[n].header == header) return &packets[n];
  }
  return nullptr;
}

std::string Scoreboard::missing(unsigned limit) const {
  std::string lines;
  for (std::size_t flow = 0; flow < flows_.size() && limit > 0; ++flow) {
    const auto& packets = flows_[flow].packets;
    if (packets.empty()) continue;
    --limit;
    const auto header = PacketHeader::decode(packets.front().header);
    lines += fmt::format(
        "  input {} -> output {}: {} packet(s) taken by the switch and not delivered, the first #{} ({} "
        "beats) "
        "since cycle {}\n",
        flow / ports_, flow % ports_, packets.size(), header.sequence, header.length_beats,
        packets.front().first_in_cycle);
  }
  return lines;
}

}  // namespace xb
