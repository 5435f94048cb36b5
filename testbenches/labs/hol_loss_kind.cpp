// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cmath>
#include <optional>

#include "host/config/config_keys.h"
#include "host/config/setup.h"
#include "testbenches/benchmark/bench_plan.h"
#include "testbenches/benchmark/hol_block.h"
#include "testbenches/benchmark/trial.h"
#include "testbenches/labs/criterion_kinds.h"
#include "testbenches/labs/submission.h"

namespace xb {
namespace {

constexpr unsigned kMostCongesting = 3;  // as `benchmark hol` has
constexpr unsigned kPorts = 16;

/// A number in answers.toml is the loss at the uncongested output of RFC 2889's block, in per cent, as
/// `benchmark hol` measures it.
class HolLoss : public Criterion {
 public:
  HolLoss(CriterionHead head, CriterionTable& table)
      : Criterion(std::move(head)),
        name_(table.answer("answer")),
        congesting_(static_cast<unsigned>(table.number("congesting", 1, kMostCongesting))),
        tolerance_(table.number("tolerance", 0, 100)),
        config_(usual_bench_config("input", kPorts)) {
    set_key(config_, "engine", "fast", "engine");
    set_key(config_, "arbiter", table.text("arbiter"), "arbiter");
    set_key(config_, "seed", fmt::format("{}", table.number_or("seed", 0, 1e9, 1)), "seed");
    resolve(config_);
  }

  std::string judge(Submission& submission) const override {
    const double answer = submission.answers().number(name_);
    const double loss = measured_loss();
    if (!(std::abs(answer - loss) <= tolerance_))
      throw not_reached("answers.toml: {} is {:g}, and the benchmark measures something else", name_, answer);
    return fmt::format("{:g} %, measured {:.2f} %", answer, loss);
  }
  void prepare() const override { measured_loss(); }

 private:
  double measured_loss() const {
    if (loss_) return *loss_;
    BenchFlags flags;
    flags.bytes = {64};
    const BenchPlan setup = bench_plan(config_, flags);
    Trial trial = setup.trial(setup.sizes.front());
    const HolBlock block = hol_block(setup.ports(), 0, congesting_);
    add_hol_block(trial, block);
    loss_ = 100 * hol_report(run_trial(trial), block).uncongested_loss;
    return *loss_;
  }

  std::string name_;
  unsigned congesting_;
  double tolerance_;
  RunConfig config_;
  mutable std::optional<double> loss_;
};

}  // namespace

CriterionKind hol_loss_kind() { return criterion_kind<HolLoss>("hol-loss"); }

}  // namespace xb
