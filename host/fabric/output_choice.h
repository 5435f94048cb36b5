// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "host/fabric/trip.h"
#include "host/network/routes.h"
#include "host/point/network_config.h"
#include "host/wires/port_set.h"

namespace xb {

/// Gives each packet at one switch of a network its output, and counts those that are bound for each.
class OutputChoice {
 public:
  /// `seed` decides what is drawn. Wiring and routes live longer.
  OutputChoice(const Wiring& wiring, const Routes& routes, unsigned at, AdaptiveChoice adaptive,
               std::uint64_t seed)
      : wiring_(wiring), routes_(routes), at_(at), adaptive_(adaptive), seed_(seed) {}

  /// The output that a packet takes, which from now on counts it; its trip is in the phase behind it.
  unsigned take(Trip& trip) {
    const unsigned to = wiring_.switch_of(trip.destination);
    unsigned output = 0;
    if (to == at_) {
      output = wiring_.port_of(trip.destination);
    } else {
      output = choose(trip, to);
      trip.phase = static_cast<std::uint8_t>(routes_.next_phase(at_, trip.phase, output));
    }
    ++bound_[output];
    unbound_ &= ~bit(output);
    return output;
  }
  /// The outputs that a packet may take at switch `there`, this one or another, in the phase of its trip.
  [[nodiscard]] PortMask outputs_at(unsigned there, const Trip& trip) const;
  /// It may depend on a packet's number.
  [[nodiscard]] bool draws() const { return adaptive_ == AdaptiveChoice::Random; }
  /// A packet that was counted is out, or lost.
  void release(unsigned port) { unbound_ |= PortMask{--bound_[port] == 0} << port; }
  /// Packets inside, or on their way in, that are bound for an output.
  [[nodiscard]] unsigned bound(unsigned port) const { return bound_[port]; }

 private:
  /// The port by which a packet leaves for another switch.
  [[nodiscard]] unsigned choose(const Trip& trip, unsigned to) const {
    if (adaptive_ == AdaptiveChoice::None) return routes_.fixed_port(at_, trip.phase, to, trip.destination);
    const PortMask ports = routes_.ports(at_, trip.phase, to);
    if ((ports & (ports - 1)) == 0) return lowest_port(ports);
    const PortMask free = ports & unbound_;
    if (adaptive_ == AdaptiveChoice::Random) return draw(trip, free != 0 ? free : ports);
    // The least busy one; of several the next in the order that begins with the destination's own.
    const unsigned own = routes_.fixed_port(at_, trip.phase, to, trip.destination);
    if (free == 0) return least_busy(ports, own);
    const PortMask from_own = free & ~(bit(own) - 1);
    return lowest_port(from_own != 0 ? from_own : free);
  }
  [[nodiscard]] unsigned least_busy(PortMask ports, unsigned own) const;
  [[nodiscard]] unsigned draw(const Trip& trip, PortMask ports) const;

  const Wiring& wiring_;
  const Routes& routes_;
  unsigned at_;
  AdaptiveChoice adaptive_;
  std::uint64_t seed_;
  std::array<unsigned, kMaxPorts> bound_{};
  PortMask unbound_ = ~PortMask{0};  // outputs that none is bound for
};

}  // namespace xb
