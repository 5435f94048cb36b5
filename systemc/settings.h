// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <type_traits>

#include "systemc/wires.h"

namespace xb::twin {

/// Twin of xb_pkg::bounded, for all settings of a switch: one out of its range counts as the nearest value in
/// it. Of some, each part has a range.
inline Settings bounded(Settings settings, const Params& params) {
  const auto bound = [](auto& setting, auto least, auto most) {
    using Value = std::decay_t<decltype(setting)>;
    setting = std::clamp(setting, static_cast<Value>(least), static_cast<Value>(most));
  };
#define XB_BOUND(name, least, most) bound(settings.name, least, most);
  XB_SWITCH_SETTINGS(XB_BOUND)
#undef XB_BOUND
  for (unsigned at = 0; at < 64; at += 8) {
    if ((settings.weights >> at & 0xffU) == 0) settings.weights |= std::uint64_t{1} << at;
  }
  for (unsigned c = 0; c < kMaxClasses; ++c) {
    const std::uint32_t beyond = class_alpha(settings, c) - std::min(6U, class_alpha(settings, c));
    settings.class_alphas -= beyond << 4 * c;
  }
  return settings;
}

}  // namespace xb::twin
