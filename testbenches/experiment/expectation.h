// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "host/base/errors.h"

namespace xb {

struct Point;
struct RunConfig;
struct RunResult;
struct Theory;

/// In what unit a measure in cycles or beats is expected: as it is, in slots (times), in cells (occupancies).
enum class Unit { AsMeasured, Slot, Cell };
/// Behind a measure's name: "", " [slots]" or " [cells]".
const char* unit_text(Unit unit);

struct KeyValues {
  std::string key;
  std::vector<std::string> values;
};

/// Where an expected value comes from; None: not said.
enum class Origin {
  None,
  Printed,      ///< in the paper
  Equation,     ///< of the paper, worked out
  Literature,   ///< another paper or textbook
  Independent,  ///< a program that shares no code with the lab
  Regression    ///< the lab itself, before
};
/// The words of experiment files; "" of None.
const char* origin_name(Origin origin);

/// What an experiment file expects of its points.
struct Expectation {
  Origin origin = Origin::None;
  std::string claim;         ///< what the source says, in words
  std::string refuted;       ///< why that does not come out here; empty: it has to
  std::string not_testable;  ///< why it cannot be tested here; then nothing below is set
  std::string measure;       ///< path into the result, such as queueing.mean
  Unit unit = Unit::AsMeasured;
  double tolerance = 0;              ///< infinite: the value stands beside what is measured, unjudged
  bool relative = false;             ///< tolerance is a share of the expected value
  std::vector<KeyValues> where;      ///< only of points with these values
  const Theory* theory = nullptr;    ///< the expected values, or
  std::vector<double> values;        ///< ... one for all points, or one each in the order of the file
  std::vector<RunConfig> value_for;  ///< the points that `values` belong to, if more than one
  std::set<std::size_t> speaks_of;   ///< point_digest() of the file's points, where `refuted`
  bool is_limit = false;             ///< written as a limit, and not as a table
  std::string place;                 ///< for messages
  std::map<std::string, std::string> places;  ///< of its keys
  /// Instead of theory or values: bounds, without a tolerance.
  std::optional<double> at_least, at_most;
  bool of_mean = false;  ///< all of that is expected of the mean of the points' values
  /// All of that is expected of the ratio to the point that has these values, and all others the same.
  std::vector<KeyValues> over;

  /// For a message about one of its keys.
  [[nodiscard]] const std::string& place_of(const std::string& key) const {
    const auto at = places.find(key);
    return at == places.end() ? place : at->second;
  }
  /// One of its keys as messages call it.
  [[nodiscard]] std::string name_of(const std::string& key) const {
    return is_limit ? "limits" : "expect." + key;
  }
  [[nodiscard]] bool is_judged() const { return std::isfinite(tolerance); }
  [[nodiscard]] bool bounds_only() const { return at_least || at_most; }
  /// A verdict needs no other point.
  [[nodiscard]] bool is_of_each_point() const { return !of_mean && over.empty(); }
  /// What is judged, with the point that a ratio is to.
  [[nodiscard]] std::string measure_text() const;
  /// `at least 1 and at most 2`, with these words between the two.
  [[nodiscard]] std::string bounds_text(const char* between) const;
  /// The value expected of a point; nothing if none is.
  [[nodiscard]] std::optional<double> expected(const RunConfig& point) const;
  /// Whether `where` admits the point.
  [[nodiscard]] bool concerns(const RunConfig& point) const;
};

/// A point's value beside what was expected of it, in the expectation's unit.
struct Verdict {
  enum class Kind { Ok, Off, NotTight };
  double measured = 0, expected = 0;  ///< the latter not with bounds
  double tolerance = 0;               ///< absolute; infinite: not judged
  std::optional<double> ci95;         ///< half-width, if known
  bool interval_unknown = false;      ///< the run was too short for one: judged by its value alone
  bool no_interval = false;           ///< random, of a measure that never has one: likewise
  double unseen = 0;  ///< beyond the interval, where it is rare: upwards, of ratios either way
  Kind kind = Kind::Ok;
};

/// The measure that is the value found by a search; others are then of the point at that value.
constexpr const char* kFoundMeasure = "found";

/// Judges a result: its value, and whether the whole interval, if known, is where the value must be. Nothing
/// if nothing is expected of it. Throws RunError if the result has no such measure.
std::optional<Verdict> judge(const Expectation& expectation, const RunConfig& config,
                             const RunResult& result);
/// The same of a point that a search may have found.
std::optional<Verdict> judge(const Expectation& expectation, const Point& point);
/// The same for points that differ only in how they are measured, as by `cycles` or `seed`.
std::size_t point_digest(const RunConfig& config);
/// The kind that a verdict has by its numbers. What `refuted` says is off only if that is no chance, be it
/// one of so many intervals.
Verdict::Kind kind_of(const Expectation& expectation, const Verdict& verdict, std::size_t intervals = 1);
/// The tolerance in the measure's unit.
double tolerance_of(const Expectation& expectation, double expected);

/// A measure as a run of that configuration has it, and the half-width of its interval, if it has one.
struct MeasuredValue {
  double value = 0;
  std::optional<double> ci95;
  bool has_interval = false;  ///< known or not
  double unseen = 0;          ///< Verdict::unseen
};
/// Nothing if the run has no such number: of a time of packets, if there were none.
std::optional<MeasuredValue> measured_value(const RunConfig& config, const RunResult& result,
                                            const std::string& measure);
/// What the expectation judges of a point, in its unit; of `found`, the interval is how far off that may be.
/// Throws RunError if the run has no such number.
MeasuredValue measured_value(const Expectation& expectation, const Point& point);

/// Fills value_for of an expectation with listed values, and checks that all it expects can be had of the
/// points of its file, or of what stands for its searches.
class Settling {
 public:
  Settling(Expectation& expectation, bool searching);
  /// The points come one after the other, in the order of the file.
  void take(const RunConfig& point);
  /// After the last one. Throws InputError.
  void check() const;

 private:
  [[nodiscard]] bool is_found() const;
  void check_point(const RunConfig& point) const;
  [[noreturn]] void refuse(const char* key, const std::string& what) const;

  Expectation* of_;
  bool searching_;
  std::size_t concerned_ = 0;
  std::optional<InputError> wrong_;  // with the first point that it is with
  std::set<std::string> known_;      // configurations of all points, for ratios
  std::vector<RunConfig> below_;     // the points that ratios are to
  std::string wrong_over_;
};

}  // namespace xb
