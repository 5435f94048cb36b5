// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "experiments/reference/simulation.h"

namespace slots {

/// A value of the lab that a model gives: a line of values.csv.
struct Value {
  std::string place;                    ///< where it stands: a theory's name, or an experiment file
  std::string model;                    ///< its name
  std::vector<std::string> parameters;  ///< key=value
  std::string measure;                  ///< wait, throughput or loss
  std::string text;                     ///< the value as it is written
  double value = 0;
  double half_width = 0;    ///< of its 95 % interval, rounding included
  std::uint64_t slots = 0;  ///< to simulate
  std::uint64_t seed = 0;   ///< the line's number, so that no two values are of the same draws
};

/// The values of a file. Throws std::invalid_argument, in one line that names file and line.
std::vector<Value> read_values(const std::string& file);

/// The estimate that a value is about, from `share` of its slots, 1000 at least.
Estimate remake(const Value& value, double share);

/// Whether the intervals of the two meet.
bool agrees(const Value& value, const Estimate& estimate);

/// A mean and half the width of its interval with as many digits as the interval has a meaning for: "1.875
/// +- 0.012"; without an interval, "1".
std::string shown(const Estimate& estimate);

/// Makes values again, from `share` of their slots, and writes each as a row of a Markdown table as soon as
/// it is known: where it stands, model, parameters, measure, as it is cited, as it is made again, whether
/// they agree. Then how many agree, by place. Returns whether all do.
bool write_table(std::FILE* out, const std::vector<Value>& values, double share);

}  // namespace slots
