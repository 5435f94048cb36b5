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
  const StudyFigure& row = measure.figure;
  MeasureFigure figure{row.id, row.title, row.axis, {curve_of(measure.path, row.name)}};
  if (*row.percentile != 0) {
    figure.curves.push_back(curve_of(row.percentile, "p99", CurveKind::Percentile));
    figure.log = true;  // one switch that does not carry the load would make a line of all others
  }
  figure.needs_some = true;
  figure.caption = row.caption;
  return figure;
}

}  // namespace

MeasureCurve curve_of(const std::string& path, const std::string& name, CurveKind kind) {
  const Measure& measure = *find_measure(path);
  return {measure.column, interval_column(measure), name, kind};
}

const std::vector<MeasureFigure>& traffic_measures() {
  static const std::vector<MeasureFigure> all = [] {
    MeasureFigure throughput{"throughput",
                             "Throughput",
                             "throughput [share of the line rate]",
                             {curve_of("throughput", "throughput")},
                             TheoryMeasure::Throughput};
    MeasureFigure latency{
        "latency",
        "Latency",
        with_unit("latency", "latency.mean"),
        {curve_of("latency.mean", "mean"), curve_of("latency.p99", "p99", CurveKind::Percentile)}};
    latency.log = true;
    latency.caption =
        "First beat in to last beat out. The time that packets wait at their hosts is not in it: above "
        "saturation it is bounded by the buffers.";
    MeasureFigure queueing{"queueing",
                           "Queueing",
                           with_unit("queueing", "queueing.mean"),
                           {curve_of("queueing.mean", "mean")},
                           TheoryMeasure::QueueingCycles};
    queueing.log = queueing.needs_some = true;
    queueing.caption =
        "First beat in to first beat out, less what an empty switch takes: the waiting time of queueing "
        "theory.";
    MeasureFigure loss{
        "loss", "Loss", "lost packets / offered packets", {curve_of("loss", "loss")}, TheoryMeasure::Loss};
    loss.log = loss.needs_some = true;
    std::vector<MeasureFigure> figures{throughput, latency, queueing, loss};
    for (const Measure& measure : measures()) {
      if (*measure.figure.id == 0) continue;
      const bool is_second = *measure.figure.percentile != 0;
      figures.insert(is_second ? figures.begin() + 1 : figures.end(), figure_of(measure));
    }
    return figures;
  }();
  return all;
}

const std::vector<MeasureFigure>& schedule_measures() {
  static const std::vector<MeasureFigure> all = [] {
    MeasureFigure completion{"completion",
                             "Completion",
                             "completion [ms]",
                             {curve_of("completion_seconds", "measured"),
                              curve_of("predicted_seconds", "predicted", CurveKind::Theory)}};
    completion.factor = 1e3;
    completion.caption = "From the first send to the last receive. The table has seconds.";
    MeasureFigure over_ideal{"over-ideal",
                             "Completion over the ideal",
                             "completion / the least time whatever the order",
                             {curve_of("completion_over_ideal", "measured")}};
    MeasureFigure blocked{"blocked-schedules",
                          "Head-of-line blocking of schedules",
                          "share of input-cycles",
                          {{"hol_fraction", "", "head-of-line blocked"}}};
    blocked.needs_some = true;
    return std::vector<MeasureFigure>{completion, over_ideal, blocked};
  }();
  return all;
}

}  // namespace xb
