// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace xb {

/// The data of a figure. Cells are numbers, texts or null.
struct FigureTable {
  std::vector<std::string> columns;
  std::vector<std::vector<nlohmann::ordered_json>> rows;
};

/// How a curve is drawn: with marks; dashed with hollow marks; dotted without marks; thin and grey.
enum class CurveKind { Measured, Percentile, Theory, Bound };

struct CurvePoint {
  double x, y;
  std::optional<double> ci95 = {};  ///< half-width of the interval of y
};

struct Curve {
  std::string name;
  unsigned colour = 0;  ///< curves of one colour belong together; any number
  CurveKind kind = CurveKind::Measured;
  std::vector<CurvePoint> points = {};  ///< x rising
  bool apart = false;                   ///< each value for itself, with no line from one to the next
};

struct Axis {
  std::string label;
  bool log = false;
  std::vector<std::string> categories = {};  ///< x is their number; none: a scale
};

/// Curves over one pair of axes; over categories, bars, and theory as a mark.
struct CurveChart {
  Axis x, y;
  std::vector<Curve> curves;
  bool steps = false;  ///< y holds until the next x
};

/// Cells in shades of one colour, from 0 to the greatest.
struct HeatMap {
  std::string x_label, y_label, unit;
  std::vector<std::string> columns, rows;
  std::vector<std::vector<double>> cells;  ///< by row; none below 0, and blank where it is no number
};

struct Figure {
  std::string id;       ///< letters, digits, hyphens; alone in its report
  std::string title;    ///< as it comes from the data: not escaped
  std::string caption;  ///< likewise
  std::variant<CurveChart, HeatMap> drawing;
  FigureTable table;
  std::string command = {};  ///< that makes its numbers again; empty: the report's
  bool answers = false;      ///< its table is read first, and not folded away
};

}  // namespace xb
