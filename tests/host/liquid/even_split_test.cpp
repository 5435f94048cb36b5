// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "host/base/random.h"
#include "host/liquid/bipartite_steps.h"
#include "tests/catch.h"

using namespace xb;

namespace {

/// How far the colours at a vertex of one side are from even, at most.
unsigned unevenness(const std::vector<SplitEdge>& edges, EndOf<SplitEdge> end,
                    const std::vector<std::uint32_t>& colour_of, unsigned colours) {
  unsigned most = 0;
  for (std::uint32_t vertex = 0; vertex < 64; ++vertex) {
    std::vector<unsigned> count(colours, 0);
    for (std::size_t n = 0; n < edges.size(); ++n) count[colour_of[n]] += edges[n].*end == vertex ? 1 : 0;
    const auto [low, high] = std::minmax_element(count.begin(), count.end());
    most = std::max(most, *high - *low);
  }
  return most;
}

}  // namespace

TEST_CASE("edges are dealt out evenly at every vertex", "[liquid]") {
  RandomStream random(1, StreamPurpose::Test, 0);
  for (unsigned seed = 0; seed < 40; ++seed) {
    const unsigned left = 1 + random.below(20);
    const unsigned right = 1 + random.below(20);
    const unsigned colours = 1 + random.below(9);
    std::vector<SplitEdge> edges(random.below(300));
    for (SplitEdge& edge : edges) edge = {random.below(left), random.below(right)};
    const std::vector<std::uint32_t> colour_of = even_split(edges, colours);
    INFO("seed " << seed);
    REQUIRE(colour_of.size() == edges.size());
    CHECK(std::all_of(colour_of.begin(), colour_of.end(), [&](std::uint32_t c) { return c < colours; }));
    CHECK(unevenness(edges, &SplitEdge::left, colour_of, colours) <= 1);
    CHECK(unevenness(edges, &SplitEdge::right, colour_of, colours) <= 1);
  }
}
