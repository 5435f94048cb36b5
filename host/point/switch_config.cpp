// SPDX-License-Identifier: Apache-2.0
#include "host/point/switch_config.h"

#include <fmt/format.h>

#include "host/base/parse_number.h"
#include "host/link/host_range.h"

namespace xb {
namespace {

/// Without END there is none.
std::optional<ClassCycles> parse_open_cycles(std::string_view text) {
  constexpr std::string_view kDots = "..";
  const bool open = text.size() > kDots.size() && text.substr(text.size() - kDots.size()) == kDots;
  if (!open) return parse_cycles(text);
  ClassCycles cycles{0, HostPause::kNoEnd};
  if (!parse_number(text.substr(0, text.size() - kDots.size()), 0, 1e12, cycles.first)) return {};
  return cycles;
}

std::optional<HostPause> parse_host_pause(std::string_view text) {
  const auto colon = text.find(':');
  if (colon == std::string_view::npos) return {};
  const std::string_view who = text.substr(0, colon);
  const auto slash = who.find('/');
  HostPause pause;
  if (!parse_number(who.substr(0, slash), 0, kMaxHosts - 1, pause.host)) return {};
  if (slash != std::string_view::npos &&
      !parse_number(who.substr(slash + 1), 0, kMaxClasses - 1, pause.of_class.emplace()))
    return {};
  const auto cycles = parse_open_cycles(text.substr(colon + 1));
  if (!cycles) return {};
  pause.cycles = *cycles;
  return pause;
}

}  // namespace

std::optional<std::vector<HostPause>> parse_host_pauses(std::string_view text) {
  std::vector<HostPause> pauses;
  for (const std::string& item : list_parts(text)) {
    const auto pause = parse_host_pause(item);
    if (!pause) return {};
    pauses.push_back(*pause);
  }
  return pauses;
}

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
