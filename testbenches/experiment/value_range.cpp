// SPDX-License-Identifier: Apache-2.0
#include "testbenches/experiment/value_range.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "host/base/errors.h"
#include "host/base/trimmed.h"

namespace xb {
namespace {

constexpr std::int64_t kMostValues = 100000;

/// digits / 10^scale
struct Decimal {
  std::int64_t digits = 0;
  unsigned scale = 0;
};

bool times_ten(std::int64_t& number) { return !__builtin_mul_overflow(number, std::int64_t{10}, &number); }

/// `-12`, `0.05`, `.05`; false for all else, and for more digits than there is room for.
bool parse_decimal(const std::string& text, Decimal& out) {
  Decimal d;
  bool point = false;
  std::size_t at = text.empty() || text[0] != '-' ? 0 : 1;
  const bool negative = at == 1;
  unsigned digits = 0;
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '.' && !point) {
      point = true;
      continue;
    }
    if (c < '0' || c > '9' || !times_ten(d.digits) || __builtin_add_overflow(d.digits, c - '0', &d.digits))
      return false;
    ++digits;
    if (point) ++d.scale;
  }
  if (digits == 0 || (point && d.scale == 0)) return false;
  if (negative) d.digits = -d.digits;
  out = d;
  return true;
}

bool rescale(Decimal& d, unsigned scale) {
  for (; d.scale < scale; ++d.scale) {
    if (!times_ten(d.digits)) return false;
  }
  return true;
}

std::string text_of(std::int64_t digits, unsigned scale) {
  std::string text = fmt::format("{:0{}}", digits < 0 ? -digits : digits, scale + 1);
  if (scale > 0) {
    text.insert(text.size() - scale, ".");
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
  }
  return digits < 0 ? "-" + text : text;
}

/// Where the word `step` begins, with a blank on both sides.
std::size_t find_step(const std::string& text) {
  for (std::size_t at = text.find("step"); at != std::string::npos; at = text.find("step", at + 1)) {
    const auto blank = [&](std::size_t n) { return n >= text.size() || text[n] == ' ' || text[n] == '\t'; };
    if (at > 0 && blank(at - 1) && blank(at + 4)) return at;
  }
  return std::string::npos;
}

[[noreturn]] void refuse(const std::string& text, const std::string& allowed) {
  throw InputError("'{}' is not allowed; allowed: {}", text, allowed);
}

}  // namespace

std::optional<std::vector<std::string>> range_values(const std::string& text) {
  const std::size_t dots = text.find(".."), step_at = find_step(text);
  if (dots == std::string::npos || step_at == std::string::npos || step_at < dots) return {};
  Decimal from, to, step;
  const bool read = parse_decimal(trimmed(text.substr(0, dots)), from) &&
                    parse_decimal(trimmed(text.substr(dots + 2, step_at - dots - 2)), to) &&
                    parse_decimal(trimmed(text.substr(step_at + 4)), step);
  const unsigned scale = std::max({from.scale, to.scale, step.scale});
  std::int64_t span = 0;
  if (!read || !rescale(from, scale) || !rescale(to, scale) || !rescale(step, scale) || step.digits <= 0 ||
      from.digits > to.digits || __builtin_sub_overflow(to.digits, from.digits, &span)) {
    refuse(text, "FROM..TO step STEP, decimal numbers of at most 18 digits, FROM not above TO, STEP above 0");
  }
  if (span / step.digits >= kMostValues) refuse(text, fmt::format("at most {} values", kMostValues));
  std::vector<std::string> values;
  for (std::int64_t n = 0; n <= span / step.digits; ++n)
    values.push_back(text_of(from.digits + n * step.digits, scale));
  return values;
}

std::vector<std::string> expand_ranges(const std::string& key, const std::vector<std::string>& values,
                                       const std::string& place) {
  std::vector<std::string> all;
  for (const auto& value : values) {
    try {
      if (const auto range = range_values(value))
        all.insert(all.end(), range->begin(), range->end());
      else
        all.push_back(value);
    } catch (const InputError& error) {
      throw InputError("{}{}: {}", place == "--" + key ? "" : place + ": ", key, error.what());
    }
  }
  return all;
}

}  // namespace xb
