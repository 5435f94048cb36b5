// SPDX-License-Identifier: Apache-2.0
#include "testbenches/study/export_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <set>
#include <utility>

#include "host/base/errors.h"
#include "host/config/config_keys.h"
#include "host/config/key_values.h"
#include "host/run/measure_table.h"
#include "testbenches/study/csv_cell.h"

namespace xb {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kOfSearches[] = {"search", "search_state", "answer", "found", "beyond"};

Json value_at(const Json& result, const char* path) {
  const Json::json_pointer pointer(path);
  return result.contains(pointer) && result[pointer].is_primitive() ? result[pointer] : Json(nullptr);
}

/// A whole number from 1 on, or 0.
std::size_t number_in(const Json& object, const char* name) {
  if (!object.is_object() || !object.contains(name) || !object[name].is_number_unsigned()) return 0;
  return object[name].get<std::size_t>();
}

bool is_entry(const Json& line) {
  return line.is_object() && line.contains("point") && line["point"].is_string() && line.contains("config") &&
         line["config"].is_object();
}

/// Whether the run ended with the intervals that key `ci` asked for; null if it asked for none.
Json ci_reached(const Json& config, const Json& result) {
  const Json wanted = value_at(config, "/ci");
  if (!wanted.is_number() || wanted.get<double>() <= 0) return nullptr;
  const Json cycles = value_at(config, "/cycles"), measured = value_at(result, "/measured_cycles");
  if (measured.is_number() && cycles.is_number() && measured < cycles) return true;  // why it ended early
  const auto within = [&](const char* mean_path, const char* ci_path) {
    const Json mean = value_at(result, mean_path), ci = value_at(result, ci_path);
    return mean.is_number() && ci.is_number() &&
           ci.get<double>() <= wanted.get<double>() * std::abs(mean.get<double>());
  };
  return within("/throughput", "/throughput_ci95") && within("/queueing/mean", "/queueing/ci95");
}

void add_keys(const Json& config, std::set<std::string>& given) {
  for (const auto& [key, value] : config.items()) given.insert(key);
}

std::string cell_of(const Json& value) { return value.is_null() ? "" : csv_cell(value_text(value)); }

}  // namespace

ExportTable::ExportTable(const std::filesystem::path& folder, const std::string& verb, ExportRows rows)
    : folder_(folder), rows_(rows), index_(folder / "index.jsonl", std::ios::binary) {
  Keys given;
  if (!look_at_index(given)) look_at_results(given);
  read_searches();
  columns_ = {"number", "point", "status", "failure"};
  if (!searches_.empty()) columns_.insert(columns_.end(), std::begin(kOfSearches), std::end(kOfSearches));
  for (const auto& key : config_keys()) {
    if (given.count(key.name) == 0) continue;
    columns_.push_back(key.name);
    if (key.only_if_set) defaults_[key.name] = key.get(RunConfig());
  }
  if (rows_ == ExportRows::Points) {
    for (const MeasureColumn& measure : measure_columns()) columns_.emplace_back(measure.name);
    for (const char* name : {"starving_inputs", "ci_reached"}) columns_.emplace_back(name);
  }
  const auto& of_parts = delivery_columns(rows_);
  columns_.insert(columns_.end(), of_parts.begin(), of_parts.end());
  if (!given.empty()) return;
  throw InputError(
      fmt::format("{}: '{}' is not allowed (no results in it); allowed: a folder of xbarlab run --out", verb,
                  folder.string()));
}

/// The keys of its points; false if there is none, or a damaged one.
bool ExportTable::look_at_index(Keys& given) {
  bool whole = true;
  for (std::string line; whole && std::getline(index_, line);) {
    const Json entry = Json::parse(line, nullptr, false);
    whole = is_entry(entry);
    if (whole) add_keys(entry["config"], given);
  }
  if (!whole || given.empty()) {
    index_.close();
    return false;
  }
  index_.clear();
  index_.seekg(0);
  return true;
}

void ExportTable::look_at_results(Keys& given) {
  given.clear();
  results_ = folder_.results();
  while (const auto entry = entry_of_result()) add_keys(entry->config, given);
  at_ = 0;
}

