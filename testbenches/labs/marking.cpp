// SPDX-License-Identifier: Apache-2.0
#include "testbenches/labs/marking.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <sstream>

#include "host/base/errors.h"
#include "host/base/text_file.h"
#include "testbenches/labs/marks_table.h"
#include "testbenches/labs/stimuli.h"
#include "testbenches/process/foreign_file.h"
#include "testbenches/process/output_file.h"
#include "testbenches/process/shared_lines.h"
#include "testbenches/sources/digest.h"
#include "testbenches/study/study_progress.h"
#include "testbenches/study/worker_pool.h"

namespace xb {
namespace {

namespace fs = std::filesystem;

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
    throw InputError(
        fmt::format("submissions: '{}' is not allowed; allowed: a folder with a folder for each submission",
                    folder.string()));
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
    throw InputError(
        fmt::format("--csv: '{}' is not allowed; allowed: a new file, or a table that lab mark has written",
                    marking.csv.string()));
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

/// What is to be marked: of `names` those in `missing`.
struct ToMark {
  const std::vector<std::string>& names;
  const MarkRows& begins;
  const std::vector<std::size_t>& missing;
};

/// Marks them in worker processes, and adds them to the rows and the table.
void mark_missing(const LabUnit& unit, const Marking& marking, const ToMark& to_mark, MarkRows& rows,
                  MarkingOutcome& outcome) {
  const auto& missing = to_mark.missing;
  if (missing.empty()) return;
  StudyProgress progress({to_mark.names.size(), rows.size(), static_cast<double>(missing.size()),
                          steady_seconds(), "submissions"},
                         false);
  for (const auto& criterion : unit.criteria) criterion->prepare();

  const InterruptsCounted interrupts;
  const SharedLines done;
  SubmissionUse use;
  use.isolation = marking.isolation;
  const auto work = [&](std::size_t task) {
    const std::string& name = to_mark.names[task];
    const LabResult result = check_submission(unit, marking.submissions / name, use);
    done.add(marks_row(unit, to_mark.begins.at(name), result));
    return true;
  };
  WorkerPool pool(std::max(1U, std::min(marking.jobs, static_cast<unsigned>(missing.size()))), work);
  auto next = missing.begin();
  while (pool.busy() > 0 || (next != missing.end() && !outcome.interrupted)) {
    while (next != missing.end() && pool.has_room() && !outcome.interrupted) pool.give(*next++);
    progress.show(pool.busy());
    const auto report = pool.next(progress.milliseconds());
    outcome.interrupted = outcome.interrupted || InterruptsCounted::count() > 0;
    if (!report) continue;
    if (report->kind == WorkerReport::Kind::Note) {
      progress.note(report->text);
      continue;
    }
    const std::string& name = to_mark.names[report->task];
    if (report->kind != WorkerReport::Kind::Done) {
      outcome.failed.push_back(fmt::format("{}: {}", shown_name(name), report->text));
      progress.counts().failed(1);
      continue;
    }
    for (const std::string& line : done.read()) {
      if (line.rfind(to_mark.begins.at(name), 0) == 0) rows[name] = line;
    }
    ++outcome.marked;
    progress.counts().done(1);
    write_table(marking, unit, rows);
  }
  pool.finish();
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
    Digest digest;
    digest.add(unit.text);
    digest.add(submission_digest(marking.submissions / name));
    digests.push_back(digest.hex());
    begins[name] = marks_begin(name, digests.back());
  }
  MarkRows rows = known_rows(marking, unit, begins);
  MarkingOutcome outcome;
  outcome.known = rows.size();
  outcome.equal = equal_ones(names, digests);
  write_table(marking, unit, rows);
  std::vector<std::size_t> missing;
  for (std::size_t n = 0; n < names.size(); ++n) {
    if (rows.count(names[n]) == 0) missing.push_back(n);
  }
  mark_missing(unit, marking, {names, begins, missing}, rows, outcome);
  outcome.boards = boards_of(unit, rows, begins);
  outcome.tally = tally_text(unit, rows, begins);
  return outcome;
}

}  // namespace xb
