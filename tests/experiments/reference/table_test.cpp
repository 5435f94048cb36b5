// SPDX-License-Identifier: Apache-2.0
// The table of the slot simulator, and the page of docs/ that has it.
#include "experiments/reference/table.h"

#include <fstream>
#include <memory>
#include <sstream>

#include "tests/catch.h"

using slots::Estimate;
using slots::Value;

namespace {

/// The cells of a table's row.
std::vector<std::string> cells_of(const std::string& row) {
  std::vector<std::string> cells;
  for (auto cell : slots::split(row, '|')) {
    cell.erase(0, cell.find_first_not_of(' '));
    cell.erase(cell.find_last_not_of(' ') + 1);
    if (!cell.empty()) cells.push_back(cell);
  }
  return cells;
}

/// The rows of a page whose last cell is a verdict.
std::vector<std::vector<std::string>> verdicts_of(std::istream& page) {
  std::vector<std::vector<std::string>> rows;
  for (std::string line; std::getline(page, line);) {
    auto cells = cells_of(line);
    if (cells.size() == 7 && (cells[6] == "agrees" || cells[6] == "DIFFERS"))
      rows.push_back(std::move(cells));
  }
  return rows;
}

/// What is wrong with rows that should be those of values: the first difference, or "".
std::string difference(const std::vector<std::vector<std::string>>& rows, const std::vector<Value>& values) {
  if (rows.size() != values.size()) return std::to_string(rows.size()) + " rows";
  for (std::size_t n = 0; n < rows.size(); ++n) {
    const auto& row = rows[n];
    const Value& value = values[n];
    std::ostringstream cited;
    cited << value.text << " +- " << value.half_width;
    if (row[0] != value.place || row[1] != value.model || row[2] != slots::joined(value.parameters) ||
        row[3] != value.measure || row[4] != cited.str())
      return "row " + std::to_string(n) + ": not that value";
    const auto words = slots::split(row[5], ' ');
    const Estimate estimate{slots::number_of(words[0], "a mean"),
                            words.size() == 3 ? slots::number_of(words[2], "an interval") : 0};
    if (slots::agrees(value, estimate) != (row[6] == "agrees"))
      return "row " + std::to_string(n) + ": " + row[6];
  }
  return "";
}

const Value kWait{"a-place", "output", {"load=0.5", "ports=4"}, "wait", "0.375", 0.375, 0.001, 40000, 7};

}  // namespace

TEST_CASE("estimates are shown with the digits that their interval leaves them", "[reference]") {
  CHECK(slots::shown({1.87512, .01234}) == "1.875 +- 0.012");
  CHECK(slots::shown({1496.54, 32.1}) == "1497 +- 32");
  CHECK(slots::shown({14.96, 9.96}) == "15.0 +- 10.0");
  CHECK(slots::shown({.00001012, .0000012}) == "0.0000101 +- 0.0000012");
  CHECK(slots::shown({1, 0}) == "1");
}

TEST_CASE("a table of the slot simulator says what agrees and what does not", "[reference]") {
  Value wrong = kWait;
  wrong.place = "another";
  wrong.text = "0.4";
  wrong.value = .4;
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> out(std::tmpfile(), std::fclose);
  CHECK_FALSE(slots::write_table(out.get(), {kWait, wrong}, 1));
  CHECK(slots::write_table(out.get(), {kWait}, 1));
  std::rewind(out.get());
  std::string text(10000, ' ');
  text.resize(std::fread(text.data(), 1, text.size(), out.get()));
  std::istringstream page(text);
  const auto rows = verdicts_of(page);
  CHECK(difference(rows, {kWait, wrong, kWait}).empty());
  CHECK(text.find("| a-place | 1 | 1 |\n| another | 1 | 0 |\n\n1 of 2 values agree\n") != std::string::npos);
  CHECK(text.find("\n1 of 1 values agree\n") != std::string::npos);

  // A page that has become stale is found.
  CHECK(difference(rows, {kWait, kWait, kWait}) == "row 1: not that value");
  CHECK(difference(rows, {kWait}) == "3 rows");
  auto praised = rows;
  praised[1][6] = "agrees";
  CHECK(difference(praised, {kWait, wrong, kWait}) == "row 1: agrees");
}

TEST_CASE("the page of reference values has those of values.csv, and verdicts that follow", "[reference]") {
  std::ifstream page(XBARLAB_SOURCE_DIR "/docs/slot-values.md");
  CHECK(difference(verdicts_of(page),
                   slots::read_values(XBARLAB_SOURCE_DIR "/experiments/reference/values.csv")) == "");
}
