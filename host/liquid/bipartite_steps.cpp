// SPDX-License-Identifier: Apache-2.0
#include "host/liquid/bipartite_steps.h"

#include "host/liquid/even_split.h"

namespace xb {
namespace {

constexpr std::uint32_t kNoEnd = 0xffffffff;

/// The links of each class that can be too busy, at most two.
std::optional<std::vector<SplitEdge>> busy_links(const ClassProblem& problem) {
  std::vector<SplitEdge> ends;
  ends.reserve(problem.classes());
  for (unsigned k = 0; k < problem.classes(); ++k) {
    SplitEdge edge{kNoEnd, kNoEnd};
    for (const unsigned link : problem.path(k)) {
      if (problem.load(link) <= problem.capacity(link)) continue;
      if (edge.right != kNoEnd) return std::nullopt;
      (edge.left == kNoEnd ? edge.left : edge.right) = link;
    }
    ends.push_back(edge);
  }
  return ends;
}

/// Turns edges round until no link is both a left and a right end; false: there is no such way.
bool make_bipartite(std::vector<SplitEdge>& ends, unsigned links) {
  std::vector<std::vector<std::uint32_t>> next(links);
  for (const SplitEdge& edge : ends) {
    if (edge.right == kNoEnd) continue;
    next[edge.left].push_back(edge.right);
    next[edge.right].push_back(edge.left);
  }
  enum : char { Unknown, Left, Right };
  std::vector<char> side(links, Unknown);
  std::vector<std::uint32_t> reached;
  for (unsigned link = 0; link < links; ++link) {
    if (side[link] != Unknown) continue;
    side[link] = Left;
    reached.assign(1, link);
    while (!reached.empty()) {
      const std::uint32_t at = reached.back();
      reached.pop_back();
      for (const std::uint32_t to : next[at]) {
        if (side[to] == side[at]) return false;
        if (side[to] != Unknown) continue;
        side[to] = side[at] == Left ? Right : Left;
        reached.push_back(to);
      }
    }
  }
  for (SplitEdge& edge : ends) {
    const bool turned = edge.left != kNoEnd && side[edge.left] == Right;
    if (turned) std::swap(edge.left, edge.right);
  }
  return true;
}

}  // namespace

std::optional<std::vector<std::uint32_t>> bipartite_steps(const ClassProblem& problem, unsigned steps) {
  if (problem.duration() > steps) return std::nullopt;
  auto ends = busy_links(problem);
  if (!ends || !make_bipartite(*ends, problem.links())) return std::nullopt;
  // An end without a busy link is a vertex of its own.
  std::uint32_t alone = problem.links();
  std::vector<SplitEdge> edges;
  edges.reserve(problem.items());
  for (unsigned k = 0; k < problem.classes(); ++k) {
    for (unsigned n = 0; n < problem.count(k); ++n) {
      SplitEdge edge = (*ends)[k];
      if (edge.left == kNoEnd) edge.left = alone++;
      if (edge.right == kNoEnd) edge.right = alone++;
      edges.push_back(edge);
    }
  }
  return even_split(edges, steps);
}

}  // namespace xb
