// SPDX-License-Identifier: Apache-2.0
#include "host/traffic/destinations.h"

#include "host/traffic/traffic_registry.h"

namespace xb {

Destinations::Destinations(const RunConfig& config, unsigned input)
    : draw_(find_traffic(config.traffic).draw),
      ports_(config.ports),
      input_(input),
      targets_(config.targets),
      threshold_(RandomStream::threshold(config.unbalance)),
      stream_(config.seed, StreamPurpose::Destination, input),
      bursts_(config.traffic == "bursty" ? config.burst : 1,
              RandomStream(config.seed, StreamPurpose::Burst, input)) {}

unsigned Destinations::diagonal() {
  constexpr std::uint64_t kTwoThirds = 6148914691236517205U;  // of 2^63, as chance() takes it
  return wrapped(stream_.chance(kTwoThirds) ? input_ : input_ + 1);
}

unsigned Destinations::log_diagonal() {
  // The highest bit set of a uniform number 1..2^N-1: bit N-1-k with the probability 2^(N-1-k) / (2^N-1).
  std::uint64_t bits = 0;
  while (bits == 0) bits = stream_.next() >> (64 - ports_);
  const auto k = static_cast<unsigned>(__builtin_clzll(bits)) - (64 - ports_);
  return wrapped(input_ + k);
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
