// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "testbenches/golden/golden_check.h"

namespace xb {

/// What came of a folder.
struct GoldenReport {
  std::string folder;
  std::vector<CaseOutcome> outcomes;  ///< case by case, engine by engine
  [[nodiscard]] std::size_t cases() const;
  [[nodiscard]] std::size_t different() const;
  [[nodiscard]] std::size_t errors() const;  ///< runs that could not be judged
  [[nodiscard]] bool same() const { return different() + errors() == 0; }
};

/// `cycle 17  ports.queue[1].beats  want 3  got 4`, or `same`, or the first line of an error.
std::string short_verdict(const CaseOutcome& outcome);
/// A line of the list of runs.
std::string outcome_line(const CaseOutcome& outcome, std::size_t name_columns);
/// Of an error all of it. Of one that differs: what its run violated, the first difference and the cycles
/// around it, seed, and the commands to reproduce, view and accept it. `view`: command, or empty: one that
/// records the window.
std::string outcome_report(const CaseOutcome& outcome, const std::string& view);
/// `14 cases, 42 runs: all same`.
std::string verdict_line(const GoldenReport& report);

/// `./lab golden FOLDER --case NAME --engine ENGINE`.
std::string reproduce_command(const CaseOutcome& outcome);

}  // namespace xb
