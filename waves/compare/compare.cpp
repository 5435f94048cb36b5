// SPDX-License-Identifier: Apache-2.0
#include "waves/compare/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <utility>

#include "host/base/errors.h"
#include "waves/compare/diff_side.h"
#include "waves/compare/diff_window.h"
#include "waves/compare/ignore_list.h"
#include "waves/compare/pair_check.h"
#include "waves/compare/signal_map.h"
#include "waves/compare/slip_search.h"
#include "waves/compare/value_text.h"

namespace xb {
namespace {

constexpr std::size_t kMostSlipBits = std::size_t{1} << 24U;  // of which each candidate keeps a copy
constexpr std::size_t kNone = ~std::size_t{0};

/// What is known of a pair's differences.
struct PairState {
  bool differs = false;
  std::uint64_t since = 0;  // step in which it began to differ
  std::uint64_t steps = 0;  // in which it differed before
  std::uint64_t first_cycle = 0;
  bool ever = false;
  std::size_t ignored_by = kNone;  // entry of the list
};

class Comparison {
 public:
  explicit Comparison(const DiffOptions& options)
      : options_(options),
        ignore_(options.ignore_file.empty() ? IgnoreList() : IgnoreList(options.ignore_file)),
        want_(options.want, options.clock),
        got_(options.got, options.clock) {
    result_.aligned_by_number = !options.by_count && want_.cycle_signal() && got_.cycle_signal();
    map_ = map_signals(want_.header(), got_.header(), options.scopes);
    drop_clock_and_cycle();
    check_ = std::make_unique<PairCheck>(want_.header().slots, got_.header().slots);
    one_to_one_ = is_one_to_one();
    states_.resize(map_.pairs.size());
    of_want_.resize(want_.header().slots.size());
    of_got_.resize(got_.header().slots.size());
    for (std::size_t i = 0; i < map_.pairs.size(); ++i) {
      const SignalPair& pair = map_.pairs[i];
      of_want_[pair.want_slot].push_back(static_cast<std::uint32_t>(i));
      of_got_[pair.got_slot].push_back(static_cast<std::uint32_t>(i));
      const auto entry = ignore_.find(want_.header().signals[pair.want_signal].path);
      if (entry) states_[i].ignored_by = *entry;
      if (!entry) counted_.push_back(pair);
    }
    for (const IgnoreList::Entry& entry : ignore_.entries())
      result_.ignored.push_back({entry.pattern, entry.reason, 0, 0});
    window_ = std::make_unique<WindowRecorder>(want_.header(), got_.header(), map_.pairs);
    const std::size_t bits = 64 * std::max(want_.values().words(), got_.values().words());
    result_.slip_not_looked_for = options.slip > 0 && bits > kMostSlipBits;
    if (options.slip > 0 && !result_.slip_not_looked_for)
      slips_ = std::make_unique<SlipSearch>(want_.header(), got_.header(), counted_, options.slip);
  }

