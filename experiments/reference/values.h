// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
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

}  // namespace slots
