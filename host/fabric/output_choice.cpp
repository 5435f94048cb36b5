// SPDX-License-Identifier: Apache-2.0
#include "host/fabric/output_choice.h"

#include "host/base/random.h"

namespace xb {

unsigned OutputChoice::take(Trip& trip) {
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

PortMask OutputChoice::outputs_at(unsigned there, const Trip& trip) const {
  const unsigned to = wiring_.switch_of(trip.destination);
  if (to == there) return bit(wiring_.port_of(trip.destination));
  if (adaptive_ != AdaptiveChoice::None) return routes_.ports(there, trip.phase, to);
  return bit(routes_.fixed_port(there, trip.phase, to, trip.destination));
}

/// The port by which a packet leaves for another switch.
unsigned OutputChoice::choose(const Trip& trip, unsigned to) const {
  if (adaptive_ == AdaptiveChoice::None) return routes_.fixed_port(at_, trip.phase, to, trip.destination);
  PortMask ports = routes_.ports(at_, trip.phase, to);
  const bool any_is_free = (ports & unbound_) != 0;
  if (adaptive_ == AdaptiveChoice::Random) return draw(trip, any_is_free ? ports & unbound_ : ports);
  // The least busy one; of several the next in the order that begins with the destination's own.
  const unsigned own = routes_.fixed_port(at_, trip.phase, to, trip.destination);
  if (any_is_free) ports &= unbound_;
  const PortMask from_own = ports & ~(bit(own) - 1);
  if (any_is_free) return lowest_port(from_own != 0 ? from_own : ports);
  unsigned best = own;
  const auto look = [&](unsigned port) {
    if (bound_[port] < bound_[best]) best = port;
  };
  for_each_port(from_own, look);
  for_each_port(ports & ~from_own, look);
  return best;
}

/// One of the least busy ports, drawn for this packet at this switch: the same whoever is asked first.
unsigned OutputChoice::draw(const Trip& trip, PortMask ports) const {
  unsigned least = bound_[lowest_port(ports)];
  PortMask found = 0;
  for_each_port(ports, [&](unsigned port) {
    if (bound_[port] < least) {
      least = bound_[port];
      found = 0;
    }
    if (bound_[port] == least) found |= bit(port);
  });
  const std::uint64_t flow = std::uint64_t{trip.source} << 32U | trip.destination;
  RandomStream stream(seed_ ^ RandomStream::mix(flow), StreamPurpose::AdaptivePort,
                      std::uint64_t{trip.sequence} << 16U | at_);
  return nth_port(found, stream.below(port_count(found)));
}

}  // namespace xb