  DiffResult run() {
    want_.start(result_.aligned_by_number);
    got_.start(result_.aligned_by_number);
    want_.next();
    got_.next();
    while (!want_.at_end() && !got_.at_end()) {
      if (want_.cycle() > options_.to && got_.cycle() > options_.to) break;
      if (want_.cycle() < got_.cycle()) {
        skip(want_, only_want_);
      } else if (got_.cycle() < want_.cycle()) {
        skip(got_, only_got_);
      } else {
        if (want_.cycle() >= options_.from && want_.cycle() <= options_.to) compare_cycle();
        last_cycle_ = want_.cycle();
        want_.next();
        got_.next();
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
    map_.pairs.erase(std::remove_if(map_.pairs.begin(), map_.pairs.end(), drop), map_.pairs.end());
  }

  struct Alone {
    std::uint64_t cycles = 0, first = 0, last = 0;
  };

  void note_alone(const DiffSide& side, Alone& alone) const {
    if (side.cycle() < options_.from || side.cycle() > options_.to) return;
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
    began_.clear();
    const std::uint64_t step = result_.cycles_compared++;
    // Where both were equal, equal changes leave them so.
    if (!one_to_one_ || pairs_differing_ > 0 || want_.words() != got_.words()) check_changed(step);
    if (differing_now_ > 0) ++result_.cycles_differing;
    step_.cycle = want_.cycle();
    step_.want.swap(want_.words());
    step_.got.swap(got_.words());
    if (slips_) slips_->step(step_, want_.values(), got_.values());
    if (result_.first) {
      window_->after(step_.cycle, want_.values(), got_.values());
    } else if (began_.empty()) {
      window_->before(step_);
    } else {
      first_difference();
    }
    step_.want.swap(want_.words());
    step_.got.swap(got_.words());
    want_.forget();
    got_.forget();
  }

  /// Whether each slot is compared with the one of its own number only, and records say the same in both.
  [[nodiscard]] bool is_one_to_one() const {
    const auto& want = want_.header().slots;
    const auto& got = got_.header().slots;
    if (want.size() != got.size()) return false;
    for (std::size_t i = 0; i < want.size(); ++i) {
      if (want[i].kind != got[i].kind || want[i].width != got[i].width) return false;
    }
    return std::all_of(map_.pairs.begin(), map_.pairs.end(),
                       [](const SignalPair& pair) { return pair.whole && pair.want_slot == pair.got_slot; });
  }

  void check_changed(std::uint64_t step) {
    for (const std::uint32_t slot : want_.changed()) {
      for (const std::uint32_t pair : of_want_[slot]) check_pair(pair, step);
    }
    for (const std::uint32_t slot : got_.changed()) {
      for (const std::uint32_t pair : of_got_[slot]) check_pair(pair, step);
    }
  }

  void check_pair(std::uint32_t index, std::uint64_t step) {
    PairState& state = states_[index];
    const bool differs = check_->differs(map_.pairs[index], want_.values(), got_.values());
    if (differs == state.differs) return;
    state.differs = differs;
    pairs_differing_ += differs ? 1 : -1;
    if (!differs) {
      state.steps += step - state.since;
      if (state.ignored_by == kNone) --differing_now_;
      return;
    }
    state.since = step;
    if (!state.ever) state.first_cycle = want_.cycle();
    state.ever = true;
    if (state.ignored_by != kNone) return;
    ++differing_now_;
    began_.push_back(index);
  }

  SignalDifference difference_of(std::size_t index) const {
    const SignalPair& pair = map_.pairs[index];
    const PairState& state = states_[index];
    SignalDifference difference;
    difference.want_path = want_.header().signals[pair.want_signal].path;
    difference.got_path = got_.header().signals[pair.got_signal].path;
    difference.width = want_.header().slots[pair.want_slot].kind == ValueKind::Bits ? pair.width : 0;
    difference.first_cycle = state.first_cycle;
    difference.cycles = state.steps + (state.differs ? result_.cycles_compared - state.since : 0);
    difference.aliases = pair.aliases;
    return difference;
  }

  void first_difference() {
    std::sort(began_.begin(), began_.end());  // the order of WANT's file
    const SignalPair& pair = map_.pairs[began_.front()];
    FirstDifference first;
    first.cycle = want_.cycle();
    first.want_time = want_.time();
    first.got_time = got_.time();
    first.want = value_text(want_.values(), want_.header().slots[pair.want_slot], pair.want_slot,
                            pair.want_bit, pair.width);
    first.got = value_text(got_.values(), got_.header().slots[pair.got_slot], pair.got_slot, pair.got_bit,
                           pair.width);
    result_.first = first;
    first_pair_ = began_.front();
    window_->first(step_, began_, began_.front());
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

  DiffResult take_result() {
    result_.want = describe(want_);
    result_.got = describe(got_);
    result_.want.not_compared = map_.want_not_compared;
    result_.got.not_compared = map_.got_not_compared;
    result_.want_scope = map_.want_scope;
    result_.got_scope = map_.got_scope;
    result_.signals_compared = map_.names;
    for (std::size_t i = 0; i < states_.size(); ++i) {
      if (!states_[i].ever) continue;
      const SignalDifference difference = difference_of(i);
      if (i == first_pair_) result_.first->signal = difference;
      if (states_[i].ignored_by == kNone) {
        result_.signals.push_back(difference);
      } else {
        ++result_.ignored[states_[i].ignored_by].signals;
        result_.ignored[states_[i].ignored_by].cycles += difference.cycles;
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
    result_.same =
        result_.shape.empty() && (result_.signals.empty() || slips) && result_.signals_compared > 0;
    return std::move(result_);
  }

  const DiffOptions& options_;
  IgnoreList ignore_;
  DiffSide want_, got_;
  SignalMap map_;
  std::unique_ptr<PairCheck> check_;
  std::vector<PairState> states_;
  std::vector<std::vector<std::uint32_t>> of_want_, of_got_;  // pairs of each slot
  std::vector<SignalPair> counted_;                           // those that are not ignored
  std::unique_ptr<WindowRecorder> window_;
  std::unique_ptr<SlipSearch> slips_;
  std::vector<std::size_t> began_;  // pairs that began to differ in this cycle
  bool one_to_one_ = false;
  std::ptrdiff_t pairs_differing_ = 0;  // now, the ignored ones too
  std::size_t differing_now_ = 0;       // without these
  std::size_t first_pair_ = kNone;
  DiffStep step_;
  Alone only_want_, only_got_;
  std::uint64_t last_cycle_ = 0, progress_ = 0;
  DiffResult result_;
};

}  // namespace

DiffResult compare_traces(const DiffOptions& options) {
  if (options.slip > DiffOptions::kMostSlip)
    throw InputError(
        fmt::format("--slip: '{}' is not allowed; allowed: 0..{}", options.slip, +DiffOptions::kMostSlip));
  return Comparison(options).run();
}

}  // namespace xb
