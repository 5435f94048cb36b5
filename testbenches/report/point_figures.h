// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "testbenches/report/figure.h"
#include "testbenches/report/study_results.h"

namespace xb {

/// Points that figures of single points show: those with these numbers, or if none are given, a few.
class ChosenPoints {
 public:
  using Shows = std::function<bool(const ResultPoint&)>;

  ChosenPoints(const StudyResults& results, std::vector<std::size_t> numbers)
      : results_(results), numbers_(std::move(numbers)) {}

  /// Of the points for which `shows`, in the study's order: the given ones, or `most` at most; then the last
  /// ones of each line of a sweep, where load is highest, before others.
  [[nodiscard]] std::vector<const ResultPoint*> of(std::size_t most, const Shows& shows) const;
  /// What a caption says of the choice: nothing where it has all.
  [[nodiscard]] std::string note(std::size_t most, const Shows& shows) const;
  /// `point 7: voq, load 0.9`: what tells it from other points.
  [[nodiscard]] std::string name_of(const ResultPoint& point) const;

 private:
  [[nodiscard]] std::vector<const ResultPoint*> all(const Shows& shows) const;

  const StudyResults& results_;
  std::vector<std::size_t> numbers_;
};

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

/// What a study's file wants to see, and what of it there are no data for.
struct PlottedFigures {
  std::vector<Figure> figures;
  std::vector<std::string> missing;
};

/// Draws the plots of the results; `x` is the key of the axis where a plot names none, or empty. Where keys
/// that differ neither tell lines apart nor are the axis, there is a figure for each of their values.
PlottedFigures plotted_figures(const StudyResults& results, const ChosenPoints& chosen, const std::string& x);

}  // namespace xb
