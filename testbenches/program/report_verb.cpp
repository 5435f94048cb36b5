// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <sstream>

#include "host/base/errors.h"
#include "host/base/parse_number.h"
#include "testbenches/process/output_file.h"
#include "testbenches/program/verbs.h"
#include "testbenches/report/drawing.h"
#include "testbenches/report/report.h"

namespace xb {
namespace {

/// Results of a study as one page of HTML, or its figures as SVG.
struct ReportCommand {
  std::string folder;
  std::string output;   ///< file or "-"; empty: report.html in the folder, unless figures are asked for
  std::string figures;  ///< folder, or empty
  std::string x;        ///< key of the axis, or empty
  std::string points;   ///< numbers with commas, or empty
};

std::vector<std::size_t> numbers_in(const std::string& list) {
  std::vector<std::size_t> numbers;
  std::istringstream parts(list);
  for (std::string part; std::getline(parts, part, ',');) {
    std::uint64_t number = 0;
    if (!parse_number(part, 1, 1e9, number))
      throw not_allowed("--points", list, "numbers of points, such as 3,7");
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

void report(const ReportCommand& command) {
  const PageContents page = report_of(command.folder, {command.x, numbers_in(command.points)});
  const std::filesystem::path output = command.output.empty()
                                           ? std::filesystem::path(command.folder) / "report.html"
                                           : std::filesystem::path(command.output);
  const bool writes_page = command.figures.empty() || !command.output.empty();
  if (writes_page) write_output(output, page_of(page));
  if (!command.figures.empty()) write_figures(command.figures, page.figures);
  if (writes_page && output != "-") fmt::print("Wrote {}\n", output.string());
}

}  // namespace

Verb report_verb(CLI::App& program) {
  const auto given = std::make_shared<ReportCommand>();
  Verb verb(program, "report", "write the results of a study as a page of HTML, or as figures");
  verb.examples({"xbarlab report results --output results.html"});
  verb.word("folder", given->folder, "folder of the study: that of run --out");
  verb.output("--output", "FILE.html", given->output,
              "file for the page (default report.html in the folder); - for standard output");
  verb.folder("--figures", given->figures,
              "folder for the figures as SVG; without --output instead of the page");
  verb.text("--x", "KEY", given->x,
            "key along the axis of curves (default load, or the key with most values)",
            "a key that the study sweeps");
  verb.text("--points", "NUMBERS", given->points, "numbers of the points that figures of single points show",
            "numbers of points, such as 3,7");
  verb.does([given] { report(*given); });
  return verb;
}

}  // namespace xb
