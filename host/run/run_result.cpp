// SPDX-License-Identifier: Apache-2.0
#include "host/run/run_result.h"

#include <nlohmann/json.hpp>

#include "host/config/config_keys.h"
#include "host/config/key_use.h"
#include "host/run/record_fields.h"
#include "host/run/record_io.h"

namespace xb {

using Json = nlohmann::ordered_json;

Json result_to_json(const RunConfig& config, const RunResult& result) {
  Json json = Json::object();
  record_fields(RecordWriter(json, config.ports), result);
  const double seconds = result.cpu_seconds;
  json["cycles_per_cpu_second"] = seconds > 0 ? static_cast<double>(result.cycles) / seconds : 0;
  return json;
}

RunResult result_from_json(const Json& json) {
  RunResult result;
  record_fields(RecordReader(json), result);
  return result;
}

Json to_json(const RunConfig& config, const RunResult& result, const Json& version) {
  return {{"schema", 1},
          {"config", to_json(without_unused(config))},
          {"version", version},
          {"result", result_to_json(config, result)}};
}

}  // namespace xb
