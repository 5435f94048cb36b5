// SPDX-License-Identifier: Apache-2.0
#include "host/link/pause_units.h"

namespace xb {

PauseUnits::PauseUnits(unsigned ports, const PauseSettings& settings) : settings_(settings), ports_(ports) {}

void PauseUnits::hold(unsigned port, std::uint64_t beats) {
  if (beats >= settings_.xoff_beats)
    asks_ |= bit(port);
  else if (beats <= settings_.xon_beats)
    asks_ &= ~bit(port);
}

PortMask PauseUnits::before_cycle(std::uint64_t now, PortMask within_packet) {
  for_each_port(sending_, [&](unsigned port) {
    if (ports_[port].frame_end == now) sending_ &= ~bit(port);
  });
  for_each_port((asks_ ^ told_) & ~(sending_ | within_packet), [&](unsigned port) { send(port, now); });
  for_each_port(coming_, [&](unsigned port) {
    Ring<Effect>& effects = ports_[port].effects;
    if (effects.front().cycle > now) return;
    paused_ = effects.front().pause ? paused_ | bit(port) : paused_ & ~bit(port);
    effects.pop();
    if (effects.empty()) coming_ &= ~bit(port);
  });
  return sending_;
}

void PauseUnits::send(unsigned port, std::uint64_t now) {
  told_ ^= bit(port);
  sending_ |= bit(port);
  coming_ |= bit(port);
  const bool pause = (told_ >> port & 1U) != 0;
  ++(pause ? pauses_ : resumes_);
  ports_[port].frame_end = now + std::uint64_t{settings_.frame_beats} * ports_[port].period;
  const std::uint64_t last_beat = ports_[port].frame_end - 1;
  ports_[port].effects.push(
      {last_beat + 2 * std::uint64_t{settings_.cable_cycles} + settings_.response_cycles, pause});
}

}  // namespace xb
