// SPDX-License-Identifier: Apache-2.0
#include "testbenches/labs/marking.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <sstream>

#include "host/base/errors.h"
#include "host/base/parse_number.h"
#include "host/base/text_file.h"
#include "testbenches/labs/check_files.h"
#include "testbenches/labs/stimuli.h"
#include "testbenches/process/output_file.h"
#include "testbenches/process/shared_lines.h"
#include "testbenches/sources/digest.h"
#include "testbenches/study/csv_cell.h"
#include "testbenches/study/worker_pool.h"

namespace xb {
namespace {

namespace fs = std::filesystem;

constexpr int kLookMilliseconds = 500;

/// The table's rows by submission; a row begins with name and digest.
using Rows = std::map<std::string, std::string>;

std::vector<std::string> submission_names(const fs::path& folder) {
  std::vector<std::string> names;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    const bool is_folder = entry.is_directory(error) && !entry.is_symlink(error);
    if (is_folder && entry.path().filename().string().front() != '.')
      names.push_back(entry.path().filename().string());
  }
  if (names.empty())
    throw InputError(
        fmt::format("submissions: '{}' is not allowed; allowed: a folder with a folder for each submission",
                    folder.string()));
  std::sort(names.begin(), names.end());
  return names;
}

std::string head_of(const LabUnit& unit) {
  std::string head = "submission,contents,score,of";
  for (const auto& criterion : unit.criteria) head += "," + csv_cell(criterion->head().id);
  for (const auto& criterion : unit.criteria) {
    if (criterion->on_board()) head += "," + csv_cell(criterion->head().id + "-standing");
  }
  return head + ",lost";
}

/// How the row of a submission begins.
std::string begin_of(const std::string& name, const std::string& digest) {
  return csv_cell(name) + "," + digest + ",";
}

std::string row_of(const LabUnit& unit, const std::string& name, const std::string& digest,
                   const LabResult& result) {
  std::string row = begin_of(name, digest) + points_text(result.score()) + "," + points_text(result.most());
  std::string lost;
  for (const Mark& mark : result.marks) {
    row += "," + points_text(mark.points());
    if (!mark.reached) lost += fmt::format("{}{}: {}", lost.empty() ? "" : " | ", mark.of->id, mark.reason);
  }
  for (std::size_t n = 0; n < result.marks.size(); ++n) {
    if (!unit.criteria[n]->on_board()) continue;
    const auto standing = result.marks[n].standing;
    row += "," + (standing ? fmt::format("{:.10g}", *standing) : std::string());
  }
  return row + "," + csv_cell(lost);
}

/// The boards, from the rows of the table, whose cells up to the boards' have neither quotes nor commas.
std::vector<LabBoard> boards_of(const LabUnit& unit, const Rows& rows, const Rows& begins) {
  constexpr std::size_t kScores = 2;  // score, of
  std::vector<LabBoard> boards;
  for (const auto& criterion : unit.criteria) {
    if (criterion->on_board()) boards.push_back({criterion->head().title, {}});
  }
  for (const auto& [name, row] : rows) {
    std::istringstream cells(row.substr(begins.at(name).size()));
    std::string cell;
    for (std::size_t n = 0; n < kScores + unit.criteria.size(); ++n) std::getline(cells, cell, ',');
    for (LabBoard& board : boards) {
      double value = 0;
      std::getline(cells, cell, ',');
      if (parse_number(cell, 0, 1e12, value)) board.standings.push_back({value, name});
    }
  }
  return boards;
}

/// Of the table of before, those that are still so.
Rows known_rows(const Marking& marking, const LabUnit& unit, const Rows& begins) {
  Rows rows;
  std::error_code error;
  if (!fs::exists(marking.csv, error)) return rows;
  std::istringstream lines(
      read_text_file(marking.csv.string(), "--csv", "a table that lab mark has written"));
  std::string line;
  std::getline(lines, line);
  if (line.rfind("submission,contents,", 0) != 0)
    throw InputError(
        fmt::format("--csv: '{}' is not allowed; allowed: a new file, or a table that lab mark has written",
                    marking.csv.string()));
  if (line != head_of(unit)) return rows;
  while (std::getline(lines, line)) {
    for (const auto& [name, begin] : begins) {
      if (line.rfind(begin, 0) == 0) rows[name] = line;
    }
  }
  return rows;
}

void write_table(const Marking& marking, const LabUnit& unit, const Rows& rows) {
  std::string text = head_of(unit) + "\n";
  for (const auto& [name, row] : rows) text += row + "\n";
  write_output(marking.csv, text);
}

void add_file(Digest& digest, const fs::path& path, const std::string& name) {
  std::error_code error;
  const bool is_file = fs::is_regular_file(path, error) && !fs::is_symlink(path, error);
  const std::string text =
      is_file ? read_text_file(path.string(), "submission", "a file that can be read") : "";
  digest.add(fmt::format("{} {} {}\n", name, int{is_file}, text.size()) + text);
}

}  // namespace

