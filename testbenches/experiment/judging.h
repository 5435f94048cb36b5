// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "host/point/run_config.h"
#include "testbenches/experiment/expectation.h"
#include "testbenches/experiment/point.h"

namespace xb {

/// A verdict, and the number of the point that it is of; none: of the mean of all that are concerned.
struct PointVerdict {
  std::optional<std::size_t> point;
  Verdict verdict;
};

/// How many verdicts there are of each kind.
struct VerdictCounts {
  std::size_t judged = 0, off = 0, not_tight = 0;
  std::size_t missing = 0;  ///< points of the file that a refuted claim is of, and that are not here
  void add(Verdict::Kind kind) {
    ++judged;
    off += kind == Verdict::Kind::Off ? 1 : 0;
    not_tight += kind == Verdict::Kind::NotTight ? 1 : 0;
  }
};

/// How one expectation came out, of all its points.
enum class Outcome {
  Nothing,      ///< no point has been judged
  NotJudged,    ///< tolerance none
  AsExpected,   ///< all are as expected, and the origin is not said
  Reproduced,   ///< all are as its source has it
  AsBefore,     ///< the same, of values of our own
  Refuted,      ///< some are surely not, as the file says
  Missing,      ///< the file says so, but of points that are not here
  NotTestable,  ///< as the file says
  Off,          ///< some are not as expected, or not known well enough
  ComesOut      ///< the file says that it is refuted, and all its points are as the source has it
};
/// In words; those of what is wrong begin with "off".
const char* outcome_text(Outcome outcome);
inline bool is_wrong(Outcome outcome) { return outcome == Outcome::Off || outcome == Outcome::ComesOut; }

/// Judges points that come one after the other by one expectation.
class Judging {
 public:
  explicit Judging(const Expectation& expectation) : of_(&expectation) {}

  /// The point's verdict, if that needs no other point; its number comes back with what rest() says of it.
  std::optional<Verdict> take(const Point& point, std::size_t number);
  /// After the last point: the mean, or the ratios whose both points are there.
  [[nodiscard]] std::vector<PointVerdict> rest() const;
  /// After the last point: VerdictCounts::missing.
  [[nodiscard]] std::size_t missing() const;

  [[nodiscard]] const Expectation& expectation() const { return *of_; }

 private:
  struct Measured {
    std::size_t number;
    RunConfig config;
    double value, ci95;
    bool interval_unknown;
    double unseen;
  };
  [[nodiscard]] std::vector<PointVerdict> ratios() const;
  [[nodiscard]] std::optional<Verdict> mean_of(const std::vector<PointVerdict>& verdicts) const;
  [[nodiscard]] bool are_independent(std::size_t verdicts) const;

  /// The point has been judged, by itself or for the mean.
  void note(const Point& point);

  const Expectation* of_;
  std::set<std::size_t> judged_;  // of what it speaks of
  std::vector<PointVerdict> for_mean_;
  std::set<std::size_t> for_mean_of_;      // their point_digest()
  std::set<std::uint64_t> seeds_;          // theirs
  std::vector<Measured> above_;            // of the ratios
  std::map<std::string, Measured> below_;  // by configuration
};

/// All verdicts; points of which nothing is expected have none.
struct Judgement {
  std::vector<PointVerdict> verdicts;
  VerdictCounts counts;
};
Judgement judge_all(const Expectation& expectation, const std::vector<Point>& points);

/// What verdicts say together.
Outcome outcome_of(const Expectation& expectation, const VerdictCounts& counts);

/// What an expectation says of the points, a row each.
std::string tabulate_verdicts(const Expectation& expectation, const std::vector<Point>& points);

/// A line about each point, or mean, that is not as expected, each beginning with a line break; empty: none.
std::string failed_verdict(const Expectation& expectation, const std::string& name, const Verdict& verdict);
std::string failed_outcome(const Expectation& expectation, Outcome outcome);
std::string failed_expectation(const Expectation& expectation, const std::vector<Point>& points);

/// What they say of a point by itself, for its record.
nlohmann::ordered_json verdicts_to_json(const std::vector<Expectation>& expectations, const Point& point);

}  // namespace xb
