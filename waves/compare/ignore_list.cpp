// SPDX-License-Identifier: Apache-2.0
#include "waves/compare/ignore_list.h"

#include "host/base/errors.h"
#include "host/base/text_file.h"
#include "host/base/trimmed.h"

namespace xb {

bool matches_pattern(std::string_view pattern, std::string_view path) {
  std::size_t p = 0;
  std::size_t at = 0;
  std::size_t star = std::string_view::npos;  // the last one in the pattern
  std::size_t taken = 0;                      // what it stands for ends there
  while (at < path.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      taken = at;
    } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == path[at])) {
      ++p;
      ++at;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      at = ++taken;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', p) == std::string_view::npos;
}

IgnoreList::IgnoreList(const std::string& path) {
  const std::string text =
      read_text_file(path, "--ignore", "a file with a pattern per line, and why after #");
  std::size_t number = 0;
  for (std::string_view rest = text; !rest.empty();) {
    const std::size_t end = rest.find('\n');
    const std::string_view line = rest.substr(0, end);
    rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
    ++number;
    const std::size_t mark = line.find('#');
    const std::string pattern = trimmed(line.substr(0, mark));
    if (pattern.empty()) continue;
    const std::string reason =
        mark == std::string_view::npos ? std::string() : trimmed(line.substr(mark + 1));
    if (reason.empty())
      throw InputError("{}: line {}: '{}' has no reason; allowed: PATTERN # why it may differ", path, number,
                       pattern);
    entries_.push_back({pattern, reason});
  }
}

std::optional<std::size_t> IgnoreList::find(std::string_view path) const {
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    // What is of the whole file, such as $cycles, is ignored by its name alone.
    if (path.front() == '$' && entries_[i].pattern.front() != '$') continue;
    if (matches_pattern(entries_[i].pattern, path)) return i;
  }
  return {};
}

}  // namespace xb
