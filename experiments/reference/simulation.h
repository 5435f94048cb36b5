// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "experiments/reference/model.h"
#include "experiments/reference/parameters.h"

namespace slots {

/// A mean, and half the width of its 95 % interval by Student's law from the means of 20 spans of time.
struct Estimate {
  double mean = 0, half_width = 0;
};

struct Result {
  Estimate wait;        ///< slots, of the cells that left
  Estimate throughput;  ///< cells that left, per output and slot
  Estimate loss;        ///< share of the cells that came
};

/// Names of the models.
std::vector<std::string> models();

/// Runs a model: `warmup` slots that are not counted and `slots` that are. The keys are the model's, those of
/// its sources, slots, and warmup, which is a quarter of slots unless given. Throws std::invalid_argument.
Result simulate(const std::string& model, Parameters parameters);

}  // namespace slots
