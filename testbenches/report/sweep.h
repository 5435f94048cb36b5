// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "testbenches/report/figure.h"
#include "testbenches/report/study_results.h"

namespace xb {

/// Points that differ in their seeds only.
struct SweepPlace {
  double x;
  std::vector<const ResultPoint*> points;

  /// The record's number, or the mean over the seeds; null where a point has none.
  [[nodiscard]] nlohmann::ordered_json mean(const std::string& column) const;
  /// The mean, or the texts that differ, but for empty ones; null: none.
  [[nodiscard]] nlohmann::ordered_json all(const std::string& column) const;
  /// Half-width of the 95 % interval: the record's, in `ci_column`; of several seeds their mean's, by
  /// Student's law. Null where it is unknown.
  [[nodiscard]] nlohmann::ordered_json ci95(const std::string& column, const std::string& ci_column) const;
};

/// Points that differ along the x axis and in their seeds only.
struct SweepLine {
  std::string name;                ///< the values of the keys that tell lines apart, or empty
  std::vector<SweepPlace> places;  ///< x rising
};

/// The points of a study as lines over an axis.
struct Sweep {
  std::string x_key;  ///< key of the axis; empty: all points are at one place
  Axis x;
  std::vector<std::string> keys;  ///< that tell lines apart
  std::vector<SweepLine> lines;   ///< in the order of their first points
  std::size_t left_out = 0;       ///< points that have no such key
  bool seeds = false;             ///< some place has several points

  /// The value of x as the points have it.
  [[nodiscard]] nlohmann::ordered_json x_of(const SweepPlace& place) const;
};

/// Keys whose values differ, but for seeds and what is recorded; those that only say how long a point is run,
/// and by what, only where they alone tell points apart.
std::vector<std::string> swept_keys(const std::vector<const ResultPoint*>& points);

/// Points of random traffic, and of schedules: each are a sweep by themselves.
struct PointFamilies {
  std::vector<const ResultPoint*> traffic, schedules;
};
PointFamilies families_of(const std::vector<const ResultPoint*>& points);

/// The axis is the key `x`; without one, `load`, or else the swept key with the most numbers, if they are
/// more than there are schedules, or else `schedule`, `switch`, or any swept key, whose values are then
/// categories. Throws InputError if `x` is not swept.
Sweep sweep_of(const std::vector<const ResultPoint*>& points, const std::string& x = "");

/// `voq, ports 8`: the values of these keys.
std::string words_of(const ResultPoint& point, const std::vector<std::string>& keys);
/// The same of those that the point uses: an `input` beside a `voq` has no iterations.
std::string used_words_of(const ResultPoint& point, std::vector<std::string> keys);

}  // namespace xb
