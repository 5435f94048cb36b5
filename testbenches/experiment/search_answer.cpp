// SPDX-License-Identifier: Apache-2.0
#include "testbenches/experiment/search_answer.h"

#include <algorithm>

#include "host/point/run_config.h"

namespace xb {
namespace {

/// Carried: what is delivered differs from what was offered by no more than the interval, and that is narrow
/// enough to tell neighbouring loads apart.
Answer carried(const Measured& m, double spacing) {
  if (!m.throughput.ci95) return Answer::Undecided;
  if (m.offered_load - m.throughput.mean > *m.throughput.ci95) return Answer::No;
  return *m.throughput.ci95 > spacing / 2 ? Answer::Undecided : Answer::Yes;
}

Answer loses_little(double most, const Measured& m) {
  if (m.exact) return m.loss.mean <= most ? Answer::Yes : Answer::No;
  // Nothing lost of n packets, each lost with probability p: p is below 3 / n, 95 times of 100.
  const double rare = m.offered_packets > 0 ? 3 / static_cast<double>(m.offered_packets) : 1;
  if (m.loss.mean == 0) return rare <= most ? Answer::Yes : Answer::Undecided;
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

Measured measured_in(const RunResult& r, const RunConfig& config) {
  return {r.offered_load,     r.throughput,      r.loss,
          r.offered_packets,  r.measured_cycles, r.pause ? r.pause->overflowed_packets : 0,
          !config.is_random()};
}

Answer answer_of(const SearchGoal& goal, const Measured& measured, double spacing) {
  if (goal.kind == SearchGoal::Kind::Saturation) return carried(measured, spacing);
  // What overflows has not enough. That nothing does is known of the phases that the traffic has met.
  if (goal.kind == SearchGoal::Kind::Headroom)
    return measured.overflowed_packets == 0 ? Answer::Yes : Answer::No;
  Answer answer = Answer::Yes;
  if (goal.max_loss) answer = both(answer, loses_little(*goal.max_loss, measured));
  if (goal.min_throughput) answer = both(answer, delivers(*goal.min_throughput, measured));
  return answer;
}

}  // namespace xb
