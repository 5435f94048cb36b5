// SPDX-License-Identifier: Apache-2.0
#include "waves/compare/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <memory>

#include "host/base/errors.h"
#include "host/base/ranges.h"
#include "waves/compare/diff_side.h"
#include "waves/compare/diff_window.h"
#include "waves/compare/ignore_list.h"
#include "waves/compare/pair_ledger.h"
#include "waves/compare/signal_map.h"
#include "waves/compare/slip_search.h"
#include "waves/compare/value_text.h"

namespace xb {
namespace {

constexpr std::size_t kMostSlipBits = std::size_t{1} << 24U;  // of which each candidate keeps a copy
constexpr std::size_t kNone = PairLedger::kCounted;

class Comparison {
 public:
  Comparison(const DiffOptions& options, const DiffSink* sink)
      : options_(options),
        sink_(sink),
        ignore_(options.ignore_file.empty() ? IgnoreList() : IgnoreList(options.ignore_file)),
        want_(options.want, options.clock),
        got_(options.got, options.clock) {
    result_.aligned_by_number = !options.by_count && want_.cycle_signal() && got_.cycle_signal();
    map_ = map_signals(want_.header(), got_.header(), options.scopes);
    drop_clock_and_cycle();
    for (const SignalPair& pair : map_.pairs) {
      const auto entry = ignore_.find(want_.header().signals[pair.want_signal].path);
      ignored_by_.push_back(entry ? *entry : kNone);
      if (!entry) counted_.push_back(pair);
    }
    ledger_ = std::make_unique<PairLedger>(want_, got_, map_.pairs, ignored_by_);
    for (const IgnoreList::Entry& entry : ignore_.entries())
      result_.ignored.push_back({entry.pattern, entry.reason, 0, 0});
    window_ = std::make_unique<WindowRecorder>(want_.header(), got_.header(), map_.pairs);
    const std::size_t bits = 64 * std::max(want_.values().words(), got_.values().words());
    result_.slip_not_looked_for = options.slip > 0 && bits > kMostSlipBits;
    if (options.slip > 0 && !result_.slip_not_looked_for)
      slips_ = std::make_unique<SlipSearch>(want_.header(), got_.header(), counted_, options.slip);
  }

  DiffResult run() {
    if (sink_ != nullptr) sink_->begin(want_, got_, map_.pairs);
    want_.start(result_.aligned_by_number);
    got_.start(result_.aligned_by_number);
    // Whoever listens is to have the values of both.
    equal_ = sink_ == nullptr && options_.from == 0 && ledger_->is_one_to_one() &&
             want_.number_slot() == got_.number_slot();
    advance();
    while (!want_.at_end() && !got_.at_end()) {
      if (want_.cycle() > options_.to && got_.cycle() > options_.to) break;
      if (want_.cycle() < got_.cycle()) {
        skip(want_, only_want_);
      } else if (got_.cycle() < want_.cycle()) {
        skip(got_, only_got_);
      } else {
        if (want_.cycle() >= options_.from && want_.cycle() <= options_.to) compare_cycle();
        last_cycle_ = want_.cycle();
        advance();
        show_progress();
      }
    }
    finish(want_, only_want_);
    finish(got_, only_got_);
    return take_result();
  }

 private:
  /// Samples are taken just before the clock rises, and cycles are aligned by their numbers.
  void drop_clock_and_cycle() {
    const auto is_of = [](const DiffSide& side, std::optional<std::size_t> signal, std::uint32_t slot) {
      return signal && side.header().signals[*signal].slot == slot;
    };
    const auto drop = [&](const SignalPair& pair) {
      const bool clock =
          is_of(want_, want_.clock(), pair.want_slot) && is_of(got_, got_.clock(), pair.got_slot);
      const bool cycle = result_.aligned_by_number && is_of(want_, want_.cycle_signal(), pair.want_slot) &&
                         is_of(got_, got_.cycle_signal(), pair.got_slot);
      if (clock || cycle) map_.names -= 1 + pair.aliases;
      return clock || cycle;
    };
    erase_if(map_.pairs, drop);
  }

