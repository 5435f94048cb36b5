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

/// What is null in the record of a switch that does not show it.
constexpr std::array kOfFlags{"/hol/blocked_fraction",
                              "/hol/blocked_fraction_ci95",
                              "/hol/backpressure_fraction",
                              "/hol/backpressure_fraction_ci95",
                              "/hol/hol_fraction",
                              "/hol/hol_fraction_ci95",
                              "/hol/idle_with_work",
                              "/hol/idle_with_work_ci95",
                              "/hol/blame",
                              "/hol/victims"};
constexpr std::array kOfPool{"/hol/pool_fraction", "/hol/pool_fraction_ci95", "/hol/pool_blame"};
constexpr std::array kOfQueues{"/occupancy"};
constexpr std::array kOfDrops{"/lost_packets", "/loss", "/loss_ci95", "/loss_by_cause", "/dropped_per_queue"};
constexpr std::array kOfZeroLoad{"/queueing"};

/// Every number in it.
void make_null(Json& json) {
  if (!json.is_object()) {
    json = nullptr;
    return;
  }
  for (auto& member : json) make_null(member);
}

template <class Paths>
void make_null(Json& record, const Paths& paths, bool known) {
  if (known) return;
  for (const char* path : paths) make_null(record[Json::json_pointer(path)]);
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
  const double seconds = result.cpu_seconds;
  json["cycles_per_cpu_second"] = seconds > 0 ? static_cast<double>(result.cycles) / seconds : 0;
  make_null(json, kOfFlags, result.known.flags);
  make_null(json, kOfPool, result.known.pool);
  make_null(json, kOfQueues, result.known.queues);
  make_null(json, kOfDrops, result.known.drops);
  make_null(json, kOfZeroLoad, result.known.zero_load);
  if (!result.network) return json;
  for (const char* path : kOfOneSwitch) json[Json::json_pointer(path)] = nullptr;
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
  const auto is_there = [&](const char* path) { return !json.at(Json::json_pointer(path)).is_null(); };
  result.known = {is_there("/hol/hol_fraction"), is_there("/hol/pool_fraction"), is_there("/occupancy/mean"),
                  is_there("/lost_packets"), is_there("/queueing/max")};
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