std::string submission_digest(const fs::path& folder) {
  Digest digest;
  std::vector<std::string> names{"answers.toml", "report.md", kStimuliFile};
  std::error_code error;
  for (const auto& entry : fs::recursive_directory_iterator(folder / "rtl", error))
    names.push_back(entry.path().lexically_relative(folder).string());
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    const std::string ending = entry.path().extension().string();
    if (ending == ".goal" || ending == ".txt") names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  for (const std::string& name : names) add_file(digest, folder / name, name);
  return digest.hex();
}

MarkingOutcome mark_submissions(const LabUnit& unit, const Marking& marking,
                                const std::function<void(const std::string& line)>& tell) {
  const std::vector<std::string> names = submission_names(marking.submissions);
  Rows begins;
  std::vector<std::string> digests;
  for (const std::string& name : names) {
    Digest digest;
    digest.add(unit.text);
    digest.add(submission_digest(marking.submissions / name));
    digests.push_back(digest.hex());
    begins[name] = begin_of(name, digests.back());
  }
  Rows rows = known_rows(marking, unit, begins);
  MarkingOutcome outcome;
  outcome.known = rows.size();
  write_table(marking, unit, rows);
  std::vector<std::size_t> missing;
  for (std::size_t n = 0; n < names.size(); ++n) {
    if (rows.count(names[n]) == 0) missing.push_back(n);
  }
  outcome.boards = boards_of(unit, rows, begins);
  if (missing.empty()) return outcome;
  for (const auto& criterion : unit.criteria) criterion->prepare();

  const InterruptsCounted interrupts;
  const SharedLines done;
  SubmissionUse use;
  use.isolation = marking.isolation;
  const auto work = [&](std::size_t task) {
    const LabResult result = check_submission(unit, marking.submissions / names[task], use);
    done.add(row_of(unit, names[task], digests[task], result));
    return true;
  };
  WorkerPool pool(std::max(1U, std::min(marking.jobs, static_cast<unsigned>(missing.size()))), work);
  auto next = missing.begin();
  while (pool.busy() > 0 || (next != missing.end() && !outcome.interrupted)) {
    while (next != missing.end() && pool.has_room() && !outcome.interrupted) pool.give(*next++);
    const auto report = pool.next(kLookMilliseconds);
    outcome.interrupted = outcome.interrupted || InterruptsCounted::count() > 0;
    if (!report || report->kind == WorkerReport::Kind::Note) continue;
    const std::string& name = names[report->task];
    if (report->kind != WorkerReport::Kind::Done) {
      outcome.failed.push_back(fmt::format("{}: {}", name, report->text));
      continue;
    }
    for (const std::string& line : done.read()) {
      if (line.rfind(begins[name], 0) == 0) rows[name] = line;
    }
    ++outcome.marked;
    write_table(marking, unit, rows);
    if (tell) tell(rows[name]);
  }
  pool.finish();
  outcome.boards = boards_of(unit, rows, begins);
  return outcome;
}

}  // namespace xb
