// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

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

const std::vector<TrafficEntry>& traffic_patterns();

/// The pattern of that name. Throws InputError if there is none.
const TrafficEntry& find_traffic(const std::string& name);

}  // namespace xb
