// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "waves/compare/compare.h"
#include "waves/compare/diff_side.h"
#include "waves/compare/pair_ledger.h"
#include "waves/compare/signal_map.h"
#include "waves/read/signal_path.h"
#include "waves/write/fst_writer.h"
#include "waves/write/gtkwave_save.h"
#include "waves/write/ports_fst.h"

namespace xb {
namespace {

constexpr const char *kWant = "want", *kGot = "got", *kDiffers = "differs", *kCycles = "cycles";
constexpr unsigned kCountBits = 32, kNumberBits = 64;
constexpr std::size_t kMostSaved = 32;  // signals, in the save file
constexpr double kCyclePixels = 48;     // six characters

std::vector<std::string> parts_of(std::string_view scope) {
  std::vector<std::string> parts;
  for (; !scope.empty(); scope = scope_of(scope)) parts.emplace_back(leaf_of(scope));
  std::reverse(parts.begin(), parts.end());
  return parts;
}

/// Scopes of a file, one open at a time with those around it.
class WriterScopes {
 public:
  explicit WriterScopes(FstWriter& writer) : writer_(writer) {}

  /// Leaves those that are open, and opens this one.
  void go_to(const std::string& scope) {
    const std::vector<std::string> parts = parts_of(scope);
    const auto common = std::mismatch(open_.begin(), open_.end(), parts.begin(), parts.end());
    for (auto left = common.first; left != open_.end(); ++left) writer_.close_scope();
    for (auto next = common.second; next != parts.end(); ++next) writer_.open_scope(*next);
    open_ = parts;
  }

 private:
  FstWriter& writer_;
  std::vector<std::string> open_;
};

/// The indices of signals in the order of their scopes, in each as the file has them.
std::vector<std::size_t> by_scope(const TraceHeader& header) {
  std::vector<std::size_t> order(header.signals.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return scope_of(header.signals[a].path) < scope_of(header.signals[b].path);
  });
  return order;
}

std::string digits_of(const ValueStore& values, std::uint32_t slot, unsigned bits) {
  const std::uint64_t *const value = values.value(slot), *const known = values.known(slot);
  std::string digits(bits, '0');
  for (unsigned b = 0; b < bits; ++b) {
    const bool one = (value[b / 64] >> b % 64 & 1U) != 0;
    const bool is_known = (known[b / 64] >> b % 64 & 1U) != 0;
    digits[bits - 1 - b] = is_known ? (one ? '1' : '0') : (one ? 'z' : 'x');
  }
  return digits;
}

unsigned bits_of(const ValueSlot& slot) {
  if (slot.kind == ValueKind::Text || slot.kind == ValueKind::Real) return 0;
  return slot.width == 0 ? kNumberBits : slot.width;
}

/// A signal's row in a save file, below `top`.
SaveLine row_of(const TraceHeader& header, std::uint32_t index, const char* top, Colour colour) {
  const TraceSignal& signal = header.signals[index];
  const unsigned bits = bits_of(header.slots[signal.slot]);
  const bool is_number = header.slots[signal.slot].width == 0;
  const Look look = bits == 0 ? Look::Text : bits == 1 ? Look::Bit : is_number ? Look::Decimal : Look::Hex;
  return {signal_path(top, signal.path), bits, look, colour, fmt::format("{} {}", top, leaf_of(signal.path))};
}

/// The cycles themselves, in a scope of their own: a clock, and their numbers.
class CycleSignals {
 public:
  CycleSignals(FstWriter& writer, WriterScopes& scopes) : writer_(writer) {
    scopes.go_to(kCycles);
    clock_ = writer.add("clk", 1);
    number_ = writer.add("cycle", kNumberBits);
  }

  [[nodiscard]] FstWriter::Signal clock() const { return clock_; }
  /// From here to end() all that is written is of this cycle.
  void begin(std::uint64_t cycle) {
    writer_.at(cycle * kCycleTime);
    writer_.set(clock_, 0);
    writer_.set(number_, cycle);
    cycle_ = cycle;
  }
  void end() {
    writer_.at(cycle_ * kCycleTime + kCycleTime / 2);
    writer_.set(clock_, 1);
  }

