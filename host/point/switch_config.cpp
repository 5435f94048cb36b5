// SPDX-License-Identifier: Apache-2.0
#include "host/point/switch_config.h"

#include <fmt/format.h>

#include "host/base/parse_number.h"

namespace xb {

std::optional<PauseStorm> parse_pause_storm(std::string_view text) {
  constexpr double kMostWindow = 1e9;
  PauseStorm storm;
  const auto colon = text.find(':');
  if (colon == std::string_view::npos || !parse_number(text.substr(0, colon), 0, 1, storm.share) ||
      !parse_number(text.substr(colon + 1), 1, kMostWindow, storm.cycles))
    return {};
  return storm;
}

std::string SwitchConfig::flow_text() const {
  if (!class_flow) return word(flow);
  std::string text;
  for (unsigned c = 0; c < kMaxClasses; ++c) {
    if ((*class_flow)[c]) text += fmt::format("{}{}:{}", text.empty() ? "" : ",", c, word(*(*class_flow)[c]));
  }
  return text;
}

}  // namespace xb
