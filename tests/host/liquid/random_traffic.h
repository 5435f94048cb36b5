// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "host/base/random.h"
#include "host/liquid/transfer_set.h"

namespace xb {

struct RandomTraffic {
  unsigned links, transfers;
  unsigned path;           ///< links of it
  unsigned most_capacity;  ///< of a link
};

/// Transfers over random links, whose hosts have no links of their own.
inline TransferSet random_traffic(const RandomTraffic& kind, std::uint64_t seed) {
  RandomStream random(seed, StreamPurpose::Test, 0);
  TransferSet set;
  for (unsigned link = 0; link < kind.links; ++link) set.add_link("l", 1 + random.below(kind.most_capacity));
  for (unsigned t = 0; t < kind.transfers; ++t) {
    std::vector<unsigned> path;
    while (path.size() < kind.path) {
      const unsigned link = random.below(kind.links);
      if (std::find(path.begin(), path.end(), link) == path.end()) path.push_back(link);
    }
    const auto host = static_cast<std::uint16_t>(t);
    set.add({host, host}, path);
  }
  return set;
}

}  // namespace xb
