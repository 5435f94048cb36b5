// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "host/run/measure_table.h"
#include "testbenches/report/measure_figures.h"

namespace xb {

namespace {

/// `latency [cycles]`.
std::string with_unit(const char* name, const char* path) {
  return fmt::format("{} [{}]", name, find_measure(path)->unit);
}

/// A figure that the table of measures asks for.
MeasureFigure figure_of(const Measure& measure) {
  const StudyFigure& figure = measure.figure;
  return {figure.id, figure.title,  figure.axis, {curve_of(measure.path, figure.name)}, {}, false, true,
          1,         figure.caption};
}

}  // namespace

MeasureCurve curve_of(const std::string& path, const std::string& name, CurveKind kind) {
  const Measure& measure = *find_measure(path);
  return {measure.column, interval_column(measure), name, kind};
}

const std::vector<MeasureFigure>& traffic_measures() {
  static const std::vector<MeasureFigure> all = [] {
    std::vector<MeasureFigure> figures{
        {"throughput",
         "Throughput",
         "throughput [share of the line rate]",
         {curve_of("throughput", "throughput")},
         TheoryMeasure::Throughput},
        {"latency",
         "Latency",
         with_unit("latency", "latency.mean"),
         {curve_of("latency.mean", "mean"), curve_of("latency.p99", "p99", CurveKind::Percentile)},
         {},
         true,
         false,
         1,
         "First beat in to last beat out. The time that packets wait at their hosts is not in it: above "
         "saturation "
         "it is bounded by the buffers."},
        {"queueing",
         "Queueing",
         with_unit("queueing", "queueing.mean"),
         {curve_of("queueing.mean", "mean")},
         TheoryMeasure::QueueingCycles,
         true,
         true,
         1,
         "First beat in to first beat out, less what an empty switch takes: the waiting time of queueing "
         "theory."},
        {"loss",
         "Loss",
         "lost packets / offered packets",
         {curve_of("loss", "loss")},
         TheoryMeasure::Loss,
         true,
         true}};
    for (const Measure& measure : measures()) {
      if (*measure.figure.id != 0) figures.push_back(figure_of(measure));
    }
    return figures;
  }();
  return all;
}

const std::vector<MeasureFigure>& schedule_measures() {
  static const std::vector<MeasureFigure> all{
      {"completion",
       "Completion",
       "completion [ms]",
       {curve_of("completion_seconds", "measured"),
        curve_of("predicted_seconds", "predicted", CurveKind::Theory)},
       {},
       false,
       false,
       1e3,
       "From the first send to the last receive. The table has seconds."},
      {"over-ideal",
       "Completion over the ideal",
       "completion / the least time whatever the order",
       {curve_of("completion_over_ideal", "measured")}},
      {"blocked-schedules",
       "Head-of-line blocking of schedules",
       "share of input-cycles",
       {{"hol_fraction", "", "head-of-line blocked"}},
       {},
       false,
       true}};
  return all;
}

}  // namespace xb
