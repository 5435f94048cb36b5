// SPDX-License-Identifier: Apache-2.0
#include "testbenches/terminal/text_table.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <string_view>
#include <utility>

namespace xb {
namespace {

constexpr const char *kGreen = "\x1b[32m", *kRed = "\x1b[31m", *kPlain = "\x1b[0m";
constexpr const char* kNothing = "-";
constexpr const char* kIndent = "    ";  // of further lines

void add_to_list(std::string& list, const std::string& item) { list += (list.empty() ? "" : ", ") + item; }

}  // namespace

std::size_t terminal_columns() {
  winsize size{};
  return isatty(1) != 0 && ioctl(1, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

bool terminal_has_colours() {
  const auto value = [](const char* name) {
    return std::string_view(std::getenv(name) == nullptr ? "" : std::getenv(name));
  };
  return isatty(1) != 0 && value("NO_COLOR").empty() && value("TERM") != "dumb";
}

std::string wrap(const std::string& text, std::size_t width, const std::string& indent) {
  std::string lines;
  std::string line;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    const std::string word = text.substr(at, end - at);
    if (at > 0 && width > 0 && line.size() + 1 + word.size() > width) {
      lines += line + "\n";
      line = indent + word;
    } else {
      line += (at > 0 ? " " : "") + word;
    }
    at = end + 1;
  }
  return lines + line;
}

void TextTable::column(std::string name, Column kind) { heads_.push_back({std::move(name), kind}); }

void TextTable::row(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }

const std::string& TextTable::cell(std::size_t row, std::size_t column) const {
  static const std::string nothing = kNothing;
  return column < rows_[row].size() ? rows_[row][column] : nothing;
}

bool TextTable::varies(std::size_t column) const {
  for (std::size_t row = 1; row < rows_.size(); ++row) {
    if (cell(row, column) != cell(0, column)) return true;
  }
  return rows_.size() < 2;
}

std::size_t TextTable::column_width(std::size_t column) const {
  std::size_t width = heads_[column].name.size();
  for (std::size_t row = 0; row < rows_.size(); ++row) width = std::max(width, cell(row, column).size());
  return width;
}

std::size_t TextTable::table_width(const Columns& columns) const {
  std::size_t width = 0;
  for (const std::size_t column : columns) width += 2 + column_width(column);
  return width;
}

std::string TextTable::take_out(Columns& columns, std::size_t width) const {
  std::string names;
  for (const Column kind : {Column::Detail, Column::Value, Column::Key}) {
    while (width > 0 && table_width(columns) > width) {
      const auto first = std::prev(columns.rend());  // which says what a row is
      const auto last = std::find_if(columns.rbegin(), first,
                                     [&](std::size_t column) { return heads_[column].kind == kind; });
      if (last == first) break;
      add_to_list(names, heads_[*last].name);
      columns.erase(std::next(last).base());
    }
  }
  return names;
}

std::string TextTable::lines(const Columns& columns, bool coloured) const {
  std::string text;
  const auto line = [&](const auto& cell_of) {
    for (const std::size_t column : columns) {
      text += column == columns.front() ? fmt::format("  {:<{}}", cell_of(column), column_width(column))
                                        : fmt::format("  {:>{}}", cell_of(column), column_width(column));
    }
    text += "\n";
  };
  line([&](std::size_t column) { return heads_[column].name; });
  line([&](std::size_t column) { return std::string(column_width(column), '-'); });
  for (std::size_t row = 0; row < rows_.size(); ++row) {
    const std::size_t begin = text.size();
    line([&](std::size_t column) { return cell(row, column); });
    // The last column, as it is in its place.
    if (!coloured || heads_[columns.back()].kind != Column::Verdict) continue;
    const std::string& verdict = cell(row, columns.back());
    const char* const colour = verdict.rfind("ok", 0) == 0     ? kGreen
                               : verdict.rfind("FAIL", 0) == 0 ? kRed
                                                               : "";
    if (*colour == 0) continue;
    text.insert(std::max(begin, text.size() - 1 - verdict.size()), colour);
    text.insert(text.size() - 1, kPlain);
  }
  return text;
}

std::string TextTable::text(std::size_t width, bool coloured) const {
  Columns shown;
  std::string alike;
  for (std::size_t column = 0; column < heads_.size(); ++column) {
    if (heads_[column].kind <= Column::Key || varies(column))
      shown.push_back(column);
    else if (cell(0, column) != kNothing)
      add_to_list(alike, heads_[column].name + " " + cell(0, column));
  }
  const std::string left_out = take_out(shown, width);
  std::string text;
  if (!alike.empty()) text += wrap("  in every row: " + alike, width, kIndent) + "\n\n";
  text += lines(shown, coloured);
  if (!left_out.empty()) text += wrap("  not shown, for want of width: " + left_out, width, kIndent) + "\n";
  return text;
}

std::string format_table(const std::vector<std::string>& header,
                         const std::vector<std::vector<std::string>>& rows) {
  TextTable table;
  for (const auto& name : header) table.column(name, TextTable::Column::Kept);
  for (const auto& row : rows) table.row(row);
  return table.text();
}

std::string report_line(const std::string& name, const std::string& value) {
  return fmt::format("  {:<26}{}\n", name, value);
}

std::string percent(double share) { return fmt::format("{:.2f} %", share * 100); }

std::string signed_percent(double share) {
  const std::string text = fmt::format("{:+.2f} %", share * 100);
  return text == "+0.00 %" || text == "-0.00 %" ? "0.00 %" : text;
}

}  // namespace xb
