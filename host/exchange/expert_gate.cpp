// SPDX-License-Identifier: Apache-2.0
#include "host/exchange/expert_gate.h"

#include <algorithm>
#include <cmath>

#include "host/base/random.h"

namespace xb {
namespace {

/// Experts by their share; `place` is that in the order of popularity, from 0.
class Popularity {
 public:
  Popularity(const ExpertGate& gate, std::uint64_t seed)
      : expert_(RandomStream(seed, StreamPurpose::ExpertOrder, 0).permutation(gate.experts)) {
    double sum = 0;
    for (unsigned n = 1; n <= gate.experts; ++n) {
      share_.push_back(std::pow(n, -gate.skew));
      up_to_.push_back(sum += share_.back());
    }
  }

  [[nodiscard]] unsigned expert(unsigned place) const { return expert_[place]; }

  /// The place of one that is not among `chosen`, by the shares of those.
  unsigned draw_other(RandomStream& random, const std::vector<unsigned>& chosen) const {
    constexpr unsigned kTries = 8;
    for (unsigned n = 0; n < kTries; ++n) {
      const auto found = std::upper_bound(up_to_.begin(), up_to_.end() - 1, random.unit() * up_to_.back());
      const auto place = static_cast<unsigned>(found - up_to_.begin());
      if (!contains(chosen, place)) return place;
    }
    return draw_among_others(random, chosen);
  }

 private:
  static bool contains(const std::vector<unsigned>& chosen, unsigned place) {
    return std::find(chosen.begin(), chosen.end(), place) != chosen.end();
  }

  /// The same where hardly any share is left: in one draw.
  unsigned draw_among_others(RandomStream& random, const std::vector<unsigned>& chosen) const {
    std::vector<unsigned> others;
    std::vector<double> up_to;
    double sum = 0;
    for (unsigned place = 0; place < share_.size(); ++place) {
      if (contains(chosen, place)) continue;
      others.push_back(place);
      up_to.push_back(sum += share_[place]);
    }
    const auto found = std::upper_bound(up_to.begin(), up_to.end() - 1, random.unit() * sum);
    return others[static_cast<std::size_t>(found - up_to.begin())];
  }

  std::vector<unsigned> expert_;       // by place
  std::vector<double> share_, up_to_;  // of a place, of all up to it
};

}  // namespace

std::vector<std::uint32_t> tokens_by_pair(const ExpertGate& gate, unsigned ranks, std::uint32_t mean,
                                          std::uint64_t seed) {
  const Popularity popularity(gate, seed);
  const std::uint64_t tokens = (std::uint64_t{mean} * ranks + gate.top_k - 1) / gate.top_k;
  std::vector<std::uint32_t> counts(std::size_t{ranks} * ranks);
  std::vector<unsigned> chosen;
  for (unsigned source = 0; source < ranks; ++source) {
    RandomStream random(seed, StreamPurpose::Experts, source);
    for (std::uint64_t token = 0; token < tokens; ++token) {
      chosen.clear();
      while (chosen.size() < gate.top_k) {
        chosen.push_back(popularity.draw_other(random, chosen));
        const std::uint64_t expert = popularity.expert(chosen.back());
        ++counts[std::size_t{source} * ranks + expert * ranks / gate.experts];
      }
    }
  }
  return counts;
}

}  // namespace xb
