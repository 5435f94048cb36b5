// SPDX-License-Identifier: Apache-2.0
#include "host/link/packet_lengths.h"

#include <algorithm>

#include "host/base/parse_number.h"
#include "host/link/packet.h"

namespace xb {
namespace {

constexpr double kLeastWeight = 1e-6, kMostWeight = 1e6;

/// One of `64B:7`, and whether it is in bytes.
bool parse_weighted(std::string_view text, WeightedLength& length, bool& in_bytes) {
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos || colon == 0) return false;
  std::string_view number = text.substr(0, colon);
  in_bytes = number.back() == 'B';
  if (in_bytes) number.remove_suffix(1);
  return parse_number(number, 1, in_bytes ? kMaxPacketBytes : kMaxPacketBeats, length.length) &&
         parse_number(text.substr(colon + 1), kLeastWeight, kMostWeight, length.weight);
}

}  // namespace

std::optional<PacketMix> parse_packet_mix(std::string_view text) {
  if (text == kImix) text = kImixLengths;
  PacketMix mix;
  for (const std::string& part : list_parts(text)) {
    WeightedLength length;
    bool in_bytes = false;
    if (!parse_weighted(part, length, in_bytes)) return {};
    const auto same = [&](const WeightedLength& other) { return other.length == length.length; };
    if (std::any_of(mix.lengths.begin(), mix.lengths.end(), same)) return {};
    if (!mix.lengths.empty() && in_bytes != mix.in_bytes) return {};
    mix.in_bytes = in_bytes;
    mix.lengths.push_back(length);
  }
  return mix;
}

PacketLengths::PacketLengths(unsigned least, unsigned most, const PacketMix& mix)
    : least_(least), most_(most), mix_(mix.lengths) {
  const double all = weight();
  double so_far = 0;
  for (const WeightedLength& one : mix_)
    bounds_.push_back(RandomStream::threshold((so_far += one.weight) / all));
}

unsigned PacketLengths::weighted(std::uint64_t u) const {
  std::size_t n = 0;
  while (n + 1 < bounds_.size() && u >= bounds_[n]) ++n;
  return mix_[n].length;
}

}  // namespace xb
