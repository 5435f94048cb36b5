// SPDX-License-Identifier: Apache-2.0
#include "testbenches/engines/twins.h"

#include <cmath>

namespace xb {
namespace {

twin::SharingParams sharing_params(const RunConfig& c) {
  twin::SharingParams p;
  if (!c.twin_sharing()) return p;
  p.rule = c.sharing;
  for (unsigned k = 0; k < kMaxClasses; ++k) {
    const double alpha = c.class_alpha ? (*c.class_alpha)[k].value_or(1) : c.alpha;
    p.alpha |= static_cast<std::uint64_t>(std::lround(std::log2(alpha)) + 3) << 8 * k;
  }
  p.drop_bandwidth = static_cast<std::uint32_t>(std::lround(c.drop_bandwidth * twin::SharingParams::kWord));
  return p;
}

}  // namespace

twin::Params twin_params(const Setup& setup, unsigned data_words) {
  return {setup.config.ports,       data_words,
          setup.max_depth,          setup.crosspoint_beats,
          setup.config.count_start, setup.lengths.in_bytes(),
          setup.config.speedup,     setup.config.classes,
          setup.config.held_off(),  sharing_params(setup.config)};
}

}  // namespace xb
