// SPDX-License-Identifier: Apache-2.0
#include "host/step_methods/congestion_graph.h"

#include "tests/catch.h"
#include "tests/host/liquid/example_traffics.h"

using namespace xb;

TEST_CASE("the congestion graphs of figure 1 and of all of Swiss-T1 have the paper's edges", "[liquid]") {
  const CongestionGraph figure_1(exchange_of_all("two-switches(3,2)"));
  CHECK(figure_1.vertices() == 25);
  CHECK(figure_1.edges() == 112);
  CHECK(figure_1.density() == Approx(112.0 / 300));
  const CongestionGraph swiss_t1(exchange_of_all("k-ring"));
  CHECK(swiss_t1.vertices() == 1024);
  CHECK(swiss_t1.edges() == 48704);
}

TEST_CASE("an edge of the congestion graph is a link that two transfers share", "[liquid]") {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const TransferSet set = random_traffic(70, 20, seed);
    const CongestionGraph graph(set);
    for (unsigned a = 0; a < set.size(); ++a) {
      for (unsigned b = 0; b < set.size(); ++b) {
        bool shared = false;
        for (const unsigned link : set.path(a)) {
          for (const unsigned other : set.path(b)) shared |= link == other;
        }
        REQUIRE(has_bit(graph.congesting(a), b) == (shared && a != b));
      }
      for (unsigned link = 0; link < set.links(); ++link) {
        bool used = false;
        for (const unsigned of_path : set.path(a)) used |= of_path == link;
        REQUIRE(has_bit(graph.users(link), a) == used);
      }
    }
  }
}

TEST_CASE("no congestion graph where links carry several transfers a step, or of too many transfers",
          "[liquid]") {
  CHECK_THROWS_WITH(CongestionGraph(exchange_of_all("hierarchy(4,2,4)")),
                    "congestion graph: links that carry several transfers a step are not allowed; allowed: "
                    "links that are equally fast");
  TransferSet many;
  many.add_link("a");
  for (unsigned t = 0; t <= CongestionGraph::kMostTransfers; ++t) many.add({0, 0}, {0});
  CHECK_THROWS_WITH(CongestionGraph(many),
                    "congestion graph: 16385 transfers are not allowed; allowed: at most 16384");
}

TEST_CASE("a congestion graph of one transfer or none has no edges", "[liquid]") {
  CHECK(CongestionGraph(TransferSet()).density() == 0);
  CHECK(CongestionGraph(random_traffic(1, 3, 1)).density() == 0);
}
