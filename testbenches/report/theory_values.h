// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace xb {

struct RunConfig;

/// What theory speaks of.
enum class TheoryMeasure { Throughput, QueueingCycles, Loss };

struct TheoryValue {
  std::string name;  ///< in host/theory
  double value;
};

/// What theories say of a point, in the measure's unit. A throughput below saturation is the load: exact for
/// queues that lose nothing, so that a theory of saturation holds for all loads.
std::vector<TheoryValue> theory_values(TheoryMeasure measure, const RunConfig& config);

/// Loads at which a line of these values has a knee.
std::vector<TheoryValue> saturation_loads(const RunConfig& config);

/// Names of theories that figures show.
std::vector<std::string> drawn_theories();

}  // namespace xb
