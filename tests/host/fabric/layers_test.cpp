// SPDX-License-Identifier: Apache-2.0
#include "host/fabric/layers.h"

#include <algorithm>
#include <utility>

#include "tests/catch.h"

using namespace xb;

namespace {

using Neighbours = std::vector<std::vector<unsigned>>;

Neighbours graph(unsigned nodes, const std::vector<std::pair<unsigned, unsigned>>& edges) {
  Neighbours neighbours(nodes);
  for (const auto& [a, b] : edges) {
    neighbours[a].push_back(b);
    neighbours[b].push_back(a);
  }
  return neighbours;
}

/// Every node is in one layer, and none of its neighbours is.
void check_layers(const Neighbours& neighbours, const std::vector<std::vector<unsigned>>& layers) {
  std::vector<unsigned> seen(neighbours.size());
  for (const auto& layer : layers) {
    for (const unsigned node : layer) {
      ++seen[node];
      for (const unsigned far : neighbours[node])
        CHECK(std::find(layer.begin(), layer.end(), far) == layer.end());
    }
  }
  CHECK(std::all_of(seen.begin(), seen.end(), [](unsigned n) { return n == 1; }));
}

}  // namespace

TEST_CASE("layers have no neighbours, and are two where two are enough") {
  const auto tree = graph(7, {{6, 0}, {6, 1}, {0, 2}, {0, 3}, {1, 4}, {1, 5}});
  CHECK(layers_of(tree).size() == 2);
  check_layers(tree, layers_of(tree));

  const auto even = graph(8, {{0, 3}, {3, 1}, {1, 2}, {2, 0}, {4, 7}, {7, 5}, {5, 6}, {6, 4}});
  CHECK(layers_of(even).size() == 2);
  check_layers(even, layers_of(even));

  const auto odd = graph(5, {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 0}, {0, 1}});
  CHECK(layers_of(odd).size() == 3);
  check_layers(odd, layers_of(odd));

  CHECK(layers_of(graph(3, {})).size() == 1);
  CHECK(layers_of({}).empty());
}
