// SPDX-License-Identifier: Apache-2.0
#include "host/traffic/host_flows.h"

#include <algorithm>

#include "host/base/units.h"
#include "host/point/run_config.h"

namespace xb {

HostFlows::HostFlows(const RunConfig& config, const HostRange& hosts, const HostList& taking_part)
    : hosts_(hosts),
      shortest_(config.packet_min),
      longest_(config.packet_max),
      lengths_(config.lengths()),
      incast_(config, taking_part),
      burst_(parse_bytes(config.incast_bytes)) {
  if (!lengths_.in_bytes()) burst_ = (burst_ + config.beat_bytes() - 1) / config.beat_bytes();
  sources_.resize(hosts.count);
}

void HostFlows::count(unsigned length, std::uint64_t packets) {
  offered_packets_ += packets;
  offered_beats_ += packets * lengths_.beats_of(length);
  missing_bytes_ += packets * lengths_.missing_bytes(length);
}

std::uint64_t HostFlows::add(unsigned port, unsigned destination, std::uint64_t size) {
  Source& source = sources_[port];
  source.flows.push_back({destination, size});
  waiting_ |= bit(port);
  const std::uint64_t whole = size / longest_;
  const auto rest = static_cast<unsigned>(size % longest_);
  count(longest_, whole);
  if (rest > 0) count(std::max(rest, shortest_), 1);
  const std::uint64_t packets = whole + (rest > 0 ? 1 : 0);
  source.packets += packets;
  return packets;
}

HostFlows::Packet HostFlows::take(unsigned port) {
  std::deque<Flow>& flows = sources_[port].flows;
  Flow flow = flows.front();
  flows.pop_front();
  const auto length = static_cast<unsigned>(std::clamp<std::uint64_t>(flow.left, shortest_, longest_));
  flow.left -= std::min<std::uint64_t>(length, flow.left);
  if (flow.left > 0) flows.push_back(flow);
  if (flows.empty()) waiting_ &= ~bit(port);
  return {flow.destination, length};
}

}  // namespace xb
