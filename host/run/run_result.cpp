// SPDX-License-Identifier: Apache-2.0
#include "host/run/run_result.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "host/config/config_keys.h"
#include "host/config/key_use.h"
#include "host/point/run_config.h"
#include "host/run/measure_table.h"
#include "host/run/record_fields.h"
#include "host/run/record_io.h"

namespace xb {

using Json = nlohmann::ordered_json;

namespace {

constexpr const char* kSpeed = "cycles_per_cpu_second";
double speed_of(const RunResult& result) {
  return result.cpu_seconds > 0 ? static_cast<double>(result.cycles) / result.cpu_seconds : 0;
}

/// The number of the packets that a measure is a time of: `delivered_packets` for `latency.mean`; empty: it
/// is none.
std::string count_of_packets(const std::string& path) {
  constexpr std::pair<const char*, const char*> kCounts[] = {
      {".latency.", "delivered_packets"}, {".queueing.", "delivered_packets"}, {".lag.", "lag.packets"}};
  const std::string whole = "." + path;
  for (const auto& [times, count] : kCounts) {
    const std::size_t at = whole.rfind(times);
    if (at == std::string::npos) continue;
    const std::string packets = path.substr(0, at) + count;
    return packets == path ? "" : packets;
  }
  return {};
}

/// Every number in it.
void make_null(Json& json) {
  if (!json.is_object()) {
    json = nullptr;
    return;
  }
  for (auto& member : json) make_null(member);
}

/// What is not known of this switch, or not of a network as a whole.
void make_unknown_null(Json& record, const RunResult& result) {
  for (const Measure& measure : measures()) {
    const bool unknown = !is_known(measure, result.known);
    const bool of_one_switch = result.network && measure.of_one_switch;
    if (!unknown && !of_one_switch) continue;
    const Json::json_pointer at(json_pointer_of(measure.path));
    if (unknown) {
      make_null(record[at]);
      if (measure.has_interval)
        make_null(record[Json::json_pointer(json_pointer_of(interval_of(measure.path)))]);
    }
    if (of_one_switch) record[at] = nullptr;
  }
  if (!result.network) return;
  for (std::size_t s = 0; s < result.network->switches.size(); ++s)
    make_unknown_null(record["switches"][s]["result"], result.network->switches[s].result);
}

/// The same from the record.
SwitchProbes known_of(const Json& record) {
  const auto is_there = [&](const char* path) { return !record.at(Json::json_pointer(path)).is_null(); };
  return {is_there("/hol/hol_fraction"), is_there("/hol/pool_fraction"), is_there("/occupancy/mean"),
          is_there("/lost_packets"), is_there("/queueing/max")};
}

}  // namespace

Json result_to_json(const RunConfig& config, const RunResult& result) {
  Json json = Json::object();
  if (result.step_search) {
    fields(RecordWriter(json, config.ports), *result.step_search);
    json["cpu_seconds"] = result.cpu_seconds;
    return json;
  }
  record_fields(RecordWriter(json, config.ports), result);
  json[kSpeed] = speed_of(result);
  make_unknown_null(json, result);
  return json;
}

RunResult result_from_json(const Json& json) {
  RunResult result;
  const RecordReader reader(json);
  reader.part("categories", result.step_search);
  if (result.step_search) {
    reader("cpu_seconds", result.cpu_seconds);
    return result;
  }
  record_fields(reader, result);
  result.known = known_of(json);
  if (!result.network) return result;
  for (std::size_t s = 0; s < result.network->switches.size(); ++s)
    result.network->switches[s].result.known = known_of(json.at("switches")[s].at("result"));
  return result;
}

bool is_of_no_packets(const Json& result, const std::string& path) {
  const std::string count = count_of_packets(path);
  if (count.empty()) return false;
  const Json::json_pointer packets(json_pointer_of(count));
  return result.contains(packets) && result[packets] == 0;
}

Json cost_to_json(const CostResult& cost) {
  Json json = Json::object();
  RecordWriter(json, 0)("cost", cost);
  return json;
}

CostResult cost_from_json(const Json& json) {
  CostResult cost;
  RecordReader{json}("cost", cost);
  return cost;
}

Json to_json(const RunConfig& config, const RunResult& result, const Json& version) {
  Json record{{"schema", 1},
              {"config", to_json(without_unused(config))},
              {"version", version},
              {"result", result_to_json(config, result)}};
  for (const char* name : kBesideResult) {
    if (!record["result"].contains(name)) continue;
    record[name] = std::move(record["result"][name]);
    record["result"].erase(name);
  }
  return record;
}

}  // namespace xb
