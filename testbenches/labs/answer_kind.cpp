// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cmath>

#include "host/base/errors.h"
#include "host/point/run_config.h"
#include "testbenches/labs/criterion_kinds.h"
#include "testbenches/labs/measured.h"
#include "testbenches/labs/submission.h"

namespace xb {
namespace {

/// A number in answers.toml is what a run of the lab's measures.
class MeasuredAnswer : public Criterion {
 public:
  MeasuredAnswer(CriterionHead head, CriterionTable& table)
      : Criterion(std::move(head)),
        name_(table.answer("answer")),
        measure_(table.measure("measure")),
        factor_(table.number_or("factor", -1e12, 1e12, 1)),
        tolerance_(table.number("tolerance", 0, 1e12)),
        run_(table.run("fast")) {}

  std::string judge(Submission& submission) const override {
    const double answer = submission.answers().number(name_);
    const RunConfig config = run_.config("fast", submission.answers());
    double value = 0;
    try {
      value = measured(config, measure_) * factor_;
    } catch (const InputError& error) {
      throw NotReached(error.what());
    }
    if (!(std::abs(answer - value) <= tolerance_))
      throw NotReached(
          fmt::format("answers.toml: {} is {:g}, and a run of this measures something else", name_, answer));
    return fmt::format("{:g}, measured {:.4g}", answer, value);
  }
  void prepare() const override {
    if (run_.from_answers.empty()) measured(run_.config("fast", {}), measure_);
  }

 private:
  std::string name_, measure_;
  double factor_, tolerance_;
  LabKeys run_;
};

}  // namespace

std::unique_ptr<Criterion> read_answer_kind(CriterionHead head, CriterionTable& table) {
  return std::make_unique<MeasuredAnswer>(std::move(head), table);
}

}  // namespace xb
