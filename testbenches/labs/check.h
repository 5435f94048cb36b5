// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "testbenches/labs/submission.h"
#include "testbenches/labs/unit.h"

namespace xb {

/// What a submission gets for a criterion.
struct Mark {
  const CriterionHead* of = nullptr;  ///< of the unit, which outlives it
  bool reached = false;
  std::string reason;                   ///< a line
  std::string next;                     ///< what to look at next, a line; empty where it is reached
  double seconds = 0;                   ///< it took
  std::optional<double> standing = {};  ///< on the board of a criterion that has one

  [[nodiscard]] double points() const { return reached ? of->points : 0; }
};

struct LabResult {
  std::vector<Mark> marks;

  [[nodiscard]] double score() const;
  [[nodiscard]] double most() const;
};

/// Hears of each criterion.
struct CheckListener {
  std::function<void(const CriterionHead& criterion)> begins = [](const CriterionHead&) {};
  std::function<void(const Mark& mark)> ends = [](const Mark&) {};
};

/// Judges a folder by all criteria of a unit in turn. Throws InputError if the folder is none.
LabResult check_submission(const LabUnit& unit, const std::filesystem::path& folder, const SubmissionUse& use,
                           const CheckListener& listener = {});

/// results.json of Gradescope: the score, and a test for each criterion; hidden ones students do not see.
nlohmann::ordered_json gradescope_results(const LabResult& result);

/// JUnit XML: a testcase for each criterion.
std::string lab_junit(const LabUnit& unit, const LabResult& result);

/// A line or two of one criterion: points, title, reason, and what to look at next.
std::string mark_text(const Mark& mark);
/// `74 of 100 points`.
std::string score_text(const LabResult& result);
/// Points without a fraction that says nothing.
std::string points_text(double points);

}  // namespace xb
