// SPDX-License-Identifier: Apache-2.0
#include "host/config/step_setup.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>

#include "host/base/errors.h"
#include "host/liquid/transfer_list.h"
#include "host/network/topology_registry.h"

namespace xb {
namespace {

/// Without those of a host to itself: they are no messages.
TransferSet messages(const RunConfig& config, const HostList& list, const Network* network) {
  if (network != nullptr)
    return transfers_of(config, list, network->topology, network->wiring, network->routes, false);
  const Topology topology = make_topology(fmt::format("one-switch({})", config.ports));
  const Wiring wiring(topology);
  return transfers_of(config, list, topology, wiring, routes_of(topology, wiring), false);
}

StepEnd step_end(const std::string& name) {
  static const std::map<std::string, StepEnd> ends{{"order", StepEnd::Order},
                                                   {"counts", StepEnd::Counts},
                                                   {"barrier", StepEnd::Barrier},
                                                   {"time", StepEnd::Time}};
  return ends.at(name);
}

/// Cycles for a beat on the slowest cable.
std::uint64_t slowest_period(const Network& network) {
  std::uint64_t slowest = 1;
  for (const auto& at : network.topology.switches) {
    if (at.hosts > 0) slowest = std::max<std::uint64_t>(slowest, at.host_cable.period_cycles);
  }
  for (const auto& cable : network.topology.cables)
    slowest = std::max<std::uint64_t>(slowest, cable.speed.period_cycles);
  return slowest;
}

}  // namespace

TransferSet transfers_of(const RunConfig& config, const HostList& list, const Topology& topology,
                         const Wiring& wiring, const Routes& routes, bool to_oneself) {
  std::vector<bool> taking_part(wiring.hosts(), false);
  for (unsigned rank = 0; rank < list.size(); ++rank) taking_part[list[rank]] = true;
  std::vector<SizedTransfer> transfers = transfers_among(config.transfers, taking_part);
  if (!to_oneself) {
    const auto own = [](const SizedTransfer& t) { return t.hosts.source == t.hosts.destination; };
    transfers.erase(std::remove_if(transfers.begin(), transfers.end(), own), transfers.end());
  }
  if (transfers.empty()) {
    throw InputError(fmt::format("transfers: '{}' is not allowed: nothing for another host; allowed: {}",
                                 config.transfers, kAllowedTransfers));
  }
  return transfers_over(topology, wiring, routes, transfers);
}

void number_as_ranks(TransferSet& transfers, const HostList& list) {
  std::vector<std::uint16_t> rank_of(kMaxHosts, 0);
  for (unsigned rank = 0; rank < list.size(); ++rank) rank_of[list[rank]] = static_cast<std::uint16_t>(rank);
  transfers.rename([&](unsigned host) { return rank_of[host]; });
}

void set_steps(ExchangeShape& shape, StepOrder order, const RunConfig& config, const HostList& list,
               const Network* network, const StepPacket& packet) {
  TransferSet transfers = messages(config, list, network);
  number_as_ranks(transfers, list);
  shape.steps = std::make_shared<TransferSteps>(std::move(transfers), order, config.seed);
  shape.step_end = step_end(config.step_end);
  const std::uint64_t period = network == nullptr ? 1 : slowest_period(*network);
  const std::uint64_t cycles = shape.packets * std::max(packet.gap_cycles, packet.beats * period);
  shape.transfer_time = {static_cast<double>(cycles) * packet.clock_period.value};
  const Seconds step = config.step_time == "auto" ? shape.transfer_time : parse_time(config.step_time);
  shape.step_ns = static_cast<std::uint64_t>(std::llround(step.value * 1e9));
}

}  // namespace xb
