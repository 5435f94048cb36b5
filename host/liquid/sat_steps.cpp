// SPDX-License-Identifier: Apache-2.0
#include "host/liquid/sat_steps.h"

#include <cadical.hpp>
#include <cstdio>
#include <cstdlib>

#include "host/liquid/step_formula.h"

namespace xb {
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
