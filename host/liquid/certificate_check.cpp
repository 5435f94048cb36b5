// SPDX-License-Identifier: Apache-2.0
#include "host/liquid/certificate_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>

namespace xb {

void RupCheck::reserve(const Clause& clause) {
  for (const int literal : clause) {
    const std::size_t slots = slot(-std::abs(literal)) + 1;
    if (slots <= value_.size()) continue;
    value_.resize(slots, 0);
    watches_.resize(slots);
  }
}

std::uint64_t RupCheck::hash(const Clause& sorted) {
  std::uint64_t sum = 0;
  for (const int literal : sorted) {
    sum = (sum ^ static_cast<std::uint32_t>(literal)) * 0x9e3779b97f4a7c15U;
    sum ^= sum >> 29U;
  }
  return sum;
}

void RupCheck::add(Clause clause) {
  reserve(clause);
  std::sort(clause.begin(), clause.end());
  clause.erase(std::unique(clause.begin(), clause.end()), clause.end());
  if (contradiction_) return;
  const auto index = static_cast<std::uint32_t>(clauses_.size());
  by_hash_.emplace(hash(clause), index);
  // Those that are not false come first: two of them can be watched.
  std::stable_partition(clause.begin(), clause.end(), [&](int literal) { return !is_false(literal); });
  const auto open = static_cast<std::size_t>(
      std::count_if(clause.begin(), clause.end(), [&](int literal) { return !is_false(literal); }));
  clauses_.push_back(clause);
  if (open == 0) {
    contradiction_ = true;
    return;
  }
  if (clause.size() > 1) {
    watches_[slot(clause[0])].push_back({index, clause[1]});
    watches_[slot(clause[1])].push_back({index, clause[0]});
  }
  if (open == 1 && !is_true(clause[0])) {
    assume(clause[0]);
    if (!propagate()) contradiction_ = true;
  }
}

bool RupCheck::derive(const Clause& clause) {
  if (contradiction_) return true;
  reserve(clause);
  const std::size_t before = trail_.size();
  bool follows = false;
  for (const int literal : clause) {
    follows = follows || is_true(literal);
    if (!follows && !is_false(literal)) assume(-literal);
  }
  follows = follows || !propagate();
  for (; trail_.size() > before; trail_.pop_back()) value_[slot(trail_.back())] = 0;
  propagated_ = before;
  if (follows) add(clause);
  return follows;
}

void RupCheck::forget(Clause clause) {
  reserve(clause);
  std::sort(clause.begin(), clause.end());
  clause.erase(std::unique(clause.begin(), clause.end()), clause.end());
  const auto [from, to] = by_hash_.equal_range(hash(clause));
  for (auto at = from; at != to; ++at) {
    Clause& stored = clauses_[at->second];
    if (stored.size() < 2 || !std::is_permutation(stored.begin(), stored.end(), clause.begin(), clause.end()))
      continue;
    // It may be why a literal is true.
    if (std::any_of(stored.begin(), stored.end(), [&](int literal) { return is_true(literal); })) return;
    for (std::size_t n = 0; n < 2; ++n) {
      auto& watches = watches_[slot(stored[n])];
      const auto here = std::find_if(watches.begin(), watches.end(),
                                     [&](const Watch& watch) { return watch.clause == at->second; });
      *here = watches.back();
      watches.pop_back();
    }
    Clause().swap(stored);
    by_hash_.erase(at);
    return;
  }
}

bool RupCheck::propagate() {
  while (propagated_ < trail_.size()) {
    const int falsified = -trail_[propagated_++];
    auto& watches = watches_[slot(falsified)];
    std::size_t kept = 0;
    for (std::size_t n = 0; n < watches.size(); ++n) {
      const Watch watch = watches[n];
      if (is_true(watch.other)) {
        watches[kept++] = watch;
        continue;
      }
      Clause& clause = clauses_[watch.clause];
      if (clause[0] == falsified) std::swap(clause[0], clause[1]);
      std::size_t next = 2;
      if (!is_true(clause[0])) {
        while (next < clause.size() && is_false(clause[next])) ++next;
        if (next < clause.size()) {
          std::swap(clause[1], clause[next]);
          watches_[slot(clause[1])].push_back({watch.clause, clause[0]});
          continue;
        }
      }
      watches[kept++] = {watch.clause, clause[0]};
      if (is_true(clause[0])) continue;
      if (is_false(clause[0])) {
        for (++n; n < watches.size(); ++n) watches[kept++] = watches[n];
        watches.resize(kept);
        return false;
      }
      assume(clause[0]);
    }
    watches.resize(kept);
  }
  return true;
}

std::string step_fault(const TransferSet& transfers, const StepSchedule& schedule) {
  if (schedule.step_of.size() != transfers.size()) {
    return fmt::format("{} transfers have a step; there are {}", schedule.step_of.size(), transfers.size());
  }
  std::vector<std::vector<unsigned>> of_step(schedule.steps);
  for (unsigned t = 0; t < transfers.size(); ++t) {
    const unsigned step = schedule.step_of[t];
    if (step >= schedule.steps) {
      return fmt::format("transfer {} -> {} is in step {}; there are {}", transfers[t].source,
                         transfers[t].destination, step, schedule.steps);
    }
    of_step[step].push_back(t);
  }
  std::vector<unsigned> carried(transfers.links(), 0);
  for (unsigned step = 0; step < schedule.steps; ++step) {
    if (of_step[step].empty()) return fmt::format("step {} is empty", step);
    for (const unsigned t : of_step[step]) {
      for (const unsigned link : transfers.path(t)) {
        if (++carried[link] <= transfers.capacity(link)) continue;
        return fmt::format("step {}: link {} carries {} transfers, {} -> {} among them; at most {}", step,
                           transfers.link_name(link), carried[link], transfers[t].source,
                           transfers[t].destination, transfers.capacity(link));
      }
    }
    for (const unsigned t : of_step[step]) {
      for (const unsigned link : transfers.path(t)) carried[link] = 0;
    }
  }
  return {};
}

namespace {

std::string clique_fault(const TransferSet& transfers, unsigned steps,
                         const std::vector<std::uint32_t>& clique) {
  if (clique.size() <= steps) {
    return fmt::format("{} transfers that share links need not take more than {} steps", clique.size(),
                       steps);
  }
  for (std::size_t a = 0; a < clique.size(); ++a) {
    if (clique[a] >= transfers.size()) {
      return fmt::format("there is no transfer number {}; there are {}", clique[a], transfers.size());
    }
    for (std::size_t b = 0; b < a; ++b) {
      bool shared = false;
      for (const unsigned link : transfers.path(clique[a])) {
        for (const unsigned other : transfers.path(clique[b])) {
          shared = shared || (link == other && transfers.capacity(link) == 1);
        }
      }
      if (!shared || clique[a] == clique[b]) {
        return fmt::format("transfers {} and {} share no link of capacity 1", clique[b], clique[a]);
      }
    }
  }
  return {};
}

/// A variable of the formula: that a transfer is in a step.
class StepVariables {
 public:
  explicit StepVariables(unsigned steps) : steps_(steps) {}
  [[nodiscard]] int of(unsigned transfer, unsigned step) const {
    return static_cast<int>(transfer * steps_ + step + 1);
  }

