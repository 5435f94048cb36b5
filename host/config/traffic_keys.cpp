// SPDX-License-Identifier: Apache-2.0
// The keys of what the hosts send without a schedule.
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "host/config/key_kinds.h"
#include "host/switches/switch_registry.h"
#include "host/traffic/traffic_registry.h"

namespace xb {

ConfigKey traffic_key() {
  return {"traffic",
          fmt::format("{}, or {}FILE, a packet capture", fmt::join(names(traffic_patterns()), " "),
                      kCapturePrefix),
          "random sources, or frames to be replayed",
          [](RunConfig& c, const std::string& v) {
            const std::string prefix = kCapturePrefix;
            const bool is_capture = v.size() > prefix.size() && v.rfind(prefix, 0) == 0;
            const auto known = names(traffic_patterns());
            if (!is_capture && std::find(known.begin(), known.end(), v) == known.end()) return false;
            return c.traffic = v, true;
          },
          [](const RunConfig& c) { return c.traffic; },
          {names(traffic_patterns()), {}, {}, "^capture:."}};
}

ConfigKey clock_key() {
  constexpr double kLeast = 0.001, kMost = 100000;
  ConfigKey key{"clock", fmt::format("auto, or {}..{} MHz", kLeast, kMost),
                fmt::format("clock of the switch, for the times of frames; auto: the device's, or {} MHz",
                            kUsualClockMhz),
                [=](RunConfig& c, const std::string& v) {
                  if (v == "auto") return c.clock = 0, true;
                  return parse_number(v, kLeast, kMost, c.clock);
                },
                [](const RunConfig& c) -> nlohmann::ordered_json {
                  if (c.clock == 0) return "auto";
                  return c.clock;
                }};
  key.form = {{"auto"}, ValueForm::Range{kLeast, kMost, false}, {}, ""};
  key.only_if_set = true;
  return key;
}

}  // namespace xb
