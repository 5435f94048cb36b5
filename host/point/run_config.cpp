// SPDX-License-Identifier: Apache-2.0
#include "host/point/run_config.h"

#include <algorithm>
#include <limits>

#include "host/point/traffic_config.h"

namespace xb {

TrafficPart::TrafficPart() : value_(std::make_shared<TrafficConfig>()) {}
TrafficPart::TrafficPart(const TrafficPart& other) : value_(std::make_shared<TrafficConfig>(*other)) {}
TrafficPart& TrafficPart::operator=(const TrafficPart& other) { return *this = TrafficPart(other); }

RunConfig::LengthRange RunConfig::lengths_of_all() const {
  const auto& own_lengths = traffic->class_packet;
  const bool each_own = has_classes() && own_lengths;
  LengthRange all{packet_min, packet_max};
  if (each_own) all = {std::numeric_limits<unsigned>::max(), 0};
  for (unsigned c = 0; each_own && c < classes; ++c) {
    const auto own = (*own_lengths)[c].value_or(ClassPacket{packet_min, packet_max});
    all = {std::min(all.least, own.least), std::max(all.most, own.most)};
  }
  if (is_random() && traffic->has_pattern(TrafficPattern::Overrun))
    all.least = packet_in_bytes ? beat_bytes() : 1;
  return all;
}

std::string RunConfig::capture() const { return schedule ? std::string() : traffic->traffic->capture; }

}  // namespace xb
