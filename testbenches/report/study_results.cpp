// SPDX-License-Identifier: Apache-2.0
#include "testbenches/report/study_results.h"

#include <fmt/format.h>

#include <map>
#include <optional>
#include <sstream>

#include "host/base/called_as.h"
#include "host/base/errors.h"
#include "host/base/shell_word.h"
#include "host/base/table_reader.h"
#include "host/base/text_file.h"
#include "host/base/utf8.h"
#include "host/config/config_keys.h"
#include "host/point/run_config.h"
#include "host/point/traffic_config.h"
#include "testbenches/study/export_table.h"
#include "testbenches/study/search_tables.h"

namespace xb {
namespace {

using Json = nlohmann::ordered_json;

std::shared_ptr<RunConfig> config_of(const Json& row) {
  auto config = std::make_shared<RunConfig>();
  try {
    for (const ConfigKey& key : config_keys()) {
      const auto value = row.find(key.name);
      if (value == row.end() || value->is_null()) continue;
      if (!key.set(*config, value_text(*value))) return {};
    }
  } catch (const InputError&) {
    return {};
  }
  return config;
}

/// What the study's file says of a report; nothing if it cannot be read.
void take_file(StudyResults& results, const std::string& toml, const std::string& file) {
  std::optional<TableReader> reader;
  try {
    reader.emplace(file, toml);
  } catch (const InputError&) {
    return;
  }
  const OtherKeys others = any_others();
  reader->read({{"title", scalar_to(results.title)}, {"plot", plots_to(results.plots)}}, &others);
  reader->throw_if_any();
  results.has_expectations = reader->table().contains("expect") || reader->table().contains("limits");
  // Records name files without their folders.
  for (Plot& plot : results.plots) {
    for (KeyValues& wanted : plot.where) {
      for (std::string& value : wanted.values) {
        if (value.find('/') != std::string::npos) value = std::filesystem::path(value).filename().string();
      }
    }
  }
}

/// `run study.toml`, or what it is a copy of, with the flags that study.toml has in its first comments.
std::string command_in(const std::string& toml, StudyResults& results) {
  const std::filesystem::path& folder = results.folder.path();
  std::istringstream lines(toml);
  std::string flags, file = shell_word((folder / "study.toml").string()) + " ";
  for (std::string line; std::getline(lines, line) && line.rfind("# ", 0) == 0;) {
    if (line == "# No file.") file.clear();
    if (line.rfind(kCopyOf, 0) == 0) {
      results.copy_of = line.substr(std::string_view(kCopyOf).size());
      const std::string text = without_mark(text_while_there(results.copy_of.string()));
      // As it was: files that it names are beside it.
      const auto rest = lines.tellg();
      if (rest >= 0 && text == toml.substr(static_cast<std::size_t>(rest)))
        file = shell_word(results.copy_of.string()) + " ";
      break;
    }
    const std::size_t value = line.find(' ', 2);
    if (line.rfind("# --", 0) != 0 || value == std::string::npos) continue;
    flags += line.substr(2, value - 1) + shell_word(line.substr(value + 1)) + " ";
  }
  return fmt::format("{} run {}{}--out {}", called_as(), file, flags, shell_word(folder.string()));
}

/// Adds the search that the first of its points is of.
void add_search(StudyResults& results, Json row, const Json& search) {
  const Json key = search.value("key", Json()), state = search.value("state", Json());
  if (key != "load" && key != "depth" && key != "headroom") return;
  results.searched_key = key;
  const Json note = search.value("note", Json());
  const char* const remark =
      state_remark(state.is_string() ? state : "", search.value("uneven", Json()) == true);
  const Json cells[] = {row["found"], row["beyond"], search.value("evaluations", Json()).size(),
                        with_note(remark, note.is_string() ? note : ""), search.value("formula", Json())};
  row[results.searched_key] = nullptr;
  const auto columns = found_columns(key);
  for (std::size_t n = 0; n < columns.size(); ++n) row[columns[n]] = cells[n];
  auto config = config_of(row);
  if (config && key == "load") config->traffic->load = 1;  // what theories of saturation are about
  results.searches.push_back({row["search"], row, std::move(config)});
}

/// Marks points in whose place their search has a longer run.
void mark_run_again(StudyResults& results) {
  std::map<std::string, ResultPoint*> last;
  for (ResultPoint& point : results.points) {
    const Json search = point.row.value("search", Json());
    if (!search.is_number() || !point.has("cycles")) continue;
    const std::string place = search.dump() + " " + point.row.value(results.searched_key, Json()).dump();
    ResultPoint *&longest = last[place], *shorter = &point;
    if (longest == nullptr || longest->row["cycles"] < point.row["cycles"]) std::swap(longest, shorter);
    if (shorter != nullptr) shorter->run_again = true;
  }
}

}  // namespace

bool ResultPoint::has(const std::string& column) const {
  const auto cell = row.find(column);
  return cell != row.end() && cell->is_number();
}

std::vector<const ResultPoint*> StudyResults::last_runs() const {
  std::vector<const ResultPoint*> last;
  for (const ResultPoint& point : points) {
    if (!point.run_again) last.push_back(&point);
  }
  return last;
}

std::vector<std::string> found_columns(const std::string& searched_key) {
  const GoalWords words = goal_words(searched_key);
  std::vector<std::string> columns{words.reaches, words.fails, "points tried", "remark"};
  if (searched_key == "headroom") columns.emplace_back("formula");
  return columns;
}

std::string found_title(const std::string& searched_key) {
  std::string title = goal_words(searched_key).reaches;
  title.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(title.front())));
  return title;
}

Json StudyResults::record(const ResultPoint& point) const {
  const auto text = folder.record(point.hash());
  if (!text) throw RunError("{}: point {} is gone", folder.path().string(), point.hash());
  return Json::parse(*text);
}

StudyResults read_results(const std::filesystem::path& path) {
  StudyResults results{StudyFolder(path)};
  ExportTable table(path, "report");
  auto searches = table.searches();  // whose first point is still to come
  if (!table.note().empty()) fmt::print(stderr, "xbarlab: {}\n", table.note());
  for (std::size_t number = 1; table.next(); ++number) {
    Json row = Json::parse(table.json_row());
    const Json of = row.value("search", Json());
    const auto search = of.is_number_unsigned() ? searches.find(of) : searches.end();
    if (search != searches.end()) {
      add_search(results, row, search->second);
      searches.erase(search);
    }
    if (row["status"] == "failed") results.failed.push_back({number, row["failure"]});
    if (row["status"] == "missing") ++results.missing;
    if (row["status"] != "done") continue;
    results.points.push_back({number, row, config_of(row)});
  }
  mark_run_again(results);
  const std::string toml = text_while_there((path / "study.toml").string());
  take_file(results, toml, (path / "study.toml").string());
  if (results.title.empty()) results.title = std::filesystem::weakly_canonical(path).filename().string();
  results.command = command_in(toml, results);
  if (!results.points.empty()) results.version = results.record(results.points.front())["version"];
  return results;
}

}  // namespace xb
