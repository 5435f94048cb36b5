// SPDX-License-Identifier: Apache-2.0
#include "host/liquid/congestion_clique.h"

#include <algorithm>
#include <numeric>

namespace xb {
namespace {

constexpr unsigned kMostOfGraph = 4096;

using Members = std::vector<std::uint64_t>;  // of a set of transfers, 64 to a word

void put(Members& set, unsigned member) { set[member / 64] |= std::uint64_t{1} << member % 64; }
bool has(const Members& set, unsigned member) { return (set[member / 64] >> member % 64 & 1U) != 0; }

/// By transfer: those that it shares a link of capacity 1 with.
std::vector<Members> congestion(const TransferSet& transfers) {
  std::vector<Members> users(transfers.links(), Members((transfers.size() + 63) / 64, 0));
  for (unsigned t = 0; t < transfers.size(); ++t) {
    for (const unsigned link : transfers.path(t)) put(users[link], t);
  }
  std::vector<Members> with(transfers.size(), Members((transfers.size() + 63) / 64, 0));
  for (unsigned t = 0; t < transfers.size(); ++t) {
    for (const unsigned link : transfers.path(t)) {
      if (transfers.capacity(link) != 1) continue;
      for (std::size_t word = 0; word < with[t].size(); ++word) with[t][word] |= users[link][word];
    }
    with[t][t / 64] &= ~(std::uint64_t{1} << t % 64);
  }
  return with;
}

/// Branch and bound with colours of the candidates as the bound (Tomita & Seki 2003).
class CliqueSearch {
 public:
  CliqueSearch(const std::vector<Members>& with, std::size_t more_than, std::uint64_t nodes)
      : with_(with), more_than_(more_than), nodes_(nodes) {}

  bool extend(const std::vector<std::uint32_t>& candidates) {
    if (clique_.size() > more_than_) return true;
    // Candidates in classes of which no two congest, so that a clique has one of each at most.
    std::vector<std::vector<std::uint32_t>> classes;
    for (const std::uint32_t t : candidates) {
      auto of = std::find_if(classes.begin(), classes.end(), [&](const auto& members) {
        return std::none_of(members.begin(), members.end(), [&](auto m) { return has(with_[t], m); });
      });
      if (of == classes.end()) of = classes.insert(of, std::vector<std::uint32_t>{});
      of->push_back(t);
    }
    std::vector<std::uint32_t> rest;
    for (const auto& members : classes) rest.insert(rest.end(), members.begin(), members.end());
    std::vector<std::uint32_t> next;
    for (std::size_t bound = classes.size(); bound > 0; --bound) {
      for (std::size_t n = classes[bound - 1].size(); n > 0; --n) {
        if (clique_.size() + bound <= more_than_ || nodes_ == 0) return false;
        --nodes_;
        const std::uint32_t t = rest.back();
        rest.pop_back();
        next.clear();
        for (const std::uint32_t other : rest) {
          if (has(with_[t], other)) next.push_back(other);
        }
        clique_.push_back(t);
        if (extend(next)) return true;
        clique_.pop_back();
      }
    }
    return false;
  }
  [[nodiscard]] const std::vector<std::uint32_t>& clique() const { return clique_; }

 private:
  const std::vector<Members>& with_;
  std::size_t more_than_;
  std::uint64_t nodes_;
  std::vector<std::uint32_t> clique_;
};

}  // namespace

std::vector<std::uint32_t> congestion_clique(const TransferSet& transfers, unsigned more_than,
                                             std::uint64_t nodes) {
  if (transfers.size() <= more_than || transfers.size() > kMostOfGraph) return {};
  const std::vector<Members> with = congestion(transfers);
  const auto degree = [&](std::uint32_t t) {
    return std::accumulate(with[t].begin(), with[t].end(), 0U, [](unsigned sum, std::uint64_t word) {
      return sum + static_cast<unsigned>(__builtin_popcountll(word));
    });
  };
  std::vector<std::uint32_t> candidates;
  std::vector<unsigned> degrees;
  for (std::uint32_t t = 0; t < transfers.size(); ++t) {
    degrees.push_back(degree(t));
    if (degrees.back() >= more_than) candidates.push_back(t);
  }
  std::stable_sort(candidates.begin(), candidates.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return degrees[a] > degrees[b]; });
  CliqueSearch search(with, more_than, nodes);
  return search.extend(candidates) ? search.clique() : std::vector<std::uint32_t>{};
}

}  // namespace xb
