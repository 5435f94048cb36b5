// SPDX-License-Identifier: Apache-2.0
#include "testbenches/labs/marks_table.h"

#include <fmt/format.h>

#include <algorithm>

#include "host/base/parse_number.h"
#include "testbenches/labs/check_files.h"
#include "testbenches/study/csv_cell.h"
#include "testbenches/terminal/text_table.h"

namespace xb {
namespace {

constexpr std::size_t kScores = 2;  // score, of
const std::string kNext = " | ", kReason = ": ";

/// The first `count` cells behind `begin`, none of which is in quotes, and the rest of the row.
std::vector<std::string> cells_behind(const std::string& row, const std::string& begin, std::size_t count) {
  std::vector<std::string> cells;
  std::size_t at = begin.size();
  for (; cells.size() < count; at = std::min(row.find(',', at), row.size() - 1) + 1)
    cells.push_back(row.substr(at, std::min(row.find(',', at), row.size()) - at));
  cells.push_back(row.substr(at));
  return cells;
}

std::string text_of_cell(const std::string& cell) {
  if (cell.empty() || cell.front() != '"') return cell;
  std::string text;
  for (std::size_t at = 1; at + 1 < cell.size(); ++at) {
    text += cell[at];
    if (cell[at] == '"') ++at;
  }
  return text;
}

/// By criterion, of ` | ID: REASON | ID: REASON`: `: REASON`, or nothing.
std::vector<std::string> reasons_in(const LabUnit& unit, const std::string& lost) {
  std::vector<std::string> reasons;
  std::size_t end = lost.size();
  for (auto criterion = unit.criteria.rbegin(); criterion != unit.criteria.rend(); ++criterion) {
    const std::string mark = kNext + (*criterion)->head().id;
    const std::size_t at = lost.rfind(mark + kReason, end);
    if (at == std::string::npos || at >= end) {
      reasons.emplace_back();
      continue;
    }
    reasons.push_back(lost.substr(at + mark.size(), end - at - mark.size()));
    end = at;
  }
  std::reverse(reasons.begin(), reasons.end());
  return reasons;
}

}  // namespace

std::string marks_head(const LabUnit& unit) {
  std::string head = "submission,contents,score,of";
  for (const auto& criterion : unit.criteria) head += "," + csv_cell(criterion->head().id);
  for (const auto& criterion : unit.criteria) {
    if (criterion->on_board()) head += "," + csv_cell(criterion->head().id + "-standing");
  }
  return head + ",lost";
}

std::string shown_name(const std::string& name) {
  std::string shown;
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    shown += byte < 0x20 || byte == 0x7f ? fmt::format("\\x{:02x}", byte) : std::string(1, c);
  }
  return shown;
}

std::string marks_begin(const std::string& name, const std::string& digest) {
  return csv_cell(shown_name(name)) + "," + digest + ",";
}

std::string marks_row(const LabUnit& unit, const std::string& begin, const LabResult& result) {
  std::string row = begin + points_text(result.score()) + "," + points_text(result.most());
  std::string lost;
  for (const Mark& mark : result.marks) {
    row += "," + points_text(mark.points());
    if (!mark.reached) lost.append(kNext).append(mark.of->id).append(kReason).append(mark.reason);
  }
  for (std::size_t n = 0; n < result.marks.size(); ++n) {
    if (!unit.criteria[n]->on_board()) continue;
    const auto standing = result.marks[n].standing;
    row += "," + (standing ? fmt::format("{:.10g}", *standing) : std::string());
  }
  return row + "," + csv_cell(lost.substr(std::min(kNext.size(), lost.size())));
}

std::vector<LabBoard> boards_of(const LabUnit& unit, const MarkRows& rows, const MarkRows& begins) {
  std::vector<LabBoard> boards;
  for (const auto& criterion : unit.criteria) {
    if (criterion->on_board()) boards.push_back({criterion->head().title, {}});
  }
  for (const auto& [name, row] : rows) {
    const std::vector<std::string> cells =
        cells_behind(row, begins.at(name), kScores + unit.criteria.size() + boards.size());
    for (std::size_t n = 0; n < boards.size(); ++n) {
      double value = 0;
      if (parse_number(cells[kScores + unit.criteria.size() + n], 0, 1e12, value))
        boards[n].standings.emplace_back(value, shown_name(name));
    }
  }
  return boards;
}

std::string tally_text(const LabUnit& unit, const MarkRows& rows, const MarkRows& begins) {
  std::vector<std::map<std::string, std::size_t>> reasons(unit.criteria.size());
  std::vector<std::size_t> missed(unit.criteria.size());
  const auto boards = static_cast<std::size_t>(std::count_if(
      unit.criteria.begin(), unit.criteria.end(), [](const auto& one) { return one->on_board(); }));
  for (const auto& [name, row] : rows) {
    const std::size_t before = kScores + unit.criteria.size() + boards;
    const std::vector<std::string> found =
        reasons_in(unit, kNext + text_of_cell(cells_behind(row, begins.at(name), before).back()));
    for (std::size_t n = 0; n < found.size(); ++n) {
      if (found[n].empty()) continue;
      ++missed[n];
      ++reasons[n][found[n].substr(kReason.size())];
    }
  }
  std::string text;
  for (std::size_t n = 0; n < reasons.size(); ++n) {
    const CriterionHead& head = unit.criteria[n]->head();
    text +=
        fmt::format("  {:>4} of {:<4}  {}: {}\n", rows.size() - missed[n], rows.size(), head.id, head.title);
    const auto most = std::max_element(reasons[n].begin(), reasons[n].end(),
                                       [](const auto& a, const auto& b) { return a.second < b.second; });
    if (most == reasons[n].end()) continue;
    const std::size_t columns = terminal_columns();
    text += wrap(fmt::format("{:14}{} of {}: {}", "", most->second, missed[n], most->first),
                 columns == 0 ? 120 : columns, std::string(16, ' ')) +
            "\n";
  }
  return text;
}

}  // namespace xb
