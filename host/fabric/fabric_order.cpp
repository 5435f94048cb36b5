// SPDX-License-Identifier: Apache-2.0
// Which switches run next, and how far.
#include <algorithm>
#include <utility>

#include "host/base/random.h"
#include "host/fabric/fabric.h"
#include "host/fabric/layers.h"

namespace xb {

void Fabric::make_layers() {
  std::vector<std::vector<unsigned>> neighbours(groups_.size());
  for (unsigned s = 0; s < switches(); ++s) {
    for (unsigned port = 0; port < setup_.wiring.ports(s); ++port) {
      const PortEnd& end = setup_.wiring.end(s, port);
      if (end.host || nodes_[end.index]->group == nodes_[s]->group) continue;
      neighbours[nodes_[s]->group].push_back(nodes_[end.index]->group);
    }
  }
  for (auto& groups : layers_of(neighbours)) layers_.push_back({std::move(groups)});
}

/// One layer after the other, each as far ahead of the others as the cables allow. With two layers, that is
/// two latencies at a time. `soonest`: before it there is nothing to do.
void Fabric::run_to(std::uint64_t soonest, std::uint64_t end) {
  for (Layer& layer : layers_) layer.now = soonest;
  std::uint64_t last = soonest;  // that any has reached
  while (last < end) {
    for (Layer& layer : layers_) {
      std::uint64_t window = end;
      for (const Layer& other : layers_)
        if (&other != &layer) window = std::min(window, other.now + lookahead_);
      if (window <= layer.now) continue;
      if (order_seed_ != 0) shuffle(layer.groups);
      for (const unsigned g : layer.groups) {
        if (due_[g].first < window) run_group(g, window);
      }
      layer.now = window;
    }
    last = end;
    for (const Layer& layer : layers_) last = std::min(last, layer.now);
  }
}

void Fabric::shuffle(std::vector<unsigned>& order) {
  for (std::size_t n = order.size(); n > 1; --n) {
    order_seed_ = RandomStream::mix(order_seed_);
    std::swap(order[n - 1], order[order_seed_ % n]);
  }
}

}  // namespace xb
