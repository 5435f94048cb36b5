// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "testbenches/labs/check.h"

namespace xb {

/// Submissions that compete in a criterion: what each reached, less is better, and its name.
struct LabBoard {
  std::string title;  ///< of the criterion
  std::vector<std::pair<double, std::string>> standings;
};

/// A table, the best first; equal ones share a place.
std::string board_text(const LabBoard& board);

/// Many submissions of a unit, and the table that their marks go to.
struct Marking {
  std::filesystem::path submissions;  ///< every folder in it is one
  std::filesystem::path csv;
  unsigned jobs = 1;
  Isolation isolation = Isolation::Bubblewrap;
};

/// What came of it.
struct MarkingOutcome {
  std::size_t marked = 0;                       ///< now
  std::size_t known = 0;                        ///< of before, with the same contents
  std::vector<std::string> failed;              ///< that could not be marked, and why, a line each
  std::vector<LabBoard> boards;                 ///< of all that are in the table
  std::string tally;                            ///< of the same: who reached what, and why not, lines
  std::vector<std::vector<std::string>> equal;  ///< names of submissions with the same contents
  bool interrupted = false;
};

/// Marks all that the table does not have yet with these contents and these criteria, and
/// writes the table anew after each. Models and waveforms stay nowhere. Standard error shows how far it is.
/// Throws InputError for a folder without submissions, or a table that cannot be read or written.
MarkingOutcome mark_submissions(const LabUnit& unit, const Marking& marking);

/// A digest of what a submission has that marks depend on: answers, report, RTL, and files .goal and .txt.
std::string submission_digest(const std::filesystem::path& folder);

}  // namespace xb
