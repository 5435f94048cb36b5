// SPDX-License-Identifier: Apache-2.0
#include "host/liquid/allocations.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

#include "host/base/errors.h"
#include "host/liquid/network_transfers.h"

namespace xb {
namespace {

/// From one host of each switch to all hosts: those beside it take the same path, their own links aside.
TransferSet one_sender_per_switch(const Topology& topology, const Wiring& wiring, const Routes& routes) {
  std::vector<SizedTransfer> transfers;
  for (unsigned at = 0; at < wiring.switches(); ++at) {
    if (wiring.hosts(at) == 0) continue;
    for (unsigned host = 0; host < wiring.hosts(); ++host) {
      transfers.push_back(
          {{static_cast<std::uint16_t>(wiring.first_host(at)), static_cast<std::uint16_t>(host)}});
    }
  }
  return transfers_over(topology, wiring, routes, transfers);
}

}  // namespace

std::vector<unsigned> hosts_of(const Wiring& wiring, const Allocation& allocation) {
  std::vector<unsigned> hosts;
  for (unsigned at = 0; at < wiring.switches(); ++at) {
    for (unsigned n = 0; n < allocation[at]; ++n) hosts.push_back(wiring.first_host(at) + n);
  }
  return hosts;
}

Allocations::Allocations(const Topology& topology, const Wiring& wiring, const Routes& routes) {
  const TransferSet set = one_sender_per_switch(topology, wiring, routes);
  if (!set.unit_capacity()) {
    throw InputError(
        "{}: allocations are compared in networks whose cables are all equally fast; these are not",
        topology.name);
  }
  for (unsigned at = 0; at < wiring.switches(); ++at) most_.push_back(wiring.hosts(at));
  // By link: the switches of the senders and of the receivers behind it, and which receivers.
  std::vector<std::map<std::pair<unsigned, unsigned>, std::vector<bool>>> behind(set.links());
  for (unsigned t = 0; t < set.size(); ++t) {
    const LinkPath path = set.path(t);
    const unsigned from = wiring.switch_of(set[t].source);
    const unsigned to = wiring.switch_of(set[t].destination);
    for (const std::uint32_t* link = path.begin() + 1; link + 1 < path.end(); ++link) {
      std::vector<bool>& hosts = behind[*link][{from, to}];
      hosts.resize(most_[to]);
      hosts[set[t].destination - wiring.first_host(to)] = true;
    }
  }
  first_flow_.push_back(0);
  for (const auto& of_link : behind) {
    if (of_link.empty()) continue;
    for (const auto& [switches, hosts] : of_link) {
      flows_.push_back({switches.first, switches.second, static_cast<std::uint32_t>(receivers_.size())});
      receivers_.push_back(0);
      for (const bool host : hosts) receivers_.push_back(receivers_.back() + (host ? 1 : 0));
    }
    first_flow_.push_back(static_cast<std::uint32_t>(flows_.size()));
  }
}

std::uint64_t Allocations::size() const {
  std::uint64_t count = 1;
  for (const unsigned most : most_) count *= most + 1;
  return count;
}

bool Allocations::next(Allocation& allocation) const {
  for (std::size_t at = most_.size(); at-- > 0;) {
    if (allocation[at] < most_[at]) {
      ++allocation[at];
      return true;
    }
    allocation[at] = 0;
  }
  return false;
}

unsigned Allocations::duration(const Allocation& allocation) const {
  // Of the hosts' own links.
  unsigned most = std::accumulate(allocation.begin(), allocation.end(), 0U);
  for (std::size_t link = 0; link + 1 < first_flow_.size(); ++link) {
    unsigned load = 0;
    for (std::uint32_t n = first_flow_[link]; n < first_flow_[link + 1]; ++n) {
      const Flow& flow = flows_[n];
      load += allocation[flow.from] * receivers_[flow.receivers + allocation[flow.to]];
    }
    most = std::max(most, load);
  }
  return most;
}

std::vector<AlikeAllocations> alike_allocations(const Allocations& allocations) {
  std::map<std::pair<unsigned, unsigned>, AlikeAllocations> found;
  Allocation allocation = allocations.empty();
  do {
    const unsigned hosts = std::accumulate(allocation.begin(), allocation.end(), 0U);
    const unsigned duration = allocations.duration(allocation);
    ++found.try_emplace({hosts, duration}, AlikeAllocations{hosts, duration, 0, allocation})
          .first->second.count;
  } while (allocations.next(allocation));
  std::vector<AlikeAllocations> sorted;
  sorted.reserve(found.size());
  for (auto& entry : found) sorted.push_back(std::move(entry.second));
  std::stable_sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) {
    return a.hosts != b.hosts ? a.hosts < b.hosts : a.duration > b.duration;
  });
  return sorted;
}

}  // namespace xb
