// SPDX-License-Identifier: Apache-2.0
#include "host/traffic/destinations.h"

#include <algorithm>
#include <array>

namespace xb {

Destinations::Draw Destinations::draw_of(const std::string& traffic) {
  static constexpr std::uint64_t kTwoThirds = 6148914691236517205U;  // of 2^63, as chance() takes it
  static const std::array<Pattern, 9> patterns{{
      {"uniform", [](Destinations& d) { return d.uniform(); }},
      {"permutation", [](Destinations& d) { return d.wrapped(d.input_ + 1); }},
      {"one-hot", [](Destinations&) { return 0U; }},
      {"bursty", [](Destinations& d) { return d.bursty(); }},
      {"unbalanced", [](Destinations& d) { return d.favoured(d.input_); }},
      {"hotspot", [](Destinations& d) { return d.favoured(0); }},
      {"diagonal",
       [](Destinations& d) { return d.wrapped(d.stream_.chance(kTwoThirds) ? d.input_ : d.input_ + 1); }},
      {"log-diagonal", [](Destinations& d) { return d.log_diagonal(); }},
      {"alternate", [](Destinations& d) { return d.in_turn(); }},
  }};
  return std::find_if(patterns.begin(), patterns.end(),
                      [&](const Pattern& p) { return p.traffic == traffic; })
      ->draw;
}

Destinations::Destinations(const RunConfig& config, unsigned input)
    : draw_(draw_of(config.traffic)),
      ports_(config.ports),
      input_(input),
      targets_(config.targets),
      threshold_(RandomStream::threshold(config.unbalance)),
      stream_(config.seed, StreamPurpose::Destination, input),
      bursts_(config.traffic == "bursty" ? config.burst : 1,
              RandomStream(config.seed, StreamPurpose::Burst, input)) {}

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
