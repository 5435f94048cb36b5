// SPDX-License-Identifier: Apache-2.0
#include "testbenches/report/found_figure.h"

#include <fmt/format.h>

#include <algorithm>

#include "testbenches/report/measure_figures.h"

namespace xb {

Sweep found_sweep(const StudyResults& results, const std::string& x) {
  std::vector<const ResultPoint*> searches;
  for (const ResultPoint& search : results.searches) searches.push_back(&search);
  const auto keys = swept_keys(searches);
  return sweep_of(searches, std::find(keys.begin(), keys.end(), x) == keys.end() ? "" : x);
}

std::optional<Figure> found_figure(const StudyResults& results, const std::string& x) {
  if (results.searches.empty()) return {};
  const auto columns = found_columns(results.searched_key);
  const bool of_loads = results.searched_key == "load";
  MeasureFigure measure{"found",
                        of_loads ? "Load carried" : "Depth enough",
                        of_loads ? "largest load that is carried" : "least depth that is enough [beats]",
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
  const bool remarks = std::any_of(results.searches.begin(), results.searches.end(), has_remark);
  measure.also.assign(columns.begin() + 1, columns.end() - (remarks ? 0 : 1));
  auto figure = measure_figure(found_sweep(results, x), measure);
  if (figure) figure->answers = true;
  return figure;
}

}  // namespace xb
