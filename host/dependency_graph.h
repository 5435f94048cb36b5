// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "host/schedule.h"

namespace xb {

/// What operations of a program still wait for. Flat arrays: a program may have a million operations.
class DependencyGraph {
 public:
  explicit DependencyGraph(const RankProgram& program)
      : waits_(program.ops().size()),
        begin_(program.ops().size() + 1),
        successors_(program.dependencies().size()) {
    for (const auto& d : program.dependencies()) {
      ++waits_[d.op];
      ++begin_[d.first];
      any_on_start_ |= d.on_start;
    }
    std::uint32_t end = 0;
    for (std::uint32_t& begin : begin_) begin = end += begin;
    // Filled backwards, so that begin_ ends where it should and the order is the program's.
    for (auto d = program.dependencies().rbegin(); d != program.dependencies().rend(); ++d)
      successors_[--begin_[d->first]] = d->op | (d->on_start ? kOnStart : 0);
  }

  /// Whether `op` may start from the beginning on.
  [[nodiscard]] bool is_free(OpId op) const { return waits_[op] == 0; }
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
    for (std::uint32_t s = begin_[op]; s < begin_[op + 1]; ++s) {
      if ((successors_[s] & kOnStart) != kind) continue;
      const OpId next = successors_[s] & ~kOnStart;
      if (--waits_[next] == 0) release(next);
    }
  }

  std::vector<std::uint32_t> waits_;       // per operation: requirements left
  std::vector<std::uint32_t> begin_;       // per operation, into successors_
  std::vector<std::uint32_t> successors_;  // and whether they wait for the start
  bool any_on_start_ = false;
};

}  // namespace xb
