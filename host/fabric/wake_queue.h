// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace xb {

/// The cycles in which some sleepers, 0 .. count-1, wake by themselves. Who is woken earlier, or goes to
/// sleep until another cycle, leaves its old entry in the queue. It is outdated: skipped when its cycle
/// comes, and removed with all such when the queue has a few times as many entries as sleepers.
class WakeQueue {
 public:
  static constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();

  /// All are awake.
  explicit WakeQueue(std::size_t count) : wakes_at_(count, kAwake) {}

  [[nodiscard]] bool asleep(unsigned who) const { return wakes_at_[who] != kAwake; }
  [[nodiscard]] std::uint64_t wakes_at(unsigned who) const { return wakes_at_[who]; }
  /// `who` sleeps until cycle `at` > 0, or kNever.
  void sleep(unsigned who, std::uint64_t at) {
    wakes_at_[who] = at;
    if (at == kNever) return;
    if (heap_.size() >= kMostEntries * wakes_at_.size()) drop_outdated();
    heap_.push_back({at, who});
    std::push_heap(heap_.begin(), heap_.end());
  }
  void wake(unsigned who) { wakes_at_[who] = kAwake; }

  /// The cycle in which the next one wakes; perhaps too early.
  [[nodiscard]] std::uint64_t next() const { return heap_.empty() ? kNever : heap_.front().at; }
  /// Wakes all that wake by cycle `now`; calls woken(who) for each.
  template <class Woken>
  void wake_due(std::uint64_t now, Woken&& woken) {
    while (next() <= now) {
      const Entry first = heap_.front();
      std::pop_heap(heap_.begin(), heap_.end());
      heap_.pop_back();
      if (wakes_at_[first.who] != first.at) continue;
      wake(first.who);
      woken(first.who);
    }
  }

  [[nodiscard]] std::size_t entries() const { return heap_.size(); }
  static constexpr std::size_t kMostEntries = 4;  ///< per sleeper

 private:
  static constexpr std::uint64_t kAwake = 0;
  struct Entry {
    std::uint64_t at;
    unsigned who;
    bool operator<(const Entry& b) const { return at > b.at; }  // the earliest is on top
    bool operator==(const Entry& b) const { return at == b.at && who == b.who; }
  };

  void drop_outdated() {
    const auto outdated = [this](const Entry& entry) { return wakes_at_[entry.who] != entry.at; };
    heap_.erase(std::remove_if(heap_.begin(), heap_.end(), outdated), heap_.end());
    // One that has gone to sleep until the same cycle more than once is there as often.
    std::sort(heap_.begin(), heap_.end(),
              [](const Entry& a, const Entry& b) { return a.at != b.at ? a.at < b.at : a.who < b.who; });
    heap_.erase(std::unique(heap_.begin(), heap_.end()), heap_.end());  // sorted: a heap, too
  }

  std::vector<std::uint64_t> wakes_at_;
  std::vector<Entry> heap_;
};

}  // namespace xb
