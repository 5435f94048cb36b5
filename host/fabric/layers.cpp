// SPDX-License-Identifier: Apache-2.0
#include "host/fabric/layers.h"

#include <algorithm>
#include <cstddef>

namespace xb {

std::vector<std::vector<unsigned>> layers_of(const std::vector<std::vector<unsigned>>& neighbours) {
  constexpr unsigned kNone = ~0U;
  std::vector<unsigned> layer_of(neighbours.size(), kNone), queue;
  std::vector<bool> reached(neighbours.size()), taken;
  unsigned layers = 0;
  for (unsigned first = 0; first < neighbours.size(); ++first) {
    if (reached[first]) continue;
    reached[first] = true;
    queue.assign(1, first);
    for (std::size_t n = 0; n < queue.size(); ++n) {
      taken.assign(layers + 1, false);
      for (const unsigned far : neighbours[queue[n]]) {
        if (layer_of[far] != kNone) taken[layer_of[far]] = true;
        if (reached[far]) continue;
        reached[far] = true;
        queue.push_back(far);
      }
      const auto layer = static_cast<unsigned>(std::find(taken.begin(), taken.end(), false) - taken.begin());
      layer_of[queue[n]] = layer;
      layers = std::max(layers, layer + 1);
    }
  }
  std::vector<std::vector<unsigned>> members(layers);
  for (unsigned node = 0; node < layer_of.size(); ++node) members[layer_of[node]].push_back(node);
  return members;
}

}  // namespace xb
