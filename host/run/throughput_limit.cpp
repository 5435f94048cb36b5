// SPDX-License-Identifier: Apache-2.0
#include "host/run/throughput_limit.h"

#include <algorithm>

#include "host/config/resolved_network.h"
#include "host/link/line_pace.h"

namespace xb {
namespace {

/// Beats a beat time that a host's link has to carry: gaps between packets leave less than the load.
double offered_beats(const RunConfig& c) {
  if (c.gap_bytes == 0) return c.load;
  const LengthUnit unit = c.lengths();
  const PacketLengths packets = c.packet_lengths();
  const double bytes =
      packets.sum([&](unsigned length) { return std::uint64_t{unit.beats_of(length)} * c.beat_bytes(); });
  return c.load * bytes /
         packets.sum([&](unsigned length) { return line_bytes(unit, c.beat_bytes(), c.gap_bytes, length); });
}

/// Of links that move a beat in so many cycles.
std::optional<ThroughputLimit> limit_of(const SwitchEntry& entry, const RunConfig& config,
                                        std::uint64_t cycles_per_beat) {
  if (entry.port_limit == nullptr || !config.is_random()) return {};
  const PortLimit port = entry.port_limit(config);
  const double throughput = port.beats_per_cycle * static_cast<double>(cycles_per_beat);
  if (throughput >= offered_beats(config)) return {};
  return ThroughputLimit{throughput, port.by, 0};
}

}  // namespace

std::optional<ThroughputLimit> throughput_limit(const SwitchEntry& entry, const RunConfig& config) {
  return limit_of(entry, config, 1);
}

std::optional<ThroughputLimit> throughput_limit(const Setup& setup) {
  if (setup.fabric == nullptr)
    return limit_of(*setup.entry, setup.config, setup.link_rates.cycles_per_beat());
  double line = 0, most = 0;
  std::optional<ThroughputLimit> some;
  for (std::size_t s = 0; s < setup.fabric->switches.size(); ++s) {
    const Topology::Switch& here = setup.fabric->topology.switches[s];
    const Setup& one = setup.fabric->switches[s];
    const double rate = static_cast<double>(here.hosts) / static_cast<double>(here.host_cable.period_cycles);
    const auto limit = limit_of(*one.entry, one.config, here.host_cable.period_cycles);
    line += rate;
    most += rate * (limit ? limit->throughput : offered_beats(one.config));
    if (limit && here.hosts > 0) some = limit;
  }
  if (some) some->throughput = most / line;
  return some;
}

std::uint64_t not_delivered(const RunResult& result) {
  const std::uint64_t gone = result.delivered_packets + result.lost_packets;
  return result.offered_packets - std::min(result.offered_packets, gone);
}

}  // namespace xb
