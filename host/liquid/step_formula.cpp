// SPDX-License-Identifier: Apache-2.0
#include "host/liquid/step_formula.h"

#include <fmt/format.h>

#include <algorithm>
#include <cadical.hpp>
#include <cstdio>
#include <cstdlib>
#include <iterator>

namespace xb {

StepFormula::StepFormula(const TransferSet& transfers, unsigned steps, std::uint32_t ordered_link)
    : variables_(transfers.size() * steps) {
  const auto in_step = [&](unsigned transfer, unsigned step) {
    return static_cast<int>(transfer * steps + step + 1);
  };
  std::vector<std::vector<unsigned>> users(transfers.links());
  for (unsigned t = 0; t < transfers.size(); ++t) {
    for (const unsigned link : transfers.path(t)) users[link].push_back(t);
    for (unsigned step = 0; step < steps; ++step) clauses_.push_back(in_step(t, step));
    clauses_.push_back(0);
  }
  if (ordered_link != kNoLink) {
    for (unsigned n = 0; n < users[ordered_link].size(); ++n) add({in_step(users[ordered_link][n], n)});
  }
  std::vector<int> literals;
  for (unsigned link = 0; link < transfers.links(); ++link) {
    for (unsigned step = 0; step < steps; ++step) {
      literals.clear();
      for (const unsigned t : users[link]) literals.push_back(in_step(t, step));
      add_at_most(literals, transfers.capacity(link));
    }
  }
}

double StepFormula::size(const TransferSet& transfers, unsigned steps) {
  double all = transfers.size();
  for (unsigned link = 0; link < transfers.links(); ++link) {
    const double load = transfers.load(link);
    all += transfers.capacity(link) == 1 ? 1.5 * load * load : 10 * load * transfers.capacity(link);
  }
  return all * steps;
}

void StepFormula::add(std::initializer_list<int> clause) {
  clauses_.insert(clauses_.end(), clause);
  clauses_.push_back(0);
}

void StepFormula::add_at_most(const std::vector<int>& literals, unsigned most) {
  const std::size_t all = literals.size();
  if (all <= most) return;
  if (most == 1) {
    for (std::size_t a = 0; a < all; ++a) {
      for (std::size_t b = a + 1; b < all; ++b) add({-literals[a], -literals[b]});
    }
    return;
  }
  const unsigned first = variables_ + 1;
  variables_ += static_cast<unsigned>((all - 1) * most);
  const auto more = [&](std::size_t n, unsigned j) { return static_cast<int>(first + n * most + j); };
  for (std::size_t n = 0; n < all; ++n) {
    if (n > 0) add({-literals[n], -more(n - 1, most - 1)});
    if (n + 1 == all) break;
    add({-literals[n], more(n, 0)});
    if (n == 0) continue;
    for (unsigned j = 0; j < most; ++j) add({-more(n - 1, j), more(n, j)});
    for (unsigned j = 1; j < most; ++j) add({-literals[n], -more(n - 1, j - 1), more(n, j)});
  }
}

std::string StepFormula::dimacs() const {
  const auto ends = std::count(clauses_.begin(), clauses_.end(), 0);
  std::string text = fmt::format("p cnf {} {}\n", variables_, ends);
  for (const int literal : clauses_) {
    fmt::format_to(std::back_inserter(text), literal == 0 ? "{}\n" : "{} ", literal);
  }
  return text;
}

namespace {

constexpr double kMostLiterals = 2e7;

class StopSearch : public CaDiCaL::Terminator {
 public:
  explicit StopSearch(const std::function<bool()>& stop) : stop_(stop) {}
  bool terminate() override { return stop_(); }

 private:
  const std::function<bool()>& stop_;
};

/// A file in memory.
class TextSink {
 public:
  TextSink() : file_(open_memstream(&text_, &size_)) {}
  TextSink(const TextSink&) = delete;
  TextSink& operator=(const TextSink&) = delete;
  ~TextSink() {
    if (file_ != nullptr) std::fclose(file_);
    std::free(text_);  // NOLINT: of open_memstream
  }
  [[nodiscard]] std::FILE* file() { return file_; }
  [[nodiscard]] std::string text() {
    std::fflush(file_);
    return {text_, size_};
  }

 private:
  char* text_ = nullptr;
  std::size_t size_ = 0;
  std::FILE* file_;
};

/// The busiest link of capacity 1 that has no more transfers than there are steps.
std::uint32_t link_to_order(const TransferSet& transfers, unsigned steps) {
  std::uint32_t best = StepFormula::kNoLink;
  for (unsigned link = 0; link < transfers.links(); ++link) {
    if (transfers.capacity(link) != 1 || transfers.load(link) > steps) continue;
    if (best == StepFormula::kNoLink || transfers.load(link) > transfers.load(best)) best = link;
  }
  return best;
}

}  // namespace

SatSteps sat_steps(const TransferSet& transfers, unsigned steps, unsigned conflicts,
                   const std::function<bool()>& stop) {
  SatSteps answer;
  TextSink derivation;
  if (StepFormula::size(transfers, steps) > kMostLiterals || derivation.file() == nullptr) return answer;
  const std::uint32_t ordered_link = link_to_order(transfers, steps);
  const StepFormula formula(transfers, steps, ordered_link);
  StopSearch stop_search(stop);
  CaDiCaL::Solver solver;
  solver.set("quiet", 1);
  solver.set("binary", 0);
  // Newer versions can introduce variables, which a derivation step by step could not.
  if (CaDiCaL::Solver::is_valid_option("factor")) solver.set("factor", 0);
  solver.trace_proof(derivation.file(), "derivation");
  solver.connect_terminator(&stop_search);
  for (const int literal : formula.clauses()) solver.add(literal);
  solver.limit("conflicts", static_cast<int>(conflicts));
  constexpr int kSatisfiable = 10;
  constexpr int kUnsatisfiable = 20;
  const int status = solver.solve();
  if (status == kSatisfiable) {
    answer.verdict = SatSteps::Verdict::Found;
    for (unsigned t = 0; t < transfers.size(); ++t) {
      unsigned step = 0;
      while (step + 1 < steps && solver.val(static_cast<int>(t * steps + step + 1)) < 0) ++step;
      answer.step_of.push_back(step);
    }
  } else if (status == kUnsatisfiable) {
    solver.flush_proof_trace();
    answer.verdict = SatSteps::Verdict::Impossible;
    answer.proof.kind = NoScheduleProof::Kind::Formula;
    answer.proof.steps = steps;
    answer.proof.ordered_link = ordered_link;
    answer.proof.derivation = derivation.text();
  }
  solver.disconnect_terminator();
  return answer;
}

}  // namespace xb
