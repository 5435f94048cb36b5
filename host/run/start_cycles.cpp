// SPDX-License-Identifier: Apache-2.0
#include "host/run/start_cycles.h"

#include "host/base/random.h"
#include "host/point/run_config.h"

namespace xb {

std::vector<std::uint64_t> start_cycles(const RunConfig& config, std::size_t ranks,
                                        std::uint64_t predicted_cycles) {
  std::vector<std::uint64_t> starts(ranks);
  const double span = config.start_skew * static_cast<double>(predicted_cycles);
  for (std::size_t rank = 0; rank < ranks; ++rank) {
    RandomStream stream(config.seed, StreamPurpose::StartSkew, rank);
    starts[rank] = static_cast<std::uint64_t>(span * stream.unit());
  }
  return starts;
}

}  // namespace xb
