// SPDX-License-Identifier: Apache-2.0
#include "testbenches/steps/step_search_report.h"

#include <fmt/format.h>

#include <optional>

#include "host/point/run_config.h"

namespace xb {
namespace {

std::string share_text(const std::optional<double>& share) { return share ? percent(*share) : "-"; }

template <class T>
std::string count_text(const std::optional<T>& count) {
  return count ? std::to_string(*count) : "-";
}

}  // namespace

std::string describe_step_search(const Point& p) {
  const StepSearchResult& s = *p.result.step_search;
  std::string text;
  const auto add = [&](const char* name, const std::string& value) { text += report_line(name, value); };
  add("step search", p.config.step_search.text() + ", nothing was run");
  add("transfers", std::to_string(s.transfers));
  add("duration (Lambda)", fmt::format("{} steps", s.lambda));
  add("liquid throughput", fmt::format("{:.4f} links", s.liquid_throughput));
  if (s.edges)
    add("congestion graph", fmt::format("{} edges, density {:.4f}", *s.edges, s.density.value_or(0)));
  if (const CategoryCounts& c = s.categories; c.all) {
    add("full teams", count_text(c.full_teams));
    add("categories", count_text(c.all));
    add("without blank ones", share_text(c.not_blank));
    add("without idle ones", share_text(c.not_idle));
    add("without both", share_text(c.neither));
    add("and skeleton first", share_text(c.skeleton_first));
    add("and by scarcest", share_text(c.scarcest_first));
  } else if (p.config.step_search->categories) {
    add("categories", fmt::format("not all of them within {}", p.config.time_limit.text()));
  }
  if (s.solved) {
    add("length", s.steps ? fmt::format("{} steps{}", *s.steps, *s.solved == 1 ? ", liquid" : "")
                          : fmt::format("no schedule within {}", p.config.time_limit.text()));
  }
  add("CPU time", fmt::format("{:.6f} s", p.result.cpu_seconds));
  return text;
}

void add_step_search_columns(TextTable& table) {
  using Column = TextTable::Column;
  for (const char* name : {"Lambda", "edges", "density", "steps", "skeleton first", "CPU time [s]"})
    table.column(name, Column::Value);
}

void add_step_search_cells(std::vector<std::string>& row, const Point& p) {
  const StepSearchResult& s = *p.result.step_search;
  row.insert(row.end(),
             {std::to_string(s.lambda), count_text(s.edges),
              s.density ? fmt::format("{:.4f}", *s.density) : "-", count_text(s.steps),
              share_text(s.categories.skeleton_first), fmt::format("{:.6f}", p.result.cpu_seconds)});
}

}  // namespace xb
