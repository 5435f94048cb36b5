// SPDX-License-Identifier: Apache-2.0
#include "testbenches/experiment/search.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "host/base/errors.h"
#include "host/config/resolved_network.h"
#include "host/config/setup.h"
#include "host/point/traffic_config.h"

namespace xb {
namespace {

constexpr std::uint64_t kLonger = 4;         // times the cycles of the run before
constexpr std::uint64_t kMostCycles = 1e12;  // as the key allows

class Search {
 public:
  Search(const SearchGoal& goal, const SearchPlan& plan, const PointStates& states)
      : goal_(goal), plan_(plan), states_(states) {}

  Finding go() {
    const Ask ask = [this](std::size_t candidate) { return this->ask(candidate); };
    const Bracket bracket = bisect(plan_.candidates.size(), ask);
    finding_.uneven = bracket.uneven;
    if (!bracket.wanted.empty()) {
      finding_.state = !finding_.failed.empty() ? Finding::State::Failed : Finding::State::Open;
      return finding_;
    }
    finding_.found = bracket.last_yes;
    finding_.beyond = bracket.first_no;
    finding_.state = state_of(bracket);
    return finding_;
  }

 private:
  std::optional<Answer> ask(std::size_t candidate) {
    const auto known = answers_.find(candidate);
    if (known != answers_.end()) return known->second;
    RunConfig config = plan_.candidates[candidate];
    for (unsigned length = 1;; ++length) {
      const PointState state = states_(config);
      if (!state.measured) {
        (state.failed ? finding_.failed : finding_.wanted).push_back(config);
        return {};
      }
      const Answer answer = answer_of(goal_, *state.measured, spacing(candidate));
      finding_.evaluations.push_back(
          {candidate, config, answer, state.measured->measured_cycles, state.measured->sweep_cycles});
      const bool ended_early = state.measured->measured_cycles < config.cycles;  // its interval was reached
      if (answer != Answer::Undecided || length == kMostLengths || ended_early ||
          config.cycles > kMostCycles / kLonger)
        return answers_[candidate] = answer;
      config.cycles *= kLonger;
    }
  }

  double spacing(std::size_t candidate) const {
    const auto distance = [&](std::size_t a, std::size_t b) {
      return std::abs(searched_value(goal_, plan_.candidates[a]) -
                      searched_value(goal_, plan_.candidates[b]));
    };
    const std::size_t last = plan_.candidates.size() - 1;
    if (candidate == 0) return distance(0, 1);
    const double before = distance(candidate, candidate - 1);
    return candidate == last ? before : std::min(before, distance(candidate, candidate + 1));
  }

  /// Whether the last candidate is the last that there can be: load 1, no headroom, or the least depth that
  /// the switch has.
  bool nothing_after_last() const {
    RunConfig config = plan_.candidates.back();
    if (goal_.kind == SearchGoal::Kind::Saturation) return config.traffic->load >= 1;
    if (goal_.kind == SearchGoal::Kind::Headroom) return config.headroom == 0U;
    --config.depth;
    try {
      resolve(config);
    } catch (const InputError&) {
      return true;
    }
    return config.depth < 2;
  }

  Finding::State state_of(const Bracket& bracket) const {
    using State = Finding::State;
    if (!bracket.last_yes) return State::None;
    if (*bracket.last_yes + 1 == plan_.candidates.size() && !bracket.uneven)
      return nothing_after_last() ? State::Found : State::All;
    return bracket.first_no == *bracket.last_yes + 1 && !bracket.uneven ? State::Found : State::Wide;
  }

