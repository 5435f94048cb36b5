// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "testbenches/labs/criterion_kinds.h"
#include "testbenches/labs/rtl_folder.h"
#include "testbenches/labs/submission.h"

namespace xb {
namespace {

/// The student's modules, in the switch, do in every cycle what the unchanged twin does.
class LockstepRun : public Criterion {
 public:
  LockstepRun(CriterionHead head, CriterionTable& table)
      : Criterion(std::move(head)), rtl_(rtl_folder(table)), run_(table.run("lockstep")) {}

  std::string judge(Submission& submission) const override {
    StudentRun run;
    run.id = head().id;
    run.rtl = rtl_;
    run.flags = run_.from_answers.empty() ? run_.flags({}) : run_.flags(submission.answers());
    run.engine = "lockstep";
    run.waves = !head().hidden;
    return fmt::format("{:.0f} cycles as the twin", value_in(submission.run(run), "cycles"));
  }
  [[nodiscard]] bool runs_code() const override { return true; }

 private:
  RtlFolder rtl_;
  LabKeys run_;
};

}  // namespace

std::unique_ptr<Criterion> read_lockstep_kind(CriterionHead head, CriterionTable& table) {
  return std::make_unique<LockstepRun>(std::move(head), table);
}

}  // namespace xb
