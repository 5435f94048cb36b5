// SPDX-License-Identifier: Apache-2.0
#include "host/run/run_result.h"

#include <array>
#include <nlohmann/json.hpp>
#include <utility>

#include "host/config/config_keys.h"
#include "host/config/key_use.h"
#include "host/run/record_fields.h"
#include "host/run/record_io.h"

namespace xb {

using Json = nlohmann::ordered_json;

namespace {

/// What each switch of a network has, and the whole has not: its switches are at different cycles.
constexpr std::array kOfOneSwitch{"/dropped_per_queue",
                                  "/hol/blame",
                                  "/hol/victims",
                                  "/hol/pool_blame",
                                  "/occupancy/p50",
                                  "/occupancy/p99",
                                  "/occupancy/p999",
                                  "/occupancy/max",
                                  "/occupancy/packets/p50",
                                  "/occupancy/packets/p99",
                                  "/occupancy/packets/p999",
                                  "/occupancy/packets/max",
                                  "/occupancy/per_queue"};

}  // namespace

Json result_to_json(const RunConfig& config, const RunResult& result) {
  Json json = Json::object();
  if (result.step_search) {
    fields(RecordWriter(json, config.ports), *result.step_search);
    json["cpu_seconds"] = result.cpu_seconds;
    return json;
  }
  record_fields(RecordWriter(json, config.ports), result);
  const double seconds = result.cpu_seconds;
  json["cycles_per_cpu_second"] = seconds > 0 ? static_cast<double>(result.cycles) / seconds : 0;
  if (!result.network) return json;
  for (const char* path : kOfOneSwitch) json[Json::json_pointer(path)] = nullptr;
  return json;
}

RunResult result_from_json(const Json& json) {
  RunResult result;
  const RecordReader reader(json);
  reader.part("categories", result.step_search);
  if (!result.step_search) {
    record_fields(reader, result);
  } else {
    reader("cpu_seconds", result.cpu_seconds);
  }
  return result;
}

Json to_json(const RunConfig& config, const RunResult& result, const Json& version) {
  Json record{{"schema", 1},
              {"config", to_json(without_unused(config))},
              {"version", version},
              {"result", result_to_json(config, result)}};
  if (!result.network) return record;
  for (const char* name : {"switches", "links", "host_links"}) {
    record[name] = std::move(record["result"][name]);
    record["result"].erase(name);
  }
  return record;
}

}  // namespace xb
