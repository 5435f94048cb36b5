// SPDX-License-Identifier: Apache-2.0
#include "host/device/port_pattern.h"

#include <fmt/format.h>

namespace xb {
namespace {

/// What stands in braces.
struct PortNumber {
  std::size_t begin = std::string_view::npos, end = 0;
  unsigned first = 0;   // that of port 0
  unsigned digits = 1;  // at least
};

bool digit(std::string_view text, std::size_t at, char least) {
  return at < text.size() && text[at] >= least && text[at] <= '9';
}

/// The first one from `at` on.
PortNumber find_number(std::string_view text, std::size_t at) {
  for (at = text.find("{i", at); at != std::string_view::npos; at = text.find("{i", at + 1)) {
    PortNumber found{at, at + 2};
    if (text.substr(found.end, 1) == "+" && digit(text, found.end + 1, '1')) {
      found.first = static_cast<unsigned>(text[found.end + 1] - '0');
      found.end += 2;
    }
    if (text.substr(found.end, 2) == ":0" && digit(text, found.end + 2, '1')) {
      found.digits = static_cast<unsigned>(text[found.end + 2] - '0');
      found.end += 3;
    }
    if (text.substr(found.end++, 1) == "}") return found;
  }
  return {};
}

}  // namespace

bool has_port_number(std::string_view text) { return find_number(text, 0).begin != std::string_view::npos; }

std::string with_port_number(std::string_view text, unsigned port) {
  std::string result;
  std::size_t at = 0;
  for (PortNumber n = find_number(text, 0); n.begin != std::string_view::npos; n = find_number(text, at)) {
    result += text.substr(at, n.begin - at);
    result += fmt::format("{:0{}}", port + n.first, n.digits);
    at = n.end;
  }
  return result += text.substr(at);
}

}  // namespace xb
