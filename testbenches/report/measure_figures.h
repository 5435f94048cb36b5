// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "host/run/measure_table.h"
#include "testbenches/report/figure.h"
#include "testbenches/report/study_results.h"
#include "testbenches/report/sweep.h"

namespace xb {

struct RunConfig;

struct TheoryValue {
  std::string name;  ///< in host/theory
  double value;
};

/// What theories say of a point, in the measure's unit. A throughput below saturation is the load: exact for
/// queues that lose nothing, so that a theory of saturation holds for all loads.
std::vector<TheoryValue> theory_values(TheoryMeasure measure, const RunConfig& config);

/// Loads at which a line of these values has a knee.
std::vector<TheoryValue> saturation_loads(const RunConfig& config);

/// Names of theories that figures show.
std::vector<std::string> drawn_theories();

/// A measure of a figure, for each line of the sweep.
struct MeasureCurve {
  std::string column;
  std::string ci_column;  ///< or empty
  std::string name;       ///< beside others of the figure
  CurveKind kind = CurveKind::Measured;
};

/// The measure of that path (measure_table.h).
MeasureCurve curve_of(const std::string& path, const std::string& name, CurveKind kind = CurveKind::Measured);

struct MeasureFigure {
  std::string id;
  std::string title;
  std::string label;
  std::vector<MeasureCurve> curves;
  std::optional<TheoryMeasure> theory = {};
  bool log = false;
  bool needs_some = false;  ///< left out where all are 0
  double factor = 1;        ///< from the column's unit to the label's
  std::string caption = {};
  std::vector<std::string> also = {};  ///< columns of the table alone, which then has all places
};

/// What reports show of random traffic: throughput, latency, queueing, loss, head-of-line blocking; and of
/// schedules: completion, with what is predicted, and over the ideal.
const std::vector<MeasureFigure>& traffic_measures();
const std::vector<MeasureFigure>& schedule_measures();

/// Nothing if no point has the measures.
std::optional<Figure> measure_figure(const Sweep& sweep, const MeasureFigure& measure);
/// Those that the points have, with intervals, theory and bounds.
std::vector<Figure> figures_of(const Sweep& sweep, const std::vector<MeasureFigure>& measures);

/// What the searches of a study found, by the keys in which they differ; the axis is `x` if that is one.
Sweep found_sweep(const StudyResults& results, const std::string& x);

/// The same as a figure, whose table has what they found and how; nothing: the study does not search.
std::optional<Figure> found_figure(const StudyResults& results, const std::string& x);

}  // namespace xb
