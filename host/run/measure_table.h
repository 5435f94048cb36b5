// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "host/wires/switch_probes.h"

namespace xb {

struct RunConfig;

/// Runs whose records have a measure (measure_use.h).
struct Runs {
  bool (*are)(const RunConfig& config) = nullptr;  ///< null: all
  bool searches = false;  ///< points for which steps are searched for, and nothing runs, have it, too
};

/// A number as people read it: decimals, significant digits, a share of 1 in percent, seconds with a unit,
/// millions; no number, but true or false.
enum class Format { Count, Fixed1, Fixed2, Fixed3, Fixed4, Digits3, Percent, Time, Mega, Truth };

/// A column of tables of points.
struct PointColumn {
  unsigned place = 0;  ///< the least is the left one; 0: there is none
  const char* heading = "";
  bool detail = false;     ///< among the first to be left out for want of width
  const char* where = "";  ///< only where some point has this measure; empty: always
  bool interval = false;   ///< and one of its interval
  bool result = false;     ///< what a run is for: not left out for want of width
};

/// What theory speaks of.
enum class TheoryMeasure { Throughput, QueueingCycles, Loss };

// Forms of a figure: a scale of decades; there even where all values are 0; of schedules, not of traffic.
constexpr unsigned kLogScale = 1, kAlways = 2, kOfSchedules = 4;

/// A figure of every report of a study of random traffic, or of schedules.
struct StudyFigure {
  const char* id = "";  ///< empty: there is none
  const char* title = "";
  const char* axis = "";
  const char* name = "";  ///< of the curve
  const char* caption = "";
  const char* percentile = "";  ///< path of a second curve; such a figure comes second on the page
  unsigned form = 0;            ///< of the above, added up; with a percentile kLogScale, too
  unsigned place = 9;           ///< the least is the first
  std::optional<TheoryMeasure> theory = {};
  const char* predicted = "";  ///< path of a curve of predicted values
  double factor = 1;           ///< from the measure's unit to the axis's
};

/// One of what a switch may show of itself.
using Probe = bool SwitchProbes::*;

/// A field of a record's result: one row for records, exports, plots, expectations, what people are shown,
/// and pages. Its value is in record_fields.h, its exact definition in docs/measures.md.
struct Measure {
  const char* path;            ///< in the result, as [expect] names it: `queueing.mean`
  const char* column;          ///< of exports: `queueing_mean_cycles`; empty: lists, and what nobody compares
  const char* unit;            ///< empty: a count or a share
  const char* definition;      ///< a line
  bool has_interval = false;   ///< beside it, in interval_of(path)
  Probe needs = nullptr;       ///< what a switch must show; else null
  bool of_one_switch = false;  ///< null for a network as a whole, whose switches are at different cycles
  Format format = Format::Count;
  const char* label = "";  ///< of its line in the report of a point; empty: it has none
  const char* line = "";   ///< `{path} of input-cycles`; `{path+-}`: with its interval
  PointColumn in_tables = {};
  StudyFigure figure = {};
  const char* each = "";  ///< numbers below the path: `QUEUE.mean QUEUE.p99`; none (a whole): nullptr
  Runs of = {};           ///< else it is null or missing

  // A row as it is written: the same and what people see of it.
  Measure as(Format of_number) && { return format = of_number, *this; }
  Measure on_line(const char* under, const char* text) && { return label = under, line = text, *this; }
  Measure in_column(const PointColumn& column_of_tables) && { return in_tables = column_of_tables, *this; }
  Measure of_each(const char* numbers) && { return each = numbers, *this; }
  Measure as_whole() && { return each = nullptr, *this; }
  Measure drawn(const StudyFigure& in_reports) && { return figure = in_reports, *this; }
};

/// All of them, in the order of exports.
const std::vector<Measure>& measures();

/// Those that have a figure, in the order of these.
std::vector<const Measure*> drawn_measures();

/// Of that name, or nullptr.
const Measure* find_measure(const std::string& path);

/// Whether a switch shows what the measure needs.
bool is_known(const Measure& measure, const SwitchProbes& probes);

/// A column of exports, and where the value is in the result: its path, and as a JSON pointer.
struct MeasureColumn {
  std::string name, path, pointer;
};
/// All measures that have one, each followed by its interval.
const std::vector<MeasureColumn>& measure_columns();

/// Measures that can be plotted.
std::vector<std::string> plotted_measures();

/// Where the half-width of a measure's interval is: `queueing.ci95`, `throughput_ci95`.
std::string interval_of(const std::string& path);
/// Its column; empty if there is none.
std::string interval_column(const Measure& measure);

/// What [expect] calls it: its path, or each number of a list with a word in capitals for its place.
std::vector<std::string> names_of(const Measure& measure);

/// A line each, for people: what [expect] calls it, its column of exports, its definition.
std::string measures_text();

/// `/queueing/mean` of `queueing.mean`.
std::string json_pointer_of(std::string path);

}  // namespace xb
