// SPDX-License-Identifier: Apache-2.0
#include "testbenches/report/study_results.h"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <fstream>
#include <optional>
#include <sstream>

#include "host/base/errors.h"
#include "host/base/shell_word.h"
#include "host/base/table_reader.h"
#include "host/config/config_keys.h"
#include "host/config/key_values.h"
#include "testbenches/experiment/plot_reader.h"
#include "testbenches/study/export_table.h"

namespace xb {
namespace {

using Json = nlohmann::ordered_json;

std::optional<RunConfig> config_of(const Json& row) {
  RunConfig config;
  try {
    for (const ConfigKey& key : config_keys()) {
      const auto value = row.find(key.name);
      if (value == row.end() || value->is_null()) continue;
      if (!key.set(config, value_text(*value))) return {};
    }
  } catch (const InputError&) {
    return {};
  }
  return config;
}

std::string title_in(const std::string& toml) {
  try {
    return toml::parse(toml)["title"].value_or(std::string());
  } catch (const toml::parse_error&) {
    return "";
  }
}

std::vector<Plot> plots_in(const std::string& toml, const std::string& file) {
  std::vector<Plot> plots;
  std::optional<TableReader> reader;
  try {
    reader.emplace(file, toml);
  } catch (const InputErrors&) {
    return {};
  }
  const OtherKeys all_else{{"", [](const TomlValue&) {}}};
  reader->read({{"plot", plots_to(plots)}}, &all_else);
  reader->throw_if_any();
  // Records name files without their folders.
  for (Plot& plot : plots) {
    for (KeyValues& wanted : plot.where) {
      for (std::string& value : wanted.values) {
        if (value.find('/') != std::string::npos) value = std::filesystem::path(value).filename().string();
      }
    }
  }
  return plots;
}

/// `xbarlab run study.toml`, with the flags that study.toml has in its first comments.
std::string command_in(const std::string& toml, const std::filesystem::path& folder) {
  std::istringstream lines(toml);
  std::string flags, file = shell_word((folder / "study.toml").string()) + " ";
  for (std::string line; std::getline(lines, line) && line.rfind("# ", 0) == 0;) {
    if (line == "# No file.") file.clear();
    const std::size_t value = line.find(' ', 2);
    if (line.rfind("# --", 0) != 0 || value == std::string::npos) continue;
    flags += line.substr(2, value - 1) + shell_word(line.substr(value + 1)) + " ";
  }
  return fmt::format("xbarlab run {}{}--out {}", file, flags, shell_word(folder.string()));
}

}  // namespace

bool ResultPoint::has(const std::string& column) const {
  const auto cell = row.find(column);
  return cell != row.end() && cell->is_number();
}

Json StudyResults::record(const ResultPoint& point) const {
  const auto text = folder.record(point.hash());
  if (!text) throw RunError(fmt::format("{}: point {} is gone", folder.path().string(), point.hash()));
  return Json::parse(*text);
}

StudyResults read_results(const std::filesystem::path& path) {
  StudyResults results{StudyFolder(path), "", "", {}, {}, {}, 0, {}};
  ExportTable table(path, "report");
  for (std::size_t number = 1; table.next(); ++number) {
    Json row = Json::parse(table.json_row());
    if (row["status"] == "failed") results.failed.push_back({number, row["failure"]});
    if (row["status"] == "missing") ++results.missing;
    if (row["status"] != "done") continue;
    results.points.push_back({number, row, config_of(row)});
  }
  std::ifstream file(path / "study.toml", std::ios::binary);
  const std::string toml{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  results.title = title_in(toml);
  results.plots = plots_in(toml, (path / "study.toml").string());
  if (results.title.empty()) results.title = std::filesystem::weakly_canonical(path).filename().string();
  results.command = command_in(toml, path);
  if (!results.points.empty()) results.version = results.record(results.points.front())["version"];
  return results;
}

}  // namespace xb
