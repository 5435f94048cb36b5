// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace xb {

/// Of a layer with a mixture of experts: the gate sends each token to some of the experts (Shazeer et al.
/// 2017), whose ranks are not asked how busy they are.
struct ExpertGate {
  unsigned experts = 0;  ///< 0: no gate. Expert e is on rank e p / experts, rounded down
  unsigned top_k = 2;    ///< experts of a token, different ones, 1..experts
  double skew = 0;       ///< s >= 0: the n-th most popular expert is chosen in proportion to n^-s (Zipf)
};

/// Tokens that each rank sends to each rank, by source * ranks + destination, those to itself, too: so many
/// that a pair of ranks has `mean` of them on average where no expert is preferred, rounded up to whole
/// tokens. Each token is drawn by itself, from (seed, source); which experts are popular, from the seed.
std::vector<std::uint32_t> tokens_by_pair(const ExpertGate& gate, unsigned ranks, std::uint32_t mean,
                                          std::uint64_t seed);

}  // namespace xb
