// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "host/base/called_as.h"
#include "host/base/errors.h"
#include "host/base/shell_word.h"
#include "host/base/text_file.h"
#include "testbenches/labs/criterion_kinds.h"
#include "testbenches/labs/stimuli.h"
#include "testbenches/labs/submission.h"
#include "testbenches/labs/unit.h"
#include "testbenches/labs/watched_switch.h"

namespace xb {
namespace {

constexpr unsigned kMostSwitches = 999;

/// The student's checker fires on a faulty switch, and not on correct ones, under the same stimulus: the
/// student's own, or the unit's.
class FoundFault : public Criterion {
 public:
  FoundFault(CriterionHead head, CriterionTable& table)
      : Criterion(std::move(head)), fault_(static_cast<unsigned>(table.number("fault", 1, kMostSwitches))) {
    bench_ = table.unit_folder() / "skeleton" / "bench";
    if (!std::filesystem::is_regular_file(bench_ / "watched.toml"))
      throw table.refusal("kind", "fault", "in a unit whose skeleton has bench/watched.toml");
    if (table.has("correct")) correct_ = table.wholes("correct", 0, kMostSwitches);
    switches_ = table.sealed_file_or_none("switches", "sha256");
    stimulus_ = table.text_or("stimulus", "");
    if (stimulus_.empty() == !table.has("run"))
      throw table.refusal("stimulus", stimulus_, "it or run, not both");
    if (stimulus_.empty())
      flags_ = table.run("rtl").flags({});
    else
      refuse_unknown_stimulus(table);
  }

  std::string judge(Submission& submission) const override {
    WatchedSwitch watched;
    watched.bench = bench_;
    watched.switches = switches_;
    watched.flags = stimulus_.empty() ? flags_ : stimulus_flags(submission.text(kStimuliFile), stimulus_);
    watched.number = fault_;
    std::string found = assertion_in(watched, submission);
    if (found.empty())
      throw NotReached(fmt::format("your checker is silent on faulty switch {}", fault_),
                       see(fault_, watched.flags, submission.folder()));
    for (const unsigned number : correct_) {
      watched.number = number;
      const std::string alarm = assertion_in(watched, submission);
      if (!alarm.empty())
        throw NotReached(fmt::format("false alarm on a correct switch: {}", alarm),
                         see(number, watched.flags, submission.folder()));
    }
    return found;
  }
  [[nodiscard]] bool runs_code() const override { return true; }

 private:
  /// What is handed out has to have the table.
  void refuse_unknown_stimulus(CriterionTable& table) const {
    const std::string file = (bench_.parent_path() / kStimuliFile).string();
    try {
      stimulus_flags(read_text_file(file, "skeleton", "a file of stimuli"), stimulus_);
    } catch (const NotReached& error) {
      throw table.refusal("stimulus", stimulus_, fmt::format("a table of {} ({})", file, error.what()));
    }
  }

  /// The command that shows it, where students have the switches.
  [[nodiscard]] std::string see(unsigned number, const std::vector<std::string>& flags,
                                const std::filesystem::path& folder) const {
    if (head().hidden) return "";
    return fmt::format(
        "XB_FAULT={} {} wave --device {} --ports 4 {} --warmup 0 --trace-on assertion --output fault-{}",
        number, called_as(), shell_word((folder / "bench" / "watched.toml").string()), fmt::join(flags, " "),
        number);
  }

  unsigned fault_;
  std::filesystem::path bench_, switches_;
  std::vector<unsigned> correct_{0U};
  std::string stimulus_;
  std::vector<std::string> flags_;
};

}  // namespace

std::unique_ptr<Criterion> read_fault_kind(CriterionHead head, CriterionTable& table) {
  return std::make_unique<FoundFault>(std::move(head), table);
}

}  // namespace xb
