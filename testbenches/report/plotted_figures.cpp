// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>

#include "host/base/ranges.h"
#include "host/run/measure_table.h"
#include "testbenches/experiment/experiment_file.h"
#include "testbenches/report/measure_figures.h"
#include "testbenches/report/point_figures.h"
#include "testbenches/report/sweep.h"

namespace xb {
namespace {

using Points = std::vector<const ResultPoint*>;

constexpr std::size_t kMostParts = 24;  // figures of one plot

/// ` [cycles]`, if all of several measures have this unit.
std::string unit_of(const std::vector<std::string>& names) {
  const std::string first = find_measure(names.front())->unit;
  const auto has_it = [&](const std::string& name) { return find_measure(name)->unit == first; };
  return !first.empty() && all_of(names, has_it) ? fmt::format(" [{}]", first) : "";
}

/// As the report's own figure of the measure has it.
std::optional<TheoryMeasure> theory_of(const MeasureFigure& plotted) {
  if (plotted.curves.size() > 1) return {};
  for (const MeasureFigure& own : traffic_measures()) {
    if (own.curves.front().column == plotted.curves.front().column) return own.theory;
  }
  return {};
}

/// What is drawn of a plot's measures, or one of the report's own.
std::optional<MeasureFigure> measures_of(const Plot& plot) {
  if (!plot.figure.empty()) {
    for (const auto* list : {&traffic_measures(), &schedule_measures()}) {
      for (const MeasureFigure& measure : *list) {
        if (measure.id == plot.figure) return measure;
      }
    }
    return {};
  }
  MeasureFigure measure;
  for (const std::string& name : plot.measures) measure.curves.push_back(curve_of(name, name));
  measure.label = fmt::format("{}{}", fmt::join(plot.measures, ", "), unit_of(plot.measures));
  measure.title = fmt::format("{}", fmt::join(plot.measures, ", "));
  measure.theory = theory_of(measure);
  return measure;
}

class Plotter {
 public:
  Plotter(const StudyResults& results, const ChosenPoints& chosen, std::string x)
      : results_(results), chosen_(chosen), x_(std::move(x)) {}

  PlottedFigures draw() {
    for (const Plot& plot : results_.plots) {
      ++number_;
      auto measure = measures_of(plot);
      if (!measure) {
        draw_of_points(plot);
        continue;
      }
      measure->log = measure->log || plot.log;
      draw_measures(plot, *measure);
    }
    return std::move(all_);
  }

 private:
  void miss(const std::string& why) {
    all_.missing.push_back(fmt::format("Plot {} of the study's file: {}", number_, why));
  }

  /// Figures of single points have no axis to choose.
  void draw_of_points(const Plot& plot) {
    std::vector<Figure> figures = plot.figure == "latency-distribution"
                                      ? distribution_figures(results_, chosen_)
                                  : plot.figure == "occupancy" ? occupancy_figures(results_, chosen_)
                                  : plot.figure == "delivery"  ? delivery_figures(results_, chosen_)
                                  : plot.figure == "cost"      ? cost_figures(results_)
                                  : plot.figure == "classes"   ? class_figures(results_, x_)
                                                               : matrix_figures(results_, chosen_);
    if (figures.empty()) miss("no point has what it takes.");
    for (Figure& figure : figures) {
      figure.id = fmt::format("plot-{}-{}", number_, figure.id);
      if (!plot.title.empty()) figure.title = plot.title;
      all_.figures.push_back(std::move(figure));
    }
  }

  void draw_measures(const Plot& plot, const MeasureFigure& measure) {
    const Points points = points_of(plot, measure);
    const std::string x = plot.x.empty() ? x_ : plot.x;
    const std::vector<std::string> swept = swept_keys(points);
    if (points.empty()) return miss("no point has these measures.");
    if (!x.empty() && !contains(swept, x)) return miss(fmt::format("no two points differ in {}.", x));
    std::vector<std::string> apart;
    const std::string axis = sweep_of(points, x).x_key;
    for (const std::string& key : swept) {
      if (!plot.by_all && key != axis && !contains(plot.by, key)) apart.push_back(key);
    }
    std::vector<std::pair<std::string, Points>> parts;
    std::map<std::string, std::size_t> known;
    for (const ResultPoint* point : points) {
      const auto [part, is_new] = known.emplace(words_of(*point, apart), parts.size());
      if (is_new) parts.emplace_back(part->first, Points());
      parts[part->second].second.push_back(point);
    }
    draw_parts(parts, plot.title, axis, measure);
  }

  void draw_parts(const std::vector<std::pair<std::string, Points>>& parts, const std::string& title,
                  const std::string& axis, const MeasureFigure& measure) {
    std::size_t drawn = 0, left_out = 0;
    for (const auto& [words, points] : parts) {
      if (drawn == kMostParts || (!axis.empty() && !contains(swept_keys(points), axis))) {
        ++left_out;
        continue;
      }
      auto figure = measure_figure(sweep_of(points, axis), measure);
      if (!figure) {
        ++left_out;
        continue;
      }
      ++drawn;
      figure->id =
          parts.size() == 1 ? fmt::format("plot-{}", number_) : fmt::format("plot-{}-{}", number_, drawn);
      if (!title.empty()) figure->title = title;
      if (!words.empty()) figure->title += ", " + words;
      all_.figures.push_back(std::move(*figure));
    }
    if (left_out > 0)
      miss(fmt::format("{} of {} parts are not drawn: of one point, or beyond {} parts.", left_out,
                       parts.size(), kMostParts));
  }

  [[nodiscard]] Points points_of(const Plot& plot, const MeasureFigure& measure) const {
    const Exclusion wanted{plot.where, plot.place};
    Points points;
    for (const ResultPoint* point : results_.last_runs()) {
      const auto has_it = [&](const MeasureCurve& curve) { return point->has(curve.column); };
      if (none_of(measure.curves, has_it)) continue;
      if (plot.where.empty() || (point->config && wanted.excludes(*point->config))) points.push_back(point);
    }
    return points;
  }

  const StudyResults& results_;
  const ChosenPoints& chosen_;
  std::string x_;
  std::size_t number_ = 0;  // of the plot
  PlottedFigures all_;
};

}  // namespace

PlottedFigures plotted_figures(const StudyResults& results, const ChosenPoints& chosen,
                               const std::string& x) {
  return Plotter(results, chosen, x).draw();
}

}  // namespace xb
