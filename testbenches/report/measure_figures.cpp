// SPDX-License-Identifier: Apache-2.0
#include "testbenches/report/measure_figures.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "host/base/ranges.h"
#include "host/point/run_config.h"
#include "host/point/traffic_config.h"
#include "host/theory/theory.h"

namespace xb {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostLines = 28;  // colours and marks that are told apart

/// One figure while it is put together.
class MeasureDrawing {
 public:
  MeasureDrawing(const Sweep& sweep, const MeasureFigure& measure) : sweep_(sweep), measure_(measure) {
    chart_.x = sweep.x;
    chart_.y = {measure.label, measure.log};
  }

  [[nodiscard]] std::optional<Figure> figure() {
    find_theories();
    add_columns();
    for (std::size_t line = 0; line < sweep_.lines.size(); ++line) add_line(line);
    if (table_.rows.empty() || (measure_.needs_some && !some_)) return {};
    if (measure_.theory == TheoryMeasure::Throughput && sweep_.x_key == "load") add_bound();
    std::string caption = measure_.caption;
    if (sweep_.lines.size() > kMostLines)
      caption += fmt::format("{}The first {} of {} lines are drawn; the table has all.",
                             caption.empty() ? "" : " ", kMostLines, sweep_.lines.size());
    if (sweep_.left_out > 0)
      caption += fmt::format("{}Points without {}, which are not here: {}.", caption.empty() ? "" : " ",
                             sweep_.x_key, sweep_.left_out);
    std::string title = measure_.title;
    if (!sweep_.x_key.empty()) title += " against " + (sweep_.x_key == "load" ? "load" : sweep_.x_key);
    return Figure{measure_.id, title, caption, chart_, table_};
  }

 private:
  /// The theories that say something of a point here, in a fixed order.
  void find_theories() {
    if (!measure_.theory) return;
    for (const std::string& name : drawn_theories()) {
      for (const SweepLine& line : sweep_.lines) {
        for (const SweepPlace& place : line.places) {
          const auto values = theory_at(place);
          if (values.count(name) == 0) continue;
          if (!contains(theories_, name)) theories_.push_back(name);
        }
      }
    }
  }

  [[nodiscard]] std::map<std::string, double> theory_at(const SweepPlace& place) const {
    std::map<std::string, double> values;
    const auto& config = place.points.front()->config;
    if (!measure_.theory || !config) return values;
    for (const TheoryValue& theory : theory_values(*measure_.theory, *config))
      values[theory.name] = theory.value;
    return values;
  }

  void add_columns() {
    table_.columns = sweep_.keys;
    if (!sweep_.x_key.empty()) table_.columns.push_back(sweep_.x_key);
    if (sweep_.seeds) table_.columns.emplace_back("seeds");
    for (const MeasureCurve& curve : measure_.curves) {
      table_.columns.push_back(curve.column);
      if (has_intervals(curve)) table_.columns.push_back(curve.column + " +-95%");
    }
    table_.columns.insert(table_.columns.end(), measure_.also.begin(), measure_.also.end());
    for (const std::string& theory : theories_) table_.columns.push_back("theory " + theory);
  }

  [[nodiscard]] bool has_intervals(const MeasureCurve& curve) const {
    return !curve.ci_column.empty() || sweep_.seeds;
  }

  void add_line(std::size_t number) {
    const SweepLine& line = sweep_.lines[number];
    const auto colour = static_cast<unsigned>(number);
    std::vector<Curve> curves;
    for (const MeasureCurve& measure : measure_.curves) {
      const bool alone = measure_.curves.size() == 1;
      std::string name = line.name;
      if (!alone || name.empty()) name += (name.empty() ? "" : ": ") + measure.name;
      curves.push_back({name, colour, measure.kind, {}});
    }
    for (const std::string& theory : theories_)
      curves.push_back({(line.name.empty() ? "" : line.name + ": ") + ("theory " + theory),
                        colour,
                        CurveKind::Theory,
                        {}});
    for (const SweepPlace& place : line.places) add_place(place, curves);
    for (std::size_t n = measure_.curves.size(); n < curves.size(); ++n) set_apart(line, curves[n]);
    add_knees(line, curves);
    for (Curve& curve : curves) {
      if (number < kMostLines && !curve.points.empty()) chart_.curves.push_back(std::move(curve));
    }
  }

