// SPDX-License-Identifier: Apache-2.0
#include "host/base/xml_text.h"

#include <cstddef>

namespace xb {
namespace {

/// Bytes of the character of UTF-8 that begins at `at`, beyond ASCII; 0: there is none.
std::size_t bytes_beyond_ascii(const std::string& text, std::size_t at) {
  const auto byte = [&](std::size_t n) { return n < text.size() ? static_cast<unsigned char>(text[n]) : 0U; };
  const unsigned first = byte(at);
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

}  // namespace

std::string xml_text(const std::string& text) {
  std::string safe;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    const auto byte = static_cast<unsigned char>(c);
    if (c == '&') {
      safe += "&amp;";
    } else if (c == '<') {
      safe += "&lt;";
    } else if (c == '>') {
      safe += "&gt;";
    } else if (c == '"') {
      safe += "&quot;";
    } else if (c == '\'') {
      safe += "&#39;";
    } else if (byte < 0x80) {
      safe += byte < ' ' && c != '\n' && c != '\t' ? ' ' : c;
    } else if (const std::size_t bytes = bytes_beyond_ascii(text, at); bytes > 0) {
      safe.append(text, at, bytes);
      at += bytes - 1;
    } else {
      safe += '?';
    }
  }
  return safe;
}

}  // namespace xb
