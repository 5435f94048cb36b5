// SPDX-License-Identifier: Apache-2.0
#include "testbenches/report/point_figures.h"

#include <fmt/format.h>

#include <algorithm>

#include "host/base/called_as.h"
#include "host/base/ranges.h"
#include "host/config/key_use.h"
#include "host/point/run_config.h"
#include "host/run/measure_table.h"
#include "host/run/run_result.h"
#include "testbenches/report/measure_figures.h"
#include "testbenches/report/sweep.h"

namespace xb {

std::vector<const ResultPoint*> ChosenPoints::all(const Shows& shows) const {
  std::vector<const ResultPoint*> found;
  for (const ResultPoint& point : results_.points) {
    const bool given = std::count(numbers_.begin(), numbers_.end(), point.number) > 0;
    if ((given || (numbers_.empty() && !point.run_again)) && shows(point)) found.push_back(&point);
  }
  return found;
}

std::vector<const ResultPoint*> ChosenPoints::of(std::size_t most, const Shows& shows) const {
  auto found = all(shows);
  if (!numbers_.empty() || found.size() <= most) return found;
  const Sweep sweep = sweep_of(found);
  std::vector<const ResultPoint*> ends;
  bool more = true;
  for (std::size_t back = 1; more; ++back) {
    more = false;
    for (const SweepLine& line : sweep.lines) {
      if (line.places.size() < back || ends.size() == most) continue;
      ends.push_back(line.places[line.places.size() - back].points.front());
      more = true;
    }
  }
  std::sort(ends.begin(), ends.end(), [](const auto* a, const auto* b) { return a->number < b->number; });
  return ends;
}

std::string ChosenPoints::note(std::size_t most, const Shows& shows) const {
  const std::size_t there = all(shows).size(), shown = of(most, shows).size();
  if (there == shown) return "";
  return fmt::format("{} of {} points are shown; --points 3,7 chooses others.", shown, there);
}

std::string ChosenPoints::name_of(const ResultPoint& point) const {
  std::vector<const ResultPoint*> points;
  for (const ResultPoint* other : results_.last_runs()) {
    // Random traffic and schedules are each for themselves.
    if (other->has("completion_seconds") == point.has("completion_seconds")) points.push_back(other);
  }
  const Sweep sweep = sweep_of(points);
  std::vector<std::string> keys = sweep.keys;
  if (!sweep.x_key.empty()) keys.push_back(sweep.x_key);
  const bool seeds = any_of(
      points, [&](const ResultPoint* other) { return other->row["seed"] != points.front()->row["seed"]; });
  if (seeds) keys.emplace_back("seed");
  const std::string words = used_words_of(point, keys);
  return fmt::format("point {}{}{}", point.number, words.empty() ? "" : ": ", words);
}

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostDistributions = 7;

bool has_distribution(const ResultPoint& point) {
  const auto key = point.row.find("distribution");
  return key != point.row.end() && *key == "latency" && point.has("latency_max_cycles");
}

}  // namespace

std::vector<Figure> distribution_figures(const StudyResults& results, const ChosenPoints& chosen) {
  CurveChart chart{{"latency [cycles]", true}, {"share of packets with more", true}, {}, true};
  FigureTable table{{"point", "latency_cycles", "packets", "share_with_more"}, {}};
  for (const ResultPoint* point : chosen.of(kMostDistributions, has_distribution)) {
    const Json record = results.record(*point);
    const Json::json_pointer path("/result/latency/distribution");
    if (!record.contains(path)) continue;  // no packets
    const auto bins = record[path].get<std::vector<std::pair<std::uint64_t, std::uint64_t>>>();
    std::uint64_t left = 0;
    for (const auto& bin : bins) left += bin.second;
    const auto total = static_cast<double>(left);
    Curve curve{chosen.name_of(*point), static_cast<unsigned>(chart.curves.size()), CurveKind::Measured, {}};
    for (const auto& [cycles, packets] : bins) {
      left -= packets;
      const double share = static_cast<double>(left) / total;
      table.rows.push_back({curve.name, cycles, packets, share});
      if (cycles > 0 && left > 0) curve.points.push_back({static_cast<double>(cycles), share});
    }
    if (!curve.points.empty()) chart.curves.push_back(std::move(curve));
  }
  if (table.rows.empty()) return {};
  std::string caption = "All measured packets; beyond 63 cycles in bins of a thirty-second of an octave.";
  const std::string note = chosen.note(kMostDistributions, has_distribution);
  if (!note.empty()) caption += " " + note;
  return {{"latency-distribution", "Latency distribution", caption, chart, table}};
}

