// SPDX-License-Identifier: Apache-2.0
#include "host/run/host_pauses.h"

#include <fmt/format.h>

#include <algorithm>

#include "host/point/switch_config.h"

namespace xb {

HostPauses::HostPauses(const SwitchConfig& c, unsigned first_host) : classes_(c.classes) {
  if (!c.host_pause) return;
  std::uint8_t pausing = 0;
  for (unsigned k = 0; k < classes_; ++k)
    if (c.flow_of(k) == FlowControl::Pfc) pausing |= static_cast<std::uint8_t>(1U << k);
  const std::uint64_t later = std::uint64_t{c.host_cable} + c.pause_response;
  for (const HostPause& pause : *c.host_pause) {
    if (pause.host < first_host || pause.host - first_host >= c.ports) continue;
    const auto classes = pause.of_class ? static_cast<std::uint8_t>(1U << *pause.of_class) : pausing;
    const std::uint64_t end = pause.cycles.end;
    pauses_.push_back({pause.host - first_host, pause.host, classes, pause.cycles.first + later,
                       end == HostPause::kNoEnd ? end : end + later});
  }
}

void HostPauses::look(std::uint64_t now) {
  now_ = now;
  stopped_.fill(0);
  for (const AtPort& pause : pauses_) {
    if (!holds(pause)) continue;
    for (unsigned c = 0; c < classes_; ++c)
      if ((pause.classes >> c & 1U) != 0) stopped_[c] |= bit(pause.port);
  }
}

void HostPauses::end() {
  for (AtPort& pause : pauses_)
    if (pause.end != HostPause::kNoEnd) pause.end = std::min(pause.end, now_ + 1);
}

std::uint64_t HostPauses::last_end() const {
  std::uint64_t last = 0;
  for (const AtPort& pause : pauses_)
    if (pause.first <= now_ && pause.end != HostPause::kNoEnd) last = std::max(last, pause.end);
  return last;
}

PortMask HostPauses::endless() const {
  PortMask ports = 0;
  for (const AtPort& pause : pauses_)
    if (holds(pause) && pause.end == HostPause::kNoEnd) ports |= bit(pause.port);
  return ports;
}

std::string HostPauses::lines() const {
  std::string lines;
  for (const AtPort& pause : pauses_) {
    if (!holds(pause)) continue;
    std::string classes;
    for (unsigned c = 0; classes_ > 1 && c < classes_; ++c)
      if ((pause.classes >> c & 1U) != 0)
        classes += fmt::format("{}{}", classes.empty() ? " class " : " ", c);
    const std::string end = pause.end == HostPause::kNoEnd ? "for ever" : fmt::format("to {}", pause.end);
    lines += fmt::format("  host {}: pauses output {}{} from cycle {} on, {} (host-pause)\n", pause.host,
                         pause.port, classes, pause.first, end);
  }
  return lines;
}

}  // namespace xb
