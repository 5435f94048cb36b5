// SPDX-License-Identifier: Apache-2.0
#include "host/link/credit_units.h"

namespace xb {

// What leaves in a cycle is known after it.
CreditUnits::CreditUnits(unsigned ports, const PauseSettings& settings)
    : delays_(ports, std::max<std::uint64_t>(settings.round_trip(), 1)),
      ports_(ports),
      settings_(settings),
      accounts_(std::size_t{ports} * kMaxClasses) {}

void CreditUnits::count(std::uint64_t now, unsigned port, unsigned of_class, std::uint64_t taken,
                        std::uint64_t left) {
  Account& account = accounts_[std::size_t{of_class} * ports_ + port];
  if (left != account.sent_for) {
    account.credits.push({now - 1 + delays_[port], left});
    account.sent_for = left;
    ++on_the_way_;
  }
  if (!account.credits.empty() && account.credits.front().cycle <= now) {
    account.known = account.credits.front().left;
    account.credits.pop();
    --on_the_way_;
  }
  PortMask& paused = paused_[of_class];
  const bool pause = taken - account.known > settings_.of_class[of_class]->xoff_beats;
  paused = pause ? paused | bit(port) : paused & ~bit(port);
}

}  // namespace xb
