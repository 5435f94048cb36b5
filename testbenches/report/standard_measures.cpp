// SPDX-License-Identifier: Apache-2.0
#include "testbenches/report/measure_figures.h"

namespace xb {

namespace {

/// The figures that the table of measures asks for.
std::vector<MeasureFigure> figures_of_table(bool of_schedules) {
  std::vector<MeasureFigure> figures;
  for (const Measure* measure : drawn_measures()) {
    const StudyFigure& row = measure->figure;
    if (((row.form & kOfSchedules) != 0) != of_schedules) continue;
    MeasureFigure figure{row.id, row.title, row.axis, {curve_of(measure->path, row.name)}, row.theory};
    const bool is_second = *row.percentile != 0;
    if (is_second) figure.curves.push_back(curve_of(row.percentile, "p99", CurveKind::Percentile));
    if (*row.predicted != 0) figure.curves.push_back(curve_of(row.predicted, "predicted", CurveKind::Theory));
    // With percentiles one switch that does not carry the load would make a line of all others.
    figure.log = is_second || (row.form & kLogScale) != 0;
    figure.needs_some = (row.form & kAlways) == 0;
    figure.factor = row.factor;
    figure.caption = row.caption;
    figures.insert(is_second ? figures.begin() + 1 : figures.end(), figure);
  }
  return figures;
}

}  // namespace

MeasureCurve curve_of(const std::string& path, const std::string& name, CurveKind kind) {
  const Measure& measure = *find_measure(path);
  return {measure.column, interval_column(measure), name, kind};
}

const std::vector<MeasureFigure>& traffic_measures() {
  static const std::vector<MeasureFigure> all = figures_of_table(false);
  return all;
}

const std::vector<MeasureFigure>& schedule_measures() {
  static const std::vector<MeasureFigure> all = [] {
    std::vector<MeasureFigure> figures = figures_of_table(true);
    MeasureFigure blocked{"blocked-schedules",
                          "Head-of-line blocking of schedules",
                          "share of input-cycles",
                          {{"hol_fraction", "", "head-of-line blocked"}}};
    blocked.needs_some = true;
    figures.push_back(blocked);
    return figures;
  }();
  return all;
}

}  // namespace xb
