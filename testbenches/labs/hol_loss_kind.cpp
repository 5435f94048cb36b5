// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cmath>
#include <memory>
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

constexpr unsigned kPorts = 16;

/// In per cent.
double measured_loss(const RunConfig& config, unsigned congesting) {
  BenchFlags flags;
  flags.bytes = {64};
  const BenchPlan plan = bench_plan(config, flags);
  Trial trial = plan.trial(plan.sizes.front());
  const HolBlock block = hol_block(plan.ports(), 0, congesting);
  add_hol_block(trial, block);
  return 100 * hol_report(run_trial(trial), block).uncongested_loss;
}

}  // namespace

/// A number in answers.toml is the loss at the uncongested output of RFC 2889's block, in per cent, as
/// `benchmark hol` measures it.
void hol_loss_kind(CriterionTable& table, Criterion& criterion) {
  const std::string name = table.answer("answer");
  const auto congesting = static_cast<unsigned>(table.number("congesting", 1, kMostCongesting));
  const double tolerance = table.number("tolerance", 0, 100);
  RunConfig config = usual_bench_config("input", kPorts);
  set_key(config, "engine", "fast", "engine");
  set_key(config, "arbiter", table.text("arbiter"), "arbiter");
  set_key(config, "seed", fmt::format("{}", table.number_or("seed", 0, 1e9, 1)), "seed");
  resolve(config);
  const auto known = std::make_shared<std::optional<double>>();
  criterion.prepare = [=] {
    if (!*known) *known = measured_loss(config, congesting);
  };
  criterion.judge = [=, prepare = criterion.prepare](Submission& submission) {
    const double answer = submission.answers().number(name);
    prepare();
    if (!(std::abs(answer - **known) <= tolerance))
      throw not_reached("answers.toml: {} is {:g}, and the benchmark measures something else", name, answer);
    return fmt::format("{:g} %, measured {:.2f} %", answer, **known);
  };
}

}  // namespace xb
