// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "host/wires/switch_probes.h"

namespace xb {

/// What a switch must show for a measure of it to be known.
enum class Needs { Nothing, Flags, Pool, Queues, Drops, ZeroLoad };

/// A field of a record's result: one row for records, exports, plots, expectations and pages. Its value is in
/// record_fields.h, its exact definition in docs/measures.md.
struct Measure {
  const char* path;           ///< in the result, as [expect] names it: `queueing.mean`
  const char* column;         ///< of exports: `queueing_mean_cycles`; empty: lists, and what nobody compares
  const char* unit;           ///< empty: a count or a share
  const char* definition;     ///< a line
  bool has_interval = false;  ///< beside it, in interval_of(path)
  Needs needs = Needs::Nothing;  ///< else null
  bool of_one_switch = false;    ///< null for a network as a whole, whose switches are at different cycles
};

/// All of them, in the order of exports.
const std::vector<Measure>& measures();

/// Of that name, or nullptr.
const Measure* find_measure(const std::string& path);

/// Whether a switch shows what the measure needs.
bool is_known(const Measure& measure, const SwitchProbes& probes);

/// A column of exports, and the value's JSON pointer in the result.
struct MeasureColumn {
  std::string name, pointer;
};
/// All measures that have one, each followed by its interval.
const std::vector<MeasureColumn>& measure_columns();

/// Measures that can be plotted.
std::vector<std::string> plotted_measures();

/// Where the half-width of a measure's interval is: `queueing.ci95`, `throughput_ci95`.
std::string interval_of(const std::string& path);
/// Its column; empty if there is none.
std::string interval_column(const Measure& measure);

/// A line each of those that can be plotted or exported, below a heading: for people.
std::string measures_text();

/// `/queueing/mean` of `queueing.mean`.
std::string json_pointer_of(std::string path);

}  // namespace xb
