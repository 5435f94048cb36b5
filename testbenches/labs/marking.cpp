// SPDX-License-Identifier: Apache-2.0
#include "testbenches/labs/marking.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <sstream>

#include "host/base/errors.h"
#include "host/base/parse_number.h"
#include "host/base/text_file.h"
#include "host/base/utf8.h"
#include "host/point/run_config.h"
#include "testbenches/labs/stimuli.h"
#include "testbenches/process/foreign_file.h"
#include "testbenches/process/output_file.h"
#include "testbenches/process/scratch_area.h"
#include "testbenches/sources/digest.h"
#include "testbenches/study/csv_cell.h"
#include "testbenches/study/study_run.h"
#include "testbenches/terminal/text_table.h"

namespace xb {
namespace {

namespace fs = std::filesystem;

/// The table of marks: rows by submission. A row begins with name and digest, then come score, of, the points
/// of each criterion, its standing on each board, and what was not reached.
using MarkRows = std::map<std::string, std::string>;

constexpr std::size_t kBeforePoints = 4;  // cells: name, digest, score, of
const std::string kNext = " | ", kReason = ": ";

/// Of a row, as csv_cell() writes them.
std::vector<std::string> cells_of(const std::string& row) {
  std::vector<std::string> cells(1);
  bool quoted = false;
  for (std::size_t at = 0; at < row.size(); ++at) {
    const bool quote = row[at] == '"';
    if (quote && quoted && row.compare(at, 2, "\"\"") == 0)
      cells.back() += row[at++];
    else if (quote)
      quoted = !quoted;
    else if (row[at] == ',' && !quoted)
      cells.emplace_back();
    else
      cells.back() += row[at];
  }
  return cells;
}

/// By criterion, of ` | ID: REASON | ID: REASON`: `: REASON`, or nothing.
std::vector<std::string> reasons_in(const LabUnit& unit, const std::string& lost) {
  std::vector<std::string> reasons;
  std::size_t end = lost.size();
  for (auto criterion = unit.criteria.rbegin(); criterion != unit.criteria.rend(); ++criterion) {
    const std::string mark = kNext + criterion->head.id;
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

std::string marks_head(const LabUnit& unit) {
  std::string head = "submission,contents,score,of";
  for (const Criterion& criterion : unit.criteria) head += "," + csv_cell(criterion.head.id);
  for (const Criterion& criterion : unit.criteria) {
    if (criterion.standing) head += "," + csv_cell(criterion.head.id + "-standing");
  }
  return head + ",lost";
}

/// The name as tables and messages have it: control characters by their numbers.
std::string shown_name(const std::string& name) {
  std::string shown;
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    shown += byte < 0x20 || byte == 0x7f ? fmt::format("\\x{:02x}", byte) : std::string(1, c);
  }
  return shown;
}

/// How the row of a submission begins.
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
    if (!unit.criteria[n].standing) continue;
    const auto standing = result.marks[n].standing;
    row += "," + (standing ? fmt::format("{:.10g}", *standing) : std::string());
  }
  return row + "," + csv_cell(lost.substr(std::min(kNext.size(), lost.size())));
}

/// By the rows of a table.
std::vector<LabBoard> boards_of(const LabUnit& unit, const MarkRows& rows) {
  std::vector<LabBoard> boards;
  for (const Criterion& criterion : unit.criteria) {
    if (criterion.standing) boards.push_back({criterion.head.title, {}});
  }
  for (const auto& [name, row] : rows) {
    const std::vector<std::string> cells = cells_of(row);
    for (std::size_t n = 0; n < boards.size(); ++n) {
      double value = 0;
      const std::size_t at = kBeforePoints + unit.criteria.size() + n;
      if (at < cells.size() && parse_number(cells[at], 0, 1e12, value))
        boards[n].standings.emplace_back(value, shown_name(name));
    }
  }
  return boards;
}

/// For each criterion how many have reached it, and why most others have not, as lines.
std::string tally_text(const LabUnit& unit, const MarkRows& rows) {
  std::vector<std::map<std::string, std::size_t>> reasons(unit.criteria.size());
  std::vector<std::size_t> missed(unit.criteria.size());
  for (const auto& [name, row] : rows) {
    const std::vector<std::string> found = reasons_in(unit, kNext + cells_of(row).back());
    for (std::size_t n = 0; n < found.size(); ++n) {
      if (found[n].empty()) continue;
      ++missed[n];
      ++reasons[n][found[n].substr(kReason.size())];
    }
  }
  std::string text;
  for (std::size_t n = 0; n < reasons.size(); ++n) {
    const CriterionHead& head = unit.criteria[n].head;
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

constexpr std::size_t kMostContents = 1000;  // of a submission whose contents count

std::vector<std::string> submission_names(const fs::path& folder) {
  std::vector<std::string> names;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    const bool is_folder = entry.is_directory(error) && !entry.is_symlink(error);
    if (is_folder && entry.path().filename().string().front() != '.')
      names.push_back(entry.path().filename().string());
  }
  if (names.empty())
    throw InputError("submissions: '{}' is not allowed; allowed: a folder with a folder for each submission",
                     folder.string());
  std::sort(names.begin(), names.end());
  return names;
}

/// Of the table of before, those that are still so.
MarkRows known_rows(const Marking& marking, const LabUnit& unit, const MarkRows& begins) {
  MarkRows rows;
  std::error_code error;
  if (!fs::exists(marking.csv, error)) return rows;
  std::istringstream lines(
      read_text_file(marking.csv.string(), "--csv", "a table that lab mark has written"));
  std::string line;
  std::getline(lines, line);
  if (line.rfind("submission,contents,", 0) != 0)
    throw InputError("--csv: '{}' is not allowed; allowed: a new file, or a table that lab mark has written",
                     marking.csv.string());
  if (line != marks_head(unit)) return rows;
  while (std::getline(lines, line)) {
    for (const auto& [name, begin] : begins) {
      if (line.rfind(begin, 0) == 0) rows[name] = line;
    }
  }
  return rows;
}

void write_table(const Marking& marking, const LabUnit& unit, const MarkRows& rows) {
  std::string text = marks_head(unit) + "\n";
  for (const auto& [name, row] : rows) text += row + "\n";
  write_output(marking.csv, text);
}

/// Whatever is in the place of a file counts, but for what is behind a link.
void add_file(Digest& digest, const fs::path& folder, const std::string& name) {
  std::string text;
  bool is_file = true;
  try {
    text = read_foreign_file(folder, name, kMostSubmittedBytes);
  } catch (const InputError&) {
    is_file = false;
  }
  digest.add(fmt::format("{} {} {}\n", name, int{is_file}, text.size()) + text);
}

/// Those with the same contents, each more than one.
std::vector<std::vector<std::string>> equal_ones(const std::vector<std::string>& names,
                                                 const std::vector<std::string>& digests) {
  std::map<std::string, std::vector<std::string>> by_digest;
  for (std::size_t n = 0; n < names.size(); ++n) by_digest[digests[n]].push_back(shown_name(names[n]));
  std::vector<std::vector<std::string>> equal;
  for (auto& [digest, same] : by_digest) {
    if (same.size() > 1) equal.push_back(std::move(same));
  }
  std::sort(equal.begin(), equal.end());
  return equal;
}

/// Names of submissions without a row, by the digest of how it will begin.
using Missing = std::map<std::string, std::string>;

/// Marks them as points of a study, and adds them to the rows and the table.
void mark_missing(const LabUnit& unit, const Marking& marking, const Missing& missing, const MarkRows& begins,
                  MarkRows& rows, MarkingOutcome& outcome) {
  if (missing.empty()) return;
  for (const Criterion& criterion : unit.criteria) criterion.prepare();
  const ScratchArea scratch;
  Study study = make_study(scratch.path(), {});
  study.folder.create();
  study.noun = "submission";
  study.command = "xbarlab lab mark";
  SubmissionUse use;
  use.isolation = marking.isolation;
  study.trial = [&](const std::string& hash) {
    const LabResult result = check_submission(unit, marking.submissions / missing.at(hash), use);
    return nlohmann::ordered_json{{"result", {{"row", as_utf8(marks_row(unit, "", result))}}}};
  };
  for (const auto& [hash, name] : missing) study.points.add({}, hash, 0, 1);
  StudyOptions options;
  options.jobs = marking.jobs;
  options.grow = [&](const Study&, const std::string& hash) {
    if (hash.empty()) return 0.0;
    const std::string& name = missing.at(hash);
    if (const auto record = study.folder.record(hash)) {
      const auto row = nlohmann::ordered_json::parse(*record).at("result").at("row");
      rows[name] = begins.at(name) + row.get<std::string>();
      ++outcome.marked;
      write_table(marking, unit, rows);
    } else {
      const auto why = study.folder.failure(hash).value("message", "");
      outcome.failed.push_back(fmt::format("{}: {}", shown_name(name), why));
    }
    return 0.0;
  };
  const StudyOutcome ended = run_study(study, options);
  outcome.interrupted = ended.interrupted;
  if (!ended.stopped.empty()) throw RunError(ended.stopped);
}

}  // namespace

std::string submission_digest(const fs::path& folder) {
  Digest digest;
  std::vector<std::string> names{"answers.toml", "report.md", kStimuliFile};
  std::error_code error;
  const auto options = fs::directory_options::skip_permission_denied;
  if (!fs::is_symlink(folder / "rtl", error)) {
    for (fs::recursive_directory_iterator entry(folder / "rtl", options, error), end;
         !error && entry != end && names.size() < kMostContents; entry.increment(error))
      names.push_back(entry->path().lexically_relative(folder).string());
  }
  for (fs::directory_iterator entry(folder, options, error), end; !error && entry != end;
       entry.increment(error)) {
    const std::string ending = entry->path().extension().string();
    if ((ending == ".goal" || ending == ".txt") && names.size() < 2 * kMostContents)
      names.push_back(entry->path().filename().string());
  }
  std::sort(names.begin(), names.end());
  for (const std::string& name : names) add_file(digest, folder, name);
  return digest.hex();
}

MarkingOutcome mark_submissions(const LabUnit& unit, const Marking& marking) {
  const std::vector<std::string> names = submission_names(marking.submissions);
  MarkRows begins;
  std::vector<std::string> digests;
  for (const std::string& name : names) {
    digests.push_back(digest_of(unit.text + submission_digest(marking.submissions / name)));
    begins[name] = marks_begin(name, digests.back());
  }
  MarkRows rows = known_rows(marking, unit, begins);
  MarkingOutcome outcome;
  outcome.known = rows.size();
  outcome.equal = equal_ones(names, digests);
  write_table(marking, unit, rows);
  Missing missing;
  for (const auto& [name, begin] : begins) {
    if (rows.count(name) == 0) missing[digest_of(begin)] = name;
  }
  mark_missing(unit, marking, missing, begins, rows, outcome);
  outcome.boards = boards_of(unit, rows);
  outcome.tally = tally_text(unit, rows);
  return outcome;
}

std::string board_text(const LabBoard& board) {
  auto standings = board.standings;
  std::sort(standings.begin(), standings.end());
  std::vector<std::vector<std::string>> rows;
  std::size_t place = 0;
  for (std::size_t n = 0; n < standings.size(); ++n) {
    const auto& [value, name] = standings[n];
    if (n == 0 || value != standings[n - 1].first) place = n + 1;
    rows.push_back({name, fmt::format("{}", place), fmt::format("{:.10g}", value)});
  }
  return fmt::format("  {}\n{}", board.title, format_table({"submission", "place", "cycles"}, rows));
}

}  // namespace xb
