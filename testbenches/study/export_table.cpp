// SPDX-License-Identifier: Apache-2.0
#include "testbenches/study/export_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "host/base/errors.h"
#include "host/base/ranges.h"
#include "host/config/config_keys.h"
#include "host/point/run_config.h"
#include "host/run/delivery.h"
#include "host/run/measure_table.h"
#include "testbenches/study/csv_cell.h"

namespace xb {
namespace {

using Json = nlohmann::ordered_json;

using Rows = std::vector<std::vector<Json>>;

Rows rows_by_input(const DeliveryResult& d) {
  Rows rows;
  for (std::size_t input = 0; input < d.delivered_by_input.size(); ++input)
    rows.push_back({input, starves(d, input), d.offered_by_input[input], d.delivered_by_input[input]});
  return rows;
}

Rows rows_by_flow(const DeliveryResult& d) {
  Rows rows;
  const std::size_t ports = d.delivered_by_input.size();
  for (std::size_t flow = 0; flow < d.taken_by_flow.size(); ++flow)
    rows.push_back(
        {flow / ports, flow % ports, d.taken_by_flow[flow], d.delivered_by_flow[flow], d.lost_by_flow[flow]});
  if (!rows.empty()) return rows;
  for (const SilentFlow& flow : d.worst_flows) rows.push_back({flow.from, flow.to, flow.packets, 0, nullptr});
  return rows;
}

/// Columns of the rows by input or by flow, beside those that say which point it is.
const std::vector<std::string>& delivery_columns(ExportRows rows) {
  static const std::vector<std::string> none;
  static const std::vector<std::string> of_inputs{"input", "starves", "offered_packets", "delivered_packets"};
  static const std::vector<std::string> of_flows{"input", "output", "taken_packets", "delivered_packets",
                                                 "lost_packets"};
  return rows == ExportRows::Points ? none : rows == ExportRows::Inputs ? of_inputs : of_flows;
}

/// What became of the packets of each input, or each flow, of a record's result (docs/measures.md). Of a
/// network, in which inputs are hosts: of the flows that it names. None if it says nothing of them.
Rows delivery_rows(const Json& result, ExportRows rows) {
  const auto delivery = delivery_in(result);
  if (!delivery || rows == ExportRows::Points) return {};
  return rows == ExportRows::Inputs ? rows_by_input(*delivery) : rows_by_flow(*delivery);
}

/// How many inputs starve; null if the result has no lists by input.
Json starving_count(const Json& result) {
  const auto delivery = delivery_in(result);
  return delivery ? Json(starving_inputs(*delivery).size()) : Json(nullptr);
}

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
  throw InputError("{}: '{}' is not allowed (no results in it); allowed: a folder of xbarlab run --out", verb,
                   folder.string());
}

/// The keys of its points; false if there is none, or a damaged one.
bool ExportTable::look_at_index(Keys& given) {
  bool whole = true;
  std::set<std::string> hashes;
  std::size_t number = 0;
  for (std::string line; whole && std::getline(index_, line); ++number) {
    const Json entry = Json::parse(line, nullptr, false);
    whole = is_entry(entry) && number_in(entry, "number") == number + 1;
    if (!whole) continue;
    add_keys(entry["config"], given);
    hashes.insert(entry["point"].get<std::string>());
  }
  whole = whole && number > 0;
  if (!whole)
    note_ = fmt::format(
        "{}:{}: {}; the results that are there follow by hash, without number; allowed: an index as xbarlab "
        "run --out writes it",
        (folder_.path() / "index.jsonl").string(), std::max<std::size_t>(number, 1),
        index_.is_open() ? "damaged, or a line is missing" : "no such file");
  if (!whole || given.empty()) {
    index_.close();
    return false;
  }
  count_outside(hashes);
  index_.clear();
  index_.seekg(0);
  return true;
}

void ExportTable::count_outside(const std::set<std::string>& in_index) {
  const std::vector<std::string> there = folder_.results();
  const auto outside = count_if(there, [&](const std::string& hash) { return in_index.count(hash) == 0; });
  if (outside > 0)
    note_ = fmt::format(
        "{}: {} result{} not in index.jsonl, and left out: of an earlier state of the study, or the "
        "index lacks lines, which the same xbarlab run --out writes again",
        folder_.path().string(), outside, outside == 1 ? " is" : "s are");
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
    if (const auto text = folder_.record(hash))
      return Entry{0, hash, Json::parse(*text).value("config", Json::object()), 0};
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
    row_[measure.name] =
        is_of_no_packets(result, measure.path) ? Json(nullptr) : value_at(result, measure.pointer.c_str());
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
  const Json empty = row_;
  try {
    add_record(entry, Json::parse(*text));
  } catch (const Json::exception&) {  // one point's: the others are read all the same
    row_ = empty;
    row_["status"] = "missing";
    row_["failure"] = "its record cannot be read";
  }
  return true;
}

void ExportTable::add_record(const Entry& entry, const Json& record) {
  row_["status"] = "done";
  if (rows_ == ExportRows::Points) return add_measures(entry, record.at("result"));
  parts_ = delivery_rows(record.at("result"), rows_);
  next_part_ = 0;
  next_part();
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
