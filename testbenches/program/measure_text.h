// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "host/run/measure_table.h"
#include "host/run/run_result.h"

namespace xb {

struct Point;
struct RunConfig;

/// The measures of a point as people read them. Labels, units and what is not known are from their rows.
class MeasureTexts {
 public:
  explicit MeasureTexts(const Point& point);

  /// Whether the point has it, and it is known.
  [[nodiscard]] bool has(const std::string& path) const { return value(path) != nullptr; }
  /// `-` where it is not.
  [[nodiscard]] std::string cell(const Measure& measure) const;
  /// Half-width of its interval: ci_cell().
  [[nodiscard]] std::string interval_cell(const Measure& measure) const;
  /// Its line, or with another text than its own; "not measured" where the switch does not show it, empty
  /// where the point has no such measure.
  [[nodiscard]] std::string line(const Measure& measure, const char* text = nullptr) const;

 private:
  void add_numbers(const nlohmann::ordered_json& result, const nlohmann::ordered_json& of,
                   const std::string& prefix);
  /// Null where there is none.
  [[nodiscard]] const nlohmann::ordered_json* value(const std::string& path) const;
  /// `{path}` and `{path+-}` replaced.
  [[nodiscard]] std::string filled(std::string text) const;
  /// A mean of a stochastic run, "unknown" where its interval is; of all else it has none.
  [[nodiscard]] std::string with_interval(const Measure& measure) const;

  bool is_random_;
  SwitchProbes known_;
  /// By their paths in the result, `queueing.mean`; those that are known, and in no list.
  std::map<std::string, nlohmann::ordered_json> numbers_;
};

/// Half-width of the interval of a share; `?` where it is unknown, `-` where there is none (schedules).
std::string ci_cell(const Point& point, const Estimate& estimate);

/// Whether a run with key `ci` went on to its last cycle, and its intervals are still not that tight.
bool misses_ci(const RunConfig& config, const RunResult& result);

/// A line about points that do; empty if none does.
std::string ci_note(std::size_t missing, std::size_t points);

}  // namespace xb
