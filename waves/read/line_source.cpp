// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "host/base/errors.h"
#include "host/base/parse_number.h"
#include "waves/read/trace_source.h"
#include "waves/read/value_store.h"

namespace xb {
namespace {

/// A line of a line trace, taken apart.
struct LineCells {
  std::string_view cycle;
  std::vector<std::string_view> inputs, outputs;
  std::vector<std::string_view> queues;  ///< numbers
  std::string_view causes;               ///< a letter per input
  std::string_view drops;
  std::vector<std::string_view> lags;  ///< an output each; none where there is no such group

  /// False if the line has neither six groups nor seven.
  bool split(std::string_view line);
};

/// What the letter of a cause stands for; 5 if it is none.
constexpr std::uint64_t cause_of(char letter) {
  const std::size_t at = std::string_view("-bhpc").find(letter);
  return at == std::string_view::npos ? 5 : at;
}

std::string_view trimmed_cell(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(' ');
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(' ') - begin + 1);
}

/// Takes what is before `mark` off the text, the mark too; all where there is none.
std::string_view take_to(std::string_view& text, std::string_view mark) {
  const std::size_t at = text.find(mark);
  const std::string_view part = text.substr(0, at);
  text = at == std::string_view::npos ? std::string_view() : text.substr(at + mark.size());
  return part;
}

void take_cells(std::string_view group, std::vector<std::string_view>& cells) {
  cells.clear();
  for (bool more = true; more;) {
    more = group.find('|') != std::string_view::npos;
    cells.push_back(trimmed_cell(take_to(group, "|")));
  }
}

/// Numbers between blanks and `|`.
void take_numbers(std::string_view rest, std::vector<std::string_view>& numbers) {
  while (!(rest = trimmed_cell(rest)).empty()) {
    if (rest.front() == '|')
      rest.remove_prefix(1);
    else
      numbers.push_back(rest.substr(0, rest.find_first_of(" |"))), rest.remove_prefix(numbers.back().size());
  }
}

bool take_digits(std::string_view& text) {
  const std::size_t digits = text.find_first_not_of("0123456789");
  if (digits == 0 || text.empty()) return false;
  text = digits == std::string_view::npos ? std::string_view() : text.substr(digits);
  return true;
}

bool LineCells::split(std::string_view line) {
  std::array<std::string_view, 6> groups;
  for (std::string_view& group : groups) {
    if (&group != groups.data() && line.data() == nullptr) return false;
    group = take_to(line, "||");
  }
  lags.clear();
  if (line.data() != nullptr) {
    if (line.find("||") != std::string_view::npos) return false;
    take_numbers(line, lags);
    if (lags.empty()) return false;
  }
  cycle = trimmed_cell(groups[0]);
  take_cells(groups[1], inputs);
  take_cells(groups[2], outputs);
  queues.clear();
  take_numbers(groups[3], queues);
  causes = trimmed_cell(groups[4]);
  drops = trimmed_cell(groups[5]);
  return true;
}

/// `src>dst#seq`, `#`, `.` or nothing.
bool is_beat_cell(std::string_view cell) {
  if (cell.empty() || cell == "#" || cell == "." || cell == "?") return true;
  for (const char mark : {'>', '#'}) {
    if (!take_digits(cell) || cell.empty() || cell.front() != mark) return false;
    cell.remove_prefix(1);
  }
  if (!take_digits(cell)) return false;
  for (const char mark : {'/', ':'}) {  // class; bytes of a beat that is not full
    if (cell.empty() || cell.front() != mark) continue;
    cell.remove_prefix(1);
    if (!take_digits(cell)) return false;
  }
  return cell.empty();
}

constexpr std::size_t kMostCells = 1U << 20U;
constexpr std::uint64_t kUnknown = ~std::uint64_t{0};  // `?`: x

class LineSource : public TraceSource {
 public:
  explicit LineSource(std::unique_ptr<BlockReader> file) : file_(std::move(file)) {
    if (!next_line() || line_ != kLineTraceStart) refuse(fmt::format("allowed: '{}' first", kLineTraceStart));
    header_.format = TraceFormat::Line;
    if (!next_cycle()) refuse("the file ends before the first cycle");
    declare();
  }

  [[nodiscard]] const TraceHeader& header() const override { return header_; }

  void run(std::uint32_t /*clock*/, SampleSink& sink) override {
    last_.resize(header_.slots.size());
    for (bool first = true;; first = false) {
      words_.clear();
      take_line(first);
      sink.sample(0, words_.data(), words_.size());
      sink.reached(file_->offset());
      if (!next_cycle()) return;
    }
  }

 private:
  [[noreturn]] void refuse(const std::string& why) const {
    throw InputError("{}: line {}, byte {}: {}", file_->path(), number_, file_->offset(), why);
  }

  /// Goes to the next line; false at the end of the file.
  bool next_line() {
    file_->take(taken_);
    taken_ = 0;
    ++number_;
    for (;;) {
      const std::string_view rest = file_->rest();
      const std::size_t end = rest.find('\n');
      if (end != std::string_view::npos) {
        line_ = rest.substr(0, end);
        if (!line_.empty() && line_.back() == '\r') line_.remove_suffix(1);  // git may add them
        taken_ = end + 1;
        return true;
      }
      if (file_->more()) continue;
      if (!file_->rest().empty()) refuse("the file ends within a line; allowed: whole lines");
      return false;
    }
  }

  /// Goes to the next line of a cycle, past comments; false at the end of the file.
  bool next_cycle() {
    constexpr std::string_view kPoint = "# point ";
    while (next_line()) {
      if (line_.substr(0, kPoint.size()) == kPoint && header_.slots.empty())
        header_.point = line_.substr(kPoint.size());
      if (line_.empty() || line_.front() != '#') {
        if (!cells_.split(line_)) refuse("not six groups of cells with || between, nor seven");
        return true;
      }
    }
    return false;
  }

