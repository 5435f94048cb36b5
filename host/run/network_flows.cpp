// SPDX-License-Identifier: Apache-2.0
#include "host/run/network_flows.h"

#include <algorithm>

#include "host/run/delivery.h"

namespace xb {
namespace {

/// Calls visit(ports, rank, port) for each host.
template <class Visit>
void for_each_host(const Fabric& fabric, Visit&& visit) {
  unsigned rank = 0;
  for (unsigned s = 0; s < fabric.switches(); ++s) {
    for_each_port(fabric.ports(s).host_ports(), [&](unsigned port) { visit(fabric.ports(s), rank++, port); });
  }
}

std::vector<std::uint64_t> offered(const Fabric& fabric) {
  std::vector<std::uint64_t> packets;
  for_each_host(fabric, [&](const SwitchPorts& ports, unsigned, unsigned port) {
    packets.push_back(ports.hosts()->offered_packets_of(port));
  });
  return packets;
}

/// Of a row that may be empty.
std::uint32_t at(const std::vector<std::uint32_t>& row, std::size_t index) {
  return row.empty() ? 0 : row[index];
}

}  // namespace

void NetworkFlows::open(const Fabric& fabric) {
  offered_ = offered(fabric);
  for_each_host(fabric, [&](const SwitchPorts& ports, unsigned rank, unsigned) {
    sent_.push_back(ports.trips().flows().sent(rank));
    received_.push_back(ports.trips().flows().received(rank));
  });
}

void NetworkFlows::close(const Fabric& fabric) {
  const std::vector<std::uint64_t> all = offered(fabric);
  std::vector<const std::vector<std::uint32_t>*> sent;
  for_each_host(fabric, [&](const SwitchPorts& ports, unsigned rank, unsigned) {
    sent.push_back(&ports.trips().flows().sent(rank));
  });
  delivered_.assign(all.size(), 0);
  std::vector<std::uint64_t> of_host(all.size());
  // One receiver after the other: a second copy of all pairs would be as large as the first.
  for_each_host(fabric, [&](const SwitchPorts& ports, unsigned to, unsigned) {
    const std::vector<std::uint32_t> received = ports.trips().flows().received(to);
    for (unsigned from = 0; from < all.size(); ++from) {
      const std::uint32_t packets = at(*sent[from], to) - at(sent_[from], to);
      const std::uint32_t came = at(received, from) - at(received_[to], from);
      of_host[from] += packets;
      delivered_[from] += came;
      if (packets >= kFewPackets && came == 0) suspects_.push_back({{from, to, packets}, at(received, from)});
    }
  });
  for (std::size_t from = 0; from < all.size(); ++from)
    offered_[from] = std::max(all[from] - offered_[from], of_host[from]);
  sent_.clear();
  received_.clear();
}

std::optional<DeliveryResult> NetworkFlows::result(const Fabric& fabric) const {
  DeliveryResult delivery;
  delivery.offered_by_input = offered_;
  delivery.delivered_by_input = delivered_;
  std::vector<SilentFlow> silent;
  auto suspect = suspects_.begin();
  for_each_host(fabric, [&](const SwitchPorts& ports, unsigned rank, unsigned) {
    if (suspect == suspects_.end() || suspect->flow.to != rank) return;
    const std::vector<std::uint32_t> received = ports.trips().flows().received(rank);
    for (; suspect != suspects_.end() && suspect->flow.to == rank; ++suspect) {
      if (at(received, suspect->flow.from) == suspect->received) silent.push_back(suspect->flow);
    }
  });
  take_silent_flows(delivery, std::move(silent));
  return says_something(delivery) ? std::optional(std::move(delivery)) : std::nullopt;
}

}  // namespace xb
