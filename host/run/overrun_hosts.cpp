// SPDX-License-Identifier: Apache-2.0
#include "host/run/overrun_hosts.h"

#include <algorithm>
#include <numeric>

#include "host/config/resolved_network.h"
#include "host/config/setup.h"

namespace xb {
namespace {

unsigned turns_of(const Setup& setup) {
  return setup.entry->queues == QueuePlace::Output ? setup.config.ports : 0;
}

OverrunPath path_of(const Setup& setup) {
  if (!setup.fabric) return {1, 0, turns_of(setup)};
  const auto& switches = setup.fabric->switches;
  OverrunPath path{2, 0, turns_of(switches[0])};
  for (const auto& cable : setup.fabric->topology.cables)
    path.cable_cycles = std::max<std::uint64_t>(path.cable_cycles, cable.speed.latency_cycles);
  if (const unsigned other = turns_of(switches[1]); other != 0)
    path.turns = path.turns == 0 ? other : std::lcm(path.turns, other);
  return path;
}

}  // namespace

std::unique_ptr<OverrunTraffic> overrun_hosts(const Setup& setup, const HostRange& hosts) {
  const Setup& overrun = setup.fabric ? setup.fabric->switches[0] : setup;
  return std::make_unique<OverrunTraffic>(setup.config, overrun.link_rates, *overrun.pause,
                                          overrun.longest_packet, path_of(setup), hosts);
}

std::uint64_t sweep_cycles(const Setup& setup) {
  const unsigned ports = setup.fabric ? setup.fabric->switches[0].config.ports : setup.config.ports;
  const auto hosts = overrun_hosts(setup, HostRange::of_one_switch(ports));
  return hosts->episodes() * hosts->episode_cycles();
}

}  // namespace xb
