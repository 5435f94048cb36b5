// SPDX-License-Identifier: Apache-2.0
#include "testbenches/report/report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <map>

#include "host/base/called_as.h"
#include "host/base/errors.h"
#include "host/base/ranges.h"
#include "host/base/shell_word.h"
#include "host/config/config_keys.h"
#include "host/run/point_facts.h"
#include "testbenches/report/findings.h"
#include "testbenches/report/measure_figures.h"
#include "testbenches/report/point_figures.h"
#include "testbenches/report/sweep.h"
#include "testbenches/study/identity.h"

namespace xb {
namespace {

using Json = nlohmann::ordered_json;

void check_points(const StudyResults& results, const ReportOptions& options) {
  for (const std::size_t number : options.points) {
    const auto has_number = [&](const ResultPoint& point) { return point.number == number; };
    if (any_of(results.points, has_number)) continue;
    throw not_allowed("--points", number, "numbers of points that have a result");
  }
}

/// Columns of the export that some point has; keys that are alike in all points are in the note.
void add_points(PageContents& page, const StudyResults& results) {
  if (results.points.empty()) return;
  const Json& first = results.points.front().row;
  FigureTable& table = page.points;
  bool keys = true;  // they come before the measures
  for (const auto& [column, value] : first.items()) {
    keys = keys && column != "run_cycles";
    const auto is_alike = [name = column, &first](const ResultPoint& p) {
      return p.row[name] == first[name];
    };
    const bool alike = all_of(results.points, is_alike);
    if (alike && (value.is_null() || value_text(value).empty())) continue;
    if (!alike || !keys || results.points.size() == 1)
      table.columns.push_back(column);
    else
      page.points_note += fmt::format("{}{} {}", page.points_note.empty() ? "In every row: " : ", ", column,
                                      value_text(value));
  }
  for (const ResultPoint& point : results.points) {
    std::vector<Json> cells;
    for (const std::string& column : table.columns) cells.push_back(point.row[column]);
    table.rows.push_back(std::move(cells));
  }
}

void add(std::vector<Figure>& all, std::vector<Figure> figures) {
  for (Figure& figure : figures) all.push_back(std::move(figure));
}

bool has_figure(const std::vector<Figure>& figures, const std::string& beginning) {
  return any_of(figures, [&](const Figure& figure) { return figure.id.rfind(beginning, 0) == 0; });
}

/// Points in which an input or a flow gets nothing; empty: none does.
std::string nothing_text(const StudyResults& results) {
  constexpr std::size_t kMostNumbers = 12;
  std::string numbers;
  std::size_t count = 0;
  for (const ResultPoint& point : results.points) {
    if (!gets_nothing(point) || ++count > kMostNumbers) continue;
    numbers += fmt::format("{}{}", count == 1 ? "" : ", ", point.number);
  }
  if (count == 0) return "";
  return fmt::format("An input or a flow gets nothing through in {} of them: point{} {}{}.", count,
                     count == 1 ? "" : "s", numbers, count > kMostNumbers ? ", ..." : "");
}

/// What was run, where points have it: a sentence for each fact, with all values that it has.
std::vector<std::string> fact_texts(const StudyResults& results) {
  constexpr std::size_t kMostShown = 8;
  std::vector<std::string> names;
  std::map<std::string, std::vector<std::string>> values;
  for (const ResultPoint& point : results.points) {
    const auto facts = result_in(results.record(point)).facts;
    if (!facts || !point.config) continue;
    for (const auto& [name, value] : fact_lines(*point.config, *facts)) {
      if (values.count(name) == 0) names.push_back(name);
      std::vector<std::string>& known = values[name];
      if (!contains(known, value)) known.push_back(value);
    }
  }
  std::vector<std::string> texts;
  for (const std::string& name : names) {
    const std::vector<std::string>& known = values[name];
    const std::size_t shown = std::min(known.size(), kMostShown);
    texts.push_back(
        fmt::format("{}: {}{}.", name,
                    fmt::join(known.begin(), known.begin() + static_cast<std::ptrdiff_t>(shown), "; or "),
                    shown < known.size() ? fmt::format("; or {} more", known.size() - shown) : ""));
    texts.back().front() = static_cast<char>(std::toupper(static_cast<unsigned char>(texts.back().front())));
  }
  return texts;
}

/// Versions, of tools with a name in them or not.
std::string version_text(const Json& version) {
  std::string text;
  for (const auto& [tool, name] :
       {std::pair{"xbarlab", "xbarlab "}, {"verilator", ""}, {"systemc", "SystemC "}, {"compiler", ""}}) {
    const auto value = version.find(tool);
    if (value == version.end() || !value->is_string()) continue;
    text += (text.empty() ? "" : "; ") + std::string(name) + value->get<std::string>();
  }
  return text;
}

/// What a report has where the study's file says nothing of plots.
void add_usual_figures(PageContents& page, const StudyResults& results, const ChosenPoints& chosen,
                       const std::string& x) {
  const auto [traffic, schedules] = families_of(results.last_runs());
  if (!traffic.empty()) add(page.figures, figures_of(sweep_of(traffic, x), traffic_measures()));
  add(page.figures, class_figures(results, x));
  if (!schedules.empty())
    add(page.figures,
        figures_of(sweep_of(schedules, traffic.empty() ? x : std::string()), schedule_measures()));
  add(page.figures, distribution_figures(results, chosen));
  add(page.figures, occupancy_figures(results, chosen));
  add(page.figures, matrix_figures(results, chosen));
  add(page.figures, delivery_figures(results, chosen));
  add(page.figures, cost_figures(results));

  if (!has_figure(page.figures, "latency-distribution"))
    page.missing.emplace_back("Latency distribution: run with distribution = \"latency\".");
  if (!has_figure(page.figures, "occupancy"))
    page.missing.emplace_back(
        "Occupancy over time and by queue: run with series = 100, a sampling period in cycles.");
  if (!has_figure(page.figures, "blame"))
    page.missing.emplace_back(
        "Blame and victims of head-of-line blocking: no point here has any that ports tell.");
  if (!has_figure(page.figures, "delivery"))
    page.missing.emplace_back(
        "Delivery by input and output: no point here is of a switch of your own, and in none does an input "
        "or "
        "a flow get nothing.");
}

}  // namespace

PageContents report_of(const std::filesystem::path& folder, const ReportOptions& options) {
  const StudyResults results = read_results(folder);
  check_points(results, options);
  PageContents page;
  page.title = results.title;
  page.setting = setting_text(results);
  page.findings = findings(results, options.x);
  page.facts.push_back(fmt::format("{} of {} points have a result, {} failed, {} are missing.",
                                   results.points.size(),
                                   results.points.size() + results.failed.size() + results.missing,
                                   results.failed.size(), results.missing));
  const std::string nothing = nothing_text(results);
  if (!nothing.empty()) page.facts.push_back(nothing);
  for (std::string& text : fact_texts(results)) page.facts.push_back(std::move(text));
  const std::string versions = version_text(results.version);
  if (!versions.empty()) page.facts.push_back("Made with " + versions + ".");
  const std::string here = shell_word(folder.string()), lab = called_as();
  page.commands = {{"Run what is missing, or all of it again in another folder", results.command},
                   {"This page again", lab + " report " + here},
                   {"Its figures as SVG files", lab + " report " + here + " --figures FOLDER"},
                   {"All numbers", lab + " export " + here + " --csv FILE.csv"}};

  const ChosenPoints chosen(results, options.points);
  if (auto found = found_figure(results, options.x)) page.figures.push_back(std::move(*found));
  if (results.plots.empty()) {
    add_usual_figures(page, results, chosen, options.x);
  } else {
    PlottedFigures plotted = plotted_figures(results, chosen, options.x);
    add(page.figures, std::move(plotted.figures));
    page.missing = std::move(plotted.missing);
  }
  add_points(page, results);
  page.failures.columns = {"point", "message"};
  for (const FailedPoint& point : results.failed) page.failures.rows.push_back({point.number, point.message});
  return page;
}

}  // namespace xb
