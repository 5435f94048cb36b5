// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "host/config/config_keys.h"
#include "testbenches/report/point_figures.h"
#include "testbenches/report/sweep.h"

namespace xb {
namespace {

using Json = nlohmann::ordered_json;
using Points = std::vector<const ResultPoint*>;

/// The points of one circuit: what they have in common, and the most that they carry and lose.
struct CostedCircuit {
  const ResultPoint* first;
  std::string name;
  double size = 0, throughput = 0, loss = 0;
  std::optional<double> per_percent = {};
};

/// What the size of a circuit is counted in: LUTs where points have them, else gates.
const char* size_column(const Points& points) {
  return points.front()->has("cost_lut4") ? "cost_lut4" : "cost_gates";
}

/// Keys of the circuit that differ, not of what it was run with.
std::vector<std::string> circuit_keys(const Points& points) {
  std::vector<std::string> keys;
  for (const std::string& key : swept_keys(points)) {
    const ConfigKey* const known = find_key(key);
    const bool of_switch = known != nullptr && known->group == std::string(key_groups().front());
    if (of_switch || key == "cost") keys.push_back(key);
  }
  return keys;
}

/// The smallest first. What carries more than all smaller ones has a price.
std::vector<CostedCircuit> circuits_of(const Points& points, const std::vector<std::string>& keys) {
  const char* const column = size_column(points);
  std::map<std::string, CostedCircuit> by_name;
  for (const ResultPoint* point : points) {
    if (!point->has(column)) continue;
    const std::string name = used_words_of(*point, keys);
    CostedCircuit& circuit = by_name.try_emplace(name, CostedCircuit{point, name}).first->second;
    circuit.size = point->number_of(column);
    circuit.throughput = std::max(circuit.throughput, point->number_of("throughput"));
    if (point->has("loss")) circuit.loss = std::max(circuit.loss, point->number_of("loss"));
  }
  std::vector<CostedCircuit> all;
  for (auto& [name, circuit] : by_name) all.push_back(std::move(circuit));
  std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.size < b.size; });
  const CostedCircuit* best = nullptr;
  for (CostedCircuit& circuit : all) {
    if (best != nullptr && circuit.throughput <= best->throughput) continue;
    if (best != nullptr)
      circuit.per_percent = (circuit.size - best->size) / (100 * (circuit.throughput - best->throughput));
    best = &circuit;
  }
  return all;
}

Figure empty_figure(const char* id, const std::string& title, const std::string& size, const char* y) {
  return {id, title, "", CurveChart{{size}, {y}, {}}, {}};
}

void add_mark(Figure& figure, const CostedCircuit& circuit, unsigned number, double y) {
  Curve mark{
      circuit.name.empty() ? "switch" : circuit.name, number, CurveKind::Measured, {{circuit.size, y}}};
  mark.apart = true;
  std::get<CurveChart>(figure.drawing).curves.push_back(std::move(mark));
}

}  // namespace

std::vector<Figure> cost_figures(const StudyResults& results) {
  Points points;
  for (const ResultPoint* point : results.last_runs()) {
    if ((point->has("cost_lut4") || point->has("cost_gates")) && point->has("throughput"))
      points.push_back(point);
  }
  if (points.empty()) return {};
  const std::vector<std::string> keys = circuit_keys(points);
  const std::vector<CostedCircuit> circuits = circuits_of(points, keys);
  const std::string column = size_column(points), size = column == "cost_lut4" ? "LUTs" : "gates";
  Figure carried = empty_figure("cost", "Throughput against cost", size, "most throughput, of the line rate");
  Figure lost = empty_figure("cost-loss", "Loss against cost", size, "most loss, of the packets offered");
  carried.caption = fmt::format(
      "Each circuit with the most that it carried at any point here. {} per percent: what a percent of the "
      "line rate costs beyond the smaller circuit that carries most; of a circuit that carries no more than "
      "a "
      "smaller one there is none.",
      size);
  const std::vector<std::string> measures{column, "cost_ff", "cost_bram", "cost_memory_bits",
                                          "cost_fmax_mhz"};
  FigureTable& table = carried.table;
  table.columns = keys;
  table.columns.insert(table.columns.end(), measures.begin(), measures.end());
  for (const char* name : {"throughput", "loss"}) table.columns.emplace_back(name);
  table.columns.push_back(size + " per percent");
  bool some_loss = false;
  for (unsigned number = 0; number < circuits.size(); ++number) {
    const CostedCircuit& circuit = circuits[number];
    std::vector<Json> row;
    for (const auto* names : {&keys, &measures}) {
      for (const std::string& name : *names) row.push_back(circuit.first->row.value(name, Json()));
    }
    row.insert(row.end(), {circuit.throughput, circuit.loss,
                           circuit.per_percent ? Json(std::round(*circuit.per_percent)) : Json()});
    table.rows.push_back(std::move(row));
    add_mark(carried, circuit, number, circuit.throughput);
    add_mark(lost, circuit, number, circuit.loss);
    some_loss = some_loss || circuit.loss > 0;
  }
  lost.table = table;
  std::vector<Figure> figures{std::move(carried)};
  if (some_loss) figures.push_back(std::move(lost));
  return figures;
}

}  // namespace xb
