// SPDX-License-Identifier: Apache-2.0
#include "host/traffic/destinations.h"

#include <algorithm>

#include "host/point/traffic_config.h"
#include "host/traffic/traffic_registry.h"

namespace xb {

Destinations::Destinations(const TrafficConfig& config, std::uint64_t seed, const HostList& hosts,
                           unsigned position, PortMask reached)
    : draw_(find_traffic(config.traffic->pattern).draw),
      hosts_(hosts),
      ports_(hosts.size()),
      input_(position),
      targets_(config.targets),
      threshold_(RandomStream::threshold(config.unbalance)),
      stream_(seed, StreamPurpose::Destination, hosts[position]),
      bursts_(config.has_pattern(TrafficPattern::Bursty) ? config.burst : 1,
              RandomStream(seed, StreamPurpose::Burst, hosts[position])),
      reached_(reached),
      is_uniform_(draw_ == find_traffic(TrafficPattern::Uniform).draw && hosts_.is_all() &&
                  reached_ == ~PortMask{0}) {}

bool Destinations::reaches_some() const {
  constexpr unsigned kDraws = 100000;
  Destinations draws = *this;
  for (unsigned n = 0; n < kDraws; ++n) {
    if ((reached_ >> hosts_[draws.draw_(draws)] & 1U) != 0) return true;
  }
  return false;
}

unsigned Destinations::diagonal() {
  constexpr std::uint64_t kTwoThirds = 6148914691236517205U;  // of 2^63, as chance() takes it
  return wrapped(stream_.chance(kTwoThirds) ? input_ : input_ + 1);
}

unsigned Destinations::log_diagonal() {
  // The highest bit set of a uniform number 1..2^N-1, drawn 64 bits at a time from the highest on: bit N-1-k
  // with the probability 2^(N-1-k) / (2^N-1).
  for (;;) {
    for (unsigned above = 0; above < ports_; above += 64) {
      const unsigned unused = 64 - std::min(64U, ports_ - above);
      const std::uint64_t bits = stream_.next() >> unused;
      if (bits != 0) return wrapped(input_ + above + static_cast<unsigned>(__builtin_clzll(bits)) - unused);
    }
  }
}

unsigned Destinations::in_turn() {
  const unsigned output = current_;
  current_ = output + 1 < targets_ ? output + 1 : 0;
  return output;
}

unsigned Destinations::bursty() {
  if (bursts_.take()) current_ = uniform();
  return current_;
}

}  // namespace xb
