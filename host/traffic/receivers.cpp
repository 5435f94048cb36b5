// SPDX-License-Identifier: Apache-2.0
#include "host/traffic/receivers.h"

#include "host/point/traffic_config.h"

namespace xb {

Receivers::Receivers(const TrafficConfig& config, std::uint64_t seed, const LinkRates& links,
                     const HostRange& hosts)
    : links_(links),
      all_(hosts.count == 0 ? 0 : all_ports(hosts.count)),
      always_ready_(links.full_rate() && config.receiver_stall == 0),
      stall_threshold_(RandomStream::threshold(config.receiver_stall)) {
  for (unsigned host = 0; host < hosts.count; ++host)
    stalls_.emplace_back(seed, StreamPurpose::ReceiverStall, hosts.first + host);
}

PortMask Receivers::draw(std::uint64_t now) {
  PortMask ready = links_.may_receive(now) & all_;
  if (stall_threshold_ == 0) return ready;
  for (unsigned port = 0; port < stalls_.size(); ++port) {
    if (stalls_[port].chance(stall_threshold_)) ready &= ~(PortMask{1} << port);
  }
  return ready;
}

}  // namespace xb
