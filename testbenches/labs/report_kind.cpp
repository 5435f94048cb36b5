// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "host/base/trimmed.h"
#include "testbenches/labs/criterion_kinds.h"
#include "testbenches/labs/submission.h"

namespace xb {
namespace {

/// Lines, without the blanks that may be before what is no code.
std::vector<std::string> lines_of(const std::string& report) {
  std::vector<std::string> all;
  std::istringstream lines(report);
  for (std::string line; std::getline(lines, line);) {
    constexpr std::size_t kMostBlanks = 3;
    const std::size_t blanks = std::min(line.find_first_not_of(' '), line.size());
    all.push_back(blanks <= kMostBlanks ? line.substr(blanks) : line);
  }
  return all;
}

/// Signs # that a line begins with, where it is a heading; else 0.
std::size_t heading_level(const std::string& line) {
  constexpr std::size_t kMost = 6;
  const std::size_t level = std::min(line.find_first_not_of('#'), line.size());
  const bool ends = level == line.size() || std::string(" \t\r").find(line[level]) != std::string::npos;
  return level <= kMost && ends ? level : 0;
}

/// The line behind the block of code that begins at `at`; `at`: none does, or it has no end.
std::size_t end_of_code(const std::vector<std::string>& lines, std::size_t at) {
  constexpr std::size_t kLeast = 3;
  const std::string& first = lines[at];
  if (first.empty() || std::string("`~").find(first[0]) == std::string::npos) return at;
  const std::size_t signs = std::min(first.find_first_not_of(first[0]), first.size());
  if (signs < kLeast) return at;
  for (std::size_t n = at + 1; n < lines.size(); ++n) {
    const std::string line = trimmed(lines[n]);
    if (line.size() >= signs && line.find_first_not_of(first[0]) == std::string::npos) return n + 1;
  }
  return at;
}

/// What is below a heading, up to the next that is none of its own parts, without these headings and what
/// students are asked: lines that begin with >.
std::string section_of(const std::string& report, const std::string& heading) {
  std::string section;
  bool found = false;
  std::size_t inside = 0;  // level of its heading; 0: outside
  std::size_t code = 0;    // the line behind it
  const std::vector<std::string> lines = lines_of(report);
  for (std::size_t n = 0; n < lines.size(); ++n) {
    const std::string& line = lines[n];
    if (n >= code) code = end_of_code(lines, n);
    if (const std::size_t level = heading_level(line); level > 0 && n >= code) {
      std::string title = trimmed(line, "# \r");
      // What ends a heading may be such signs, too: they are its own only behind something else.
      if (!heading.empty() && heading.back() == '#')
        title = trimmed(line.substr(std::min(line.find(' '), line.size())));
      if (title == heading)
        inside = level;
      else if (level <= inside)
        inside = 0;
      found = found || inside > 0;
    } else if (inside > 0 && line.rfind('>', 0) != 0) {
      section += line + "\n";
    }
  }
  if (!found) throw not_reached("report.md has no section \"{}\"", heading);
  return section;
}

/// All words, and how many of them differ.
struct WordCount {
  std::size_t all = 0, different = 0;
};

WordCount words_in(const std::string& text) {
  WordCount count;
  std::set<std::string> seen;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    std::string letters;
    for (const char c : word) {
      const auto byte = static_cast<unsigned char>(c);
      if (std::isalnum(byte) != 0 || byte >= 0x80) letters += static_cast<char>(std::tolower(byte));
    }
    if (letters.empty()) continue;
    ++count.all;
    seen.insert(letters);
  }
  count.different = seen.size();
  return count;
}

}  // namespace

/// A section of report.md is written. Whether it is right a person reads.
void report_kind(CriterionTable& table, Criterion& criterion) {
  const std::string section = table.text("section");
  const auto words = static_cast<std::size_t>(table.number("words", 1, 10000));
  criterion.judge = [=](Submission& submission) {
    const WordCount count = words_in(section_of(submission.report(), section));
    if (count.all < words)
      throw not_reached("report.md: section \"{}\" has {} words of yours; at least {} are asked for", section,
                        count.all, words);
    if (2 * count.different < words)
      throw not_reached("report.md: section \"{}\" has only {} different words", section, count.different);
    return fmt::format("{} words", count.all);
  };
}

}  // namespace xb
