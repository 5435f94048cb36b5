// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "host/base/called_as.h"
#include "host/config/flags.h"
#include "testbenches/report/point_figures.h"

namespace xb {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostMatrixPoints = 3;

struct Matrix {
  const char* member;  ///< of the record's `hol`
  const char* share;   ///< column that is 0 where the matrix is
  const char* id;
  const char* title;
  const char* x_label;
  const char* caption;
};

constexpr Matrix kMatrices[] = {
    {"blame", "hol_fraction", "blame", "Head-of-line blocking: blame", "output that blocked",
     "Cycles in which the input suffered head-of-line blocking while its head waited for the output."},
    {"victims", "hol_fraction", "victims", "Head-of-line blocking: victims", "output that starved",
     "Cycles in which the input suffered head-of-line blocking and had a packet for the idle output."},
    {"pool_blame", "pool_fraction", "pool-blame", "Pool blocking: blame",
     "output whose packets filled the memory",
     "Cycles in which the input's packet was kept out by packets for other outputs, by the output that held "
     "most of "
     "the memory."}};

/// `hol`: of the whole, or of a class, which `of_class` names.
std::optional<Figure> matrix_figure(const Json& hol, const Matrix& matrix, const std::string& name,
                                    const std::string& number, const std::string& of_class = "") {
  const Json& rows = hol[matrix.member];
  if (!rows.is_array() || rows.empty()) return {};
  HeatMap map{matrix.x_label, "input", "cycles", {}, {}, {}};
  Figure figure{fmt::format("{}-{}", matrix.id, number),
                fmt::format("{}{}, {}", matrix.title, of_class, name),
                matrix.caption,
                {},
                {{"input"}, {}}};
  for (std::size_t port = 0; port < rows.size(); ++port) {
    map.columns.push_back(std::to_string(port));
    map.rows.push_back(std::to_string(port));
    figure.table.columns.push_back(fmt::format("output {}", port));
    map.cells.push_back(rows[port].get<std::vector<double>>());
    std::vector<Json> row{port};
    row.insert(row.end(), rows[port].begin(), rows[port].end());
    figure.table.rows.push_back(std::move(row));
  }
  figure.drawing = std::move(map);
  return figure;
}

}  // namespace

std::vector<Figure> matrix_figures(const StudyResults& results, const ChosenPoints& chosen) {
  std::vector<Figure> figures;
  const auto is_blocked = [](const ResultPoint& point) {
    return std::any_of(std::begin(kMatrices), std::end(kMatrices), [&](const Matrix& matrix) {
      return point.has(matrix.share) && point.number_of(matrix.share) > 0;
    });
  };
  const std::string note = chosen.note(kMostMatrixPoints, is_blocked);
  for (const ResultPoint* point : chosen.of(kMostMatrixPoints, is_blocked)) {
    const Json result = results.record(*point)["result"];
    const std::string number = std::to_string(point->number), name = chosen.name_of(*point);
    const auto add = [&](std::optional<Figure> figure) {
      if (!figure) return;
      if (!note.empty()) figure->caption += " " + note;
      if (point->config) figure->command = called_as() + " run " + flags_of(*point->config) + " --json -";
      figures.push_back(std::move(*figure));
    };
    for (const Matrix& matrix : kMatrices) {
      if (point->has(matrix.share) && point->number_of(matrix.share) > 0)
        add(matrix_figure(result["hol"], matrix, name, number));
    }
    for (const Json& of : result.value("classes", Json::array())) {
      const std::string of_class = of["class"].dump();
      if (of.contains("hol"))
        add(matrix_figure(of["hol"], kMatrices[0], name, fmt::format("{}-class-{}", number, of_class),
                          " of packets of class " + of_class));
    }
  }
  return figures;
}

}  // namespace xb
