// SPDX-License-Identifier: Apache-2.0
#include "testbenches/program/measure_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "host/base/units.h"
#include "host/point/run_config.h"
#include "testbenches/experiment/point.h"
#include "testbenches/terminal/text_table.h"

namespace xb {
namespace {

using Json = nlohmann::ordered_json;

std::string number_text(Format format, const Json& number) {
  const auto value = number.get<double>();
  switch (format) {
    case Format::Count:
    case Format::Truth:
      return number.dump();
    case Format::Fixed1:
      return fmt::format("{:.1f}", value);
    case Format::Fixed2:
      return fmt::format("{:.2f}", value);
    case Format::Fixed3:
      return fmt::format("{:.3f}", value);
    case Format::Fixed4:
      return fmt::format("{:.4f}", value);
    case Format::Digits3:
      return fmt::format("{:.3g}", value);
    case Format::Percent:
      return percent(value);
    case Format::Time:
      return format_time({value});
    case Format::Mega:
      return fmt::format("{:.3f}", value / 1e6);
  }
  return {};
}

}  // namespace

std::string ci_cell(const Point& point, const Estimate& estimate) {
  if (!point.config.is_random()) return "-";
  return estimate.ci95 ? number_text(Format::Fixed4, *estimate.ci95) : "?";
}

MeasureTexts::MeasureTexts(const Point& point)
    : is_random_(point.config.is_random()), known_(point.result.known) {
  RunResult numbers = point.result;
  // Without the lists of a large network, which take most of a record's time, and of which none is a number.
  if (numbers.network) {
    numbers.network->switches.clear();
    numbers.network->links.clear();
    numbers.network->host_links.clear();
  }
  const Json result = result_to_json(point.config, numbers);
  add_numbers(result, result, "");
}

void MeasureTexts::add_numbers(const Json& result, const Json& of, const std::string& prefix) {
  for (const auto& [name, value] : of.items()) {
    if (value.is_object()) add_numbers(result, value, prefix + name + ".");
    if (value.is_number() && !is_of_no_packets(result, prefix + name)) numbers_[prefix + name] = value;
  }
}

const Json* MeasureTexts::value(const std::string& path) const {
  const auto found = numbers_.find(path);
  return found == numbers_.end() ? nullptr : &found->second;
}

std::string MeasureTexts::cell(const Measure& measure) const {
  const Json* const number = value(measure.path);
  return number != nullptr ? number_text(measure.format, *number) : "-";
}

std::string MeasureTexts::interval_cell(const Measure& measure) const {
  if (!is_random_) return "-";
  const Json* const ci95 = value(interval_of(measure.path));
  return ci95 != nullptr ? number_text(measure.format, *ci95) : "?";
}

std::string MeasureTexts::with_interval(const Measure& measure) const {
  if (!is_random_) return cell(measure);
  const Json* const ci95 = value(interval_of(measure.path));
  return cell(measure) + " +- " + (ci95 != nullptr ? number_text(measure.format, *ci95) : "unknown");
}

std::string MeasureTexts::filled(std::string text) const {
  for (std::size_t open = text.find('{'); open != std::string::npos; open = text.find('{', open)) {
    const std::size_t end = text.find('}', open);
    std::string path = text.substr(open + 1, end - open - 1);
    const std::size_t sign = path.find("+-");
    const bool both = sign != std::string::npos;
    path.resize(std::min(sign, path.size()));
    const Measure& measure = *find_measure(path);
    text.replace(open, end + 1 - open, both ? with_interval(measure) : cell(measure));
  }
  return text;
}

std::string MeasureTexts::line(const Measure& measure, const char* text) const {
  if (!is_known(measure, known_)) return "not measured";
  return has(measure.path) ? filled(text != nullptr ? text : measure.line) : "";
}

bool misses_ci(const RunConfig& config, const RunResult& result) {
  if (config.ci <= 0 || !config.is_random() || result.measured_cycles < config.cycles) return false;
  const auto within = [&](const Estimate& e) { return e.ci95 && *e.ci95 <= config.ci * std::abs(e.mean); };
  return !within(result.throughput) || !within(result.queueing);
}

std::string ci_note(std::size_t missing, std::size_t points) {
  if (missing == 0) return "";
  return fmt::format("{} of {} points ended before their intervals were within ci: give more cycles\n",
                     missing, points);
}

}  // namespace xb
