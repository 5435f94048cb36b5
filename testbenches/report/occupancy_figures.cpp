// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "host/base/called_as.h"
#include "host/config/key_use.h"
#include "testbenches/report/point_figures.h"

namespace xb {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostCurves = 7, kMostMaps = 6;
constexpr std::size_t kMostTimes = 240, kMostMapTimes = 120, kMostQueues = 64;

bool has_series(const ResultPoint& point) { return point.has("series") && point.number_of("series") > 0; }

/// A record's samples, several in a row as one: the greatest of them.
struct Samples {
  std::uint64_t period = 0, first_cycle = 0, count = 0;
  std::size_t joined = 1;  ///< samples in a row

  Samples(const Json& series, std::size_t most)
      : period(series["period"]), first_cycle(series["first_cycle"]), count(series["samples"]) {
    joined = std::max<std::size_t>(1, (count + most - 1) / most);
  }
  [[nodiscard]] std::size_t size() const { return (count + joined - 1) / joined; }
  [[nodiscard]] std::uint64_t cycle(std::size_t at) const { return first_cycle + at * joined * period; }
  template <class Level>
  [[nodiscard]] std::uint64_t greatest(std::size_t at, const Level& level) const {
    std::uint64_t most = 0;
    for (std::size_t n = at * joined; n < std::min<std::size_t>(count, (at + 1) * joined); ++n)
      most = std::max<std::uint64_t>(most, level(n));
    return most;
  }
  [[nodiscard]] std::string caption() const {
    if (joined == 1) return fmt::format("A sample every {} cycles.", period);
    return fmt::format("A sample every {} cycles; shown is the greatest of {} in a row.", period, joined);
  }
};

Json series_of(const StudyResults& results, const ResultPoint& point) {
  Json record = results.record(point);
  Json& occupancy = record["result"]["occupancy"];
  return occupancy.contains("series") && occupancy["series"].contains("beats") ? occupancy["series"] : Json();
}

Figure over_time(const StudyResults& results, const ChosenPoints& chosen) {
  Figure figure{"occupancy-time", "Occupancy over time", "", {}, {{"point", "cycle", "beats"}, {}}};
  CurveChart chart{{"cycle"}, {"occupancy of the switch [beats]"}, {}, true};
  for (const ResultPoint* point : chosen.of(kMostCurves, has_series)) {
    const Json series = series_of(results, *point);
    if (series.is_null()) continue;
    const Samples samples(series, kMostTimes);
    const Json& beats = series["beats"];
    Curve curve{chosen.name_of(*point), static_cast<unsigned>(chart.curves.size()), CurveKind::Measured, {}};
    for (std::size_t at = 0; at < samples.size(); ++at) {
      const auto most = samples.greatest(at, [&](std::size_t n) { return beats[n].get<std::uint64_t>(); });
      curve.points.push_back({static_cast<double>(samples.cycle(at)), static_cast<double>(most)});
      figure.table.rows.push_back({curve.name, samples.cycle(at), most});
    }
    if (figure.caption.empty()) figure.caption = samples.caption();
    chart.curves.push_back(std::move(curve));
  }
  const std::string note = chosen.note(kMostCurves, has_series);
  if (!note.empty()) figure.caption += " " + note;
  figure.drawing = std::move(chart);
  return figure;
}

/// The queues that a map has room for: those that were fullest.
std::vector<std::size_t> shown_queues(const Json& per_queue) {
  std::vector<std::size_t> queues(per_queue.empty() ? 0 : per_queue.front().size());
  std::iota(queues.begin(), queues.end(), 0);
  if (queues.size() <= kMostQueues) return queues;
  std::vector<std::uint64_t> most(queues.size());
  for (const Json& sample : per_queue) {
    for (std::size_t q = 0; q < most.size(); ++q) most[q] = std::max(most[q], sample[q].get<std::uint64_t>());
  }
  std::stable_sort(queues.begin(), queues.end(), [&](auto a, auto b) { return most[a] > most[b]; });
  queues.resize(kMostQueues);
  std::sort(queues.begin(), queues.end());
  return queues;
}

/// A queue of each pair is `input>output`.
std::string queue_name(std::size_t queue, std::size_t queues, const ResultPoint& point) {
  const std::size_t ports = point.has("ports") ? point.row["ports"].get<std::size_t>() : 0;
  return queues == ports || ports == 0 ? std::to_string(queue)
                                       : fmt::format("{}>{}", queue / ports, queue % ports);
}

std::optional<Figure> queue_map(const StudyResults& results, const ChosenPoints& chosen,
                                const ResultPoint& point) {
  const Json series = series_of(results, point);
  if (series.is_null() || series["per_queue"].empty()) return {};
  const Samples samples(series, kMostMapTimes);
  const Json& per_queue = series["per_queue"];
  const auto queues = shown_queues(per_queue);
  Figure figure{fmt::format("occupancy-queues-{}", point.number),
                "Occupancy of the queues over time, " + chosen.name_of(point),
                samples.caption(),
                {},
                {{"cycle"}, {}}};
  HeatMap map{"cycle", "queue", "beats", {}, {}, {}};
  for (const std::size_t queue : queues) {
    map.rows.push_back(queue_name(queue, per_queue.front().size(), point));
    figure.table.columns.push_back("queue " + map.rows.back());
  }
  map.cells.resize(queues.size());
  for (std::size_t at = 0; at < samples.size(); ++at) {
    map.columns.push_back(std::to_string(samples.cycle(at)));
    std::vector<Json> row{samples.cycle(at)};
    for (std::size_t q = 0; q < queues.size(); ++q) {
      const auto level = [&](std::size_t n) { return per_queue[n][queues[q]].get<std::uint64_t>(); };
      row.emplace_back(samples.greatest(at, level));
      map.cells[q].push_back(row.back().get<double>());
    }
    figure.table.rows.push_back(std::move(row));
  }
  if (queues.size() < per_queue.front().size())
    figure.caption +=
        fmt::format(" The {} of {} queues that were fullest.", queues.size(), per_queue.front().size());
  if (point.config) figure.command = called_as() + " run " + flags_of(*point.config) + " --json -";
  figure.drawing = std::move(map);
  return figure;
}

}  // namespace

std::vector<Figure> occupancy_figures(const StudyResults& results, const ChosenPoints& chosen) {
  std::vector<Figure> figures;
  Figure all = over_time(results, chosen);
  if (all.table.rows.empty()) return {};
  figures.push_back(std::move(all));
  for (const ResultPoint* point : chosen.of(kMostMaps, has_series)) {
    if (auto figure = queue_map(results, chosen, *point)) figures.push_back(std::move(*figure));
  }
  return figures;
}

}  // namespace xb
