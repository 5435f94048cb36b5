// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "waves/compare/signal_map.h"
#include "waves/read/signal_path.h"

namespace xb {
namespace {

using Scopes = std::pair<std::string, std::string>;
using ByLeaf = std::unordered_map<std::string_view, std::vector<std::string_view>>;

constexpr std::size_t kMostAlike = 8;  // names with one last part in one trace that are looked at
constexpr std::size_t kMostVotes = 100000;
constexpr std::size_t kMostTried = 16;

ByLeaf by_leaf(const TraceHeader& header) {
  ByLeaf paths;
  for (const TraceSignal& signal : header.signals) paths[leaf_of(signal.path)].push_back(signal.path);
  return paths;
}

std::string_view parent_of(std::string_view path) {
  const std::size_t dot = path.rfind('.');
  return dot == std::string_view::npos ? std::string_view() : path.substr(0, dot);
}

/// What is left of two paths without the last parts that are alike.
Scopes before_common_parts(std::string_view want, std::string_view got) {
  while (!want.empty() && !got.empty() && leaf_of(want) == leaf_of(got)) {
    want = parent_of(want);
    got = parent_of(got);
  }
  return {std::string(want), std::string(got)};
}

std::size_t alike(const TraceHeader& want, const std::unordered_set<std::string_view>& got,
                  const Scopes& scopes) {
  const auto& [below, with] = scopes;
  std::size_t count = 0;
  std::string other;
  for (const TraceSignal& signal : want.signals) {
    const std::string_view path = signal.path;
    if (!below.empty() &&
        (path.size() <= below.size() || path.substr(0, below.size()) != below || path[below.size()] != '.'))
      continue;
    other = signal_path(with, below.empty() ? path : path.substr(below.size() + 1));
    count += got.count(other);
  }
  return count;
}

}  // namespace

Scopes best_scopes(const TraceHeader& want, const TraceHeader& got) {
  const ByLeaf wanted = by_leaf(want);
  const ByLeaf gotten = by_leaf(got);
  std::map<Scopes, std::size_t> votes;
  std::size_t looked_at = 0;
  for (const TraceSignal& signal : want.signals) {
    const auto others = gotten.find(leaf_of(signal.path));
    if (others == gotten.end() || others->second.size() > kMostAlike ||
        wanted.at(leaf_of(signal.path)).size() > kMostAlike)
      continue;
    for (const std::string_view other : others->second) ++votes[before_common_parts(signal.path, other)];
    if ((looked_at += others->second.size()) > kMostVotes) break;
  }
  std::vector<std::pair<std::size_t, Scopes>> order;
  for (const auto& [scopes, count] : votes) order.emplace_back(count, scopes);
  std::stable_sort(order.begin(), order.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  if (order.size() > kMostTried) order.resize(kMostTried);

  std::unordered_set<std::string_view> paths;
  for (const TraceSignal& signal : got.signals) paths.insert(signal.path);
  Scopes best;
  std::size_t most = alike(want, paths, best);
  for (const auto& [count, scopes] : order) {
    const std::size_t here = alike(want, paths, scopes);
    if (here <= most) continue;
    most = here;
    best = scopes;
  }
  return best;
}

}  // namespace xb