  /// Both go to their next cycle. As long as all that they say is equal, only WANT's values are kept.
  void advance() {
    if (!equal_) {
      want_.next();
      got_.next();
      return;
    }
    const bool want_has = want_.read();
    const bool got_has = got_.read();
    const bool same = want_has && got_has && want_.has_equal_sample(got_);
    const bool numbered = same && want_.take();
    if (numbered) return got_.follow(want_);
    equal_ = false;
    got_.catch_up(want_);
    if (same || (want_has && !want_.take())) want_.next();
    if (got_has && !got_.take()) got_.next();
  }

  struct Alone {
    std::uint64_t cycles = 0, first = 0, last = 0;
  };

  void note_alone(const DiffSide& side, Alone& alone) const {
    if (side.cycle() < options_.from || side.cycle() > options_.to) return;
    if (sink_ != nullptr) sink_->alone(side);
    if (alone.cycles++ == 0) alone.first = side.cycle();
    alone.last = side.cycle();
  }
  void skip(DiffSide& side, Alone& alone) {
    note_alone(side, alone);
    side.next();
    show_progress();
  }
  void finish(DiffSide& side, Alone& alone) {
    while (!side.at_end() && side.cycle() <= options_.to) skip(side, alone);
  }

  void show_progress() {
    constexpr std::uint64_t kEvery = 1024;
    if (!options_.progress || ++progress_ % kEvery != 0) return;
    options_.progress(last_cycle_, std::min(want_.share(), got_.share()));
  }

  void compare_cycle() {
    if (equal_)
      ledger_->step_of_equals(result_.cycles_compared++);
    else
      ledger_->step(result_.cycles_compared++);
    if (ledger_->differing() > 0) ++result_.cycles_differing;
    if (sink_ != nullptr) sink_->both(*ledger_);
    step_.cycle = want_.cycle();
    step_.equal = equal_;
    step_.want.swap(want_.words());
    step_.got.swap(got_.words());
    if (slips_)
      slips_->step(step_, want_.values(), equal_ ? want_.values() : got_.values(), ledger_->differing() > 0);
    if (result_.first) {
      window_->after(step_.cycle, want_.values(), got_.values());
    } else if (ledger_->began().empty()) {
      window_->before(step_);
    } else {
      first_difference();
    }
    step_.want.swap(want_.words());
    step_.got.swap(got_.words());
    want_.forget();
    got_.forget();
  }

  void first_difference() {
    std::vector<std::size_t> began = ledger_->began();
    std::sort(began.begin(), began.end());  // the order of WANT's file
    const SignalPair& pair = map_.pairs[began.front()];
    FirstDifference first;
    first.cycle = want_.cycle();
    first.want_time = want_.time();
    first.got_time = got_.time();
    first.want = value_text(want_.values(), want_.header().slots[pair.want_slot], pair.want_slot,
                            pair.want_bit, pair.width);
    first.got = value_text(got_.values(), got_.header().slots[pair.got_slot], pair.got_slot, pair.got_bit,
                           pair.width);
    result_.first = first;
    first_pair_ = began.front();
    window_->first(step_, began, began.front(), first);
  }

  DiffFile describe(const DiffSide& side) const {
    DiffFile file;
    file.path = side.path();
    file.format = side.header().format;
    file.time_unit = side.header().time_unit;
    if (side.clock()) file.clock = side.header().signals[*side.clock()].path;
    file.point = side.header().point;
    constexpr std::string_view kSeed = "--seed ";
    const std::size_t at = file.point.find(kSeed);
    if (at != std::string::npos) {
      file.seed = file.point.substr(at + kSeed.size());
      file.seed.resize(std::min(file.seed.size(), file.seed.find(' ')));
    }
    file.cycles = side.cycles();
    file.first = side.first_cycle();
    file.last = side.cycle();
    file.signals = side.header().signals.size();
    return file;
  }

  void add_shape(const ShapeDifference& difference) {
    const auto entry = ignore_.find(difference.path);
    if (entry)
      ++result_.ignored[*entry].signals;
    else
      result_.shape.push_back(difference);
  }

