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
    packets.push_back(ports.offered_packets_of(port));
  });
  return packets;
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
  std::vector<const FlowBook*> books;  // by host
  delivered_.assign(all.size(), 0);
  for_each_host(fabric, [&](const SwitchPorts& ports, unsigned to, unsigned) {
    books.push_back(&ports.trips().flows());
    books[to]->received(to).for_each([&](unsigned from, std::uint32_t packets) {
      if (packets != 0) delivered_[from] += packets - received_[to].at(from);
    });
  });
  for (unsigned from = 0; from < all.size(); ++from) {
    std::uint64_t of_host = 0;
    books[from]->sent(from).for_each([&](unsigned to, std::uint32_t by_now) {
      const std::uint32_t packets = by_now - sent_[from].at(to);
      if (packets == 0) return;
      of_host += packets;
      const std::uint32_t came = books[to]->received(to, from);
      if (packets >= kFewPackets && came == received_[to].at(from))
        suspects_.push_back({{from, to, packets}, came});
    });
    offered_[from] = std::max(all[from] - offered_[from], of_host);
  }
  const auto receiver_first = [](const Suspect& a, const Suspect& b) { return a.flow.to < b.flow.to; };
  std::stable_sort(suspects_.begin(), suspects_.end(), receiver_first);
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
    const FlowBook::Row received = ports.trips().flows().received(rank);
    for (; suspect != suspects_.end() && suspect->flow.to == rank; ++suspect) {
      if (received.at(suspect->flow.from) == suspect->received) silent.push_back(suspect->flow);
    }
  });
  take_silent_flows(delivery, std::move(silent));
  return says_something(delivery) ? std::optional(std::move(delivery)) : std::nullopt;
}

}  // namespace xb
