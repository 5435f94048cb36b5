// SPDX-License-Identifier: Apache-2.0
#include "host/liquid/rup_check.h"

#include <algorithm>
#include <cstdlib>

namespace xb {

void RupCheck::reserve(const Clause& clause) {
  for (const int literal : clause) {
    const std::size_t slots = slot(-std::abs(literal)) + 1;
    if (slots <= value_.size()) continue;
    value_.resize(slots, 0);
    watches_.resize(slots);
  }
}

std::uint64_t RupCheck::hash(const Clause& sorted) {
  std::uint64_t sum = 0;
  for (const int literal : sorted) {
    sum = (sum ^ static_cast<std::uint32_t>(literal)) * 0x9e3779b97f4a7c15U;
    sum ^= sum >> 29U;
  }
  return sum;
}

void RupCheck::add(Clause clause) {
  reserve(clause);
  std::sort(clause.begin(), clause.end());
  clause.erase(std::unique(clause.begin(), clause.end()), clause.end());
  if (contradiction_) return;
  const auto index = static_cast<std::uint32_t>(clauses_.size());
  by_hash_.emplace(hash(clause), index);
  // Those that are not false come first: two of them can be watched.
  std::stable_partition(clause.begin(), clause.end(), [&](int literal) { return !is_false(literal); });
  const auto open = static_cast<std::size_t>(
      std::count_if(clause.begin(), clause.end(), [&](int literal) { return !is_false(literal); }));
  clauses_.push_back(clause);
  if (open == 0) {
    contradiction_ = true;
    return;
  }
  if (clause.size() > 1) {
    watches_[slot(clause[0])].push_back({index, clause[1]});
    watches_[slot(clause[1])].push_back({index, clause[0]});
  }
  if (open == 1 && !is_true(clause[0])) {
    assume(clause[0]);
    if (!propagate()) contradiction_ = true;
  }
}

bool RupCheck::derive(const Clause& clause) {
  if (contradiction_) return true;
  reserve(clause);
  const std::size_t before = trail_.size();
  bool follows = false;
  for (const int literal : clause) {
    follows = follows || is_true(literal);
    if (!follows && !is_false(literal)) assume(-literal);
  }
  follows = follows || !propagate();
  for (; trail_.size() > before; trail_.pop_back()) value_[slot(trail_.back())] = 0;
  propagated_ = before;
  if (follows) add(clause);
  return follows;
}

void RupCheck::forget(Clause clause) {
  reserve(clause);
  std::sort(clause.begin(), clause.end());
  clause.erase(std::unique(clause.begin(), clause.end()), clause.end());
  const auto [from, to] = by_hash_.equal_range(hash(clause));
  for (auto at = from; at != to; ++at) {
    Clause& stored = clauses_[at->second];
    if (stored.size() < 2 || !std::is_permutation(stored.begin(), stored.end(), clause.begin(), clause.end()))
      continue;
    // It may be why a literal is true.
    if (std::any_of(stored.begin(), stored.end(), [&](int literal) { return is_true(literal); })) return;
    for (std::size_t n = 0; n < 2; ++n) {
      auto& watches = watches_[slot(stored[n])];
      const auto here = std::find_if(watches.begin(), watches.end(),
                                     [&](const Watch& watch) { return watch.clause == at->second; });
      *here = watches.back();
      watches.pop_back();
    }
    Clause().swap(stored);
    by_hash_.erase(at);
    return;
  }
}

bool RupCheck::propagate() {
  while (propagated_ < trail_.size()) {
    const int falsified = -trail_[propagated_++];
    auto& watches = watches_[slot(falsified)];
    std::size_t kept = 0;
    for (std::size_t n = 0; n < watches.size(); ++n) {
      const Watch watch = watches[n];
      if (is_true(watch.other)) {
        watches[kept++] = watch;
        continue;
      }
      Clause& clause = clauses_[watch.clause];
      if (clause[0] == falsified) std::swap(clause[0], clause[1]);
      std::size_t next = 2;
      if (!is_true(clause[0])) {
        while (next < clause.size() && is_false(clause[next])) ++next;
        if (next < clause.size()) {
          std::swap(clause[1], clause[next]);
          watches_[slot(clause[1])].push_back({watch.clause, clause[0]});
          continue;
        }
      }
      watches[kept++] = {watch.clause, clause[0]};
      if (is_true(clause[0])) continue;
      if (is_false(clause[0])) {
        for (++n; n < watches.size(); ++n) watches[kept++] = watches[n];
        watches.resize(kept);
        return false;
      }
      assume(clause[0]);
    }
    watches.resize(kept);
  }
  return true;
}

}  // namespace xb
