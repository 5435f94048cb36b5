// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "testbenches/report/figure.h"
#include "testbenches/report/sweep.h"

namespace xb {

/// Curves of random traffic: throughput, latency, queueing, loss, head-of-line blocking, as far as the points
/// have them; with intervals, theory and bounds.
std::vector<Figure> traffic_figures(const Sweep& sweep);

/// Completion of schedules, with what is predicted, and over the ideal.
std::vector<Figure> schedule_figures(const Sweep& sweep);

}  // namespace xb
