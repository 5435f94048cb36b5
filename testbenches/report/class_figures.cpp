// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "host/point/run_config.h"
#include "host/run/measure_table.h"
#include "testbenches/report/measure_figures.h"
#include "testbenches/report/point_figures.h"
#include "testbenches/report/sweep.h"

namespace xb {
namespace {

using Json = nlohmann::ordered_json;

/// A row for each class of a point, with its measures in the place of the whole's. That of the key `classes`
/// tells them apart.
void add_class_rows(std::vector<ResultPoint>& rows, const ResultPoint& point, const Json& result) {
  const Json classes = result.value("classes", Json::array());
  for (const Json& of_class : classes) {
    ResultPoint row = point;
    row.row["classes"] = row.row["class"] = fmt::format("{} of {}", of_class["class"].dump(), classes.size());
    for (const MeasureColumn& column : measure_columns()) {
      const Json::json_pointer pointer(column.pointer);
      row.row[column.name] = of_class.contains(pointer) ? of_class[pointer] : Json(nullptr);
    }
    row.row["held_by_higher"] = of_class["held_by_higher"];
    rows.push_back(std::move(row));
  }
}

MeasureFigure held_figure() {
  MeasureFigure held{
      "classes-held", "Held by a higher class", "share of input-cycles", {{"held_by_higher", "", "held"}}};
  held.needs_some = true;
  held.caption = "Inputs of which a packet of the class waits because a higher class is served.";
  return held;
}

}  // namespace

std::vector<Figure> class_figures(const StudyResults& results, const std::string& x) {
  std::vector<ResultPoint> rows;
  for (const ResultPoint* point : families_of(results.last_runs()).traffic)
    if (point->config && point->config->has_classes())
      add_class_rows(rows, *point, results.record(*point)["result"]);
  if (rows.empty()) return {};
  std::vector<const ResultPoint*> points;
  for (const ResultPoint& row : rows) points.push_back(&row);
  const auto keys = swept_keys(points);
  Sweep sweep = sweep_of(points, std::find(keys.begin(), keys.end(), x) == keys.end() ? "" : x);
  std::replace(sweep.keys.begin(), sweep.keys.end(), std::string("classes"), std::string("class"));
  for (SweepLine& line : sweep.lines) line.name = words_of(*line.places.front().points.front(), sweep.keys);
  std::vector<MeasureFigure> all = traffic_measures();
  for (MeasureFigure& measure : all) {
    measure.id = "classes-" + measure.id;
    measure.title += " by class";
    measure.theory.reset();
  }
  all.push_back(held_figure());
  return figures_of(sweep, all);
}

}  // namespace xb
