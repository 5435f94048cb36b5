// SPDX-License-Identifier: Apache-2.0
#include "host/traffic/gapped_traffic.h"

#include "host/link/length_unit.h"
#include "host/point/run_config.h"

namespace xb {

GappedTraffic::GappedTraffic(const RunConfig& config, const LinkRates& links, const HostRange& hosts,
                             const HostList& taking_part, unsigned cycles_per_beat, bool receivers_pause,
                             const PortPairs& pairs, FlowTimes* times)
    : TrafficWorkload(config, links, hosts, taking_part, cycles_per_beat, pairs, times),
      out_(config.lengths(), config.beat_bytes(), config.gap_bytes),
      in_(out_),
      receivers_pause_(receivers_pause),
      cycles_per_beat_(links.cycles_per_beat() * cycles_per_beat) {
  for (unsigned port = 0; port < hosts.count; ++port) {
    out_.set_cycles_per_beat(port, cycles_per_beat_);
    in_.set_cycles_per_beat(port, links.cycles_per_beat(port));
  }
}

/// Packets of which the switch took the last beat in the cycle before.
void GappedTraffic::note_sent(std::uint64_t now, const Transmitter& transmitter) {
  const PortMask idle = transmitter.idle();
  for_each_port(sending_ & idle,
                [&](unsigned port) { out_.passed(port, transmitter.length(port), started_[port], now - 1); });
  sending_ &= ~idle;
}

PortMask GappedTraffic::before_cycle(std::uint64_t now, Transmitter& transmitter) {
  note_sent(now, transmitter);
  PortMask starting = waiting(now, transmitter.idle());
  if (starting != 0 && now % cycles_per_beat_ == 0) {
    starting &= ~out_.in_gap(now);
    sending_ |= starting;
    for_each_port(starting, [&](unsigned port) { started_[port] = now; });
    start_packets(starting, now, transmitter);
  }
  return ready(now) & ~in_.in_gap(now);
}

std::uint64_t GappedTraffic::quiet_until(std::uint64_t now, const Transmitter& /*transmitter*/) const {
  return now;
}

std::unique_ptr<Workload> make_traffic(const RunConfig& config, const LinkRates& links,
                                       const HostRange& hosts, const HostList& taking_part,
                                       unsigned cycles_per_beat, const PortPairs& pairs, FlowTimes* times) {
  if (config.gap_bytes == 0)
    return std::make_unique<TrafficWorkload>(config, links, hosts, taking_part, cycles_per_beat, pairs,
                                             times);
  return std::make_unique<GappedTraffic>(config, links, hosts, taking_part, cycles_per_beat,
                                         !config.is_network(), pairs, times);
}

}  // namespace xb
