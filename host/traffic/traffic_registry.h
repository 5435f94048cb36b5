// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "host/point/traffic_config.h"
#include "host/traffic/destinations.h"

namespace xb {

/// A pattern of the stochastic sources.
struct TrafficEntry {
  std::string name;  ///< value of the key `traffic`
  std::string description;
  /// Output of the next packet: a position in the list of hosts that take part.
  unsigned (*draw)(Destinations& destinations);
  std::vector<std::string> keys = {};  ///< that it uses, of those that not every pattern does
};

/// In the order of their enumerators.
const std::vector<TrafficEntry>& traffic_patterns();
const TrafficEntry& find_traffic(TrafficPattern pattern);

}  // namespace xb
