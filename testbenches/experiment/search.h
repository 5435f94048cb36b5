// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "host/point/run_config.h"
#include "host/run/run_result.h"
#include "testbenches/experiment/bisection.h"
#include "testbenches/experiment/search_goal.h"
#include "testbenches/experiment/search_plan.h"

namespace xb {

/// What a search looks at in a point's result.
struct Measured {
  double offered_load = 0;  ///< as it was drawn in this run
  Estimate throughput, loss;
  std::uint64_t offered_packets = 0;
  std::uint64_t measured_cycles = 0;
  std::uint64_t overflowed_packets = 0;  ///< of flow pfc
  std::uint64_t sweep_cycles = 0;        ///< that all phases of traffic overrun take
  bool long_enough = false;              ///< for its correlation: latency has an interval
  bool exact = false;  ///< all of a capture or schedule was run, from its beginning to its end: no intervals
};
Measured measured_in(const RunResult& result, const RunConfig& config);

/// Whether a point reaches the goal (docs/studies.md#searches); `spacing` is the distance to the nearest
/// other value of the searched key. Undecided where the whole 95 % interval does not say the same, or is
/// unknown; what is exact is decided.
Answer answer_of(const SearchGoal& goal, const Measured& measured, double spacing);

/// A point that a search asked for, and what it says.
struct Evaluation {
  std::size_t candidate = 0;
  RunConfig config;  ///< the candidate's, perhaps with more cycles
  Answer answer = Answer::Undecided;
  std::uint64_t measured_cycles = 0, sweep_cycles = 0;  ///< as in Measured
};

/// How far a search is.
struct Finding {
  enum class State {
    Open,    ///< points are missing
    Failed,  ///< ... and one of them has failed
    Found,   ///< a yes, and a no beside it; or a yes beyond which there is nothing
    Wide,    ///< a yes and a no, with values between them that are undecided or contradict
    All,     ///< no value given is a no: the bracket does not hold
    None     ///< the first value is no yes: the bracket does not hold
  };
  State state = State::Open;
  std::optional<std::size_t> found;   ///< the last candidate that reaches the goal, of Found, Wide and All
  std::optional<std::size_t> beyond;  ///< the first that does not, of Found and Wide; nothing: there is none
  bool uneven = false;                ///< answers contradict, see bisect()
  std::vector<Evaluation> evaluations;  ///< known ones in the order in which they were asked
  std::vector<RunConfig> wanted;        ///< points to run next
  std::vector<RunConfig> failed;        ///< without which it cannot go on

  [[nodiscard]] bool has_no_bracket() const { return state == State::All || state == State::None; }
};

/// What is known of a point.
struct PointState {
  bool failed = false;
  std::optional<Measured> measured;
};
using PointStates = std::function<PointState(const RunConfig& config)>;

/// Goes as far as known results lead: the same results give the same finding, whoever has run them when. A
/// value that is undecided is asked again with 4 and at last 16 times the cycles.
Finding find_value(const SearchGoal& goal, const SearchPlan& plan, const PointStates& states);

/// Times that a value may be run, with more cycles each time.
constexpr unsigned kMostLengths = 3;

/// `0.585`: the value of the searched key.
std::string value_of(const SearchGoal& goal, const RunConfig& config);

/// `yes`, for files.
const char* answer_name(Answer answer);
const char* state_name(Finding::State state);

/// How a record shows a configuration: its JSON, and its name, or nothing.
struct ShownPoint {
  nlohmann::ordered_json config;
  std::string hash;
};
using ShowPoint = std::function<ShownPoint(const RunConfig& config)>;

/// The headroom of the formula (docs/pauses.md), of the class that needs most.
std::uint32_t formula_headroom(const RunConfig& config);

/// What a search for headroom has not seen, because of its traffic or of too few cycles; "": all phases seen,
/// or another search.
std::string headroom_note(const SearchGoal& goal, const Finding& finding);

/// A search as one JSON object: goal, configuration without the searched key, state, found, beyond, and its
/// evaluations.
nlohmann::ordered_json search_record(const SearchGoal& goal, const SearchPlan& plan, const Finding& finding,
                                     std::size_t number, const ShowPoint& show);

}  // namespace xb
