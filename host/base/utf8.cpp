// SPDX-License-Identifier: Apache-2.0
#include "host/base/utf8.h"

#include <string_view>

namespace xb {

std::size_t utf8_bytes(const std::string& text, std::size_t at) {
  const auto byte = [&](std::size_t n) { return n < text.size() ? static_cast<unsigned char>(text[n]) : 0U; };
  const unsigned first = byte(at);
  if (first < 0x80) return 1;
  const std::size_t bytes = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  unsigned code = first & (0x7fU >> bytes);
  for (std::size_t n = 1; n < bytes; ++n) {
    if ((byte(at + n) & 0xc0U) != 0x80U) return 0;
    code = code << 6U | (byte(at + n) & 0x3fU);
  }
  // Neither longer than need be, nor what is no character.
  constexpr unsigned kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool is_character = code < 0xd800U || (code > 0xdfffU && code < 0xfffeU) || code > 0xffffU;
  return first >= 0xc0 && first < 0xf8 && code >= kLeast[bytes] && code <= 0x10ffffU && is_character ? bytes
                                                                                                     : 0;
}

std::size_t first_not_utf8(const std::string& text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t bytes = utf8_bytes(text, at);
    if (bytes == 0) return at;
    at += bytes;
  }
  return std::string::npos;
}

std::string other_encoding(const std::string& text) {
  // UTF-16 of plain letters is UTF-8 with zeros.
  if (text.find('\0') != std::string::npos) return "not UTF-8, but UTF-16 or binary";
  const std::size_t at = first_not_utf8(text);
  return at == std::string::npos ? "" : "not UTF-8 (byte " + std::to_string(at) + ")";
}

std::string without_mark(std::string text) {
  constexpr std::string_view kMark = "\xEF\xBB\xBF";
  if (text.rfind(kMark, 0) == 0) text.erase(0, kMark.size());
  return text;
}

std::string as_utf8(const std::string& text) {
  std::string safe;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t bytes = utf8_bytes(text, at);
    safe += bytes == 0 ? "?" : text.substr(at, bytes);
    at += bytes == 0 ? 1 : bytes;
  }
  return safe;
}

}  // namespace xb
