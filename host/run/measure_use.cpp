// SPDX-License-Identifier: Apache-2.0
#include "host/run/measure_use.h"

#include <fmt/format.h>

#include <algorithm>

#include "host/base/parse_number.h"
#include "host/point/run_config.h"
#include "host/switches/switch_registry.h"

namespace xb {
namespace {

bool is_below(const std::string& path, const std::string& part) {
  return path.rfind(part, 0) == 0 && (path.size() == part.size() || path[part.size()] == '.');
}

/// Measures that a traffic class has, too; the last two have none but classes.
bool is_of_class(const std::string& path) {
  constexpr const char* kParts[] = {"offered_load",    "throughput",        "throughput_ci95",
                                    "offered_packets", "delivered_packets", "loss",
                                    "latency",         "queueing",          "lag",
                                    "pause",           "hol.hol_fraction",  "hol.behind_class",
                                    "held_by_higher"};
  return !is_below(path, "lag.by_rank") && path != "pause.sweep_cycles" &&
         std::any_of(std::begin(kParts), std::end(kParts),
                     [&](const char* part) { return is_below(path, part); });
}
bool is_of_classes_only(const std::string& path) {
  return path == "held_by_higher" || is_below(path, "hol.behind_class");
}

/// How many numbers a word in capitals stands for.
unsigned count_of(const std::string& word, const RunConfig& config) {
  if (word == "CLASS") return config.classes;
  return word == "QUEUE" ? measured_queues(config, config.observes_ports()) : config.ports;
}

/// It stands for numbers.
bool is_in_capitals(const std::string& word) {
  return !word.empty() && word.front() >= 'A' && word.front() <= 'Z';
}

/// `path` with numbers in the place of the words in capitals of `name`; not `in_range`: or with anything.
bool is_named(const std::string& path, const std::string& name, const RunConfig& config,
              bool in_range = true) {
  const auto parts = list_parts(path, '.'), words = list_parts(name, '.');
  const auto fits = [&](const std::string& part, const std::string& word) {
    if (!is_in_capitals(word)) return part == word;
    unsigned number = 0;
    return !in_range ||
           (parse_number(part, 0, count_of(word, config) - 1.0, number) && std::to_string(number) == part);
  };
  return std::equal(parts.begin(), parts.end(), words.begin(), words.end(), fits);
}

/// A number that a record can have, as [expect] names it, and the row that it is of.
struct NamedMeasure {
  std::string name;
  const Measure* measure;
};

std::vector<NamedMeasure> named_measures(const RunConfig& config) {
  std::vector<NamedMeasure> all, of_classes;
  const bool knows_fronts = is_of(find_measure("hol.behind_class")->of, config);
  for (const Measure& measure : measures()) {
    if (measure.format == Format::Truth || !is_of(measure.of, config)) continue;
    if (measure.of_one_switch && config.is_network()) continue;
    std::vector<std::string> own = names_of(measure);
    if (measure.has_interval) own.push_back(interval_of(measure.path));
    for (const std::string& name : own) {
      if (!is_of_classes_only(name)) all.push_back({name, &measure});
      if (config.has_classes() && is_of_class(name) && (knows_fronts || !is_below(name, "hol")))
        of_classes.push_back({"classes.CLASS." + name, &measure});
    }
  }
  all.insert(all.end(), of_classes.begin(), of_classes.end());
  return all;
}

}  // namespace

bool is_of(const Runs& runs, const RunConfig& config) {
  if (config.searches_steps()) return runs.searches;
  return runs.are == nullptr || runs.are(config);
}

std::vector<std::string> measures_of(const RunConfig& config) {
  std::vector<std::string> names;
  for (const NamedMeasure& named : named_measures(config)) names.push_back(named.name);
  return names;
}

const Measure* measure_of(const RunConfig& config, const std::string& path) {
  for (const NamedMeasure& named : named_measures(config))
    if (is_named(path, named.name, config)) return named.measure;
  return nullptr;
}

std::string numbers_of_measure(const RunConfig& config, const std::string& path) {
  for (const NamedMeasure& named : named_measures(config)) {
    if (!is_named(path, named.name, config, false)) continue;
    std::string numbers;
    for (const std::string& word : list_parts(named.name, '.')) {
      if (!is_in_capitals(word)) continue;
      const unsigned last = count_of(word, config) - 1;
      numbers += fmt::format("{} {} {}", numbers.empty() ? " with" : ",", word,
                             last == 0 ? "0" : fmt::format("0..{}", last));
    }
    return named.name + numbers;
  }
  return "";
}

}  // namespace xb
