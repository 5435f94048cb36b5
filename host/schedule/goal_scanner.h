// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace xb {

/// Tokens of a GOAL text, one buffer, no copies. Blanks (space, tab) may stand between any two tokens.
class GoalScanner {
 public:
  /// `text` and `file` (for messages) must outlive the scanner.
  GoalScanner(std::string_view text, const std::string& file)
      : begin_(text.data()), at_(text.data()), end_(text.data() + text.size()), file_(file) {
    constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
    if (text.substr(0, kByteOrderMark.size()) == kByteOrderMark) at_ += kByteOrderMark.size();
  }

  /// Skips empty lines, comments and blanks: what may stand where a line starts.
  void skip_to_line();
  /// Takes `word` if it is next. Its length is a constant, so that comparing needs no call.
  template <std::size_t kSize>
  bool take(const char (&word)[kSize]) {
    constexpr std::size_t kLength = kSize - 1;
    skip_blanks();
    if (static_cast<std::size_t>(end_ - at_) < kLength || std::memcmp(at_, word, kLength) != 0) return false;
    at_ += kLength;
    return true;
  }
  /// The letter, letters, digits and underscores that are next; empty if there is no letter.
  std::string_view take_identifier();
  /// A whole number in low..high; fails otherwise.
  std::uint64_t number(const char* what, std::uint64_t low, std::uint64_t high);
  /// The end of the line, or of the text; fails otherwise. `allowed`: what else could stand here.
  void end_line(const char* allowed);

  [[nodiscard]] bool at_end() const { return at_ == end_; }
  /// Nothing but the end of the line is next.
  [[nodiscard]] bool at_newline() {
    skip_blanks();
    return at_ != end_ && *at_ == '\n';
  }
  [[nodiscard]] std::uint32_t line() const { return line_; }

  /// Throws InputError `FILE:LINE: WHAT; allowed: ALLOWED`.
  [[noreturn]] void fail(const std::string& what, const std::string& allowed) const;
  /// The same about what is next.
  [[noreturn]] void fail_here(const std::string& allowed) const;

 private:
  void skip_blanks() {
    while (at_ != end_ && (*at_ == ' ' || *at_ == '\t')) ++at_;
  }
  [[gnu::cold]] std::uint64_t long_number(const char* what, std::uint64_t low, std::uint64_t high);
  bool take_newline();
  void skip_block_comment();

  const char* begin_;
  const char* at_;
  const char* end_;
  const std::string& file_;
  std::uint32_t line_ = 1;
};

}  // namespace xb
