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
    const StudentRun run{head().id, rtl_,
                         run_.flags(run_.from_answers.empty() ? Answers() : submission.answers()), "lockstep",
                         !head().hidden};
    return fmt::format("{:.0f} cycles as the twin", value_in(submission.run(run), "cycles"));
  }
  [[nodiscard]] bool runs_code() const override { return true; }

 private:
  RtlFolder rtl_;
  LabKeys run_;
};

}  // namespace

CriterionKind lockstep_kind() { return criterion_kind<LockstepRun>("lockstep"); }

}  // namespace xb
