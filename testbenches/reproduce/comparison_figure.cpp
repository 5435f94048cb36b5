// SPDX-License-Identifier: Apache-2.0
#include "testbenches/reproduce/comparison_figure.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "host/base/parse_number.h"

namespace xb {
namespace {

constexpr std::size_t kLeastValues = 3;
constexpr std::size_t kMostColours = 7;  // that colours tell apart
constexpr double kLogSpan = 30;          // of values that a linear axis would crowd at one end
constexpr double kMostNumber = 1e300;

std::optional<double> number_in(const std::string& text) {
  double value = 0;
  if (!parse_number(text, -kMostNumber, kMostNumber, value)) return {};
  return value;
}

/// The key with the most different numbers, if each value has one.
std::optional<std::size_t> axis_key(const std::vector<Compared>& values) {
  std::optional<std::size_t> best;
  std::size_t most = 1;
  for (std::size_t k = 0; k < values.front().keys.size(); ++k) {
    std::set<double> numbers;
    const bool all = std::all_of(values.begin(), values.end(), [&](const Compared& v) {
      const auto number = number_in(v.keys[k].second);
      if (number) numbers.insert(*number);
      return number.has_value();
    });
    if (!all || numbers.size() <= most) continue;
    most = numbers.size();
    best = k;
  }
  return best;
}

/// Ours and the published values of one line.
struct Line {
  std::vector<CurvePoint> ours, published;
};
using Lines = std::vector<std::pair<std::string, Line>>;

Line& line_of(Lines& lines, const std::string& name) {
  for (auto& [other, line] : lines) {
    if (other == name) return line;
  }
  return lines.emplace_back(name, Line{}).second;
}

/// The values of the keys other than the axis, of those that differ among the values.
std::string name_of(const Compared& value, std::size_t axis, const std::vector<Compared>& values) {
  std::string name;
  for (std::size_t k = 0; k < value.keys.size(); ++k) {
    const bool differs = std::any_of(values.begin(), values.end(),
                                     [&](const Compared& v) { return v.keys[k] != values.front().keys[k]; });
    if (k == axis || !differs) continue;
    name += fmt::format("{}{} {}", name.empty() ? "" : ", ", value.keys[k].first, value.keys[k].second);
  }
  return name;
}

void add(Line& line, double x, const Compared& value) {
  line.ours.push_back({x, value.ours, value.ci95});
  if (value.published) line.published.push_back({x, *value.published, {}});
}

bool is_crowded(const std::vector<double>& values) {
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  return *low > 0 && *high / *low >= kLogSpan;
}

/// Over a key's numbers; nothing if there are too many lines, or several values of one line at one place.
std::optional<Lines> lines_over(std::size_t axis, const std::vector<Compared>& values) {
  Lines lines;
  std::set<std::pair<std::string, double>> places;
  for (const Compared& value : values) {
    const std::string name = name_of(value, axis, values);
    const double x = *number_in(value.keys[axis].second);
    add(line_of(lines, name), x, value);
    if (!places.emplace(name, x).second || lines.size() > kMostColours) return {};
  }
  const auto by_x = [](const CurvePoint& a, const CurvePoint& b) { return a.x < b.x; };
  for (auto& [name, line] : lines) {
    std::sort(line.ours.begin(), line.ours.end(), by_x);
    std::sort(line.published.begin(), line.published.end(), by_x);
  }
  return lines;
}

Lines lines_in_order(const std::vector<Compared>& values) {
  Lines lines{{"", {}}};
  for (std::size_t n = 0; n < values.size(); ++n)
    add(lines.front().second, static_cast<double>(n + 1), values[n]);
  return lines;
}

bool is_of_published(const Comparison& comparison) { return comparison.values.front().published.has_value(); }

FigureTable table_of(const Comparison& comparison) {
  FigureTable table;
  for (const auto& [key, value] : comparison.values.front().keys) table.columns.push_back(key);
  const bool has_published = is_of_published(comparison);
  if (has_published) table.columns.emplace_back("published");
  for (const char* column : {"ours", "+-95%"}) table.columns.emplace_back(column);
  for (const Compared& value : comparison.values) {
    std::vector<nlohmann::ordered_json> row;
    for (const auto& [key, text] : value.keys) row.emplace_back(text);
    if (has_published) row.emplace_back(*value.published);
    row.emplace_back(value.ours);
    row.push_back(value.ci95 ? nlohmann::ordered_json(*value.ci95) : nlohmann::ordered_json());
    table.rows.push_back(std::move(row));
  }
  return table;
}

bool can_be_drawn(const Comparison& comparison) {
  return !comparison.of_mean && comparison.bounds.empty() && comparison.values.size() >= kLeastValues;
}

}  // namespace

std::optional<Figure> comparison_figure(const Reproduced& reproduced, const Comparison& comparison) {
  if (!can_be_drawn(comparison)) return {};
  const std::vector<Compared>& values = comparison.values;
  const auto axis = axis_key(values);
  const auto over_key = axis ? lines_over(*axis, values) : std::nullopt;
  const bool has_published = is_of_published(comparison);
  if (!over_key && !has_published) return {};  // a position says nothing by itself
  const Lines lines = over_key ? *over_key : lines_in_order(values);
  CurveChart chart;
  chart.x.label = over_key ? values.front().keys[*axis].first : "position in the list of points";
  chart.y.label = comparison.measure;
  std::vector<double> xs, ys;
  for (std::size_t n = 0; n < lines.size(); ++n) {
    const auto& [name, line] = lines[n];
    const std::string of = name.empty() ? "" : ": " + name;
    const auto colour = static_cast<unsigned>(n);
    if (has_published)
      chart.curves.push_back({"published" + of, colour, CurveKind::Percentile, line.published});
    chart.curves.push_back({"ours" + of, colour, CurveKind::Measured, line.ours});
    for (const auto* points : {&line.published, &line.ours}) {
      for (const CurvePoint& point : *points) {
        xs.push_back(point.x);
        ys.push_back(point.y);
      }
    }
  }
  chart.x.log = over_key && is_crowded(xs);
  chart.y.log = is_crowded(ys);
  return Figure{reproduced.name, reproduced.title, reproduced.source, std::move(chart), table_of(comparison)};
}

const Comparison* pictured(const Reproduced& reproduced) {
  const Comparison* most = nullptr;
  for (const Comparison& comparison : reproduced.comparisons) {
    if (can_be_drawn(comparison) && (most == nullptr || comparison.values.size() > most->values.size()))
      most = &comparison;
  }
  for (const Comparison& measurement : reproduced.measurements) {
    if (most == nullptr && comparison_figure(reproduced, measurement)) most = &measurement;
  }
  return most;
}

}  // namespace xb
