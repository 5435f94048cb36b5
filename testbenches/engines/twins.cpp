// SPDX-License-Identifier: Apache-2.0
#include "testbenches/engines/twins.h"

namespace xb {

twin::Params twin_params(const Setup& setup, unsigned data_words) {
  return {setup.config.ports,       data_words,
          setup.max_depth,          setup.crosspoint_beats,
          setup.config.count_start, setup.lengths.in_bytes(),
          setup.config.speedup,     setup.config.classes,
          setup.config.held_off(),  setup.config.own_sharing() ? setup.config.sharing : Sharing::Complete,
          setup.config.ram_register};
}

}  // namespace xb
