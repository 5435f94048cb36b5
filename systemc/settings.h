// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include "systemc/wires.h"

namespace xb::twin {

/// Twin of xb_pkg::bounded, for all settings of a switch: one out of its range counts as the nearest value in
/// it.
inline Settings bounded(Settings settings, const Params& params) {
  const auto bound = [](auto& setting, auto lowest, auto highest) {
    setting = std::clamp(setting, lowest, highest);
  };
  bound(settings.depth, 1U, params.max_depth);
  bound(settings.output_depth, 1U, params.max_depth);
  bound(settings.packet_beats, 1U, params.max_depth + 1);  // a longer one finds no more room
  bound(settings.crosspoint_packets, 1U, params.max_crosspoint_beats);
  bound(settings.arbiter, Arbitration::RoundRobin, Arbitration::Weighted);
  bound(settings.sharing, Sharing::Complete, Sharing::Dynamic);
  bound(settings.scheduler, Scheduler::Islip, Scheduler::Rrm);
  bound(settings.alpha, std::uint8_t{0}, std::uint8_t{6});
  bound(settings.window, std::uint8_t{1}, std::uint8_t{8});
  bound(settings.iterations, std::uint8_t{1}, std::uint8_t{4});
  bound(settings.service, Service::Strict, Service::StrictDwrr);
  bound(settings.class_heads, ClassHeads::Hold, ClassHeads::Offer);
  for (unsigned at = 0; at < 64; at += 8) {
    if ((settings.weights >> at & 0xffU) == 0) settings.weights |= std::uint64_t{1} << at;
  }
  for (unsigned c = 0; c < kMaxClasses; ++c) {
    const std::uint32_t beyond = class_alpha(settings, c) - std::min(6U, class_alpha(settings, c));
    settings.class_alphas -= beyond << 4 * c;
  }
  bound(settings.drop_bandwidth, 0U, kDropWord);
  return settings;
}

}  // namespace xb::twin
