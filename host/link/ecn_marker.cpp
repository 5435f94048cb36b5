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

EcnMarker::EcnMarker(const EcnThresholds& thresholds, unsigned ports, std::uint64_t seed, unsigned number)
    : thresholds_(thresholds),
      packets_(ports),
      marked_(ports),
      marked_from_(ports, std::vector<std::uint64_t>(ports)) {
  for (unsigned input = 0; input < ports; ++input)
    draws_.emplace_back(seed, StreamPurpose::EcnMark, std::uint64_t{number} * kMaxPorts + input);
}

bool EcnMarker::marks(unsigned input, unsigned output, std::uint32_t beats) {
  const bool marked = draws_[input].chance(RandomStream::threshold(thresholds_.at(beats)));
  if (!counts_) return marked;
  ++packets_[output];
  if (marked) {
    ++marked_[output];
    ++marked_from_[output][input];
  }
  return marked;
}

unsigned EcnMarker::most_from(unsigned output) const {
  const auto& from = marked_from_[output];
  return static_cast<unsigned>(std::max_element(from.begin(), from.end()) - from.begin());
}

void EcnMarker::open() {
  counts_ = true;
  std::fill(packets_.begin(), packets_.end(), 0);
  std::fill(marked_.begin(), marked_.end(), 0);
  for (auto& from : marked_from_) std::fill(from.begin(), from.end(), 0);
}

}  // namespace xb
