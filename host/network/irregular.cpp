// SPDX-License-Identifier: Apache-2.0
#include "host/network/irregular.h"

#include <fmt/format.h>

#include <algorithm>

#include "host/base/random.h"

namespace xb {
namespace {

constexpr unsigned kMostCables = 5;  // of a switch
constexpr unsigned kMostParallel = 2;

/// Hosts of each switch, `hosts` in all.
std::vector<unsigned> draw_hosts(unsigned switches, unsigned hosts, RandomStream& random) {
  const unsigned least = (hosts + 2 * switches - 1) / (2 * switches);
  const unsigned most = std::max(5 * hosts / (3 * switches), (hosts + switches - 1) / switches);
  std::vector<unsigned> counts(switches, least);
  for (unsigned left = hosts - least * switches; left > 0;) {
    const unsigned s = random.below(switches);
    if (counts[s] >= most) continue;
    ++counts[s];
    --left;
  }
  return counts;
}

}  // namespace

Topology make_irregular(unsigned switches, unsigned hosts, std::uint64_t seed) {
  RandomStream random(seed, StreamPurpose::Topology, 0);
  Topology topology;
  const std::vector<unsigned> counts = draw_hosts(switches, hosts, random);
  for (unsigned s = 0; s < switches; ++s) topology.switches.push_back({fmt::format("s{}", s), counts[s], {}});

  std::vector<unsigned> cables(switches, 0);
  std::vector<std::vector<unsigned>> between(switches, std::vector<unsigned>(switches, 0));
  const auto connect = [&](unsigned a, unsigned b) {
    ++cables[a];
    ++cables[b];
    ++between[a][b];
    ++between[b][a];
    topology.cables.push_back({std::min(a, b), std::max(a, b), {}});
  };
  // A random tree: each switch joins one that came before and has a cable free.
  const std::vector<unsigned> order = random.permutation(switches);
  for (unsigned n = 1; n < switches; ++n) {
    unsigned to = order[random.below(n)];
    while (cables[to] >= kMostCables) to = order[random.below(n)];
    connect(order[n], to);
  }
  // Then more cables, until most switches have as many as they draw; tries that fit nobody end it.
  std::vector<unsigned> wanted(switches);
  for (unsigned& w : wanted) w = 1 + random.below(kMostCables);
  for (unsigned tries = 0; tries < 16 * switches * kMostCables; ++tries) {
    const unsigned a = random.below(switches);
    const unsigned b = random.below(switches);
    if (a == b || cables[a] >= wanted[a] || cables[b] >= wanted[b] || between[a][b] >= kMostParallel)
      continue;
    connect(a, b);
  }
  return topology;
}

}  // namespace xb