 private:
  FstWriter& writer_;
  FstWriter::Signal clock_ = 0, number_ = 0;
  std::uint64_t cycle_ = 0;
};

/// The signals of one trace. Its clock is that of the cycles: the values in the trace are of before the edge.
class TraceSignals {
 public:
  /// Adds them, below `top` unless that is empty. All of these outlive it.
  TraceSignals(FstWriter& writer, WriterScopes& scopes, const DiffSide& side, const CycleSignals& cycles,
               const std::string& top)
      : writer_(writer), side_(side) {
    const TraceHeader& header = side.header();
    const auto is_clock = [&](const TraceSignal& signal) {
      return side.clock() && header.signals[*side.clock()].slot == signal.slot;
    };
    for (const std::size_t index : by_scope(header)) {
      const TraceSignal& signal = header.signals[index];
      const std::string_view scope = scope_of(signal.path);
      scopes.go_to(scope.empty() ? top : signal_path(top, scope));
      if (is_clock(signal))
        writer_.add_name(std::string(leaf_of(signal.path)), cycles.clock());
      else
        add(signal, header.slots[signal.slot]);
    }
  }

  /// What has changed.
  void write() {
    for (const std::uint32_t slot : side_.changed()) {
      const auto signal = of_slot_.find(slot);
      if (signal != of_slot_.end()) set(signal->second, side_.header().slots[slot], slot);
    }
  }

 private:
  void add(const TraceSignal& signal, const ValueSlot& slot) {
    const std::string name(leaf_of(signal.path));
    if (const auto known = of_slot_.find(signal.slot); known != of_slot_.end()) {
      writer_.add_name(name, known->second);
      return;
    }
    of_slot_[signal.slot] = slot.kind == ValueKind::Text   ? writer_.add_text(name)
                            : slot.kind == ValueKind::Real ? writer_.add_real(name)
                                                           : writer_.add(name, bits_of(slot));
  }

  void set(FstWriter::Signal signal, const ValueSlot& slot, std::uint32_t index) {
    const ValueStore& values = side_.values();
    if (slot.kind == ValueKind::Text)
      writer_.set_text(signal, values.text(index));
    else if (slot.kind == ValueKind::Real)
      writer_.set_real(signal, values.real(index));
    else if (slot.width == 0)  // known as a whole
      writer_.set_digits(signal, *values.known(index) == 0 ? std::string(kNumberBits, 'x')
                                                           : fmt::format("{:064b}", *values.value(index)));
    else
      writer_.set_digits(signal, digits_of(values, index, slot.width));
  }

  FstWriter& writer_;
  const DiffSide& side_;
  std::unordered_map<std::uint32_t, FstWriter::Signal> of_slot_;
};

/// Both sides, and where they differ.
class DiffFst {
 public:
  DiffFst(const DiffResult& result, const std::filesystem::path& fst)
      : file_(fst), writer_(file_), scopes_(writer_) {
    for (const SignalDifference& signal : result.signals) ever_.insert(signal.want_path);
  }

  void begin(const DiffSide& want, const DiffSide& got, const std::vector<SignalPair>& pairs) {
    want_side_ = &want;
    rows_of_differing(want.header(), got.header(), pairs);
    cycles_.emplace(writer_, scopes_);
    scopes_.go_to(kDiffers);
    count_ = writer_.add("signals", kCountBits);
    add_differing(want.header(), pairs);
    want_.emplace(writer_, scopes_, want, *cycles_, kWant);
    got_.emplace(writer_, scopes_, got, *cycles_, kGot);
    scopes_.go_to("");
  }
  /// Of these signals; those that differ first come first.
  [[nodiscard]] std::string rows(const std::vector<SignalDifference>& signals) const {
    SaveLines lines({});
    lines.add_single("cycles.clk", {"", 1, Look::Bit, Colour::Usual, "clk"});
    lines.add_single("cycles.cycle", {"", kNumberBits, Look::Decimal, Colour::Usual, "cycle"});
    lines.add_single("differs.signals", {"", kCountBits, Look::Decimal, Colour::Red, "signals that differ"});
    for (std::size_t i = 0; i < std::min(signals.size(), kMostSaved); ++i) {
      const std::string& path = signals[i].want_path;
      lines.open_group(path, true);
      lines.add_single(signal_path(kDiffers, path), {"", 1, Look::Bit, Colour::Red, "differs"});
      for (const SaveLine& row : rows_.at(path)) lines.add_single(row.signal, row);
      lines.close_group();
    }
    return lines.text();
  }

