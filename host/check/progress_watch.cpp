// SPDX-License-Identifier: Apache-2.0
#include "host/check/progress_watch.h"

#include <fmt/format.h>

namespace xb {
namespace {

/// The oldest packet of some flow of `input`, the highest class first, if it has any.
std::string packet_of(unsigned input, const ProgressWatch::Settings& settings, const Scoreboard& scoreboard) {
  for (unsigned source = scoreboard.sources() - settings.ports + input;; source -= settings.ports) {
    for (unsigned output = 0; output < settings.ports; ++output) {
      if (const PacketInFlight* due = scoreboard.due(source, output))
        return fmt::format("; inside: {}", packet_name(due->header, settings.lengths));
    }
    if (source == input) break;
  }
  return "";
}

}  // namespace

void ProgressWatch::look(std::uint64_t now, const Scoreboard& scoreboard) {
  next_look_ = counted_cycles_ + kLookCycles;
  const std::uint64_t bound = settings_.bound_cycles + settings_.cycles_per_packet * scoreboard.in_flight();
  for_each_port(waited_, [&](unsigned input) {
    if (violation_ || counted_cycles_ - served_[input].counted <= bound) return;
    violation_ = RuleViolation{
        now, fmt::format("input {}", input), "progress",
        fmt::format("a beat of its to move within {} cycles with ready receivers", bound),
        fmt::format("none since cycle {}{}", served_[input].cycle, packet_of(input, settings_, scoreboard))};
  });
}

}  // namespace xb
