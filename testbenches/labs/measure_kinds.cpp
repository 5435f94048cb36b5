// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <limits>
#include <string>

#include "host/config/config_keys.h"
#include "host/point/run_config.h"
#include "testbenches/labs/criterion_kinds.h"
#include "testbenches/labs/criterion_table.h"
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

namespace {

/// The keys `measure`, `at-least` and `at-most`: a measure of a run, and what it has to keep.
struct MeasureBound {
  static constexpr double kNone = std::numeric_limits<double>::infinity();

  /// Throws InputError if there is neither bound.
  explicit MeasureBound(CriterionTable& table)
      : measure(table.measure("measure")),
        low(table.number_or("at-least", -1e12, 1e12, -kNone)),
        high(table.number_or("at-most", -1e12, 1e12, kNone)) {
    if (low == -kNone && high == kNone)
      throw table.refusal("measure", measure, "with at-least, at-most, or both");
  }
  [[nodiscard]] bool keeps(double value) const { return value >= low && value <= high; }

  std::string measure;
  double low, high;
};

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
    const double value = of_student([&] { return measured(config, measure_) * factor_; });
    if (!(std::abs(answer - value) <= tolerance_))
      throw not_reached("answers.toml: {} is {:g}, and a run of this measures something else", name_, answer);
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
    throw not_reached("{} is {:.4g}; at {} {:g} is asked for", bound_.measure, value,
                      little ? "least" : "most", little ? bound_.low : bound_.high);
  }
  [[nodiscard]] bool runs_code() const override { return !rtl_.name.empty(); }

 private:
  double of_keys(Submission& submission) const {
    return of_student([&] { return measured(run_.config("fast", submission.answers()), bound_.measure); });
  }
  double of_rtl(Submission& submission) const {
    return value_in(
        submission.run({head().id, rtl_,
                        run_.flags(run_.from_answers.empty() ? Answers() : submission.answers()), "rtl"}),
        bound_.measure);
  }

  MeasureBound bound_;
  RtlFolder rtl_;
  LabKeys run_;
};

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
      throw not_reached("{} {} is not enough: {} is {:.4g}", key_, answer, bound_.measure, enough);
    const double less = at(answer - step_, submission);
    if (bound_.keeps(less))
      throw not_reached("{} {} is more than it takes: with {} {} is {:.4g}", key_, answer, answer - step_,
                        bound_.measure, less);
    return fmt::format("{} {:.3g}, with {} {:.3g}", bound_.measure, enough, answer - step_, less);
  }

 private:
  double at(double value, Submission& submission) const {
    RunConfig config = run_.config("fast", submission.answers());
    return of_student([&] {
      set_key(config, key_, fmt::format("{}", value), "answers.toml: " + name_);
      return measured(config, bound_.measure);
    });
  }

  std::string name_, key_;
  double step_;
  MeasureBound bound_;
  LabKeys run_;
};

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
      throw not_reached("{:g} packets are lost there; at most {:g} may be", lost, most_);
    }
    const double number = submission.answers().number(answer_);
    if (std::abs(number - lost) <= most_) return fmt::format("{:g}, measured {:g}", number, lost);
    throw not_reached("answers.toml: {} is {:g}, and a run of this loses another number", answer_, number);
  }
  void prepare() const override {
    if (run_.from_answers.empty()) lost_of(run_.config("fast", {}));
  }

 private:
  double lost_of(const RunConfig& config) const {
    double sum = 0;
    for (const unsigned queue : queues_)
      sum += of_student([&] { return measured(config, fmt::format("dropped_per_queue.{}", queue)); });
    return sum;
  }

  std::vector<unsigned> queues_;
  std::string answer_;
  double most_;
  LabKeys run_;
};

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
        throw not_reached("answers.toml: {} is {:g}; allowed: {:g}..{:g}", name, value, low_, high_);
    }
    return "";
  }

 private:
  std::vector<std::string> names_;
  double low_, high_;
};

}  // namespace

std::vector<CriterionKind> measure_kinds() {
  return {criterion_kind<MeasuredAnswer>("answer"), criterion_kind<BoundedMeasure>("bound"),
          criterion_kind<LeastValue>("least"), criterion_kind<LostAt>("lost-at"),
          criterion_kind<Prediction>("prediction")};
}

}  // namespace xb
