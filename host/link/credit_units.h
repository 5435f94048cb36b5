// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "host/containers/ring.h"
#include "host/link/pause_settings.h"
#include "host/wires/port_set.h"

namespace xb {

/// Credits of hosts for the memory of their inputs, by class (flow cbfc). A beat that has left the switch is
/// credited a cable's latency later, and after the host's response; a packet begins where its class has
/// credit for the longest one. Credits cost their link nothing. Times are the switch's, as in PauseUnits.
class CreditUnits {
 public:
  CreditUnits(unsigned ports, const PauseSettings& settings);
  /// A port's cable has another latency than the hosts'.
  void set_round_trip(unsigned port, std::uint64_t cycles) { delays_[port] = cycles; }

  /// Before cycle `now`, each in turn: beats of a class with limits that input `port` has taken since the
  /// start, and those that have left the switch.
  void count(std::uint64_t now, unsigned port, unsigned of_class, std::uint64_t taken, std::uint64_t left);
  /// The inputs at which no packet of the class may begin in this cycle.
  [[nodiscard]] PortMask paused(unsigned of_class) const { return paused_[of_class]; }
  /// A credit is on its way.
  [[nodiscard]] bool busy() const { return on_the_way_ != 0; }

 private:
  struct Credit {
    std::uint64_t cycle, left;  // from that cycle on the host knows that so many have left
  };
  struct Account {
    Ring<Credit> credits;
    std::uint64_t sent_for = 0, known = 0;  // beats that have left
  };

  std::vector<std::uint64_t> delays_;  // by port
  unsigned ports_;
  PauseSettings settings_;
  std::vector<Account> accounts_;  // by class, then port
  std::array<PortMask, kMaxClasses> paused_{};
  std::uint64_t on_the_way_ = 0;
};

}  // namespace xb
