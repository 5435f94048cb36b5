// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace xb {

/// A measure as a column of exports and reports (docs/studies.md#columns).
struct MeasureColumn {
  const char* name;  ///< `queueing_mean_cycles`
  const char* path;  ///< in the record's result, a JSON pointer: `/queueing/mean`
};

/// All of them, in their order.
const std::vector<MeasureColumn>& measure_columns();

/// Measures that can be plotted, by the names that [expect] has for them: `queueing.mean`.
std::vector<std::string> plotted_measures();

/// The column of such a measure, and of the half-width of its interval, or nullptr.
struct MeasureColumns {
  const char* mean = nullptr;
  const char* ci95 = nullptr;
};
MeasureColumns columns_of(const std::string& measure);

/// Where the half-width of a measure's interval is: `queueing.ci95`, `throughput_ci95`.
std::string interval_of(const std::string& measure);

}  // namespace xb
