// SPDX-License-Identifier: Apache-2.0
#include "host/config/schedule_steps.h"

#include <algorithm>
#include <cmath>
#include <memory>

#include "host/base/errors.h"
#include "host/liquid/network_transfers.h"
#include "host/liquid/transfer_list.h"
#include "host/network/topology_registry.h"
#include "host/point/run_config.h"

namespace xb {
namespace {

/// Without those of a host to itself: they are no messages.
TransferSet messages(const RunConfig& config, const HostList& list, const Network* network) {
  if (network != nullptr)
    return transfers_of(config, list, network->topology, network->wiring, network->routes, false);
  const Topology topology = one_switch(config.ports);
  const Wiring wiring(topology);
  return transfers_of(config, list, topology, wiring, routes_of(topology, wiring), false);
}

/// In their order.
std::vector<unsigned> hosts_of(const std::vector<bool>& taking_part) {
  std::vector<unsigned> hosts;
  for (unsigned host = 0; host < taking_part.size(); ++host) {
    if (taking_part[host]) hosts.push_back(host);
  }
  return hosts;
}

/// Cycles that transfers of k packets take on a link.
class LinkTime {
 public:
  LinkTime(LinkKind kind, std::uint64_t k, const HostPacket& packet)
      : parts_(packet.whole_messages ? 1 : k),
        part_((packet.whole_messages ? k : 1) * packet.beats * kind.period_cycles) {
    if (kind.ends == LinkKind::Ends::FromHost) gap_ = packet.send_gap_cycles;
    if (kind.ends == LinkKind::Ends::ToHost) gap_ = packet.receive_gap_cycles;
    gap_ = std::max(gap_, part_);
  }
  /// From the first beat of a transfer to that of the next one.
  [[nodiscard]] std::uint64_t of_one() const { return parts_ * gap_; }
  /// From the first beat of the first one to the last beat of the last one.
  [[nodiscard]] std::uint64_t of(std::uint64_t transfers) const {
    return (transfers * parts_ - 1) * gap_ + part_;
  }

 private:
  std::uint64_t parts_, part_;  // of a transfer
  std::uint64_t gap_ = 0;       // from one to the next
};

}  // namespace

TransferSet transfers_of(const RunConfig& config, const HostList& list, const Topology& topology,
                         const Wiring& wiring, const Routes& routes, bool to_oneself) {
  std::vector<bool> taking_part(wiring.hosts(), false);
  for (unsigned rank = 0; rank < list.size(); ++rank) taking_part[list[rank]] = true;
  if (!config.transfers)
    check_transfer_count(std::uint64_t{list.size()} * list.size(), config.transfers.text());
  std::vector<SizedTransfer> transfers =
      config.transfers ? *config.transfers : complete_exchange_of(hosts_of(taking_part));
  check_transfers(transfers, config.transfers.text(), taking_part);
  if (!to_oneself) {
    const auto own = [](const SizedTransfer& t) { return t.hosts.source == t.hosts.destination; };
    transfers.erase(std::remove_if(transfers.begin(), transfers.end(), own), transfers.end());
  }
  if (transfers.empty()) {
    throw InputError("transfers: '{}' is not allowed: nothing for another host; allowed: {}",
                     config.transfers.text(), kAllowedTransfers);
  }
  return transfers_over(topology, wiring, routes, transfers);
}

void number_as_ranks(TransferSet& transfers, const HostList& list) {
  std::vector<std::uint16_t> rank_of(kMaxHosts, 0);
  for (unsigned rank = 0; rank < list.size(); ++rank) rank_of[list[rank]] = static_cast<std::uint16_t>(rank);
  transfers.rename([&](unsigned host) { return rank_of[host]; });
}

void set_steps(ExchangeShape& shape, StepOrder order, const RunConfig& config, const HostList& list,
               const Network* network, const HostPacket& packet) {
  TransferSet transfers = messages(config, list, network);
  number_as_ranks(transfers, list);
  std::uint64_t transfer = 0;
  std::uint64_t all = 0;
  for (unsigned link = 0; link < transfers.links(); ++link) {
    const LinkTime time(transfers.kind(link), shape.packets, packet);
    transfer = std::max(transfer, time.of_one());
    all = std::max(all, time.of(transfers.load(link)));
  }
  const auto seconds = [&](std::uint64_t cycles) {
    return Seconds{static_cast<double>(cycles) * packet.clock_period.value};
  };
  shape.steps = std::make_shared<TransferSteps>(std::move(transfers), order, config.seed);
  shape.step_end = config.step_end;
  shape.transfer_time = seconds(transfer);
  shape.liquid_time = seconds(all);
  const Seconds step = config.step_time ? *config.step_time : shape.transfer_time;
  constexpr double kNanosecond = 1e-9;
  if (config.step_time && step.value < kNanosecond) {
    throw not_allowed("step-time", config.step_time.text(), "auto, or a time of at least 1ns");
  }
  // Never shorter than the transfers; what is less than a millionth comes from the units.
  constexpr double kRounding = 1e-6;
  shape.step_ns = static_cast<std::uint64_t>(std::ceil(step.value / kNanosecond - kRounding));
}

}  // namespace xb
