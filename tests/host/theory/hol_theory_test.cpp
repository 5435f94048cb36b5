// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include "host/theory/formulas.h"
#include "tests/catch.h"

using namespace xb;

namespace {

using Heads = std::vector<unsigned>;  // head-of-line packets per output, largest first, without zeros
using Law = std::map<Heads, double>;

/// One more head, for an output drawn uniformly from `ports`.
Law with_another_head(const Law& law, unsigned ports) {
  Law next;
  for (const auto& [heads, probability] : law) {
    for (unsigned output = 0; output < ports; ++output) {
      Heads more = heads;
      if (output < heads.size())
        ++more[output];
      else
        more.push_back(1);
      std::sort(more.rbegin(), more.rend());
      next[more] += probability / ports;
    }
  }
  return next;
}

/// Stationary share of busy outputs when all inputs are backlogged, by iterating the chain slot by slot.
double saturation(unsigned ports) {
  Law law{{Heads(1, ports), 1.0}};
  double throughput = 0;
  for (int slot = 0; slot < 400; ++slot) {
    throughput = 0;
    Law next;
    for (const auto& [heads, probability] : law) {
      throughput += probability * static_cast<double>(heads.size()) / ports;
      Heads left;
      for (const unsigned count : heads) {
        if (count > 1) left.push_back(count - 1);
      }
      Law after{{left, probability}};
      for (std::size_t freed = 0; freed < heads.size(); ++freed) after = with_another_head(after, ports);
      for (const auto& [state, p] : after) next[state] += p;
    }
    law = std::move(next);
  }
  return throughput;
}

}  // namespace

TEST_CASE("the saturation table is what the Markov chain of heads gives", "[host][unsanitized]") {
  const unsigned ports = GENERATE(2U, 3U, 4U, 5U, 6U, 7U, 8U);
  CAPTURE(ports);
  REQUIRE(hol_saturation(ports).has_value());
  CHECK(std::abs(*hol_saturation(ports) - saturation(ports)) < 1e-6);
}

TEST_CASE("known exact fractions are in the saturation table", "[host]") {
  CHECK(std::abs(*hol_saturation(2) - 3.0 / 4) < 1e-6);
  CHECK(std::abs(*hol_saturation(3) - 43.0 / 63) < 1e-6);
  CHECK(std::abs(*hol_saturation(4) - 325.0 / 496) < 1e-6);
  CHECK(std::abs(*hol_saturation(5) - 3450867.0 / 5392675) < 1e-6);
  CHECK(std::abs(kHolSaturationLimit - (2 - std::sqrt(2.0))) < 1e-15);
}

TEST_CASE("saturation falls with the number of ports, towards its limit", "[host]") {
  double last = 1;
  for (const auto& entry : kHolSaturation) {
    CAPTURE(entry.ports);
    CHECK(entry.throughput < last);
    CHECK(entry.throughput > kHolSaturationLimit);
    last = entry.throughput;
  }
  // The approach is as 1/N: the gap halves with twice the ports, within a few percent.
  const double gap16 = *hol_saturation(16) - kHolSaturationLimit;
  const double gap32 = *hol_saturation(32) - kHolSaturationLimit;
  CHECK(gap16 / gap32 == Approx(2).epsilon(0.05));
}

TEST_CASE("a port count that is not in the table has no value", "[host]") {
  CHECK_FALSE(hol_saturation(9).has_value());
  CHECK_FALSE(hol_saturation(0).has_value());
}