  void add_place(const SweepPlace& place, std::vector<Curve>& curves) {
    std::vector<Json> row;
    for (const std::string& key : sweep_.keys) row.push_back(place.points.front()->row.value(key, Json()));
    if (!sweep_.x_key.empty()) row.push_back(sweep_.x_of(place));
    if (sweep_.seeds) row.emplace_back(place.points.size());
    bool measured = false;
    for (std::size_t n = 0; n < measure_.curves.size(); ++n) {
      const MeasureCurve& measure = measure_.curves[n];
      const Json mean = place.mean(measure.column);
      const Json ci95 = mean.is_null() ? mean : place.ci95(measure.column, measure.ci_column);
      row.push_back(mean);
      if (has_intervals(measure)) row.push_back(ci95);
      if (mean.is_null()) continue;
      measured = true;
      some_ = some_ || mean != 0;
      const double y = mean.get<double>() * measure_.factor;
      if (measure_.log && y <= 0) continue;
      curves[n].points.push_back({place.x, y, {}});
      if (ci95.is_number()) curves[n].points.back().ci95 = ci95.get<double>() * measure_.factor;
    }
    if (!measured && measure_.also.empty()) return;
    for (const std::string& column : measure_.also) row.push_back(place.all(column));
    add_theories(place, row, curves);
    table_.rows.push_back(std::move(row));
  }

  void add_theories(const SweepPlace& place, std::vector<Json>& row, std::vector<Curve>& curves) const {
    const auto values = theory_at(place);
    for (std::size_t n = 0; n < theories_.size(); ++n) {
      const auto value = values.find(theories_[n]);
      row.push_back(value == values.end() ? Json(nullptr) : Json(value->second));
      if (value == values.end() || (measure_.log && value->second <= 0)) continue;
      curves[measure_.curves.size() + n].points.push_back({place.x, value->second});
    }
  }

  /// A theory that is a table says nothing between its values.
  static void set_apart(const SweepLine& line, Curve& theory) {
    if (theory.points.empty()) return;
    const auto is_within = [&](const SweepPlace& place) {
      return place.x >= theory.points.front().x && place.x <= theory.points.back().x;
    };
    const auto within = count_if(line.places, is_within);
    theory.apart = static_cast<std::size_t>(within) > theory.points.size();
  }

  /// A line that follows the load up to saturation bends there, between the points.
  void add_knees(const SweepLine& line, std::vector<Curve>& curves) const {
    const auto& config = line.places.front().points.front()->config;
    if (measure_.theory != TheoryMeasure::Throughput || sweep_.x_key != "load" || !config) return;
    for (const TheoryValue& knee : saturation_loads(*config)) {
      const auto name = std::find(theories_.begin(), theories_.end(), knee.name);
      if (name == theories_.end()) continue;
      auto& points =
          curves[measure_.curves.size() + static_cast<std::size_t>(name - theories_.begin())].points;
      const auto after = std::find_if(points.begin(), points.end(),
                                      [&](const CurvePoint& point) { return point.x > knee.value; });
      if (after != points.begin() && after != points.end()) points.insert(after, {knee.value, knee.value});
    }
  }

  void add_bound() {
    double most = 0;
    for (const Curve& curve : chart_.curves) {
      for (const CurvePoint& point : curve.points) most = std::max(most, point.x);
    }
    chart_.curves.push_back({"all that is offered", 0, CurveKind::Bound, {{0, 0}, {most, most}}});
  }

  const Sweep& sweep_;
  const MeasureFigure& measure_;
  CurveChart chart_;
  FigureTable table_;
  std::vector<std::string> theories_;
  bool some_ = false;  // not all are 0
};

}  // namespace