  static std::string length_of(const DiffFile& file) {
    if (file.cycles == 0) return "no cycle";
    return fmt::format("{} cycles, {}..{}", file.cycles, file.first, file.last);
  }

  /// What changed there is before no edge, so that no cycle has it.
  void look_after_last_edge() {
    if (!want_.clock() || !got_.clock() || !want_.at_end() || !got_.at_end()) return;
    want_.take_rest();
    got_.take_rest();
    const PairCheck check(want_.header().slots, got_.header().slots);
    for (const SignalPair& pair : counted_) {
      if (check.differs(pair, want_.values(), got_.values()))
        result_.after_last_edge.push_back(want_.header().signals[pair.want_signal].path);
    }
  }

  DiffResult take_result() {
    result_.want = describe(want_);
    result_.got = describe(got_);
    if (const std::uint64_t last = std::max(result_.want.last, result_.got.last); options_.from > last)
      throw not_allowed("--from", options_.from, "0..{}, cycles of {} or {}", last, options_.want,
                        options_.got);
    result_.want.not_compared = map_.want_not_compared;
    result_.got.not_compared = map_.got_not_compared;
    result_.want_scope = map_.want_scope;
    result_.got_scope = map_.got_scope;
    result_.signals_compared = map_.names;
    for (std::size_t i = 0; i < map_.pairs.size(); ++i) {
      const auto difference = ledger_->difference_of(i);
      if (!difference) continue;
      if (i == first_pair_) result_.first->signal = *difference;
      if (ignored_by_[i] == kNone) {
        result_.signals.push_back(*difference);
      } else {
        ++result_.ignored[ignored_by_[i]].signals;
        result_.ignored[ignored_by_[i]].cycles += difference->cycles;
      }
    }
    std::stable_sort(result_.signals.begin(), result_.signals.end(),
                     [](const auto& a, const auto& b) { return a.first_cycle < b.first_cycle; });
    result_.window = window_->window();
    if (slips_ && !result_.signals.empty()) result_.slip = slips_->found();
    const bool slips = options_.allow_slip && result_.slip;
    const std::uint64_t alone = std::max(only_want_.cycles, only_got_.cycles);
    const std::uint64_t may_be_alone = slips ? static_cast<std::uint64_t>(std::abs(*result_.slip)) : 0;
    if (result_.want.time_unit != result_.got.time_unit && !result_.want.time_unit.empty() &&
        !result_.got.time_unit.empty())
      add_shape(
          {ShapeDifference::Kind::TimeUnit, "$timescale", result_.want.time_unit, result_.got.time_unit});
    if (alone > may_be_alone || result_.cycles_compared == 0)
      add_shape({ShapeDifference::Kind::Length, "$cycles", length_of(result_.want), length_of(result_.got)});
    for (const ShapeDifference& difference : map_.shape) add_shape(difference);
    result_.same = result_.shape.empty() && (result_.signals.empty() || slips) &&
                   result_.signals_compared > 0 && result_.cycles_compared > 0;
    if (result_.same && result_.signals.empty()) look_after_last_edge();
    return std::move(result_);
  }

  const DiffOptions& options_;
  const DiffSink* const sink_;
  IgnoreList ignore_;
  DiffSide want_, got_;
  SignalMap map_;
  std::vector<std::size_t> ignored_by_;  // entry of the list, of each pair
  std::vector<SignalPair> counted_;      // those that are not ignored
  std::unique_ptr<PairLedger> ledger_;
  std::unique_ptr<WindowRecorder> window_;
  std::unique_ptr<SlipSearch> slips_;
  bool equal_ = false;  // all that both said so far
  std::size_t first_pair_ = kNone;
  DiffStep step_;
  Alone only_want_, only_got_;
  std::uint64_t last_cycle_ = 0, progress_ = 0;
  DiffResult result_;
};

}  // namespace

DiffResult compare_traces(const DiffOptions& options, const DiffSink* sink) {
  if (options.slip > DiffOptions::kMostSlip)
    throw not_allowed("--slip", options.slip, "0..{}", +DiffOptions::kMostSlip);
  return Comparison(options, sink).run();
}

}  // namespace xb
