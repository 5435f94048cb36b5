// SPDX-License-Identifier: Apache-2.0
#include "host/exchange/expert_gate.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "host/exchange/exchange_shape.h"
#include "tests/catch.h"

using namespace xb;

namespace {

std::uint64_t sum_of(const std::vector<std::uint32_t>& counts) {
  return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
}

/// Tokens for each rank, most first.
std::vector<double> received(const std::vector<std::uint32_t>& counts, unsigned ranks) {
  std::vector<double> all(ranks);
  for (std::size_t at = 0; at < counts.size(); ++at) all[at % ranks] += counts[at];
  std::sort(all.rbegin(), all.rend());
  return all;
}

}  // namespace

TEST_CASE("every token goes to so many experts, and a pair has the mean", "[host]") {
  for (const auto& [experts, top_k] : {std::pair{8U, 1U}, {8U, 2U}, {64U, 8U}, {3U, 3U}}) {
    CAPTURE(experts, top_k);
    const unsigned ranks = 8;
    const auto counts = tokens_by_pair({experts, top_k, 0}, ranks, 30, 1);
    REQUIRE(counts.size() == ranks * ranks);
    const std::uint64_t tokens = (30 * ranks + top_k - 1) / top_k;
    for (unsigned source = 0; source < ranks; ++source) {
      const auto row = counts.begin() + source * ranks;
      CHECK(std::accumulate(row, row + ranks, std::uint64_t{0}) == tokens * top_k);
    }
  }
}

TEST_CASE("all experts of every token are all experts", "[host]") {
  // 3 experts on ranks 0, 2 and 5 of 8: e 8 / 3, rounded down.
  const auto counts = tokens_by_pair({3, 3, 1.5}, 8, 3, 7);
  for (unsigned source = 0; source < 8; ++source) {
    for (unsigned to = 0; to < 8; ++to)
      CHECK(counts[source * 8 + to] == (to == 0 || to == 2 || to == 5 ? 8U : 0U));
  }
}

TEST_CASE("experts that nobody wants are chosen where no others are left", "[host]") {
  const auto counts = tokens_by_pair({4, 4, 30}, 4, 4, 7);  // 4^-30 of the tokens' first choice
  CHECK(counts == std::vector<std::uint32_t>(16, 4));
}

TEST_CASE("the shares of experts are Zipf's", "[host]") {
  const unsigned ranks = 16;
  for (const double skew : {0.0, 1.0, 1.2}) {
    CAPTURE(skew);
    const auto counts = tokens_by_pair({ranks, 1, skew}, ranks, 2000, 3);
    const std::vector<double> shares = received(counts, ranks);
    double all = 0;
    for (unsigned n = 1; n <= ranks; ++n) all += std::pow(n, -skew);
    const auto sum = static_cast<double>(sum_of(counts));
    for (unsigned n = 1; n <= ranks; ++n) {
      const double share = std::pow(n, -skew) / all;
      // Five standard deviations; without skew these are sorted, so that the ends are further away.
      CHECK(shares[n - 1] / sum == Approx(share).margin(5 * std::sqrt(share / sum)));
    }
  }
}

TEST_CASE("another seed has other popular experts, another rank other tokens", "[host]") {
  const ExpertGate gate{16, 2, 1};
  const auto counts = tokens_by_pair(gate, 16, 10, 1);
  CHECK(counts == tokens_by_pair(gate, 16, 10, 1));
  CHECK(counts != tokens_by_pair(gate, 16, 10, 2));
  CHECK_FALSE(std::equal(counts.begin(), counts.begin() + 16, counts.begin() + 16));
}

TEST_CASE("blocks are as long as their tokens", "[host]") {
  ExchangeShape shape{4, 5, 1, 100};
  CHECK_FALSE(shape.is_uneven());
  shape.tokens = tokens_by_pair({4, 1, 2}, 4, 5, 1);
  CHECK(shape.is_uneven());
  for (unsigned source = 0; source < 4; ++source) {
    for (unsigned to = 0; to < 4; ++to)
      CHECK(shape.block_bytes(source, to) == shape.tokens[source * 4 + to] * 100ULL);
  }
}
