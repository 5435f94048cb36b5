// SPDX-License-Identifier: Apache-2.0
#include "testbenches/experiment/plot.h"

#include <utility>

#include "host/config/config_keys.h"
#include "host/run/measure_table.h"
#include "testbenches/experiment/expectation_reader.h"

namespace xb {

const std::vector<std::string>& plot_figures() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const Measure* measure : drawn_measures()) all.emplace_back(measure->figure.id);
    for (const char* other :
         {"blocked-schedules", "latency-distribution", "occupancy", "blame", "classes", "cost", "delivery"})
      all.emplace_back(other);
    return all;
  }();
  return names;
}

TomlKind plots_to(std::vector<Plot>& to) {
  return tables_of([&to](const TomlValue& value) {
    Plot plot;
    plot.place = value.place();
    plot.by_all = !value.node.as_table()->contains("by");
    const bool right = value.read_table({{"figure", word_to(plot.figure, plot_figures())},
                                         {"y", words_to(plot.measures, plotted_measures())},
                                         {"x", word_to(plot.x, key_names(), kKeysOfRun)},
                                         {"by", words_to(plot.by, key_names(), kKeysOfRun)},
                                         {"where", key_values_to(plot.where)},
                                         {"title", scalar_to(plot.title)},
                                         {"log", truth_to(plot.log)}});
    if (right && plot.figure.empty() == plot.measures.empty())
      value.fail("incomplete or too much; allowed: either y or figure");
    to.push_back(std::move(plot));
  });
}

}  // namespace xb
