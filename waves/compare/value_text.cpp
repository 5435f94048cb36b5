// SPDX-License-Identifier: Apache-2.0
#include "waves/compare/value_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace xb {
namespace {

bool bit_of(const std::uint64_t* plane, std::uint32_t bit) { return (plane[bit / 64] >> bit % 64 & 1U) != 0; }

char bit_digit(const std::uint64_t* value, const std::uint64_t* known, std::uint32_t bit) {
  const bool one = bit_of(value, bit);
  return bit_of(known, bit) ? (one ? '1' : '0') : (one ? 'z' : 'x');
}

constexpr char kMixed = 'X';  // some bits of the digit are unknown

char hex_digit(const std::uint64_t* value, const std::uint64_t* known, std::uint32_t bit,
               std::uint32_t count) {
  unsigned number = 0;
  unsigned x = 0;
  unsigned z = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    const bool one = bit_of(value, bit + i);
    if (bit_of(known, bit + i))
      number |= (one ? 1U : 0U) << i;
    else
      ++(one ? z : x);
  }
  if (x == count) return 'x';
  if (z == count) return 'z';
  if (x + z > 0) return kMixed;
  return "0123456789abcdef"[number];
}

/// Control characters would disturb a terminal.
std::string printable(const std::string& text) {
  if (text.empty()) return "(blank)";
  std::string shown;
  for (const char c : text) {
    if (std::isprint(static_cast<unsigned char>(c)) != 0)
      shown += c;
    else
      shown += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
  }
  return shown;
}

}  // namespace

ValueText value_text(const ValueStore& store, const ValueSlot& slot, std::uint32_t index, std::uint32_t bit,
                     std::uint32_t width) {
  if (slot.kind == ValueKind::Text) return {printable(store.text(index)), ""};
  const std::uint64_t* const value = store.value(index);
  const std::uint64_t* const known = store.known(index);
  if (slot.kind == ValueKind::Real)
    return {value[1] == 0 ? "(none)" : fmt::format("{:.16g}", store.real(index)), ""};
  if (slot.width == 0) return {*known == 0 ? "x" : std::to_string(*value), ""};
  if (width == 0) width = slot.width;
  if (width == 1) return {std::string(1, bit_digit(value, known, bit)), ""};
  ValueText text{fmt::format("{}'h", width), ""};
  const std::size_t first = text.raw.size();
  for (std::uint32_t done = 0; done < width; done += 4)
    text.raw += hex_digit(value, known, bit + done, std::min(4U, width - done));
  // Which bits a digit leaves open may be all that two values differ in.
  if (text.raw.find(kMixed) != std::string::npos) {
    text.raw = fmt::format("{}'b", width);
    for (std::uint32_t at = width; at > 0; --at) text.raw += bit_digit(value, known, bit + at - 1);
    return text;
  }
  std::reverse(text.raw.begin() + static_cast<std::ptrdiff_t>(first), text.raw.end());
  if (width <= 64 && text.raw.find_first_of("xz") == std::string::npos) {
    const std::uint64_t number = std::stoull(text.raw.substr(first), nullptr, 16);
    if (number > 9) text.decoded = std::to_string(number);
  }
  return text;
}

}  // namespace xb
