// SPDX-License-Identifier: Apache-2.0
#include "host/network/switch_order.h"

#include <algorithm>
#include <utility>

#include "host/network/routes.h"

namespace xb {
namespace {

/// Neighbours of each switch, each once, in the order of their numbers.
std::vector<std::vector<unsigned>> neighbours_of(const Wiring& wiring) {
  std::vector<std::vector<unsigned>> of(wiring.switches());
  for (unsigned at = 0; at < wiring.switches(); ++at) {
    for (unsigned port = 0; port < wiring.ports(at); ++port) {
      if (!wiring.end(at, port).host) of[at].push_back(wiring.end(at, port).index);
    }
    std::sort(of[at].begin(), of[at].end());
    of[at].erase(std::unique(of[at].begin(), of[at].end()), of[at].end());
  }
  return of;
}

/// Children of each switch in the breadth-first tree from `root`.
std::vector<std::vector<unsigned>> breadth_first_tree(const std::vector<std::vector<unsigned>>& neighbours,
                                                      unsigned root) {
  std::vector<std::vector<unsigned>> children(neighbours.size());
  std::vector<bool> known(neighbours.size(), false);
  known[root] = true;
  std::vector<unsigned> level{root};
  while (!level.empty()) {
    std::sort(level.begin(), level.end());
    std::vector<unsigned> next;
    for (const unsigned at : level) {
      for (const unsigned child : neighbours[at]) {
        if (known[child]) continue;
        known[child] = true;
        children[at].push_back(child);
        next.push_back(child);
      }
    }
    level = std::move(next);
  }
  return children;
}

/// In-order, without recursion: a tree may be a line of many switches.
std::vector<unsigned> in_order(const std::vector<std::vector<unsigned>>& children, unsigned root) {
  struct Visit {
    unsigned at;
    std::size_t child = 0;  // the next one to go to
    bool done = false;
  };
  std::vector<unsigned> order;
  std::vector<Visit> path{{root}};
  while (!path.empty()) {
    Visit& visit = path.back();
    const std::vector<unsigned>& here = children[visit.at];
    if (!visit.done && (visit.child == 1 || here.empty())) {
      order.push_back(visit.at);
      visit.done = true;
    }
    if (visit.child == here.size())
      path.pop_back();
    else
      path.push_back({here[visit.child++]});
  }
  return order;
}

}  // namespace

RankedSwitches ranked_switches(const Wiring& wiring, const HostList& ranks) {
  std::vector<unsigned> number(wiring.switches(), 0);  // at first: whether it has ranks
  for (unsigned rank = 0; rank < ranks.size(); ++rank) number[wiring.switch_of(ranks[rank])] = 1;
  RankedSwitches ranked;
  for (unsigned at = 0; at < wiring.switches(); ++at) {
    if (number[at] == 0) continue;
    number[at] = static_cast<unsigned>(ranked.switches.size());
    ranked.switches.push_back(at);
  }
  for (unsigned rank = 0; rank < ranks.size(); ++rank)
    ranked.of_rank.push_back(number[wiring.switch_of(ranks[rank])]);
  return ranked;
}

SwitchRing switch_ring(const Wiring& wiring, const HostList& ranks) {
  const RankedSwitches ranked = ranked_switches(wiring, ranks);
  const auto neighbours = neighbours_of(wiring);
  const unsigned root = up_down_root(wiring);
  SwitchRing ring;
  for (const unsigned at : in_order(breadth_first_tree(neighbours, root), root)) {
    const auto found = std::find(ranked.switches.begin(), ranked.switches.end(), at);
    if (found != ranked.switches.end())
      ring.order.push_back(static_cast<unsigned>(found - ranked.switches.begin()));
  }
  for (unsigned place = 0; place < ring.order.size() && ring.order.size() > 1; ++place) {
    const unsigned at = ranked.switches[ring.order[place]];
    const unsigned next = ranked.switches[ring.order[(place + 1) % ring.order.size()]];
    if (!std::binary_search(neighbours[at].begin(), neighbours[at].end(), next)) ring.far.push_back(place);
  }
  return ring;
}

}  // namespace xb
