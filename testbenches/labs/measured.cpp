// SPDX-License-Identifier: Apache-2.0
#include "testbenches/labs/measured.h"

#include <map>

#include "host/config/flags.h"
#include "host/point/run_config.h"
#include "testbenches/labs/submission.h"
#include "testbenches/recording/run_point.h"

namespace xb {

double measured(const RunConfig& config, const std::string& measure) {
  static std::map<std::string, nlohmann::ordered_json> known;
  const std::string key = flags_of(config);
  auto found = known.find(key);
  if (found == known.end()) found = known.emplace(key, result_to_json(config, run_point(config))).first;
  return value_in(found->second, measure);
}

}  // namespace xb
