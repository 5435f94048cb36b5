// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "host/config/setup.h"
#include "testbenches/labs/criterion_kinds.h"
#include "testbenches/labs/submission.h"
#include "testbenches/tracing/run_point.h"

namespace xb {
namespace {

/// What the flags say of an input around a cycle: those of the cycle itself, which describe the one before,
/// and those of the next.
class HeadWatch : public PortSink {
 public:
  HeadWatch(std::uint64_t cycle, unsigned input, unsigned output)
      : cycle_(cycle), input_(input), output_(output) {}

  void cycle(const PortCycle& c) override {
    if (c.cycle == cycle_ || c.cycle == cycle_ + 1) look(c);
    if (c.cycle > cycle_) throw EnoughSeen{};
  }
  /// Empty: the input is blocked as it was asked.
  [[nodiscard]] std::string what_is_wrong() const {
    if (by_output_) return "";
    if (hol_)
      return fmt::format("in cycle {} input {} is head-of-line blocked, but not by output {}", cycle_, input_,
                         output_);
    if (blocked_)
      return fmt::format(
          "in cycle {} the head of input {} waits, but no packet behind it is for an idle output", cycle_,
          input_);
    return fmt::format("in cycle {} input {} is not blocked", cycle_, input_);
  }

 private:
  void look(const PortCycle& c) {
    blocked_ = blocked_ || (c.blocked & bit(input_)) != 0;
    if ((c.hol & bit(input_)) == 0) return;
    hol_ = true;
    by_output_ = by_output_ || c.blocked_by[input_] == output_;
  }

  std::uint64_t cycle_;
  unsigned input_, output_;
  bool blocked_ = false, hol_ = false, by_output_ = false;
};

}  // namespace

/// Cycle, input and output of answers.toml name a blocked head of a run.
void blocked_head_kind(CriterionTable& table, Criterion& criterion) {
  const std::string of_cycle = table.answer("cycle"), of_input = table.answer("input"),
                    of_output = table.answer("output");
  const LabKeys run = table.run("fast");
  criterion.judge = [=](Submission& submission) {
    const Answers& answers = submission.answers();
    const std::uint64_t cycle = answers.whole(of_cycle), input = answers.whole(of_input),
                        output = answers.whole(of_output);
    const RunConfig config = run.config("fast", answers);
    if (input >= config.ports || output >= config.ports)
      throw not_reached("answers.toml: {} {}, {} {}; allowed: ports 0..{}", of_input, input, of_output,
                        output, config.ports - 1);
    HeadWatch watch(cycle, static_cast<unsigned>(input), static_cast<unsigned>(output));
    SwitchTrace trace;
    trace.ports = &watch;
    const std::string wrong = of_student(
        [&] { return observe_point(resolve(config), trace, [&] { return watch.what_is_wrong(); }).report; });
    if (!wrong.empty()) throw NotReached(wrong);
    return fmt::format("cycle {}, input {}, output {}", cycle, input, output);
  };
}

}  // namespace xb
