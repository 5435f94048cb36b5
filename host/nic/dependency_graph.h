// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "host/nic/message_table.h"
#include "host/schedule/schedule.h"

namespace xb {

/// What operations of a program still wait for, kept in their entries of the message table. Flat arrays: a
/// program may have a million operations.
class DependencyGraph {
 public:
  /// `entries`: of the program's operations, which know how many others each requires; they must outlive the
  /// graph.
  DependencyGraph(const RankProgram& program, MessageTable::Entry* entries)
      : entries_(entries), count_(program.ops().size()), successors_(program.dependencies().size()) {
    for (const auto& d : program.dependencies()) {
      ++entries[d.first].successors;
      any_on_start_ |= d.on_start;
    }
    std::uint32_t end = 0;
    for (std::size_t op = 0; op < count_; ++op) entries[op].successors = end += entries[op].successors;
    // Filled backwards, so that each list begins where it should and the order is the program's.
    for (auto d = program.dependencies().rbegin(); d != program.dependencies().rend(); ++d)
      successors_[--entries[d->first].successors] = d->op | (d->on_start ? kOnStart : 0);
  }

  /// Whether `op` may start from the beginning on.
  [[nodiscard]] bool is_free(OpId op) const { return entries_[op].waits == 0; }
  /// Any operation waits for the start of another, not its end.
  [[nodiscard]] bool any_on_start() const { return any_on_start_; }

  /// `op` has started: calls release(op) for each that may start now.
  template <class Release>
  void started(OpId op, Release&& release) {
    if (any_on_start_) advance(op, kOnStart, release);
  }
  /// `op` has finished.
  template <class Release>
  void finished(OpId op, Release&& release) {
    advance(op, 0, release);
  }

 private:
  static constexpr std::uint32_t kOnStart = 1U << 31U;

  template <class Release>
  void advance(OpId op, std::uint32_t kind, Release&& release) {
    const std::size_t end = op + 1 < count_ ? entries_[op + 1].successors : successors_.size();
    for (std::size_t s = entries_[op].successors; s < end; ++s) {
      if ((successors_[s] & kOnStart) != kind) continue;
      const OpId next = successors_[s] & ~kOnStart;
      entries_[next].waits = entries_[next].waits - 1U;
      if (entries_[next].waits == 0) release(next);
    }
  }

  MessageTable::Entry* entries_;
  std::size_t count_;
  std::vector<std::uint32_t> successors_;  // and whether they wait for the start
  bool any_on_start_ = false;
};

}  // namespace xb
