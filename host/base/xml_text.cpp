// SPDX-License-Identifier: Apache-2.0
#include "host/base/xml_text.h"

#include <cstddef>

#include "host/base/utf8.h"

namespace xb {
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
    } else if (const std::size_t bytes = utf8_bytes(text, at); bytes > 0) {
      safe.append(text, at, bytes);
      at += bytes - 1;
    } else {
      safe += '?';
    }
  }
  return safe;
}

}  // namespace xb