std::optional<ExportTable::Entry> ExportTable::next_entry() {
  return index_.is_open() ? entry_in_index() : entry_of_result();
}

std::optional<ExportTable::Entry> ExportTable::entry_in_index() {
  std::string line;
  if (!std::getline(index_, line)) return {};
  const Json entry = Json::parse(line, nullptr, false);
  if (!is_entry(entry)) return {};
  return Entry{++at_, entry["point"].get<std::string>(), entry["config"], number_in(entry, "search")};
}

std::optional<ExportTable::Entry> ExportTable::entry_of_result() {
  while (at_ < results_.size()) {
    const std::string& hash = results_[at_++];
    if (const auto text = folder_.record(hash)) return Entry{0, hash, Json::parse(*text)["config"], 0};
  }
  return {};
}

void ExportTable::read_searches() {
  std::ifstream file(folder_.path() / "searches.jsonl", std::ios::binary);
  for (std::string line; std::getline(file, line);) {
    Json search = Json::parse(line, nullptr, false);
    const std::size_t number = number_in(search, "search");
    if (number > 0) searches_[number] = std::move(search);
  }
}

void ExportTable::add_search(const Entry& entry) {
  const auto search = searches_.find(entry.search);
  if (search == searches_.end()) return;
  row_["search"] = entry.search;
  row_["search_state"] = value_at(search->second, "/state");
  row_["found"] = value_at(search->second, "/found");
  row_["beyond"] = value_at(search->second, "/beyond");
  const Json::json_pointer evaluations("/evaluations");
  if (!search->second.contains(evaluations)) return;
  for (const auto& [name, evaluation] : search->second[evaluations].items()) {
    if (value_at(evaluation, "/point") == entry.hash) row_["answer"] = value_at(evaluation, "/answer");
  }
}

/// The next row of the point whose row was read last.
bool ExportTable::next_part() {
  if (next_part_ == parts_.size()) return false;
  const std::vector<Json>& part = parts_[next_part_++];
  for (std::size_t n = 0; n < part.size(); ++n) row_[delivery_columns(rows_)[n]] = part[n];
  return true;
}

void ExportTable::add_measures(const Entry& entry, const Json& result) {
  for (const MeasureColumn& measure : measure_columns())
    row_[measure.name] = value_at(result, measure.pointer.c_str());
  row_["starving_inputs"] = starving_count(result);
  row_["ci_reached"] = ci_reached(entry.config, result);
}

bool ExportTable::next() {
  if (next_part()) return true;
  const auto next = next_entry();
  if (!next) return false;
  const Entry& entry = *next;
  row_ = Json::object();
  for (const std::string& column : columns_) row_[column] = nullptr;
  if (entry.number > 0) row_["number"] = entry.number;
  row_["point"] = entry.hash;
  add_search(entry);
  for (const auto& [key, value] : defaults_.items()) row_[key] = value;
  for (const auto& [key, value] : entry.config.items()) row_[key] = value;
  const auto text = folder_.record(entry.hash);
  if (!text) {
    const Json failure = folder_.failure(entry.hash);
    row_["status"] = failure.is_null() ? "missing" : "failed";
    if (!failure.is_null()) row_["failure"] = value_at(failure, "/message");
    return true;
  }
  row_["status"] = "done";
  const Json record = Json::parse(*text);
  if (rows_ == ExportRows::Points) {
    add_measures(entry, record["result"]);
    return true;
  }
  parts_ = delivery_rows(record["result"], rows_);
  next_part_ = 0;
  next_part();
  return true;
}

std::string ExportTable::csv_head() const {
  std::string text;
  for (const std::string& column : columns_) text += (text.empty() ? "" : ",") + column;
  return text + "\n";
}

std::string ExportTable::csv_row() const {
  std::string text;
  for (const auto& [column, value] : row_.items()) text += (column == "number" ? "" : ",") + cell_of(value);
  return text + "\n";
}

std::string ExportTable::json_row() const { return row_.dump() + "\n"; }

}  // namespace xb