namespace {

/// A row for each class of a point, with its measures in the place of the whole's. That of the key `classes`
/// tells them apart.
void add_class_rows(std::vector<ResultPoint>& rows, const ResultPoint& point, const Json& result) {
  const Json classes = result.value("classes", Json::array());
  for (const Json& of_class : classes) {
    ResultPoint row = point;
    row.row["classes"] = row.row["class"] = fmt::format("{} of {}", of_class["class"].dump(), classes.size());
    for (const MeasureColumn& column : measure_columns()) {
      const Json::json_pointer pointer(column.pointer);
      const bool has = of_class.contains(pointer) && !is_of_no_packets(of_class, column.path);
      row.row[column.name] = has ? of_class[pointer] : Json(nullptr);
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
  Sweep sweep = sweep_of(points, contains(keys, x) ? x : "");
  std::replace(sweep.keys.begin(), sweep.keys.end(), std::string("classes"), std::string("class"));
  for (SweepLine& line : sweep.lines)
    line.name = used_words_of(*line.places.front().points.front(), sweep.keys);
  std::vector<MeasureFigure> all = traffic_measures();
  for (MeasureFigure& measure : all) {
    measure.id = "classes-" + measure.id;
    measure.title += " by class";
    measure.theory.reset();
  }
  all.push_back(held_figure());
  return figures_of(sweep, all);
}

namespace {

constexpr std::size_t kMostMatrixPoints = 3;

struct Matrix {
  const char* member;  ///< of the record's `hol`
  const char* share;   ///< column that is 0 where the matrix is
  const char* id;
  const char* title;
  const char* x_label;
  const char* caption;
};

constexpr Matrix kMatrices[] = {
    {"blame", "hol_fraction", "blame", "Head-of-line blocking: blame", "output that blocked",
     "Cycles in which the input suffered head-of-line blocking while its head waited for the output."},
    {"victims", "hol_fraction", "victims", "Head-of-line blocking: victims", "output that starved",
     "Cycles in which the input suffered head-of-line blocking and had a packet for the idle output."},
    {"pool_blame", "pool_fraction", "pool-blame", "Pool blocking: blame",
     "output whose packets filled the memory",
     "Cycles in which the input's packet was kept out by packets for other outputs, by the output that held "
     "most of "
     "the memory."}};

/// `hol`: of the whole, or of a class, which `of_class` names.
std::optional<Figure> matrix_figure(const Json& hol, const Matrix& matrix, const std::string& name,
                                    const std::string& number, const std::string& of_class = "") {
  const Json& rows = hol[matrix.member];
  if (!rows.is_array() || rows.empty()) return {};
  HeatMap map{matrix.x_label, "input", "cycles", {}, {}, {}};
  Figure figure{fmt::format("{}-{}", matrix.id, number),
                fmt::format("{}{}, {}", matrix.title, of_class, name),
                matrix.caption,
                {},
                {{"input"}, {}}};
  for (std::size_t port = 0; port < rows.size(); ++port) {
    map.columns.push_back(std::to_string(port));
    map.rows.push_back(std::to_string(port));
    figure.table.columns.push_back(fmt::format("output {}", port));
    map.cells.push_back(rows[port].get<std::vector<double>>());
    std::vector<Json> row{port};
    row.insert(row.end(), rows[port].begin(), rows[port].end());
    figure.table.rows.push_back(std::move(row));
  }
  figure.drawing = std::move(map);
  return figure;
}

}  // namespace

std::vector<Figure> matrix_figures(const StudyResults& results, const ChosenPoints& chosen) {
  std::vector<Figure> figures;
  const auto is_blocked = [](const ResultPoint& point) {
    return any_of(kMatrices, [&](const Matrix& matrix) {
      return point.has(matrix.share) && point.number_of(matrix.share) > 0;
    });
  };
  const std::string note = chosen.note(kMostMatrixPoints, is_blocked);
  for (const ResultPoint* point : chosen.of(kMostMatrixPoints, is_blocked)) {
    const Json result = results.record(*point)["result"];
    const std::string number = std::to_string(point->number), name = chosen.name_of(*point);
    const auto add = [&](std::optional<Figure> figure) {
      if (!figure) return;
      if (!note.empty()) figure->caption += " " + note;
      if (point->config) figure->command = called_as() + " run " + flags_of(*point->config) + " --json -";
      figures.push_back(std::move(*figure));
    };
    for (const Matrix& matrix : kMatrices) {
      if (point->has(matrix.share) && point->number_of(matrix.share) > 0)
        add(matrix_figure(result["hol"], matrix, name, number));
    }
    for (const Json& of : result.value("classes", Json::array())) {
      const std::string of_class = of["class"].dump();
      if (of.contains("hol"))
        add(matrix_figure(of["hol"], kMatrices[0], name, fmt::format("{}-class-{}", number, of_class),
                          " of packets of class " + of_class));
    }
  }
  return figures;
}

}  // namespace xb
