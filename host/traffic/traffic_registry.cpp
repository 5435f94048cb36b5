// SPDX-License-Identifier: Apache-2.0
#include "host/traffic/traffic_registry.h"

namespace xb {

const std::vector<TrafficEntry>& traffic_patterns() {
  using D = Destinations;
  static const std::vector<TrafficEntry> entries{
      {word(TrafficPattern::Uniform),
       "Bernoulli arrivals, every output equally likely (the own one included)",
       [](D& d) { return d.uniform(); }},
      {word(TrafficPattern::Permutation), "input i sends to output (i+1) mod N only",
       [](D& d) { return d.neighbour(); }},
      {word(TrafficPattern::OneHot), "every input sends to output 0", [](D&) { return 0U; }},
      {word(TrafficPattern::Bursty),
       "on/off: bursts of packets back to back, each burst to one uniformly drawn output",
       [](D& d) { return d.bursty(); },
       {"burst"}},
      {word(TrafficPattern::Unbalanced),
       "input i sends the share `unbalance` to output i, the rest uniformly",
       [](D& d) { return d.favoured(d.input()); },
       {"unbalance"}},
      {word(TrafficPattern::Diagonal), "input i sends 2/3 to output i and 1/3 to output i+1",
       [](D& d) { return d.diagonal(); }},
      {word(TrafficPattern::LogDiagonal), "input i sends to output i+k in proportion to 1/2^k",
       [](D& d) { return d.log_diagonal(); }},
      {word(TrafficPattern::Hotspot),
       "every input sends the share `unbalance` to output 0, the rest uniformly",
       [](D& d) { return d.favoured(0); },
       {"unbalance"}},
      {word(TrafficPattern::Alternate),
       "every input sends its packets to outputs 0 .. `targets`-1 in turn",
       [](D& d) { return d.in_turn(); },
       {"targets"}},
      {word(TrafficPattern::Incast),
       "every `period` cycles `fan-in` hosts send `incast-bytes` each to one, over uniform packets of `load`",
       [](D& d) { return d.uniform(); },
       {"fan-in", "victim", "senders", "incast-bytes", "period", "jitter"}},
      {word(TrafficPattern::Overrun),
       "the last input is overrun in all phases: packets for output 0, which takes none meanwhile (flow pfc)",
       [](D&) { return 0U; }},
  };
  return entries;
}

const TrafficEntry& find_traffic(TrafficPattern pattern) {
  return traffic_patterns().at(static_cast<std::size_t>(pattern));
}

}  // namespace xb
