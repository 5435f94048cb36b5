// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "testbenches/report/chosen_points.h"
#include "testbenches/report/figure.h"

namespace xb {

/// What a study's file wants to see, and what of it there are no data for.
struct PlottedFigures {
  std::vector<Figure> figures;
  std::vector<std::string> missing;
};

/// Draws the plots of the results; `x` is the key of the axis where a plot names none, or empty. Where keys
/// that differ neither tell lines apart nor are the axis, there is a figure for each of their values.
PlottedFigures plotted_figures(const StudyResults& results, const ChosenPoints& chosen, const std::string& x);

}  // namespace xb
