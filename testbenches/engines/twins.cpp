// SPDX-License-Identifier: Apache-2.0
#include "testbenches/engines/twins.h"

namespace xb {

twin::Params twin_params(const RunConfig& config, unsigned data_words) {
  return {config.ports, data_words, config.max_depth(), config.crosspoint_beats(), config.count_start};
}

}  // namespace xb