std::vector<Figure> figures_of(const Sweep& sweep, const std::vector<MeasureFigure>& measures) {
  std::vector<Figure> figures;
  for (const MeasureFigure& measure : measures) {
    if (auto figure = MeasureDrawing(sweep, measure).figure()) figures.push_back(std::move(*figure));
  }
  return figures;
}

std::optional<Figure> measure_figure(const Sweep& sweep, const MeasureFigure& measure) {
  return MeasureDrawing(sweep, measure).figure();
}

Sweep found_sweep(const StudyResults& results, const std::string& x) {
  std::vector<const ResultPoint*> searches;
  for (const ResultPoint& search : results.searches) searches.push_back(&search);
  const auto keys = swept_keys(searches);
  return sweep_of(searches, contains(keys, x) ? x : "");
}

std::optional<Figure> found_figure(const StudyResults& results, const std::string& x) {
  if (results.searches.empty()) return {};
  const auto columns = found_columns(results.searched_key);
  const bool of_loads = results.searched_key == "load";
  MeasureFigure measure{"found",
                        found_title(results.searched_key),
                        of_loads ? "largest load that is carried"
                                 : fmt::format("least {} that is enough [beats]", results.searched_key),
                        {{columns[0], "", columns[0]}}};
  if (of_loads) measure.theory = TheoryMeasure::Throughput;
  measure.caption = fmt::format(
      "Found by search: the true value lies between it and the next column, {}. What follows is of the "
      "points "
      "that were tried on the way.",
      columns[1]);
  const auto has_remark = [&](const ResultPoint& search) {
    return !search.row.at(columns[3]).get<std::string>().empty();
  };
  const bool remarks = any_of(results.searches, has_remark);
  measure.also.assign(columns.begin() + 1, columns.end());
  if (!remarks) measure.also.erase(measure.also.begin() + 2);
  auto figure = measure_figure(found_sweep(results, x), measure);
  if (figure) figure->answers = true;
  return figure;
}

namespace {

struct Shown {
  const char* name;
  TheoryMeasure measure;
};

constexpr Shown kShown[] = {{"input-saturation", TheoryMeasure::Throughput},
                            {"window-saturation", TheoryMeasure::Throughput},
                            {"voq-saturation", TheoryMeasure::Throughput},
                            {"unbalanced-throughput", TheoryMeasure::Throughput},
                            {"input-wait", TheoryMeasure::QueueingCycles},
                            {"output-wait", TheoryMeasure::QueueingCycles},
                            {"voq-wait", TheoryMeasure::QueueingCycles},
                            {"bursty-wait", TheoryMeasure::QueueingCycles},
                            {"output-loss", TheoryMeasure::Loss},
                            {"output-loss-turns", TheoryMeasure::Loss},
                            {"sharing-loss-turns", TheoryMeasure::Loss}};

std::vector<TheoryValue> values(TheoryMeasure measure, const RunConfig& config) {
  std::vector<TheoryValue> found;
  for (const Shown& shown : kShown) {
    const Theory* theory = find_theory(shown.name);
    if (config.window == 1 && theory->name == "window-saturation")
      continue;  // that of input-saturation, rounded
    const auto value = shown.measure == measure ? theory->value(config) : std::nullopt;
    if (value) found.push_back({shown.name, *value});
  }
  return found;
}

}  // namespace

std::vector<TheoryValue> theory_values(TheoryMeasure measure, const RunConfig& config) {
  if (measure == TheoryMeasure::Throughput) {
    auto found = saturation_loads(config);
    for (TheoryValue& value : found) value.value = std::min(value.value, config.traffic->load);
    return found;
  }
  auto found = values(measure, config);
  for (TheoryValue& value : found) {
    if (measure == TheoryMeasure::QueueingCycles) value.value *= config.packet_max;  // from slots
  }
  return found;
}

std::vector<TheoryValue> saturation_loads(const RunConfig& config) {
  RunConfig saturated = config;
  saturated.traffic->load = 1;
  return values(TheoryMeasure::Throughput, saturated);
}

std::vector<std::string> drawn_theories() {
  std::vector<std::string> names;
  for (const Shown& shown : kShown) names.emplace_back(shown.name);
  return names;
}

}  // namespace xb
