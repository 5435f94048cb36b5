// SPDX-License-Identifier: Apache-2.0
#include "host/point/run_config.h"

#include "host/point/traffic_config.h"

namespace xb {

TrafficPart::TrafficPart() : value_(std::make_shared<TrafficConfig>()) {}
TrafficPart::TrafficPart(const TrafficPart& other) : value_(std::make_shared<TrafficConfig>(*other)) {}
TrafficPart& TrafficPart::operator=(const TrafficPart& other) { return *this = TrafficPart(other); }

std::string RunConfig::capture() const { return schedule ? std::string() : traffic->traffic->capture; }

}  // namespace xb
