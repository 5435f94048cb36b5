// SPDX-License-Identifier: Apache-2.0
#include "testbenches/benchmark/bench_table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <utility>

#include "host/config/config_keys.h"
#include "host/config/key_use.h"
#include "testbenches/terminal/text_table.h"
#include "testbenches/tracing/run_point.h"

namespace xb {
namespace {

using Json = nlohmann::ordered_json;

std::string cell_text(const Json& row, const BenchColumn& column) {
  const auto found = row.find(column.key);
  if (found == row.end() || found->is_null()) return "-";
  if (column.format == BenchFormat::Text)
    return found->is_string() ? found->get<std::string>() : found->dump();
  const double value = found->get<double>() * (column.format == BenchFormat::Percent ? 100 : 1);
  return fmt::format("{:.{}f}", value, column.format == BenchFormat::Whole ? 0 : 2);
}

/// Of a row; null: the heads.
std::vector<std::string> cells_of(const BenchTable& table, const Json& row = nullptr) {
  std::vector<std::string> cells;
  for (const BenchColumn& column : table.columns)
    cells.push_back(row.is_null() ? column.head : cell_text(row, column));
  return cells;
}

std::string markdown_row(const std::vector<std::string>& cells) {
  return fmt::format("| {} |\n", fmt::join(cells, " | "));
}

constexpr std::size_t kProse = 120;  // columns

/// The keys of the switch: what drives it is the trials'.
Json switch_json(const RunConfig& config) {
  const Json all = to_json(config);
  Json keys = Json::object();
  for (const std::string& key : switch_keys()) {
    if (all.contains(key)) keys[key] = all[key];
  }
  return keys;
}

/// Whether the line of a switch names this key among its settings: depth, forwarding and flow it has anyhow.
bool is_said(const ConfigKey& key, const RunConfig& c) {
  if (key.set_switch == nullptr && !key.elaborated) return false;
  if (key.name == "depth" || key.name == "forwarding" || key.name == "flow") return false;
  return uses_key(c, key.name) && !(key.only_if_set && key.get(c) == key.get(RunConfig{}));
}

/// How deep a device is, its description may not say.
std::string switch_line(const RunConfig& c, const std::string& settings) {
  const std::string depth = c.has_device() ? "" : fmt::format(", depth {} beats{}", c.depth, settings);
  return fmt::format("switch {}, {} ports of {} bits{}, {}, flow {}, engine {}, seed {}", bench_name(c),
                     c.ports, c.width, depth, word(c.forwarding), c.flow_text(), word(c.engine), c.seed);
}

void add_one(nlohmann::ordered_json& row, const std::string& name, const TrialLatency& latency) {
  row[name + "_min"] = latency.min;
  row[name + "_mean"] = latency.mean;
  row[name + "_max"] = latency.max;
}

}  // namespace

void add_size_rows(BenchTable& table, const BenchPlan& plan,
                   const std::function<void(const FrameSize& size, nlohmann::ordered_json& row)>& fill) {
  for (const FrameSize& size : plan.sizes) {
    nlohmann::ordered_json row = size_row(size);
    const std::string refusal = plan.refuses(size);
    if (refusal.empty())
      fill(size, row);
    else
      table.notes.push_back(fmt::format("{} bytes: not tested: {}", size.bytes, refusal));
    table.rows.push_back(std::move(row));
  }
}

bool is_headline(const BenchPlan& plan, const FrameSize& size) {
  constexpr unsigned kLongest = 1518;
  return size.bytes == plan.sizes.front().bytes || size.bytes == kLongest;
}

std::vector<BenchTable> not_tested(BenchTable table, const std::string& why) {
  table.notes.push_back(why);
  return {std::move(table)};
}

const FrameSize* first_size(const BenchPlan& plan) {
  for (const FrameSize& size : plan.sizes) {
    if (plan.refuses(size).empty()) return &size;
  }
  return nullptr;
}

std::vector<BenchColumn> size_columns(std::vector<BenchColumn> more) {
  std::vector<BenchColumn> columns{{"bytes", "bytes", BenchFormat::Whole},
                                   {"beats", "beats", BenchFormat::Whole}};
  columns.insert(columns.end(), more.begin(), more.end());
  return columns;
}

nlohmann::ordered_json size_row(const FrameSize& size) {
  return {{"bytes", size.bytes}, {"beats", size.beats}};
}

std::string table_text(const BenchTable& table) {
  std::vector<std::vector<std::string>> rows;
  for (const Json& row : table.rows) rows.push_back(cells_of(table, row));
  std::string text = table.title + "\n" + wrap(table.method, kProse) + "\n\n";
  text += format_table(cells_of(table), rows);
  for (const std::string& note : table.notes) text += "\n" + wrap(note, kProse);
  return text + (table.notes.empty() ? "" : "\n");
}

std::string table_markdown(const BenchTable& table) {
  std::string text = fmt::format("### {}\n\n{}\n\n", table.title, wrap(table.method, kProse));
  text += markdown_row(cells_of(table));
  text += "|";
  for (const BenchColumn& column : table.columns)
    text += column.format == BenchFormat::Text ? "---|" : "--:|";
  text += "\n";
  for (const Json& row : table.rows) text += markdown_row(cells_of(table, row));
  for (const std::string& note : table.notes) text += "\n" + wrap(note, kProse) + "\n";
  return text;
}

nlohmann::ordered_json table_json(const BenchTable& table, const BenchPlan& plan) {
  Json json{{"schema", 1},
            {"benchmark", table.test},
            {"title", table.title},
            {"config", switch_json(plan.config)},
            {"version", version_record()},
            {"resolution", plan.resolution()},
            {"trial_beats", plan.beats},
            {"gap_bytes", plan.gap_bytes},
            {"clock_mhz", plan.clock_mhz},
            {"rows", Json::array()}};
  for (const Json& row : table.rows) json["rows"].push_back(row);
  if (plan.of_fabric)
    json["fabric"] = {{"topology", plan.config.topology.text()},
                      {"ranks", plan.ports()},
                      {"start_skew", plan.start_skew()},
                      {"seeds", kCollectiveSeeds}};
  if (!table.notes.empty()) json["notes"] = table.notes;
  return json;
}

std::vector<std::string> plan_lines(const BenchPlan& plan) {
  const RunConfig& c = plan.config;
  std::string settings;
  for (const ConfigKey& key : config_keys()) {
    if (is_said(key, c)) settings += fmt::format(", {} {}", key.name, value_text(key.get(c)));
  }
  if (plan.of_fabric) {
    return {switch_line(c, settings),
            c.is_network() ? fmt::format("topology {}, {} ranks", c.topology.text(), c.ports)
                           : "all ranks on this switch",
            fmt::format("packets of up to {} bytes; ranks start within {} of the predicted time; means of {} "
                        "seeds, maxima of all; JCT, latency and queues in cycles and beats of {} bytes",
                        kCollectivePacketBytes, percent(plan.start_skew()), kCollectiveSeeds, c.width / 8)};
  }
  std::vector<std::string> lines{
      switch_line(c, settings),
      plan.in_bytes
          ? fmt::format("frames in beats of {} bytes, the last one with those that are left; gap of {} bytes "
                        "behind each",
                        c.width / 8, plan.gap_bytes)
          : fmt::format("frames in whole beats of {} bytes, rounded up, without a gap", c.width / 8),
      fmt::format("trials of {} beat times; loads in steps of {}; frames/s at {} MHz", plan.beats,
                  percent(plan.resolution()), plan.clock_mhz)};
  if (!plan.fills_buffers())
    lines.push_back(
        fmt::format("trials are too short for the buffers: an overload of one step does not fill them, and "
                    "throughput may be lower than said; long enough are {} beat times",
                    plan.filling_beats(plan.port_depth(), plan.steps)));
  return lines;
}

std::string latency_method() {
  return "Latency in cycles: FIFO from the first bit in to the first bit out, the RFCs' convention for "
         "cut-through; LIFO from the last bit in to the first bit out, theirs for store-and-forward, below 0 "
         "where a frame leaves before all of it is in; FILO from the first bit in to the last bit out.";
}

std::vector<BenchColumn> latency_columns() {
  std::vector<BenchColumn> columns;
  for (const char* name : {"fifo", "lifo", "filo"}) {
    std::string head = name;
    for (char& c : head) c = static_cast<char>(c - 'a' + 'A');
    columns.push_back({std::string(name) + "_min", head + " min", BenchFormat::Whole});
    columns.push_back({std::string(name) + "_mean", "mean", BenchFormat::Decimal});
    columns.push_back({std::string(name) + "_max", "max", BenchFormat::Whole});
  }
  return columns;
}

void add_latency(nlohmann::ordered_json& row, const TrialResult& result) {
  add_one(row, "fifo", result.fifo);
  add_one(row, "lifo", result.lifo);
  add_one(row, "filo", result.filo);
}

}  // namespace xb
