// SPDX-License-Identifier: Apache-2.0
#include "testbenches/study/failure_groups.h"

#include <algorithm>
#include <cctype>

namespace xb {
namespace {

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
bool is_hex(char c) { return std::isxdigit(static_cast<unsigned char>(c)) != 0; }

/// Behind the number that begins at `at`: 12, 0.5, 1e-3, 0x1f.
std::size_t end_of_number(const std::string& text, std::size_t at) {
  const auto digit = [&](std::size_t n) { return n < text.size() && is_digit(text[n]); };
  if (text[at] == '0' && at + 2 < text.size() && text[at + 1] == 'x' && is_hex(text[at + 2])) {
    for (at += 2; at < text.size() && is_hex(text[at]);) ++at;
    return at;
  }
  while (digit(at)) ++at;
  if (at < text.size() && text[at] == '.' && digit(at + 1)) {
    for (++at; digit(at);) ++at;
  }
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    const std::size_t sign = at + 1 < text.size() && (text[at + 1] == '-' || text[at + 1] == '+') ? 1 : 0;
    if (digit(at + 1 + sign)) {
      for (at += 1 + sign; digit(at);) ++at;
    }
  }
  return at;
}

}  // namespace

std::string normalised(const std::string& message) {
  const std::string line = message.substr(0, message.find('\n'));
  std::string text;
  for (std::size_t at = 0; at < line.size();) {
    if (!is_digit(line[at])) {
      text += line[at++];
      continue;
    }
    text += '*';
    at = end_of_number(line, at);
  }
  return text;
}

void FailureGroups::add(std::size_t point, const std::string& message) {
  const std::string key = normalised(message);
  auto group =
      std::find_if(groups_.begin(), groups_.end(), [&](const FailureGroup& g) { return g.message == key; });
  if (group == groups_.end()) {
    groups_.push_back({key, message.substr(0, message.find('\n')), {}});
    group = groups_.end() - 1;
  }
  group->points.push_back(point);
}

}  // namespace xb
