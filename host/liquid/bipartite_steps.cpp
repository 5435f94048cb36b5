// SPDX-License-Identifier: Apache-2.0
#include "host/liquid/bipartite_steps.h"

#include <algorithm>

#include "host/liquid/transfer_classes.h"

namespace xb {
namespace {

constexpr std::uint32_t kNoEdge = 0xffffffff;

/// One side's vertices, split into ones of so many edges, and the edge of each colour there.
class SplitSide {
 public:
  SplitSide(const std::vector<SplitEdge>& edges, EndOf<SplitEdge> end, unsigned colours) : colours_(colours) {
    std::uint32_t vertices = 0;
    for (const SplitEdge& edge : edges) vertices = std::max(vertices, edge.*end + 1);
    std::vector<std::uint32_t> now(vertices, kNoEdge);
    std::vector<std::uint32_t> room(vertices, 0);
    std::uint32_t parts = 0;
    part_of_.reserve(edges.size());
    for (const SplitEdge& edge : edges) {
      const std::uint32_t at = edge.*end;
      if (room[at] == 0) {
        now[at] = parts++;
        room[at] = colours;
      }
      --room[at];
      part_of_.push_back(now[at]);
    }
    at_.assign(std::size_t{parts} * colours, kNoEdge);
  }

  [[nodiscard]] std::uint32_t& edge_of(std::uint32_t edge, unsigned colour) {
    return at_[std::size_t{part_of_[edge]} * colours_ + colour];
  }
  /// A colour that no edge has where `edge` ends.
  [[nodiscard]] unsigned free_colour(std::uint32_t edge) {
    unsigned colour = 0;
    while (edge_of(edge, colour) != kNoEdge) ++colour;
    return colour;
  }

 private:
  unsigned colours_;
  std::vector<std::uint32_t> part_of_;  // by edge
  std::vector<std::uint32_t> at_;       // by part and colour: the edge
};

}  // namespace

std::vector<std::uint32_t> even_split(const std::vector<SplitEdge>& edges, unsigned colours) {
  SplitSide left(edges, &SplitEdge::left, colours);
  SplitSide right(edges, &SplitEdge::right, colours);
  std::vector<std::uint32_t> colour_of(edges.size(), 0);
  std::vector<std::uint32_t> path;
  for (std::uint32_t edge = 0; edge < edges.size(); ++edge) {
    const unsigned a = left.free_colour(edge);
    const unsigned b = right.free_colour(edge);
    // From the right end, edges of colour a and b in turn; they never come to the left end.
    path.clear();
    SplitSide* side = &right;
    unsigned colour = a;
    for (std::uint32_t next = right.edge_of(edge, a); next != kNoEdge;) {
      path.push_back(next);
      side = side == &right ? &left : &right;
      colour = colour == a ? b : a;
      next = side->edge_of(next, colour);
    }
    for (const std::uint32_t turned : path) {
      left.edge_of(turned, colour_of[turned]) = kNoEdge;
      right.edge_of(turned, colour_of[turned]) = kNoEdge;
    }
    for (const std::uint32_t turned : path) {
      colour_of[turned] = colour_of[turned] == a ? b : a;
      left.edge_of(turned, colour_of[turned]) = turned;
      right.edge_of(turned, colour_of[turned]) = turned;
    }
    colour_of[edge] = a;
    left.edge_of(edge, a) = edge;
    right.edge_of(edge, a) = edge;
  }
  return colour_of;
}

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
