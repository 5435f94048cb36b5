// SPDX-License-Identifier: Apache-2.0
#include "host/schedule/goal_scanner.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "host/base/errors.h"
#include "host/base/utf8.h"

namespace xb {
namespace {

constexpr bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// By character: whether an identifier may go on with it.
constexpr std::array<bool, 256> in_identifiers() {
  std::array<bool, 256> in{};
  for (unsigned c = 0; c < 128; ++c)
    in[c] = is_letter(static_cast<char>(c)) || is_digit(static_cast<char>(c)) || c == '_';
  return in;
}
constexpr std::array<bool, 256> kInIdentifiers = in_identifiers();

}  // namespace

bool GoalScanner::take_newline() {
  const char* at = at_;
  if (at != end_ && *at == '\r') ++at;
  if (at == end_ || *at != '\n') return false;
  at_ = at + 1;
  ++line_;
  return true;
}

void GoalScanner::skip_block_comment() {
  const std::uint32_t first_line = line_;
  while (!take("*/")) {
    if (at_end()) {
      line_ = first_line;
      fail("a comment that does not end", "'*/' after '/*'");
    }
    if (!take_newline()) ++at_;
  }
}

void GoalScanner::skip_to_line() {
  for (;;) {
    skip_blanks();
    if (take_newline()) continue;
    if (take("//")) {
      at_ = std::find(at_, end_, '\n');
    } else if (take("/*")) {
      skip_block_comment();
    } else {
      return;
    }
  }
}

std::string_view GoalScanner::take_identifier() {
  skip_blanks();
  if (at_ == end_ || !is_letter(*at_)) return {};
  const char* const first = at_;
  const char* at = first;
  while (at != end_ && kInIdentifiers[static_cast<unsigned char>(*at)]) ++at;
  at_ = at;
  return {first, static_cast<std::size_t>(at - first)};
}

std::uint64_t GoalScanner::number(const char* what, std::uint64_t low, std::uint64_t high) {
  constexpr std::ptrdiff_t kFew = 18;  // digits that surely fit
  skip_blanks();
  if (end_ - at_ <= kFew) return long_number(what, low, high);
  const char* at = at_;
  const char* const few = at + kFew;
  std::uint64_t value = 0;
  for (; at != few && is_digit(*at); ++at) value = 10 * value + static_cast<unsigned>(*at - '0');
  if (at == at_ || at == few || value < low || value > high) return long_number(what, low, high);
  at_ = at;
  return value;
}

/// Any number, or what is none.
std::uint64_t GoalScanner::long_number(const char* what, std::uint64_t low, std::uint64_t high) {
  std::uint64_t value = 0;
  const auto [after, error] = std::from_chars(at_, end_, value);
  if (after == at_ || !is_digit(*at_)) fail_here(fmt::format("{}, {}..{}", what, low, high));
  if (error != std::errc{} || value < low || value > high) {
    fail(fmt::format("{}: '{}' is not allowed", what,
                     std::string_view(at_, static_cast<std::size_t>(after - at_))),
         fmt::format("{}..{}", low, high));
  }
  at_ = after;
  return value;
}

void GoalScanner::end_line(const char* allowed) {
  skip_blanks();
  if (at_end() || take_newline()) return;
  fail_here(allowed);
}

void GoalScanner::fail(const std::string& what, const std::string& allowed) const {
  throw InputError("{}:{}: {}; allowed: {}", file_, line_, what, allowed);
}

void GoalScanner::fail_here(const std::string& allowed) const {
  constexpr std::ptrdiff_t kShownCharacters = 20;
  const char* at = at_;
  while (at != end_ && (*at == ' ' || *at == '\t')) ++at;
  const char* last = std::find_if(at, std::min(end_, at + kShownCharacters),
                                  [](char c) { return static_cast<unsigned char>(c) < ' '; });
  const std::string shown = as_utf8({at, last});
  if (at == end_) fail("the end of the file is not allowed here", allowed);
  fail(shown.empty() && (*at == '\n' || *at == '\r') ? "the end of the line is not allowed here"
                                                     : fmt::format("'{}' is not allowed here", shown),
       allowed);
}

}  // namespace xb