  void declare(std::string path, ValueKind kind) {
    header_.signals.push_back({std::move(path), static_cast<std::uint32_t>(header_.slots.size()), 63, 0});
    header_.slots.push_back({kind, 0});
  }

  /// The signals, as the first cycle has them.
  void declare() {
    if (cells_.inputs.size() + cells_.outputs.size() + cells_.queues.size() > kMostCells)
      refuse("more than 2^20 cells");
    inputs_ = cells_.inputs.size();
    outputs_ = cells_.outputs.size();
    queues_ = cells_.queues.size();
    declare("ports.cycle", ValueKind::Bits);
    for (std::size_t i = 0; i < inputs_; ++i) declare(fmt::format("ports.in[{}].beat", i), ValueKind::Text);
    for (std::size_t i = 0; i < outputs_; ++i) declare(fmt::format("ports.out[{}].beat", i), ValueKind::Text);
    for (std::size_t i = 0; i < queues_; ++i)
      declare(fmt::format("ports.queue[{}].beats", i), ValueKind::Bits);
    for (std::size_t i = 0; i < inputs_; ++i) declare(fmt::format("ports.in[{}].cause", i), ValueKind::Bits);
    declare("ports.total.drops", ValueKind::Bits);
    if (!cells_.lags.empty() && cells_.lags.size() != outputs_) refuse_lags();
    lags_ = cells_.lags.size();
    for (std::size_t i = 0; i < lags_; ++i) declare(fmt::format("ports.out[{}].lag", i), ValueKind::Bits);
  }

  void take_line(bool first) {
    if (cells_.inputs.size() != inputs_ || cells_.outputs.size() != outputs_ ||
        cells_.queues.size() != queues_)
      refuse(fmt::format("{} inputs, {} outputs, {} queues; allowed: {}, {}, {} as before",
                         cells_.inputs.size(), cells_.outputs.size(), cells_.queues.size(), inputs_, outputs_,
                         queues_));
    if (cells_.causes.size() != inputs_)
      refuse(fmt::format("'{}' for causes; allowed: a letter per input", cells_.causes));
    if (cells_.lags.size() != lags_) refuse_lags();
    const std::uint64_t cycle = number(cells_.cycle, "cycle");
    if (!first && cycle != cycle_ + 1)
      refuse(fmt::format("cycle {} after {}; allowed: consecutive cycles", cycle, cycle_));
    cycle_ = cycle;
    std::uint32_t slot = 0;
    put_number(slot++, cycle, first);
    for (const auto* cells : {&cells_.inputs, &cells_.outputs}) {
      for (const std::string_view cell : *cells) put_beat(slot++, cell, first);
    }
    for (const std::string_view beats : cells_.queues) put_number(slot++, number(beats, "beats"), first);
    for (const char letter : cells_.causes) {
      const bool known = letter != '?';
      if (known && cause_of(letter) > 4)
        refuse(fmt::format("'{}' is no cause; allowed: - b h p c ?", letter));
      put_number(slot++, known ? cause_of(letter) : kUnknown, first);
    }
    put_number(slot++, known_number(cells_.drops, "drops"), first);
    for (const std::string_view lag : cells_.lags) put_number(slot++, known_number(lag, "lag"), first);
  }

  [[nodiscard]] std::uint64_t number(std::string_view text, const char* what) const {
    std::uint64_t value = 0;
    if (!parse_number(text, 0, 1e18, value))
      refuse(fmt::format("'{}' for {}; allowed: a number up to 1e18", text, what));
    return value;
  }

  [[nodiscard]] std::uint64_t known_number(std::string_view text, const char* what) const {
    return text == "?" ? kUnknown : number(text, what);
  }
  [[noreturn]] void refuse_lags() const {
    refuse(fmt::format("{} lags; allowed: one an output, in all lines or in none", cells_.lags.size()));
  }

  void put_number(std::uint32_t slot, std::uint64_t number, bool first) {
    if (!first && last_[slot].number == number) return;
    last_[slot].number = number;
    const bool known = number != kUnknown;
    words_.push_back(change::head(slot, known ? change::Form::Known : change::Form::Planes));
    words_.push_back(known ? number : 0);
    if (!known) words_.push_back(0);
  }

  void put_beat(std::uint32_t slot, std::string_view cell, bool first) {
    if (!first && last_[slot].text == cell) return;
    if (!is_beat_cell(cell))
      refuse(fmt::format("'{}' is no beat; allowed: src>dst#seq, src>dst#seq:bytes, #, . or blank", cell));
    last_[slot].text = cell;
    words_.push_back(change::head(slot, change::Form::Text, cell.size()));
    const std::size_t at = words_.size();
    words_.resize(at + (cell.size() + 7) / 8);
    if (!cell.empty()) std::memcpy(words_.data() + at, cell.data(), cell.size());
  }

  struct Last {
    std::uint64_t number = 0;
    std::string text;
  };

  std::unique_ptr<BlockReader> file_;
  TraceHeader header_;
  std::string_view line_;
  std::size_t taken_ = 0;     // bytes of line_ with its end
  std::uint64_t number_ = 0;  // of line_, from 1 on
  LineCells cells_;
  std::size_t inputs_ = 0, outputs_ = 0, queues_ = 0, lags_ = 0;
  std::uint64_t cycle_ = 0;
  std::vector<Last> last_;
  std::vector<std::uint64_t> words_;
};

}  // namespace

std::unique_ptr<TraceSource> open_line_trace(std::unique_ptr<BlockReader> file) {
  return std::make_unique<LineSource>(std::move(file));
}

}  // namespace xb
