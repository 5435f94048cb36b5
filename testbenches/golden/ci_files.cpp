// SPDX-License-Identifier: Apache-2.0
#include "testbenches/golden/ci_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string_view>
#include <system_error>

#include "host/base/ranges.h"
#include "testbenches/golden/junit.h"

namespace xb {
namespace {

namespace fs = std::filesystem;

struct MessagePlace {
  fs::path file;
  std::uint64_t line;
};

/// Where a message says that something is wrong, `FILE:LINE:` or `FILE: line LINE`, of files that are there,
/// the first with a line; else the first line of the first of them, or of `file`.
MessagePlace place_in(const std::string& message, const fs::path& file) {
  constexpr std::string_view kLine = " line ";
  std::optional<fs::path> without_line;
  for (std::size_t colon = message.find(':'); colon != std::string::npos;
       colon = message.find(':', colon + 1)) {
    const std::size_t begin = message.find_last_of(" \n", colon);
    const std::size_t number =
        colon + 1 + (message.compare(colon + 1, kLine.size(), kLine) == 0 ? kLine.size() : 0);
    const std::uint64_t line = std::strtoull(message.c_str() + number, nullptr, 10);
    std::error_code error;
    // Behind a blank, or with blanks in it.
    for (const std::size_t from : {begin == std::string::npos ? 0 : begin + 1, std::size_t{0}}) {
      const fs::path named = message.substr(from, colon - from);
      if (!fs::is_regular_file(named, error)) continue;
      if (line > 0) return {named, line};
      if (!without_line) without_line = named;
    }
  }
  return {without_line.value_or(file), 1};
}

/// In a cell of a table in Markdown.
std::string summary_cell(const std::string& text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '|' || c == '<' || c == '&' || c == '\\') escaped += '\\';
    escaped += c;
  }
  return escaped;
}

/// In a workflow command: its message, or with `property` one of its properties.
std::string command_text(const std::string& text, bool property) {
  std::string escaped;
  for (const char c : text) {
    if (c == '%' || c == '\r' || c == '\n' || (property && (c == ':' || c == ',')))
      escaped += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    else
      escaped += c;
  }
  return escaped;
}

std::vector<std::string> engines_of(const GoldenReport& report) {
  std::vector<std::string> engines;
  for (const CaseOutcome& outcome : report.outcomes) {
    if (!contains(engines, outcome.engine)) engines.push_back(outcome.engine);
  }
  return engines;
}

}  // namespace

std::string junit_xml(const GoldenReport& report, const std::vector<std::string>& reports) {
  std::vector<JunitCase> cases;
  auto next = reports.begin();
  for (const CaseOutcome& outcome : report.outcomes) {
    cases.push_back({"golden." + outcome.of->name, outcome.engine, outcome.seconds, "", "", ""});
    if (outcome.same) continue;
    cases.back().is_error = !outcome.error.empty();
    cases.back().failure_type = outcome.error.empty() ? "different" : outcome.bad_input ? "input" : "run";
    cases.back().message = short_verdict(outcome);
    cases.back().text = *next++;
  }
  return junit_text("xbarlab golden", report.folder, cases);
}

std::string job_summary(const GoldenReport& report, const std::vector<std::string>& reports) {
  std::string text =
      fmt::format("## Golden traces: {}\n\n{}\n\n", summary_cell(report.folder), verdict_line(report));
  const std::vector<std::string> engines = engines_of(report);
  text += "| case |";
  for (const std::string& engine : engines) text += fmt::format(" {} |", engine);
  text += "\n|---|";
  for (std::size_t i = 0; i < engines.size(); ++i) text += "---|";
  const GoldenCase* last = nullptr;
  std::size_t column = engines.size();
  const auto fill_to = [&](std::size_t end) {
    for (; column < end; ++column) text += " |";
  };
  for (const CaseOutcome& outcome : report.outcomes) {
    if (outcome.of != last) {
      fill_to(engines.size());
      text += fmt::format("\n| {} |", summary_cell(outcome.of->name));
      column = 0;
    }
    last = outcome.of;
    const auto place = std::find(engines.begin(), engines.end(), outcome.engine) - engines.begin();
    fill_to(static_cast<std::size_t>(place));
    text += outcome.same             ? " same |"
            : !outcome.error.empty() ? " **error** |"
                                     : fmt::format(" **cycle {}** |", outcome.first_cycle);
    ++column;
  }
  fill_to(engines.size());
  text += "\n";
  auto next = reports.begin();
  for (const CaseOutcome& outcome : report.outcomes) {
    if (outcome.same) continue;
    text += fmt::format("\n### {} on {}\n\n```text\n{}```\n", summary_cell(outcome.of->name), outcome.engine,
                        *next++);
  }
  return text;
}

std::string annotation(const CaseOutcome& outcome) {
  MessagePlace place{outcome.of->golden_file, outcome.golden_line};
  if (!outcome.error.empty()) place = place_in(outcome.error, outcome.of->point_file);
  fs::path file = place.file;
  const char* const checkout = std::getenv("GITHUB_WORKSPACE");
  if (file.is_absolute() && checkout != nullptr) {
    const auto inside = file.lexically_relative(checkout);
    if (!inside.empty() && *inside.begin() != "..") file = inside;
  }
  return fmt::format(
      "::error file={},line={},title={}::{}\n", command_text(file.lexically_normal().string(), true),
      place.line, command_text(fmt::format("{} on {}", outcome.of->name, outcome.engine), true),
      command_text(short_verdict(outcome) + (outcome.run.failure.empty() || !outcome.error.empty()
                                                 ? std::string()
                                                 : "; the run failed: " + outcome.run.failure),
                   false));
}

}  // namespace xb
