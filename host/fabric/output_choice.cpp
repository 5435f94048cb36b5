// SPDX-License-Identifier: Apache-2.0
#include "host/fabric/output_choice.h"

#include "host/base/random.h"

namespace xb {

PortMask OutputChoice::outputs_at(unsigned there, const Trip& trip) const {
  const unsigned to = wiring_.switch_of(trip.destination);
  if (to == there) return bit(wiring_.port_of(trip.destination));
  if (adaptive_ != AdaptiveChoice::None) return routes_.ports(there, trip.phase, to);
  return bit(routes_.fixed_port(there, trip.phase, to, trip.destination));
}

unsigned OutputChoice::least_busy(PortMask ports, unsigned own) const {
  unsigned best = own;
  const auto look = [&](unsigned port) {
    if (bound_[port] < bound_[best]) best = port;
  };
  const PortMask from_own = ports & ~(bit(own) - 1);
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
