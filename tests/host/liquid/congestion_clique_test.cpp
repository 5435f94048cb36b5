// SPDX-License-Identifier: Apache-2.0
#include "host/liquid/certificate_check.h"
#include "host/liquid/liquid_solver.h"
#include "tests/catch.h"
#include "tests/host/liquid/random_traffic.h"

using namespace xb;

namespace {

bool clique_congest(const TransferSet& set, unsigned a, unsigned b) {
  for (const unsigned link : set.path(a)) {
    for (const unsigned other : set.path(b)) {
      if (link == other && set.capacity(link) == 1) return true;
    }
  }
  return false;
}

/// The largest clique, by trying all subsets.
unsigned largest_clique(const TransferSet& set) {
  unsigned most = 0;
  for (unsigned subset = 0; subset < 1U << set.size(); ++subset) {
    bool all = true;
    unsigned size = 0;
    for (unsigned a = 0; a < set.size() && all; ++a) {
      if ((subset >> a & 1U) == 0) continue;
      ++size;
      for (unsigned b = 0; b < a && all; ++b) all = (subset >> b & 1U) == 0 || clique_congest(set, a, b);
    }
    if (all) most = std::max(most, size);
  }
  return most;
}

}  // namespace

TEST_CASE("cliques are found where there are any", "[liquid]") {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    INFO("seed " << seed);
    const TransferSet set = random_traffic({6, 10, 2, 1 + static_cast<unsigned>(seed % 2)}, seed);
    const unsigned most = largest_clique(set);
    CHECK(congestion_clique(set, most, 100000).empty());
    if (most == 0) continue;
    NoScheduleProof proof;
    proof.kind = NoScheduleProof::Kind::Clique;
    proof.steps = most - 1;
    proof.clique = congestion_clique(set, most - 1, 100000);
    CHECK(proof_fault(set, most - 1, proof).empty());
  }
}
