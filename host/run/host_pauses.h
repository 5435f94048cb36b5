// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "host/wires/port_set.h"

namespace xb {

struct SwitchConfig;

/// The hosts of a switch that ask it to pause what comes to them (key host-pause). What the frame says takes
/// effect at the switch a cable's latency and its response after the frame's last beat; a packet that has
/// begun goes on. Frames cost the host's link nothing.
class HostPauses {
 public:
  /// Of hosts first_host .. at ports 0 .. of a switch.
  HostPauses(const SwitchConfig& c, unsigned first_host);

  [[nodiscard]] bool empty() const { return pauses_.empty(); }
  /// Before cycle `now`.
  void look(std::uint64_t now);
  /// The outputs at which no packet of a class begins in that cycle.
  [[nodiscard]] PortMask stopped(unsigned of_class) const { return stopped_[of_class]; }
  /// No pause that has an end is longer: the run drains.
  void end();
  /// The end of those that hold, or have held, and have one.
  [[nodiscard]] std::uint64_t last_end() const;
  /// Outputs at which some class is paused for ever.
  [[nodiscard]] PortMask endless() const;
  /// Those that hold, a line each.
  [[nodiscard]] std::string lines() const;

 private:
  struct AtPort {
    unsigned port, host;
    std::uint8_t classes;  // bit c: class c
    std::uint64_t first, end;
  };
  [[nodiscard]] bool holds(const AtPort& pause) const { return pause.first <= now_ && now_ < pause.end; }

  std::vector<AtPort> pauses_;
  std::uint64_t now_ = 0;
  unsigned classes_;
  std::array<PortMask, kMaxClasses> stopped_{};
};

}  // namespace xb
