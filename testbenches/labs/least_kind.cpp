// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "host/base/errors.h"
#include "host/config/config_keys.h"
#include "host/point/run_config.h"
#include "testbenches/labs/criterion_kinds.h"
#include "testbenches/labs/measure_bound.h"
#include "testbenches/labs/measured.h"
#include "testbenches/labs/submission.h"

namespace xb {
namespace {

/// A number of answers.toml, as the value of a key, is enough for a bound on a measure, and a step less is
/// not.
class LeastValue : public Criterion {
 public:
  LeastValue(CriterionHead head, CriterionTable& table)
      : Criterion(std::move(head)),
        name_(table.answer("answer")),
        key_(table.key("key")),
        step_(table.number("step", 1e-9, 1e12)),
        bound_(table),
        run_(table.run("fast")) {}

  std::string judge(Submission& submission) const override {
    const double answer = submission.answers().number(name_);
    const double enough = at(answer, submission);
    if (!bound_.keeps(enough))
      throw NotReached(
          fmt::format("{} {} is not enough: {} is {:.4g}", key_, answer, bound_.measure, enough));
    const double less = at(answer - step_, submission);
    if (bound_.keeps(less))
      throw NotReached(fmt::format("{} {} is more than it takes: with {} {} is {:.4g}", key_, answer,
                                   answer - step_, bound_.measure, less));
    return fmt::format("{} {:.3g}, with {} {:.3g}", bound_.measure, enough, answer - step_, less);
  }

 private:
  double at(double value, Submission& submission) const {
    RunConfig config = run_.config("fast", submission.answers());
    try {
      set_key(config, key_, fmt::format("{}", value), "answers.toml: " + name_);
      return measured(config, bound_.measure);
    } catch (const InputError& error) {
      throw NotReached(error.what());
    }
  }

  std::string name_, key_;
  double step_;
  MeasureBound bound_;
  LabKeys run_;
};

}  // namespace

std::unique_ptr<Criterion> read_least_kind(CriterionHead head, CriterionTable& table) {
  return std::make_unique<LeastValue>(std::move(head), table);
}

}  // namespace xb
