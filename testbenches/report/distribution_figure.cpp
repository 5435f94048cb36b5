// SPDX-License-Identifier: Apache-2.0

#include "testbenches/report/point_figures.h"

namespace xb {
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

}  // namespace xb
