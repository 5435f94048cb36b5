// SPDX-License-Identifier: Apache-2.0
#include "host/link/pause_units.h"

namespace xb {

PauseUnits::PauseUnits(unsigned ports, const PauseSettings& settings) : settings_(settings), ports_(ports) {}

void PauseUnits::hold(unsigned port, unsigned of_class, std::uint64_t beats) {
  const PauseLimits& limits = *settings_.of_class[of_class];
  PortMask& asks = classes_[of_class].asks;
  if (beats >= limits.xoff_beats)
    asks |= bit(port);
  else if (beats <= limits.xon_beats)
    asks &= ~bit(port);
}

PortMask PauseUnits::wanted() const {
  PortMask ports = 0;
  for (const OfClass& c : classes_) ports |= c.asks ^ c.told;
  return ports;
}

PortMask PauseUnits::before_cycle(std::uint64_t now, PortMask within_packet) {
  begun_.clear();
  for_each_port(sending_, [&](unsigned port) {
    if (ports_[port].frame_end == now) sending_ &= ~bit(port);
  });
  const PortMask busy = settings_.frame_beats == 0 ? 0 : sending_ | within_packet;
  for_each_port(wanted() & ~busy, [&](unsigned port) { send(port, now); });
  for_each_port(coming_, [&](unsigned port) {
    Ring<Effect>& effects = ports_[port].effects;
    if (effects.front().cycle > now) return;
    take_effect(port, effects.front().classes);
    effects.pop();
    if (effects.empty()) coming_ &= ~bit(port);
  });
  return sending_;
}

void PauseUnits::send(unsigned port, std::uint64_t now) {
  std::uint8_t pausing = 0;
  for (unsigned c = 0; c < kMaxClasses; ++c) {
    OfClass& of = classes_[c];
    const PortMask change = (of.asks ^ of.told) & bit(port);
    of.told ^= change;
    const bool pause = (of.told & bit(port)) != 0;
    if (change != 0) ++(pause ? of.pauses : of.resumes);
    pausing |= static_cast<std::uint8_t>(pause ? 1U << c : 0U);
  }
  if (settings_.frame_beats != 0) sending_ |= bit(port);
  ports_[port].frame_end = now + std::uint64_t{settings_.frame_beats} * ports_[port].period;
  if ((switches_ & bit(port)) != 0) {
    begun_.push_back({port, ports_[port].frame_end, pausing});
    return;
  }
  coming_ |= bit(port);
  ports_[port].effects.push({ports_[port].frame_end - 1 + settings_.round_trip(), pausing});
}

void PauseUnits::take_effect(unsigned port, std::uint8_t classes) {
  for (unsigned c = 0; c < kMaxClasses; ++c) {
    PortMask& paused = classes_[c].paused;
    paused = (classes >> c & 1U) != 0 ? paused | bit(port) : paused & ~bit(port);
  }
}

}  // namespace xb
