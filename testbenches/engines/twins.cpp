// SPDX-License-Identifier: Apache-2.0
#include "testbenches/engines/twins.h"

namespace xb {

twin::Settings twin_settings(const SwitchSettings& s) {
  twin::Settings t;
  t.depth = s.depth_beats;
  t.store_forward = s.store_forward;
  t.drop = s.drop;
  t.packet_beats = s.packet_beats;
  t.route_delay = s.route_delay;
  t.arbiter = static_cast<twin::Arbitration>(s.arbiter);
  t.seed = s.seed;
  t.window = s.window;
  t.sharing = static_cast<twin::Sharing>(s.sharing);
  t.alpha_code = s.alpha_code;
  t.scheduler = static_cast<twin::Scheduler>(s.scheduler);
  t.iterations = s.iterations;
  t.crosspoint_packets = s.crosspoint_packets;
  t.output_depth = s.output_depth;
  return t;
}

twin::Params twin_params(const RunConfig& config, unsigned data_words) {
  return {config.ports, data_words, config.max_depth(), config.crosspoint_beats(), config.count_start};
}

}  // namespace xb
