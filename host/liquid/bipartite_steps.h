// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace xb {

/// An edge of a bipartite graph with several edges between the same vertices.
struct SplitEdge {
  std::uint32_t left, right;
};
/// One of its ends; a name, so that all versions of clang-format agree.
template <class T>
using EndOf = std::uint32_t T::*;

/// Colours 0..colours-1 of the edges of a bipartite graph, such that at each vertex the colours differ by one
/// edge at most in how often they occur. There always are such (de Werra 1971): vertices are split into ones
/// of `colours` edges each, whose edges then get different colours along alternating paths (Koenig 1916).
std::vector<std::uint32_t> even_split(const std::vector<SplitEdge>& edges, unsigned colours);

class ClassProblem;

/// Steps, by item, where each class has two links that can be too busy, one of either of two kinds, as
/// senders and receivers at one switch: then as many steps do as the busiest link needs (Koenig 1916).
/// Nothing where classes have more such links, or some link needs more than `steps`.
std::optional<std::vector<std::uint32_t>> bipartite_steps(const ClassProblem& problem, unsigned steps);

}  // namespace xb
