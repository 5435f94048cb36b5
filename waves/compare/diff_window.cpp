// SPDX-License-Identifier: Apache-2.0
#include "waves/compare/diff_window.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "host/base/ranges.h"
#include "waves/compare/value_text.h"
#include "waves/read/signal_path.h"

namespace xb {
namespace {

constexpr std::size_t kMostShown = 10;  // signals
constexpr std::size_t kOthers = 3;      // of these, that are elsewhere and differ in the same cycle

/// What a designer looks at first comes first.
std::size_t rank_of(std::string_view leaf) {
  constexpr std::array<std::string_view, 15> kOrder{"beat",      "valid",  "ready",       "last",   "user",
                                                    "dest",      "source", "destination", "number", "grant",
                                                    "occupancy", "beats",  "blocked",     "hol",    "cause"};
  for (std::size_t i = 0; i < kOrder.size(); ++i) {
    if (leaf == kOrder[i]) return i;
  }
  // s_axis_tvalid, m_axis_tready and the like
  for (std::size_t i = 1; i < 6; ++i) {
    if (leaf.size() > kOrder[i].size() && leaf.find(kOrder[i]) != std::string_view::npos) return i;
  }
  return kOrder.size();
}

/// `[3]` of `ports.in[3]`, where a port's two sides and its queue are scopes.
std::string_view port_of(std::string_view scope) {
  const std::string_view leaf = leaf_of(scope);
  const std::size_t open = leaf.find('[');
  const std::string_view name = leaf.substr(0, open);
  if (open == std::string_view::npos || (name != "in" && name != "out" && name != "queue")) return {};
  return leaf.substr(open);
}

/// Whether a signal is what comes in at the input of the packet in a cell of an output, as `ports.in[3].beat`
/// for `3>2#1`.
bool is_source_of(const std::string& cell, std::string_view path, std::string_view scope) {
  const std::size_t end = cell.find('>');
  if (end == std::string::npos || leaf_of(scope).substr(0, 4) != "out[") return false;
  return path == std::string(scope_of(scope)) + ".in[" + cell.substr(0, end) + "].beat";
}

void take_all(ValueStore& store, const std::vector<std::uint64_t>& words) {
  for (std::size_t i = 0; i < words.size();) i += store.take(words.data() + i);
}

}  // namespace

WindowRecorder::WindowRecorder(const TraceHeader& want, const TraceHeader& got,
                               const std::vector<SignalPair>& pairs)
    : want_(want),
      got_(got),
      pairs_(pairs),
      check_(want.slots, got.slots),
      old_want_(want.slots),
      old_got_(got.slots) {}

void WindowRecorder::before(DiffStep& step) {
  DiffStep reused;
  if (steps_.size() > kBefore) {
    grow_older(steps_.front());
    reused = std::move(steps_.front());
    steps_.pop_front();
  }
  steps_.push_back(std::move(step));
  step = std::move(reused);
  step.want.clear();
  step.got.clear();
}

void WindowRecorder::grow_older(const DiffStep& step) {
  if (old_are_equal_ && !step.equal) old_got_.copy(old_want_);
  old_are_equal_ = step.equal;
  take_all(old_want_, step.want);
  if (!step.equal) take_all(old_got_, step.got);
}

void WindowRecorder::first(DiffStep& step, const std::vector<std::size_t>& differing, std::size_t about,
                           const FirstDifference& values) {
  choose(differing, about, values);
  before(step);
  for (const DiffStep& one : steps_) {
    grow_older(one);
    take_down(one.cycle, old_want_, old_are_equal_ ? old_want_ : old_got_);
  }
  steps_.clear();
}

void WindowRecorder::after(std::uint64_t cycle, const ValueStore& want, const ValueStore& got) {
  if (left_ == 0) return;
  --left_;
  take_down(cycle, want, got);
}

void WindowRecorder::choose(const std::vector<std::size_t>& differing, std::size_t about,
                            const FirstDifference& values) {
  const std::string_view scope = scope_of(want_.signals[pairs_[about].want_signal].path);
  const std::string_view port = port_of(scope);
  std::vector<std::pair<std::size_t, std::size_t>> ranked;
  for (std::size_t i = 0; i < pairs_.size(); ++i) {
    const std::string_view path = want_.signals[pairs_[i].want_signal].path;
    const std::string_view here = scope_of(path);
    // A line trace says little of a port: its input, its output and its queue are shown together.
    const bool beside = want_.format == TraceFormat::Line && !port.empty() && port_of(here) == port;
    // Behind what differs, where its packets come from.
    const bool source = want_.format == TraceFormat::Line && (is_source_of(values.want.raw, path, scope) ||
                                                              is_source_of(values.got.raw, path, scope));
    if (here == scope || beside || source)
      ranked.emplace_back(i == about ? 0 : source ? 1 : 2 + rank_of(leaf_of(path)), i);
  }
  std::stable_sort(ranked.begin(), ranked.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  for (const auto& [rank, pair] : ranked) {
    if (shown_.size() < kMostShown - kOthers) shown_.push_back(pair);
  }
  std::size_t others = 0;
  for (const std::size_t pair : differing) {
    if (contains(shown_, pair) || ++others > kOthers) continue;
    shown_.push_back(pair);
  }
  for (const std::size_t pair : shown_)
    window_.signals.push_back(want_.signals[pairs_[pair].want_signal].path);
}

void WindowRecorder::take_down(std::uint64_t cycle, const ValueStore& want, const ValueStore& got) {
  DiffWindow::Row row{cycle, {}};
  for (const std::size_t index : shown_) {
    const SignalPair& pair = pairs_[index];
    DiffWindow::Cell cell;
    cell.want = value_text(want, want_.slots[pair.want_slot], pair.want_slot, pair.want_bit, pair.width).raw;
    cell.got = value_text(got, got_.slots[pair.got_slot], pair.got_slot, pair.got_bit, pair.width).raw;
    cell.differs = check_.differs(pair, want, got);
    row.cells.push_back(std::move(cell));
  }
  window_.rows.push_back(std::move(row));
}

}  // namespace xb
