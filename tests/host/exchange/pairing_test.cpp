// SPDX-License-Identifier: Apache-2.0
#include <map>
#include <set>

#include "host/exchange/algorithms.h"
#include "tests/catch.h"

using namespace xb;

TEST_CASE("the edge colouring pairs everyone with everyone once", "[host]") {
  for (unsigned p = 2; p <= 64; ++p) {
    std::map<std::pair<unsigned, unsigned>, int> met;
    for (unsigned round = 1; round <= edge_color_rounds(p); ++round) {
      for (unsigned me = 0; me < p; ++me) {
        const int partner = edge_color(round, me, p);
        if (partner < 0) {
          REQUIRE(p % 2 == 1);
          continue;
        }
        REQUIRE(edge_color(round, static_cast<unsigned>(partner), p) == static_cast<int>(me));
        ++met[{me, static_cast<unsigned>(partner)}];
      }
    }
    REQUIRE(met.size() == p * (p - 1));
    for (const auto& [pair, times] : met) REQUIRE(times == 1);
  }
}

TEST_CASE("exclusive or pairs everyone with everyone once", "[host]") {
  for (unsigned p = 2; p <= 64; ++p) {
    std::set<std::pair<unsigned, unsigned>> met;
    for (unsigned round = 1; round <= xor_rounds(p); ++round) {
      for (unsigned me = 0; me < p; ++me) {
        const int partner = xor_partner(round, me, p);
        if (partner < 0) continue;
        REQUIRE(xor_partner(round, static_cast<unsigned>(partner), p) == static_cast<int>(me));
        REQUIRE(met.insert({me, static_cast<unsigned>(partner)}).second);
      }
    }
    REQUIRE(met.size() == p * (p - 1));
  }
}
