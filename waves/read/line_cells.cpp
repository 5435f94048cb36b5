// SPDX-License-Identifier: Apache-2.0
#include "waves/read/line_cells.h"

#include <array>

namespace xb {
namespace {

std::string_view trimmed_cell(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(' ');
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(' ') - begin + 1);
}

/// Takes what is before `mark` off the text, the mark too; all where there is none.
std::string_view take_to(std::string_view& text, std::string_view mark) {
  const std::size_t at = text.find(mark);
  const std::string_view part = text.substr(0, at);
  text = at == std::string_view::npos ? std::string_view() : text.substr(at + mark.size());
  return part;
}

void take_cells(std::string_view group, std::vector<std::string_view>& cells) {
  cells.clear();
  for (bool more = true; more;) {
    more = group.find('|') != std::string_view::npos;
    cells.push_back(trimmed_cell(take_to(group, "|")));
  }
}

/// Numbers between blanks and `|`.
void take_numbers(std::string_view rest, std::vector<std::string_view>& numbers) {
  while (!(rest = trimmed_cell(rest)).empty()) {
    if (rest.front() == '|')
      rest.remove_prefix(1);
    else
      numbers.push_back(rest.substr(0, rest.find_first_of(" |"))), rest.remove_prefix(numbers.back().size());
  }
}

bool take_digits(std::string_view& text) {
  const std::size_t digits = text.find_first_not_of("0123456789");
  if (digits == 0 || text.empty()) return false;
  text = digits == std::string_view::npos ? std::string_view() : text.substr(digits);
  return true;
}

}  // namespace

bool LineCells::split(std::string_view line) {
  std::array<std::string_view, 6> groups;
  for (std::string_view& group : groups) {
    if (&group != groups.data() && line.data() == nullptr) return false;
    group = take_to(line, "||");
  }
  lags.clear();
  if (line.data() != nullptr) {
    if (line.find("||") != std::string_view::npos) return false;
    take_numbers(line, lags);
    if (lags.empty()) return false;
  }
  cycle = trimmed_cell(groups[0]);
  take_cells(groups[1], inputs);
  take_cells(groups[2], outputs);
  queues.clear();
  take_numbers(groups[3], queues);
  causes = trimmed_cell(groups[4]);
  drops = trimmed_cell(groups[5]);
  return true;
}

bool is_beat_cell(std::string_view cell) {
  if (cell.empty() || cell == "#" || cell == "." || cell == "?") return true;
  for (const char mark : {'>', '#'}) {
    if (!take_digits(cell) || cell.empty() || cell.front() != mark) return false;
    cell.remove_prefix(1);
  }
  if (!take_digits(cell)) return false;
  for (const char mark : {'/', ':'}) {  // class; bytes of a beat that is not full
    if (cell.empty() || cell.front() != mark) continue;
    cell.remove_prefix(1);
    if (!take_digits(cell)) return false;
  }
  return cell.empty();
}

}  // namespace xb
