// SPDX-License-Identifier: Apache-2.0
#include "testbenches/experiment/plot_reader.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "host/base/errors.h"
#include "host/base/nearest_word.h"
#include "host/config/config_keys.h"
#include "host/run/measure_table.h"
#include "testbenches/experiment/expectation_reader.h"

namespace xb {
namespace {

const std::vector<std::string> kPlotEntries{"figure", "y", "x", "by", "where", "title", "log"};

/// Throws InputError that names the nearest of the words.
[[noreturn]] void refuse_word(const std::string& place, const std::string& what, const std::string& given,
                              const std::vector<std::string>& known) {
  const std::string nearest = nearest_word(given, known);
  throw InputError(fmt::format("{}: {}; allowed: {}{}", place, what,
                               nearest.empty() ? "" : fmt::format("'{}', the nearest; of ", nearest),
                               fmt::join(known, " ")));
}

std::vector<std::string> key_names() {
  std::vector<std::string> names;
  for (const auto& key : config_keys()) names.push_back(key.name);
  return names;
}

class PlotReader {
 public:
  PlotReader(const std::string& file, ErrorList& errors) : file_(file), errors_(errors) {}

  Plot read(const toml::table& table) {
    Plot plot;
    plot.place = toml_place(file_, table);
    bool wrong = false;
    for (const auto& [name, node] : table) {
      wrong |= !errors_.collect([&, &key = name, &value = node] { read_entry(plot, key, value); });
    }
    if (!wrong && plot.figure.empty() == plot.measures.empty())
      throw InputError(
          fmt::format("{}: plot: incomplete or too much; allowed: either y or figure", plot.place));
    return plot;
  }

 private:
  void read_entry(Plot& plot, const toml::key& name, const toml::node& node) const {
    const std::string key(name.str());
    if (key == "figure") {
      plot.figure = word(node, "figure", plot_figures());
    } else if (key == "y") {
      plot.measures = words(node, "y", plotted_measures());
    } else if (key == "x") {
      plot.x = word(node, "x", key_names());
    } else if (key == "by") {
      plot.by = words(node, "by", key_names());
      plot.by_all = false;
    } else if (key == "where") {
      if (!node.is_table())
        throw InputError(fmt::format("{}: plot.where: not allowed; allowed: a table of keys and their values",
                                     toml_place(file_, node)));
      plot.where = read_key_values(*node.as_table(), file_);
    } else if (key == "title") {
      plot.title = toml_scalar(node, toml_place(file_, node), "plot.title", "a text");
    } else if (key == "log") {
      if (!node.is_boolean())
        throw InputError(
            fmt::format("{}: plot.log: not allowed; allowed: true false", toml_place(file_, node)));
      plot.log = node.as_boolean()->get();
    } else {
      refuse_word(toml_place(file_, name), fmt::format("unknown key 'plot.{}'", key), key, kPlotEntries);
    }
  }

  std::string word(const toml::node& node, const std::string& entry,
                   const std::vector<std::string>& known) const {
    const std::string place = toml_place(file_, node);
    const std::string given = toml_scalar(node, place, "plot." + entry, "a name");
    if (std::find(known.begin(), known.end(), given) == known.end())
      refuse_word(place, fmt::format("plot.{}: '{}' is not allowed", entry, given), given, known);
    return given;
  }

  /// One, or a list of them.
  std::vector<std::string> words(const toml::node& node, const std::string& entry,
                                 const std::vector<std::string>& known) const {
    const auto* list = node.as_array();
    if (list == nullptr) return {word(node, entry, known)};
    std::vector<std::string> all;
    for (const auto& element : *list) all.push_back(word(element, entry, known));
    return all;
  }

  const std::string& file_;
  ErrorList& errors_;
};

}  // namespace

const std::vector<std::string>& plot_figures() {
  static const std::vector<std::string> names{"throughput",
                                              "latency",
                                              "queueing",
                                              "loss",
                                              "hol",
                                              "idle-with-work",
                                              "completion",
                                              "over-ideal",
                                              "blocked-schedules",
                                              "latency-distribution",
                                              "occupancy",
                                              "blame",
                                              "delivery"};
  return names;
}

std::vector<Plot> read_plots(const toml::node& node, const std::string& file, ErrorList& errors) {
  std::vector<Plot> plots;
  const auto* list = node.as_array();
  if (list == nullptr || !list->is_array_of_tables()) {
    errors.add(fmt::format("{}: plot: not allowed; allowed: [[plot]], once or more", toml_place(file, node)));
    return plots;
  }
  PlotReader reader(file, errors);
  for (const auto& element : *list) {
    errors.collect([&] { plots.push_back(reader.read(*element.as_table())); });
  }
  return plots;
}

}  // namespace xb
