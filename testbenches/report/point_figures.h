// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "testbenches/report/chosen_points.h"
#include "testbenches/report/figure.h"

namespace xb {

// Figures of single points, from lists in their records. Each record is read once a figure.

/// Share of packets with more than a latency: points with key `distribution`.
std::vector<Figure> distribution_figures(const StudyResults& results, const ChosenPoints& chosen);

/// Occupancy over time, and of each queue as a map: points with key `series`.
std::vector<Figure> occupancy_figures(const StudyResults& results, const ChosenPoints& chosen);

/// Who was blocked by which output, and which output starved: points with such blocking.
std::vector<Figure> matrix_figures(const StudyResults& results, const ChosenPoints& chosen);

/// Measures of each traffic class against `x`, where that is swept: points with classes.
std::vector<Figure> class_figures(const StudyResults& results, const std::string& x);

/// What each input and each flow got through: points where some get nothing, or else those that say it.
std::vector<Figure> delivery_figures(const StudyResults& results, const ChosenPoints& chosen);

/// Throughput and loss against the size of circuits, and what a percent of throughput costs: points with key
/// `cost`, each circuit with the most that its points carry.
std::vector<Figure> cost_figures(const StudyResults& results);

/// Some input or some flow of it got nothing through.
bool gets_nothing(const ResultPoint& point);

}  // namespace xb
