// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <sstream>

#include "host/base/errors.h"
#include "host/base/parse_number.h"
#include "testbenches/process/output_file.h"
#include "testbenches/program/commands.h"
#include "testbenches/report/drawing.h"
#include "testbenches/report/report.h"

namespace xb {
namespace {

std::vector<std::size_t> numbers_in(const std::string& list) {
  std::vector<std::size_t> numbers;
  std::istringstream parts(list);
  for (std::string part; std::getline(parts, part, ',');) {
    std::uint64_t number = 0;
    if (!parse_number(part, 1, 1e9, number))
      throw InputError(
          fmt::format("--points: '{}' is not allowed; allowed: numbers of points, such as 3,7", list));
    numbers.push_back(number);
  }
  return numbers;
}

void write_figures(const std::filesystem::path& folder, const std::vector<Figure>& figures) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) refuse_output(folder);
  for (const Figure& figure : figures) write_output(folder / (figure.id + ".svg"), drawing_file(figure));
  fmt::print("Wrote {} figure{} into {}\n", figures.size(), figures.size() == 1 ? "" : "s", folder.string());
}

}  // namespace

std::filesystem::path write_report(const ReportCommand& command) {
  const PageContents page = report_of(command.folder, {command.x, numbers_in(command.points)});
  const std::filesystem::path output = command.output.empty()
                                           ? std::filesystem::path(command.folder) / "report.html"
                                           : std::filesystem::path(command.output);
  if (command.figures.empty() || !command.output.empty()) write_output(output, page_of(page));
  if (!command.figures.empty()) write_figures(command.figures, page.figures);
  return output;
}

void report_command(const ReportCommand& command) {
  const std::filesystem::path output = write_report(command);
  if (command.figures.empty() || !command.output.empty()) {
    if (output != "-") fmt::print("Wrote {}\n", output.string());
  }
}

}  // namespace xb
