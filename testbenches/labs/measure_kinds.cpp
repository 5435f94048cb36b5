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

constexpr unsigned kMostPorts = 64;

}  // namespace

/// The student's modules, in the switch, do in every cycle what the unchanged twin does.
void lockstep_kind(CriterionTable& table, Criterion& criterion) {
  const RtlFolder rtl = rtl_folder(table);
  const LabKeys run = table.run("lockstep");
  criterion.runs_code = true;
  criterion.judge = [=, id = criterion.head.id, hidden = criterion.head.hidden](Submission& submission) {
    const StudentRun student{id, rtl, run.flags(run.from_answers.empty() ? Answers() : submission.answers()),
                             "lockstep", !hidden};
    return fmt::format("{:.0f} cycles as the twin", value_in(submission.run(student), "cycles"));
  };
}

/// A number in answers.toml is what a run of the lab's measures.
void answer_kind(CriterionTable& table, Criterion& criterion) {
  const std::string name = table.answer("answer"), measure = table.measure("measure");
  const double factor = table.number_or("factor", -1e12, 1e12, 1);
  const double tolerance = table.number("tolerance", 0, 1e12);
  const LabKeys run = table.run("fast");
  criterion.judge = [=](Submission& submission) {
    const double answer = submission.answers().number(name);
    const RunConfig config = run.config("fast", submission.answers());
    const double value = of_student([&] { return measured(config, measure) * factor; });
    if (!(std::abs(answer - value) <= tolerance))
      throw not_reached("answers.toml: {} is {:g}, and a run of this measures something else", name, answer);
    return fmt::format("{:g}, measured {:.4g}", answer, value);
  };
  if (run.from_answers.empty()) criterion.prepare = [=] { measured(run.config("fast", {}), measure); };
}

/// A measure of a run, with the student's modules or with keys that the student has chosen, keeps a bound.
void bound_kind(CriterionTable& table, Criterion& criterion) {
  const MeasureBound bound(table);
  const bool with_rtl = table.has("rtl");
  const RtlFolder rtl = with_rtl ? rtl_folder(table) : RtlFolder();
  const LabKeys run = table.run(with_rtl ? "rtl" : "fast");
  if (!with_rtl && run.from_answers.empty())
    throw table.refusal("run", "", "with rtl or from-answers, or the student has no part in it");
  const auto of_keys = [=](Submission& submission) {
    return of_student([&] { return measured(run.config("fast", submission.answers()), bound.measure); });
  };
  const auto of_rtl = [=, id = criterion.head.id](Submission& submission) {
    const Answers answers = run.from_answers.empty() ? Answers() : submission.answers();
    return value_in(submission.run({id, rtl, run.flags(answers), "rtl"}), bound.measure);
  };
  criterion.runs_code = with_rtl;
  criterion.judge = [=](Submission& submission) {
    const double value = with_rtl ? of_rtl(submission) : of_keys(submission);
    if (bound.keeps(value)) return fmt::format("{} {:.4g}", bound.measure, value);
    const bool little = value < bound.low;
    throw not_reached("{} is {:.4g}; at {} {:g} is asked for", bound.measure, value,
                      little ? "least" : "most", little ? bound.low : bound.high);
  };
}

/// A number of answers.toml, as the value of a key, is enough for a bound on a measure, and a step less is
/// not.
void least_kind(CriterionTable& table, Criterion& criterion) {
  const std::string name = table.answer("answer"), key = table.key("key");
  const double step = table.number("step", 1e-9, 1e12);
  const MeasureBound bound(table);
  const LabKeys run = table.run("fast");
  const auto at = [=](double value, Submission& submission) {
    RunConfig config = run.config("fast", submission.answers());
    return of_student([&] {
      set_key(config, key, fmt::format("{}", value), "answers.toml: " + name);
      return measured(config, bound.measure);
    });
  };
  criterion.judge = [=](Submission& submission) {
    const double answer = submission.answers().number(name);
    const double enough = at(answer, submission);
    if (!bound.keeps(enough))
      throw not_reached("{} {} is not enough: {} is {:.4g}", key, answer, bound.measure, enough);
    const double less = at(answer - step, submission);
    if (bound.keeps(less))
      throw not_reached("{} {} is more than it takes: with {} {} is {:.4g}", key, answer, answer - step,
                        bound.measure, less);
    return fmt::format("{} {:.3g}, with {} {:.3g}", bound.measure, enough, answer - step, less);
  };
}

/// Packets that are lost at some queues of a run, together: as many as a number in answers.toml says, or no
/// more than a bound, with keys that the student has chosen.
void lost_at_kind(CriterionTable& table, Criterion& criterion) {
  const std::vector<unsigned> queues = table.wholes("queues", 0, kMostPorts - 1);
  const std::string name = table.has("answer") ? table.answer("answer") : "";
  const double most = table.number_or(name.empty() ? "at-most" : "tolerance", 0, 1e12, 0);
  const LabKeys run = table.run("fast");
  if (name.empty() == run.from_answers.empty())
    throw table.refusal("queues", fmt::format("{}", fmt::join(queues, " ")),
                        "with answer, or with from-answers, or the student has no part in it");
  const auto lost_of = [=](const RunConfig& config) {
    double sum = 0;
    for (const unsigned queue : queues)
      sum += of_student([&] { return measured(config, fmt::format("dropped_per_queue.{}", queue)); });
    return sum;
  };
  criterion.judge = [=](Submission& submission) {
    const double lost = lost_of(run.config("fast", submission.answers()));
    if (name.empty()) {
      if (lost <= most) return fmt::format("{:g} packets lost there", lost);
      throw not_reached("{:g} packets are lost there; at most {:g} may be", lost, most);
    }
    const double number = submission.answers().number(name);
    if (std::abs(number - lost) <= most) return fmt::format("{:g}, measured {:g}", number, lost);
    throw not_reached("answers.toml: {} is {:g}, and a run of this loses another number", name, number);
  };
  if (run.from_answers.empty()) criterion.prepare = [=] { lost_of(run.config("fast", {})); };
}

/// Numbers that were written down, each in a range.
void prediction_kind(CriterionTable& table, Criterion& criterion) {
  const std::vector<std::string> names = table.answers("answers");
  const double low = table.number("low", -1e12, 1e12), high = table.number("high", low, 1e12);
  criterion.judge = [=](Submission& submission) {
    for (const std::string& name : names) {
      const double value = submission.answers().number(name);
      if (value < low || value > high)
        throw not_reached("answers.toml: {} is {:g}; allowed: {:g}..{:g}", name, value, low, high);
    }
    return std::string();
  };
}

}  // namespace xb
