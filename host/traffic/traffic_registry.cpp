// SPDX-License-Identifier: Apache-2.0
#include "host/traffic/traffic_registry.h"

#include <algorithm>

#include "host/base/errors.h"

namespace xb {

const std::vector<TrafficEntry>& traffic_patterns() {
  using D = Destinations;
  static const std::vector<TrafficEntry> entries{
      {"uniform", "Bernoulli arrivals, every output equally likely (the own one included)",
       [](D& d) { return d.uniform(); }},
      {"permutation", "input i sends to output (i+1) mod N only", [](D& d) { return d.neighbour(); }},
      {"one-hot", "every input sends to output 0", [](D&) { return 0U; }},
      {"bursty",
       "on/off: bursts of packets back to back, each burst to one uniformly drawn output",
       [](D& d) { return d.bursty(); },
       {"burst"}},
      {"unbalanced",
       "input i sends the share `unbalance` to output i, the rest uniformly",
       [](D& d) { return d.favoured(d.input()); },
       {"unbalance"}},
      {"diagonal", "input i sends 2/3 to output i and 1/3 to output i+1", [](D& d) { return d.diagonal(); }},
      {"log-diagonal", "input i sends to output i+k in proportion to 1/2^k",
       [](D& d) { return d.log_diagonal(); }},
      {"hotspot",
       "every input sends the share `unbalance` to output 0, the rest uniformly",
       [](D& d) { return d.favoured(0); },
       {"unbalance"}},
      {"alternate",
       "every input sends its packets to outputs 0 .. `targets`-1 in turn",
       [](D& d) { return d.in_turn(); },
       {"targets"}},
      {"incast",
       "every `period` cycles `fan-in` hosts send `incast-bytes` each to one, over uniform packets of `load`",
       [](D& d) { return d.uniform(); },
       {"fan-in", "victim", "senders", "incast-bytes", "period", "jitter"}},
  };
  return entries;
}

const TrafficEntry& find_traffic(const std::string& name) {
  const auto& all = traffic_patterns();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const auto& entry) { return entry.name == name; });
  if (found == all.end()) throw InputError("traffic: '" + name + "' is not registered");
  return *found;
}

}  // namespace xb
