// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace xb {

/// Columns of standard output's terminal; 0 where it is none.
std::size_t terminal_columns();

/// Standard output's terminal shows colours, and nobody minds (NO_COLOR).
bool terminal_has_colours();

/// `text` in lines of `width` characters at most, where its words let it; 0: one line. Further lines begin
/// with `indent`.
std::string wrap(const std::string& text, std::size_t width, const std::string& indent = "");

/// A table to look at: a header, a row of dashes, the first column left, the others right. What its rows say
/// alike is said once above it, and where a terminal is too narrow, what matters least is left out, which is
/// said below.
class TextTable {
 public:
  enum class Column {
    Kept,     ///< always shown
    Verdict,  ///< likewise; "ok" is green on a terminal, what begins with "FAIL" red
    Key,      ///< shown, and the last to be left out for want of width
    Result,   ///< shown unless it is the same in several rows
    Value,    ///< likewise, and left out for want of width
    Detail,   ///< likewise, first
  };

  /// Columns from left to right, then rows; cells that are missing at a row's end are `-`.
  void column(std::string name, Column kind = Column::Key);
  void row(std::vector<std::string> cells);
  [[nodiscard]] bool empty() const { return rows_.empty(); }

  /// `width` in characters; 0: as wide as it gets.
  [[nodiscard]] std::string text(std::size_t width = terminal_columns(),
                                 bool coloured = terminal_has_colours()) const;

 private:
  struct Head {
    std::string name;
    Column kind;
  };
  using Columns = std::vector<std::size_t>;

  [[nodiscard]] const std::string& cell(std::size_t row, std::size_t column) const;
  [[nodiscard]] bool varies(std::size_t column) const;
  [[nodiscard]] std::size_t column_width(std::size_t column) const;
  [[nodiscard]] std::size_t table_width(const Columns& columns) const;
  /// Takes out details, the last first, then values, then keys, until the rest fits; returns their names.
  [[nodiscard]] std::string take_out(Columns& columns, std::size_t width) const;
  [[nodiscard]] std::string lines(const Columns& columns, bool coloured) const;

  std::vector<Head> heads_;
  std::vector<std::vector<std::string>> rows_;
};

/// The same with all columns always shown.
std::string format_table(const std::vector<std::string>& header,
                         const std::vector<std::vector<std::string>>& rows);

/// A line of a report: what it is, and its value.
std::string report_line(const std::string& name, const std::string& value);

/// `12.34 %`.
std::string percent(double share);
/// `+1.23 %`; what rounds to nothing has no sign.
std::string signed_percent(double share);

}  // namespace xb
