// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

#include "host/base/errors.h"
#include "host/point/run_config.h"
#include "testbenches/labs/criterion_kinds.h"
#include "testbenches/labs/measured.h"
#include "testbenches/labs/submission.h"

namespace xb {
namespace {

constexpr unsigned kMostPorts = 64;

/// Packets that are lost at some queues of a run, together: as many as a number in answers.toml says, or no
/// more than a bound, with keys that the student has chosen.
class LostAt : public Criterion {
 public:
  LostAt(CriterionHead head, CriterionTable& table)
      : Criterion(std::move(head)),
        queues_(table.wholes("queues", 0, kMostPorts - 1)),
        answer_(table.has("answer") ? table.answer("answer") : ""),
        most_(table.number_or(answer_.empty() ? "at-most" : "tolerance", 0, 1e12, 0)),
        run_(table.run("fast")) {
    if (answer_.empty() == run_.from_answers.empty())
      throw table.refusal("queues", fmt::format("{}", fmt::join(queues_, " ")),
                          "with answer, or with from-answers, or the student has no part in it");
  }

  std::string judge(Submission& submission) const override {
    const double lost = lost_of(run_.config("fast", submission.answers()));
    if (answer_.empty()) {
      if (lost <= most_) return fmt::format("{:g} packets lost there", lost);
      throw NotReached(fmt::format("{:g} packets are lost there; at most {:g} may be", lost, most_));
    }
    const double number = submission.answers().number(answer_);
    if (std::abs(number - lost) <= most_) return fmt::format("{:g}, measured {:g}", number, lost);
    throw NotReached(
        fmt::format("answers.toml: {} is {:g}, and a run of this loses another number", answer_, number));
  }
  void prepare() const override {
    if (run_.from_answers.empty()) lost_of(run_.config("fast", {}));
  }

 private:
  double lost_of(const RunConfig& config) const {
    double sum = 0;
    try {
      for (const unsigned queue : queues_)
        sum += measured(config, fmt::format("dropped_per_queue.{}", queue));
    } catch (const InputError& error) {
      throw NotReached(error.what());
    }
    return sum;
  }

  std::vector<unsigned> queues_;
  std::string answer_;
  double most_;
  LabKeys run_;
};

}  // namespace

std::unique_ptr<Criterion> read_lost_at_kind(CriterionHead head, CriterionTable& table) {
  return std::make_unique<LostAt>(std::move(head), table);
}

}  // namespace xb
