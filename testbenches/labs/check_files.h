// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "testbenches/labs/check.h"

namespace xb {

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