 private:
  unsigned steps_;
};

/// Link by link, that no step has more transfers than the capacity; `counter`: first variable of the next
/// counter.
void grant_capacity(const std::vector<int>& in_step, unsigned capacity, int& counter, RupCheck& check) {
  const int users = static_cast<int>(in_step.size());
  const int most = static_cast<int>(capacity);
  if (users <= most) return;
  if (most == 1) {
    for (int b = 1; b < users; ++b) {
      for (int a = 0; a < b; ++a) check.add({-in_step[a], -in_step[b]});
    }
    return;
  }
  // exceeds(n, j): more than j of the transfers 0..n are in the step. True where it must be, by induction.
  const auto exceeds = [&](int n, int j) { return counter + n * most + j; };
  for (int n = 0; n + 1 < users; ++n) {
    check.add({exceeds(n, 0), -in_step[n]});
    for (int j = 0; n > 0 && j < most; ++j) {
      check.add({exceeds(n, j), -exceeds(n - 1, j)});
      if (j > 0) check.add({exceeds(n, j), -exceeds(n - 1, j - 1), -in_step[n]});
    }
    check.add({-exceeds(n, most - 1), -in_step[n + 1]});
  }
  counter += (users - 1) * most;
}

/// What holds of every schedule of so many steps, once its steps have been put into the order that the proof
/// wants. Returns the number of variables.
int grant_formula(const TransferSet& transfers, unsigned steps, std::uint32_t ordered_link, RupCheck& check) {
  const StepVariables variable(steps);
  int counter = variable.of(transfers.size(), 0);
  std::vector<int> in_step;
  unsigned ordered = 0;
  for (unsigned link = 0; link < transfers.links(); ++link) {
    std::vector<unsigned> users;
    for (unsigned t = 0; t < transfers.size(); ++t) {
      const LinkPath path = transfers.path(t);
      if (std::find(path.begin(), path.end(), link) != path.end()) users.push_back(t);
    }
    for (unsigned step = 0; step < steps; ++step) {
      in_step.clear();
      for (const unsigned t : users) in_step.push_back(variable.of(t, step));
      grant_capacity(in_step, transfers.capacity(link), counter, check);
    }
    if (link != ordered_link) continue;
    for (const unsigned t : users) check.add({variable.of(t, ordered++)});
  }
  for (unsigned t = 0; t < transfers.size(); ++t) {
    RupCheck::Clause somewhere;
    for (unsigned step = 0; step < steps; ++step) somewhere.push_back(variable.of(t, step));
    check.add(somewhere);
  }
  return counter - 1;
}

/// Follows the lines of a derivation: `1 -2 0` is derived, `d 1 -2 0` is forgotten.
std::string derivation_fault(const std::string& text, int variables, RupCheck& check) {
  unsigned line = 1;
  RupCheck::Clause clause;
  const char* at = text.data();
  const char* const end = at + text.size();
  for (; at != end && !check.contradiction(); ++line) {
    const char* const stop = std::find(at, end, '\n');
    const bool forgotten = *at == 'd';
    if (forgotten) ++at;
    clause.clear();
    bool ended = false;
    while (at != stop && !ended) {
      at = std::find_if(at, stop, [](char c) { return c != ' '; });
      int literal = 0;
      const auto [next, error] = std::from_chars(at, stop, literal);
      if (error != std::errc() || literal > variables || literal < -variables) break;
      at = next;
      ended = literal == 0;
      if (!ended) clause.push_back(literal);
    }
    if (!ended || at != stop) return fmt::format("line {} of the derivation cannot be read", line);
    if (forgotten) {
      check.forget(clause);
    } else if (!check.derive(clause)) {
      return fmt::format("line {} of the derivation does not follow", line);
    }
    at = stop == end ? end : stop + 1;
  }
  return check.contradiction() ? "" : "the derivation does not come to a contradiction";
}

}  // namespace

std::string proof_fault(const TransferSet& transfers, unsigned steps, const NoScheduleProof& proof) {
  if (proof.steps != steps) {
    return fmt::format("the proof is about {} steps, not {}", proof.steps, steps);
  }
  if (proof.kind == NoScheduleProof::Kind::Clique) return clique_fault(transfers, steps, proof.clique);
  if (proof.kind != NoScheduleProof::Kind::Formula) return "nothing is proved";
  const std::uint32_t link = proof.ordered_link;
  if (link != NoScheduleProof::kNoLink) {
    if (link >= transfers.links() || transfers.capacity(link) != 1 || transfers.load(link) > steps) {
      return fmt::format("the transfers of link {} need not be in different steps of {}", link, steps);
    }
  }
  RupCheck check;
  const int variables = grant_formula(transfers, steps, link, check);
  return derivation_fault(proof.derivation, variables, check);
}

std::string answer_fault(const TransferSet& transfers, const LiquidAnswer& answer) {
  std::string fault = step_fault(transfers, answer.schedule);
  if (fault.empty() && answer.lower_bound > transfers.duration())
    fault = proof_fault(transfers, answer.lower_bound - 1, answer.proof);
  return fault;
}

}  // namespace xb
