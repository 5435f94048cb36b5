// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "host/base/table_reader.h"
#include "testbenches/experiment/expectation.h"

namespace xb {

/// A plot that a study's report has: one of the report's figures, or measures over a key.
struct Plot {
  std::string figure;                 ///< of plot_figures(), or empty
  std::vector<std::string> measures;  ///< of plotted_measures(); empty with a figure
  std::string x;                      ///< key along the axis; empty: as the report chooses it
  std::vector<std::string> by;        ///< keys that tell lines apart; a plot each for the others' values
  bool by_all = true;                 ///< `by` is not given: all keys tell lines apart
  std::vector<KeyValues> where;       ///< only of points with these values
  std::string title;                  ///< or empty
  bool log = false;                   ///< scale of y
  std::string place;                  ///< for messages
};

/// Names of the report's figures.
const std::vector<std::string>& plot_figures();

/// Each `[[plot]]`.
TomlKind plots_to(std::vector<Plot>& to);

}  // namespace xb