  void both(const PairLedger& ledger) {
    cycles_->begin(want_side_->cycle());
    want_->write();
    got_->write();
    writer_.set(count_, ledger.differing());
    for (const auto& [pair, signal] : differing_) writer_.set(signal, ledger.differs(pair) ? 1 : 0);
    cycles_->end();
  }
  void alone(const DiffSide& side) {
    cycles_->begin(side.cycle());
    (&side == want_side_ ? want_ : got_)->write();
    writer_.set_unknown(count_);
    cycles_->end();
  }

 private:
  void rows_of_differing(const TraceHeader& want, const TraceHeader& got,
                         const std::vector<SignalPair>& pairs) {
    for (const SignalPair& pair : pairs) {
      const std::string& path = want.signals[pair.want_signal].path;
      if (ever_.count(path) == 1)
        rows_[path] = {row_of(want, pair.want_signal, kWant, Colour::Green),
                       row_of(got, pair.got_signal, kGot, Colour::Orange)};
    }
  }

  /// A bit for each pair that ever differs, in the scope of its signal.
  void add_differing(const TraceHeader& want, const std::vector<SignalPair>& pairs) {
    std::vector<std::pair<std::string, std::size_t>> names;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      const std::string& path = want.signals[pairs[i].want_signal].path;
      if (ever_.count(path) == 1) names.emplace_back(path, i);
    }
    std::stable_sort(names.begin(), names.end(),
                     [](const auto& a, const auto& b) { return scope_of(a.first) < scope_of(b.first); });
    for (const auto& [path, pair] : names) {
      scopes_.go_to(signal_path(kDiffers, scope_of(path)));
      differing_.emplace_back(pair, writer_.add(std::string(leaf_of(path)), 1));
    }
  }

  std::unordered_set<std::string> ever_;
  std::unordered_map<std::string, std::array<SaveLine, 2>> rows_;  // of each of these
  FstFile file_;
  FstWriter writer_;
  WriterScopes scopes_;
  std::optional<CycleSignals> cycles_;
  std::optional<TraceSignals> want_, got_;
  std::vector<std::pair<std::size_t, FstWriter::Signal>> differing_;
  FstWriter::Signal count_ = 0;
  const DiffSide* want_side_ = nullptr;
};

}  // namespace

void write_trace_fst(const std::string& trace, const std::string& clock, const std::filesystem::path& fst) {
  DiffSide side(trace, clock);
  FstFile file(fst);
  FstWriter writer(file);
  WriterScopes scopes(writer);
  CycleSignals cycles(writer, scopes);
  TraceSignals signals(writer, scopes, side, cycles, "");
  scopes.go_to("");
  side.start(side.cycle_signal().has_value());
  while (side.next()) {
    cycles.begin(side.cycle());
    signals.write();
    cycles.end();
    side.forget();
  }
}

std::string write_diff_fst(const DiffOptions& options, const DiffResult& result,
                           const std::filesystem::path& fst, const std::filesystem::path& name) {
  DiffFst both(result, fst);
  const DiffSink sink{
      [&](const DiffSide& want, const DiffSide& got, const auto& pairs) { both.begin(want, got, pairs); },
      [&](const PairLedger& ledger) { both.both(ledger); }, [&](const DiffSide& side) { both.alone(side); }};
  DiffOptions without_search = options;
  without_search.slip = 0;
  compare_traces(without_search, &sink);

  GtkwaveView view;
  view.dump_name = name.filename().string();
  view.save_name = name.stem().string() + ".gtkw";
  view.first_cycle = view.marker_cycle = std::min(result.want.first, result.got.first);
  view.last_cycle = std::max(result.want.last, result.got.last);
  if (result.first) {
    view.marker_cycle = result.first->cycle;
    view.marker_text = result.first->signal.want_path + " differs";
  }
  return save_head(view, kCyclePixels, {kDiffers, kWant, kGot}) + both.rows(result.signals);
}

}  // namespace xb
