// SPDX-License-Identifier: Apache-2.0
#include "testbenches/labs/check_files.h"

#include <fmt/format.h>

#include "testbenches/golden/junit.h"
#include "testbenches/terminal/text_table.h"

namespace xb {
namespace {

/// What a student reads of a criterion below its title.
std::string output_of(const Mark& mark) {
  if (mark.reached) return mark.reason;
  return fmt::format("{}\nnext: {}", mark.reason, mark.next);
}

}  // namespace

std::string points_text(double points) { return fmt::format("{:g}", points); }

nlohmann::ordered_json gradescope_results(const LabResult& result) {
  using Json = nlohmann::ordered_json;
  Json tests = Json::array();
  for (const Mark& mark : result.marks) {
    tests.push_back({{"name", mark.of->title},
                     {"number", mark.of->id},
                     {"score", mark.points()},
                     {"max_score", mark.of->points},
                     {"status", mark.reached ? "passed" : "failed"},
                     {"output", output_of(mark)},
                     {"visibility", mark.of->hidden ? "hidden" : "visible"}});
  }
  return Json{{"score", result.score()}, {"tests", std::move(tests)}};
}

std::string lab_junit(const LabUnit& unit, const LabResult& result) {
  std::vector<JunitCase> cases;
  for (const Mark& mark : result.marks) {
    cases.push_back({"lab." + unit.name, mark.of->id, mark.seconds, "", "", ""});
    if (mark.reached) continue;
    cases.back().failure_type = "not-reached";
    cases.back().message = mark.reason;
    cases.back().text = output_of(mark);
  }
  return junit_text("xbarlab lab", unit.name, cases);
}

std::string mark_text(const Mark& mark) {
  const std::size_t columns = terminal_columns();
  const std::size_t width = columns == 0 ? 120 : columns;
  const std::string indent(12, ' ');
  std::string text =
      fmt::format("  {:>3} of {:<3}  {}{}\n", points_text(mark.points()), points_text(mark.of->points),
                  mark.of->title, mark.of->hidden ? " (hidden)" : "");
  const auto line = [&](const std::string& what) {
    if (!what.empty()) text += wrap(indent + what, width, indent + "  ") + "\n";
  };
  line(mark.reason);
  if (!mark.reached) line("next: " + mark.next);
  return text;
}

std::string score_text(const LabResult& result) {
  return fmt::format("{} of {} points", points_text(result.score()), points_text(result.most()));
}

}  // namespace xb
