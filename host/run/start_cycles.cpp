// SPDX-License-Identifier: Apache-2.0
#include "host/run/start_cycles.h"

#include "host/base/random.h"
#include "host/point/schedule_config.h"

namespace xb {

std::vector<std::uint64_t> start_cycles(const ScheduleConfig& config, std::uint64_t seed, std::size_t ranks,
                                        std::uint64_t predicted_cycles) {
  std::vector<std::uint64_t> starts(ranks);
  const double span = config.start_skew * static_cast<double>(predicted_cycles);
  for (std::size_t rank = 0; rank < ranks; ++rank) {
    RandomStream stream(seed, StreamPurpose::StartSkew, rank);
    starts[rank] = static_cast<std::uint64_t>(span * stream.unit());
  }
  return starts;
}

}  // namespace xb
