// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "host/base/errors.h"
#include "host/point/run_config.h"
#include "testbenches/labs/criterion_kinds.h"
#include "testbenches/labs/measure_bound.h"
#include "testbenches/labs/measured.h"
#include "testbenches/labs/rtl_folder.h"
#include "testbenches/labs/submission.h"

namespace xb {
namespace {

/// A measure of a run, with the student's modules or with keys that the student has chosen, keeps a bound.
class BoundedMeasure : public Criterion {
 public:
  BoundedMeasure(CriterionHead head, CriterionTable& table) : Criterion(std::move(head)), bound_(table) {
    const bool with_rtl = table.has("rtl");
    if (with_rtl) rtl_ = rtl_folder(table);
    run_ = table.run(with_rtl ? "rtl" : "fast");
    if (!with_rtl && run_.from_answers.empty())
      throw table.refusal("run", "", "with rtl or from-answers, or the student has no part in it");
  }

  std::string judge(Submission& submission) const override {
    const double value = rtl_.name.empty() ? of_keys(submission) : of_rtl(submission);
    if (bound_.keeps(value)) return fmt::format("{} {:.4g}", bound_.measure, value);
    const bool little = value < bound_.low;
    throw NotReached(fmt::format("{} is {:.4g}; at {} {:g} is asked for", bound_.measure, value,
                                 little ? "least" : "most", little ? bound_.low : bound_.high));
  }
  [[nodiscard]] bool runs_code() const override { return !rtl_.name.empty(); }

 private:
  double of_keys(Submission& submission) const {
    try {
      return measured(run_.config("fast", submission.answers()), bound_.measure);
    } catch (const InputError& error) {
      throw NotReached(error.what());
    }
  }
  double of_rtl(Submission& submission) const {
    StudentRun run;
    run.id = head().id;
    run.rtl = rtl_;
    run.flags = run_.from_answers.empty() ? run_.flags({}) : run_.flags(submission.answers());
    run.engine = "rtl";
    return value_in(submission.run(run), bound_.measure);
  }

  MeasureBound bound_;
  RtlFolder rtl_;
  LabKeys run_;
};

}  // namespace

std::unique_ptr<Criterion> read_bound_kind(CriterionHead head, CriterionTable& table) {
  return std::make_unique<BoundedMeasure>(std::move(head), table);
}

}  // namespace xb
