// SPDX-License-Identifier: Apache-2.0
#include "host/link/ecn_marker.h"

#include <algorithm>

#include "host/base/parse_number.h"

namespace xb {

std::optional<EcnThresholds> parse_ecn(std::string_view text) {
  constexpr double kMost = 1048576;
  EcnThresholds t;
  const auto dots = text.find(".."), colon = text.find(':');
  if (dots == std::string_view::npos) {
    if (!parse_number(text, 0, kMost, t.low)) return {};
    t.high = t.low;
    return t;
  }
  if (colon == std::string_view::npos || colon < dots + 2) return {};
  const std::string_view high = text.substr(dots + 2, colon - dots - 2);
  if (!parse_number(text.substr(0, dots), 0, kMost, t.low) ||
      !parse_number(high, t.low + 1.0, kMost, t.high) ||
      !parse_number(text.substr(colon + 1), 0, 1, t.probability))
    return {};
  return t;
}

EcnMarker::EcnMarker(const EcnThresholds& thresholds, unsigned ports, std::uint64_t seed)
    : thresholds_(thresholds), packets_(ports), marked_(ports) {
  for (unsigned input = 0; input < ports; ++input) draws_.emplace_back(seed, StreamPurpose::EcnMark, input);
}

void EcnMarker::arrived(PortMask first, Transmitter& transmitter, const SwitchOutputs& out) {
  for_each_port(first, [&](unsigned input) {
    const unsigned output = transmitter.wires().s_tdest[input];
    const double probability = thresholds_.at(out.occ_beats[output]);
    ++packets_[output];
    if (!draws_[input].chance(RandomStream::threshold(probability))) return;
    ++marked_[output];
    transmitter.mark(input);
  });
}

void EcnMarker::open() {
  std::fill(packets_.begin(), packets_.end(), 0);
  std::fill(marked_.begin(), marked_.end(), 0);
}

}  // namespace xb