  const SearchGoal& goal_;
  const SearchPlan& plan_;
  const PointStates& states_;
  std::map<std::size_t, Answer> answers_;
  Finding finding_;
};

/// Carried: what is delivered differs from what was offered by no more than the interval, and that is narrow
/// enough to tell neighbouring loads apart.
Answer carried(const Measured& m, double spacing) {
  if (!m.throughput.ci95) return Answer::Undecided;
  if (m.offered_load - m.throughput.mean > *m.throughput.ci95) return Answer::No;
  return *m.throughput.ci95 > spacing / 2 ? Answer::Undecided : Answer::Yes;
}

Answer loses_little(double most, const Measured& m) {
  if (m.exact) return m.loss.mean <= most ? Answer::Yes : Answer::No;
  // Nothing lost of n packets, each lost with probability p: p is below 3 / n, 95 times of 100. Not where
  // queues take as long as the run to fill.
  const double rare = m.offered_packets > 0 ? 3 / static_cast<double>(m.offered_packets) : 1;
  if (m.loss.mean == 0) return m.long_enough && rare <= most ? Answer::Yes : Answer::Undecided;
  if (!m.loss.ci95) return Answer::Undecided;
  if (m.loss.mean + std::max(*m.loss.ci95, rare) <= most) return Answer::Yes;
  return m.loss.mean - *m.loss.ci95 > most ? Answer::No : Answer::Undecided;
}

Answer delivers(const ThroughputGoal& goal, const Measured& m) {
  const double least = goal.of_offered ? goal.value * m.offered_load : goal.value;
  if (m.exact) return m.throughput.mean >= least ? Answer::Yes : Answer::No;
  if (!m.throughput.ci95) return Answer::Undecided;
  if (m.throughput.mean - *m.throughput.ci95 >= least) return Answer::Yes;
  return m.throughput.mean + *m.throughput.ci95 < least ? Answer::No : Answer::Undecided;
}

/// Of two goals both must be reached.
Answer both(Answer a, Answer b) {
  if (a == Answer::No || b == Answer::No) return Answer::No;
  return a == Answer::Yes && b == Answer::Yes ? Answer::Yes : Answer::Undecided;
}

}  // namespace

Finding find_value(const SearchGoal& goal, const SearchPlan& plan, const PointStates& states) {
  return Search(goal, plan, states).go();
}

std::string value_of(const SearchGoal& goal, const RunConfig& config) {
  return fmt::format("{}", searched_value(goal, config));
}

const char* answer_name(Answer answer) {
  return answer == Answer::Yes ? "yes" : answer == Answer::No ? "no" : "undecided";
}

const char* state_name(Finding::State state) {
  constexpr const char* kNames[] = {"open", "failed", "found", "wide", "all", "none"};
  return kNames[static_cast<int>(state)];
}

Measured measured_in(const RunResult& r, const RunConfig& config) {
  const PauseResult pause = r.pause.value_or(PauseResult{});
  return {r.offered_load,
          r.throughput,
          r.loss,
          r.offered_packets,
          r.measured_cycles,
          pause.overflowed_packets,
          pause.sweep_cycles.value_or(0),
          r.latency.ci95.has_value(),
          !config.is_random()};
}

Answer answer_of(const SearchGoal& goal, const Measured& measured, double spacing) {
  if (goal.kind == SearchGoal::Kind::Saturation) return carried(measured, spacing);
  // What overflows has not enough. That nothing does is known of the phases that the traffic has met.
  if (goal.kind == SearchGoal::Kind::Headroom) {
    if (measured.overflowed_packets > 0) return Answer::No;
    return measured.measured_cycles < measured.sweep_cycles ? Answer::Undecided : Answer::Yes;
  }
  Answer answer = Answer::Yes;
  if (goal.max_loss) answer = both(answer, loses_little(*goal.max_loss, measured));
  if (goal.min_throughput) answer = both(answer, delivers(*goal.min_throughput, measured));
  return answer;
}

namespace {

using Json = nlohmann::ordered_json;

Json goal_record(const SearchGoal& goal) {
  Json json{{"search", goal.name()}};
  if (goal.max_loss) json["max-loss"] = *goal.max_loss;
  if (goal.min_throughput) {
    json["min-throughput"] = goal.min_throughput->value;
    json["of-offered"] = goal.min_throughput->of_offered;
  }
  return json;
}

}  // namespace

std::uint32_t formula_headroom(const RunConfig& config) {
  std::uint32_t most = 0;
  const Setup setup = resolve(config);
  for (const auto& limits : (setup.fabric ? setup.fabric->switches[0] : setup).pause->of_class)
    if (limits) most = std::max(most, limits->formula_beats);
  return most;
}

std::string headroom_note(const SearchGoal& goal, const Finding& finding) {
  if (goal.kind != SearchGoal::Kind::Headroom) return "";
  std::uint64_t too_short = 0;
  const Evaluation* found = nullptr;
  for (const Evaluation& evaluation : finding.evaluations) {
    if (evaluation.answer == Answer::Undecided) too_short = std::max(too_short, evaluation.sweep_cycles);
    if (evaluation.candidate == finding.found) found = &evaluation;
  }
  if (finding.state != Finding::State::Found && too_short > 0)
    return fmt::format("too few cycles: all phases take {}", too_short);
  if (found == nullptr || found->sweep_cycles != 0) return "";
  return fmt::format("seen in {} cycles, not in all phases", found->measured_cycles);
}

Json search_record(const SearchGoal& goal, const SearchPlan& plan, const Finding& finding, std::size_t number,
                   const ShowPoint& show) {
  const std::string key = goal.key();
  const auto value = [&](const std::optional<std::size_t>& candidate) -> Json {
    if (!candidate) return nullptr;
    return show(plan.candidates[*candidate]).config[key];
  };
  Json config = show(plan.stands_for()).config;
  config.erase(key);
  Json record{{"schema", 1},
              {"search", number},
              {"goal", goal_record(goal)},
              {"config", std::move(config)},
              {"key", key},
              {"state", state_name(finding.state)},
              {"found", value(finding.found)},
              {"beyond", value(finding.beyond)},
              {"uneven", finding.uneven},
              {"evaluations", Json::array()}};
  if (goal.kind == SearchGoal::Kind::Headroom) {
    record["formula"] = formula_headroom(plan.stands_for());
    record["note"] = headroom_note(goal, finding);
  }
  for (const Evaluation& evaluation : finding.evaluations) {
    const ShownPoint point = show(evaluation.config);
    Json one = Json::object();
    if (!point.hash.empty()) one["point"] = point.hash;
    one[key] = point.config[key];
    one["cycles"] = evaluation.config.cycles;
    one["answer"] = answer_name(evaluation.answer);
    record["evaluations"].push_back(std::move(one));
  }
  return record;
}

}  // namespace xb
