// SPDX-License-Identifier: Apache-2.0
#include "waves/read/vcd_header.h"

#include <fmt/format.h>

#include <charconv>

#include "host/base/parse_number.h"
#include "waves/read/signal_path.h"

namespace xb {
namespace {

class HeaderReader {
 public:
  HeaderReader(BlockReader& file, TraceHeader& header, VcdIds& ids)
      : file_(file), header_(header), ids_(ids) {}

  void read() {
    for (;;) {
      const std::string_view word = token();
      if (word == "$scope") {
        enter_scope();
      } else if (word == "$upscope") {
        if (scopes_.empty()) refuse("$upscope without a $scope");
        scopes_.pop_back();
        expect_end();
      } else if (word == "$var") {
        variable();
      } else if (word == "$timescale") {
        time_unit();
      } else if (word == "$enddefinitions") {
        expect_end();
        return file_.take(last_);
      } else if (word.front() == '$' && word != "$end") {
        while (token() != "$end") {  // $date, $version, $comment and what other tools add
        }
      } else {
        refuse(fmt::format("'{}' in the header; allowed: $scope $var $enddefinitions and the like",
                           word.substr(0, 40)));
      }
    }
  }

 private:
  [[noreturn]] void refuse(const std::string& why) const { file_.refuse(why); }

  /// The next word; it stays where it is until the one after it is asked for.
  std::string_view token() {
    file_.take(last_);
    last_ = 0;
    for (std::size_t at = 0, begin = 0;;) {
      const std::string_view rest = file_.rest();
      while (begin < rest.size() && is_blank(rest[begin])) ++begin;
      if (begin > 0) {
        file_.take(begin);
        at = begin = 0;
        continue;
      }
      while (at < rest.size() && !is_blank(rest[at])) ++at;
      if (at < rest.size()) {
        last_ = at;
        return rest.substr(0, at);
      }
      if (!file_.more()) file_.refuse("the file ends in the header", rest.size());
    }
  }

  void expect_end() {
    const std::string_view word = token();
    if (word != "$end") refuse(fmt::format("'{}' where $end is due", word.substr(0, 40)));
  }

  /// Words up to $end, with a blank between.
  std::string until_end(std::size_t most) {
    std::string text;
    for (;;) {
      const std::string_view word = token();
      if (word == "$end") return text;
      if (!text.empty()) text += ' ';
      text += word;
      if (text.size() > most) refuse(fmt::format("more than {} bytes where $end is due", most));
    }
  }

  void enter_scope() {
    (void)token();  // its kind
    const std::string name = until_end(HeaderLimits::kLongestPath);
    const std::string path = signal_path(scope(), declared_name(name).name);
    if (path.size() > HeaderLimits::kLongestPath) refuse("scopes whose names have more than 4096 bytes");
    scopes_.push_back(path);
  }

  void time_unit() {
    std::string text = until_end(64);
    const std::size_t unit = text.find_first_not_of("0123456789");
    if (unit == std::string::npos || unit == 0)
      refuse(fmt::format("time unit '{}'; allowed: such as 1 ns", text));
    const std::size_t letters = text.find_first_not_of(' ', unit);
    header_.time_unit =
        text.substr(0, unit) + ' ' + text.substr(letters == std::string::npos ? unit : letters);
  }

  void variable() {
    const std::string kind(token().substr(0, 20));
    const std::string_view size = token();
    ValueSlot slot;
    if (!parse_number(size, 0, HeaderLimits::kWidest, slot.width))
      refuse(fmt::format("width '{}'; allowed: 0..{}", size.substr(0, 40), +HeaderLimits::kWidest));
    if (kind == "real" || kind == "realtime" || kind == "shortreal" || kind == "real_parameter")
      slot.kind = ValueKind::Real;
    else if (kind == "event")
      slot.kind = ValueKind::Event;
    else if (kind == "string" || slot.width == 0)
      slot.kind = ValueKind::Text;
    if (slot.kind == ValueKind::Text || slot.kind == ValueKind::Event) slot.width = 0;
    if (slot.kind == ValueKind::Real) slot.width = 64;
    const std::string id(token());
    const DeclaredName name = declared_name(until_end(HeaderLimits::kLongestPath));
    if (name.name.empty()) refuse("a $var without a name");
    TraceSignal signal;
    signal.path = signal_path(scope(), name.name);
    signal.left = name.has_range ? name.left : static_cast<std::int32_t>(slot.width) - 1;
    signal.right = name.has_range ? name.right : 0;
    if (const auto wrong = limits_.signal(signal.path)) refuse(*wrong);
    signal.slot = ids_.find(id.data(), id.size());
    if (signal.slot == VcdIds::kNone) {
      if (const auto wrong = limits_.slot(slot)) refuse(*wrong);
      signal.slot = static_cast<std::uint32_t>(header_.slots.size());
      header_.slots.push_back(slot);
      ids_.add(id, signal.slot);
    } else if (const ValueSlot& first = header_.slots[signal.slot];
               first.kind != slot.kind || (first.kind == ValueKind::Bits && first.width != slot.width)) {
      refuse(first.kind == slot.kind
                 ? fmt::format("{} bits with the id of a signal of {}", slot.width, first.width)
                 : fmt::format("a {} with the id of a signal of another kind", kind));
    }
    header_.signals.push_back(std::move(signal));
  }

  [[nodiscard]] std::string scope() const { return scopes_.empty() ? std::string() : scopes_.back(); }

  BlockReader& file_;
  TraceHeader& header_;
  VcdIds& ids_;
  HeaderLimits limits_;
  std::vector<std::string> scopes_;
  std::size_t last_ = 0;  // length of the word that was given last
};

/// The byte whose number is at `i`, x20 or 040; `i` becomes the last of its digits.
char numbered(std::string_view escaped, std::size_t& i) {
  const bool hex = escaped[i] == 'x' || escaped[i] == 'X';
  const std::size_t begin = i + (hex ? 1 : 0);
  const std::string_view digits = escaped.substr(begin, hex ? 2 : 3);
  unsigned code = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), code, hex ? 16 : 8);
  if (error == std::errc{}) i = begin + static_cast<std::size_t>(end - digits.data()) - 1;
  return static_cast<char>(code);
}

}  // namespace

std::string unescaped(std::string_view escaped) {
  std::string text;
  text.reserve(escaped.size());
  for (std::size_t i = 0; i < escaped.size(); ++i) {
    if (escaped[i] != '\\' || i + 1 == escaped.size()) {
      text += escaped[i];
      continue;
    }
    const char letter = escaped[++i];
    if (letter == 'x' || letter == 'X' || (letter >= '0' && letter <= '7')) {
      text += numbered(escaped, i);
      continue;
    }
    constexpr std::string_view kLetters = "abfnrtv", kBytes = "\a\b\f\n\r\t\v";
    const std::size_t found = kLetters.find(letter);
    text += found == std::string_view::npos ? letter : kBytes[found];
  }
  return text;
}

void read_vcd_header(BlockReader& file, TraceHeader& header, VcdIds& ids) {
  header.format = TraceFormat::Vcd;
  HeaderReader(file, header, ids).read();
}

}  // namespace xb
