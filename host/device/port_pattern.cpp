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
  char part = 0;  // '/': which group of so many ports; '%': which of the group
  unsigned group = 1;
  unsigned first = 0;      // that of port 0
  unsigned digits = 1;     // at least
  char base = 'd';         // or 'x', 'X'
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

/// A number of one digit or two from `at` on, which goes behind it; 0: there is none.
unsigned take_count(std::string_view text, std::size_t& at) {
  unsigned count = 0;
  for (const std::size_t begin = at; at < begin + 2 && digit(text, at, at == begin ? '1' : '0'); ++at)
    count = count * 10 + static_cast<unsigned>(text[at] - '0');
  return count;
}

/// `/4`, `%4`, `+1` behind `{i`.
void take_terms(std::string_view text, PortNumber& found) {
  const auto take = [&](char sign) {
    std::size_t at = found.end + 1;
    const unsigned count = text.substr(found.end, 1) == std::string_view(&sign, 1) ? take_count(text, at) : 0;
    if (count > 0) found.end = at;
    return count;
  };
  for (const char sign : {'/', '%'}) {
    const unsigned count = take(sign);
    if (count == 0) continue;
    found.part = sign;
    found.group = count;
    break;
  }
  found.first = take('+');
}

/// `:02`, `:x`, `:02X`, or names.
void take_form(std::string_view text, PortNumber& found) {
  if (text.substr(found.end, 1) != ":") return;
  const std::size_t close = std::min(text.find('}', found.end), text.size());
  std::string_view form = text.substr(found.end + 1, close - found.end - 1);
  const bool padded = form.substr(0, 1) == "0" && digit(form, 1, '1');
  if (padded) {
    found.digits = static_cast<unsigned>(form[1] - '0');
    form.remove_prefix(2);
  }
  if (form == "x" || form == "X")
    found.base = form.front();
  else if (!padded && is_name_list(form, 0, form.size()))
    found.names = form;
  else if (!form.empty() || !padded)
    return;
  found.end = close;
}

/// The first one from `at` on.
PortNumber find_number(std::string_view text, std::size_t at) {
  for (at = text.find("{i", at); at != std::string_view::npos; at = text.find("{i", at + 1)) {
    PortNumber found;
    found.begin = at;
    found.end = at + 2;
    take_terms(text, found);
    take_form(text, found);
    if (text.substr(found.end++, 1) == "}") return found;
  }
  return {};
}

std::string text_of(const PortNumber& n, unsigned port) {
  if (!n.names.empty()) return name_in(n.names, port);
  const unsigned number = (n.part == '%' ? port % n.group : port / n.group) + n.first;
  if (n.base == 'd') return fmt::format("{:0{}}", number, n.digits);
  return n.base == 'x' ? fmt::format("{:0{}x}", number, n.digits) : fmt::format("{:0{}X}", number, n.digits);
}

}  // namespace

bool has_port_number(std::string_view text) { return find_number(text, 0).begin != std::string_view::npos; }

std::string with_port_number(std::string_view text, unsigned port) {
  std::string result;
  std::size_t at = 0;
  for (PortNumber n = find_number(text, 0); n.begin != std::string_view::npos; n = find_number(text, at)) {
    result += text.substr(at, n.begin - at);
    result += text_of(n, port);
    at = n.end;
  }
  return result += text.substr(at);
}

std::vector<std::string> with_port_numbers(const std::vector<std::string>& texts, unsigned ports) {
  std::vector<std::string> all;
  for (const std::string& text : texts)
    for (unsigned port = 0; port < (has_port_number(text) ? ports : 1); ++port)
      all.push_back(with_port_number(text, port));
  return all;
}

}  // namespace xb
