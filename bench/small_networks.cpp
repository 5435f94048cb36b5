// SPDX-License-Identifier: Apache-2.0
#include "bench/small_networks.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace xb {
namespace {

/// Covers the bottlenecks from the `next`-th on, by transfers that use no link that is used already.
bool cover(const TransferSet& set, const std::vector<unsigned>& bottlenecks, std::size_t next,
           std::vector<char>& used) {
  while (next < bottlenecks.size() && used[bottlenecks[next]] != 0) ++next;
  if (next == bottlenecks.size()) return true;
  for (unsigned t = 0; t < set.size(); ++t) {
    const LinkPath path = set.path(t);
    if (std::find(path.begin(), path.end(), bottlenecks[next]) == path.end()) continue;
    if (std::any_of(path.begin(), path.end(), [&](unsigned link) { return used[link] != 0; })) continue;
    for (const unsigned link : path) used[link] = 1;
    if (cover(set, bottlenecks, next, used)) return true;
    for (const unsigned link : path) used[link] = 0;
  }
  return false;
}

bool connected(const Topology& topology) {
  std::vector<unsigned> part(topology.switches.size());
  std::iota(part.begin(), part.end(), 0U);
  for (const auto& cable : topology.cables) {
    const unsigned from = part[cable.a];
    const unsigned to = part[cable.b];
    std::replace(part.begin(), part.end(), from, to);
  }
  return std::all_of(part.begin(), part.end(), [&](unsigned of) { return of == part.front(); });
}

}  // namespace

std::string SmallNetwork::text() const {
  std::string line = "hosts";
  for (const auto& at : topology.switches) line += fmt::format(" {}", at.hosts);
  line += ", cables";
  for (const auto& cable : topology.cables) line += fmt::format(" {}-{}", cable.a, cable.b);
  return line;
}

void for_small_networks(const SmallNetworks& all, const std::function<void(const SmallNetwork&)>& visit) {
  std::vector<Topology::Cable> pairs;
  for (unsigned b = 1; b < all.switches; ++b) {
    for (unsigned a = 0; a < b; ++a) pairs.push_back({a, b, {}});
  }
  for (unsigned graph = 0; graph < 1U << pairs.size(); ++graph) {
    Topology topology;
    topology.name = "small";
    topology.routing = all.routing;
    for (unsigned s = 0; s < all.switches; ++s) {
      topology.switches.push_back({fmt::format("s{}", s), all.fewest_hosts, {}});
    }
    for (unsigned n = 0; n < pairs.size(); ++n) {
      if ((graph >> n & 1U) != 0) topology.cables.push_back(pairs[n]);
    }
    if (!connected(topology)) continue;
    for (unsigned at = 0; at < all.switches;) {
      unsigned hosts = 0;
      for (const auto& of : topology.switches) hosts += of.hosts;
      if (hosts >= 2) visit(SmallNetwork(topology));
      for (at = 0; at < all.switches && topology.switches[at].hosts == all.most_hosts; ++at) {
        topology.switches[at].hosts = all.fewest_hosts;
      }
      if (at < all.switches) ++topology.switches[at].hosts;
    }
  }
}

bool has_team(const TransferSet& set) {
  std::vector<char> used(set.links(), 0);
  return cover(set, set.bottlenecks(), 0, used);
}

std::vector<unsigned> three_without_team(const TransferSet& set) {
  std::vector<std::uint64_t> links(set.size(), 0);  // a bit each
  for (unsigned t = 0; t < set.size(); ++t) {
    for (const unsigned link : set.path(t)) links[t] |= std::uint64_t{1} << link;
  }
  for (unsigned a = 0; a < set.size(); ++a) {
    for (unsigned b = a + 1; b < set.size(); ++b) {
      if ((links[a] & links[b]) == 0) continue;
      for (unsigned c = b + 1; c < set.size(); ++c) {
        if ((links[a] & links[c]) == 0 || (links[b] & links[c]) == 0) continue;
        if ((links[a] & links[b] & links[c]) == 0) return {a, b, c};
      }
    }
  }
  return {};
}

}  // namespace xb
