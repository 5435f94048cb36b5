// SPDX-License-Identifier: Apache-2.0
#include "host/link/scoreboard.h"

#include <fmt/format.h>

namespace xb {

bool Scoreboard::lose_before(unsigned source, unsigned destination, std::uint64_t header) {
  Flow& flow = flows_[index(source, destination)];
  auto& packets = flow.packets;
  std::size_t ahead = 0;
  const auto is_it = [&](const PacketInFlight& packet) {
    const bool found = packet.header == header;
    if (!found) ++ahead;
    return found;
  };
  if (packets_.find(packets, is_it) == nullptr) return false;
  for (std::size_t n = 0; n < ahead; ++n) {
    const PacketInFlight& packet = packets_.front(packets);
    flow.beats -= length_of(packet);
    if (on_lost_) on_lost_(source, destination, packet);
    packets_.pop(packets);
  }
  if (ahead > 0) {
    lost_of_.resize(flows_.size());
    lost_of_[index(source, destination)] += ahead;
  }
  bound_for_[destination] -= ahead;
  in_flight_ -= ahead;
  lost_ += ahead;
  return true;
}

const PacketInFlight* Scoreboard::find(unsigned source, unsigned destination, std::uint64_t header) const {
  return packets_.find(flow(source, destination).packets,
                       [header](const PacketInFlight& packet) { return packet.header == header; });
}

std::string Scoreboard::missing(unsigned limit) const {
  std::string lines;
  for (std::size_t flow = 0; flow < flows_.size() && limit > 0; ++flow) {
    const auto& packets = flows_[flow].packets;
    if (packets.empty()) continue;
    --limit;
    const PacketInFlight& first = packets_.front(packets);
    const auto header = PacketHeader::decode(first.header);
    lines += fmt::format(
        "  input {} -> output {}{}: {} packet(s) taken by the switch and not delivered, the first #{} ({} "
        "beats) "
        "since cycle {}\n",
        flow / ports_ % ports_, flow % ports_,
        sources() == ports_ ? "" : fmt::format(", class {}", flow / ports_ / ports_), packets.size(),
        header.sequence, unit_.beats_of(header.length), first.first_in_cycle);
  }
  return lines;
}

}  // namespace xb
