// SPDX-License-Identifier: Apache-2.0
#include "host/device/port_pattern.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace xb {
namespace {

/// What stands in braces.
struct PortNumber {
  std::size_t begin = std::string_view::npos, end = 0;
  unsigned first = 0;      // that of port 0
  unsigned digits = 1;     // at least
  std::string_view names;  // of the ports, with commas between them; empty: they have numbers
};

bool digit(std::string_view text, std::size_t at, char least) {
  return at < text.size() && text[at] >= least && text[at] <= '9';
}

/// `north,east`: words of names, with commas between them; the first begins with a letter.
bool is_name_list(std::string_view text, std::size_t begin, std::size_t end) {
  const auto fits = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_' || c == ','; };
  return begin < end && std::isdigit(static_cast<unsigned char>(text[begin])) == 0 &&
         std::all_of(text.begin() + static_cast<std::ptrdiff_t>(begin),
                     text.begin() + static_cast<std::ptrdiff_t>(end), fits);
}

/// One of names; of a port that has none, its number.
std::string name_in(std::string_view names, unsigned port) {
  for (unsigned n = 0; n < port && !names.empty(); ++n)
    names.remove_prefix(std::min(names.find(','), names.size() - 1) + 1);
  return names.empty() ? std::to_string(port) : std::string(names.substr(0, names.find(',')));
}

/// The first one from `at` on.
PortNumber find_number(std::string_view text, std::size_t at) {
  for (at = text.find("{i", at); at != std::string_view::npos; at = text.find("{i", at + 1)) {
    PortNumber found;
    found.begin = at;
    found.end = at + 2;
    if (text.substr(found.end, 1) == "+" && digit(text, found.end + 1, '1')) {
      found.first = static_cast<unsigned>(text[found.end + 1] - '0');
      found.end += 2;
    }
    const std::size_t close = text.find('}', at);
    if (text.substr(found.end, 1) == ":" && close != std::string_view::npos &&
        is_name_list(text, found.end + 1, close)) {
      found.names = text.substr(found.end + 1, close - found.end - 1);
      found.end = close;
    } else if (text.substr(found.end, 2) == ":0" && digit(text, found.end + 2, '1')) {
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
    result += n.names.empty() ? fmt::format("{:0{}}", port + n.first, n.digits) : name_in(n.names, port);
    at = n.end;
  }
  return result += text.substr(at);
}

}  // namespace xb
