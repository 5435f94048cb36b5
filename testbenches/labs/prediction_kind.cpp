// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "testbenches/labs/criterion_kinds.h"
#include "testbenches/labs/submission.h"

namespace xb {
namespace {

/// Numbers that were written down, each in a range.
class Prediction : public Criterion {
 public:
  Prediction(CriterionHead head, CriterionTable& table)
      : Criterion(std::move(head)),
        names_(table.answers("answers")),
        low_(table.number("low", -1e12, 1e12)),
        high_(table.number("high", low_, 1e12)) {}

  std::string judge(Submission& submission) const override {
    for (const std::string& name : names_) {
      const double value = submission.answers().number(name);
      if (value < low_ || value > high_)
        throw NotReached(
            fmt::format("answers.toml: {} is {:g}; allowed: {:g}..{:g}", name, value, low_, high_));
    }
    return "";
  }

 private:
  std::vector<std::string> names_;
  double low_, high_;
};

}  // namespace

std::unique_ptr<Criterion> read_prediction_kind(CriterionHead head, CriterionTable& table) {
  return std::make_unique<Prediction>(std::move(head), table);
}

}  // namespace xb
