// SPDX-License-Identifier: Apache-2.0
// The keys whose values are lengths of packets, and the clock.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <utility>

#include "host/base/units.h"
#include "host/config/key_kinds.h"
#include "host/link/packet.h"
#include "host/link/packet_lengths.h"

namespace xb {
namespace {

constexpr unsigned kMostGapBytes = 9000;
constexpr double kLeastClockMhz = 0.001, kMostClockMhz = 100000;
constexpr unsigned kMostWidth = 512;  // bits of a beat

constexpr const char* kBytesPattern = "([0-9]+|[0-9.]+(k|K|Ki))B";

bool in_bytes(const std::string& text) { return !text.empty() && text.back() == 'B'; }

/// A length in beats, or with its unit in bytes: `64B`, `9kB`, `1KiB`.
bool parse_length(const std::string& text, unsigned low, unsigned most, unsigned& length) {
  if (!in_bytes(text)) return parse_number(text, low, most, length);
  constexpr std::string_view kBinary = "KiB";
  const bool binary = text.size() > kBinary.size() && text.substr(text.size() - kBinary.size()) == kBinary;
  const unsigned factor = binary ? 1024 : 1;
  double number = 0;
  if (!parse_number(text.substr(0, text.size() - (binary ? kBinary.size() : 1)), 0, most, number))
    return false;
  number *= factor;
  if (number != std::floor(number) || number < low || number > most) return false;
  length = static_cast<unsigned>(number);
  return true;
}

/// One length, A..B, or weighted ones, of which a single one is that length: beats, or, where each has its
/// unit, bytes.
std::optional<PacketConfig> read_packet(const std::string& text) {
  PacketConfig packet;
  if (text == "auto") return packet;
  packet.packet_given = true;
  if (auto mix = Given<parse_packet_mix>::read(text)) {
    const auto shorter = [](const WeightedLength& a, const WeightedLength& b) { return a.length < b.length; };
    const auto& lengths = (*mix)->lengths;
    const auto [least, most] = std::minmax_element(lengths.begin(), lengths.end(), shorter);
    packet.packet_min = least->length;
    packet.packet_max = most->length;
    packet.packet_in_bytes = (*mix)->in_bytes;
    if (lengths.size() > 1) packet.packet_mix = std::move(mix);
    return packet;
  }
  const auto dots = text.find("..");
  const std::string first = text.substr(0, dots);
  const std::string last = dots == std::string::npos ? first : text.substr(dots + 2);
  packet.packet_in_bytes = in_bytes(first);
  const unsigned most = packet.packet_in_bytes ? kMaxPacketBytes : kMaxPacketBeats;
  const bool good = in_bytes(last) == packet.packet_in_bytes &&
                    parse_length(first, 1, most, packet.packet_min) &&
                    parse_length(last, packet.packet_min, most, packet.packet_max);
  return good ? std::optional(packet) : std::nullopt;
}

bool set_packet(RunConfig& c, const std::string& text) {
  auto packet = read_packet(text);
  if (packet) static_cast<PacketConfig&>(c) = std::move(*packet);
  return packet.has_value();
}

nlohmann::ordered_json get_packet(const RunConfig& c) {
  if (!c.packet_given && !c.is_random()) return "auto";
  if (c.packet_mix) return c.packet_mix->text();
  const bool one = c.packet_min == c.packet_max;
  if (c.packet_in_bytes)
    return one ? fmt::format("{}B", c.packet_min) : fmt::format("{}B..{}B", c.packet_min, c.packet_max);
  if (one) return c.packet_min;
  return fmt::format("{}..{}", c.packet_min, c.packet_max);
}

/// MHz as a number, or a frequency or the rate of a link with its unit.
bool set_clock(RunConfig& c, const std::string& text) {
  double mhz = 0, link_rate = 0;
  const auto hertz = parse_frequency(text);
  const auto rate = parse_rate(text);
  if (hertz) mhz = *hertz / 1e6;
  if (rate) link_rate = *rate / 1e9;
  const bool given = hertz  ? mhz >= kLeastClockMhz && mhz <= kMostClockMhz
                     : rate ? link_rate > 0 && link_rate <= kMostClockMhz * kMostWidth / 1000
                            : text == "auto" || parse_number(text, kLeastClockMhz, kMostClockMhz, mhz);
  if (!given) return false;
  c.clock = mhz;
  c.link_rate = link_rate;
  return true;
}

nlohmann::ordered_json get_clock(const RunConfig& c) {
  if (c.link_rate != 0) return fmt::format("{}Gbps", c.link_rate);
  if (c.clock == 0) return "auto";
  return c.clock;
}

}  // namespace

ConfigKey clock_key() {
  ConfigKey key{
      "clock",
      fmt::format("auto, {}..{} MHz, a frequency such as 1.25GHz, or the rate of a link such as 100Gbps",
                  kLeastClockMhz, kMostClockMhz),
      fmt::format("clock of the switch, for times and rates; auto: the device's, or {} MHz", kUsualClockMhz),
      set_clock, get_clock};
  key.form = {
      {"auto"}, ValueForm::Range{kLeastClockMhz, kMostClockMhz, false}, {}, "^[0-9.]+ *[kMGT]?(Hz|bps|b/s)$"};
  key.only_if_set = true;
  return key;
}

ConfigKey packet_key() {
  return {"packet",
          fmt::format("auto, 1..{} beats, bytes such as 64B, A..B of either, lengths with weights such as "
                      "64B:7,576B:4, or {}",
                      kMaxPacketBeats, kImix),
          fmt::format("packet length; auto: 1 beat, with a schedule the cluster's frame, with a capture its "
                      "frames; {}: {}",
                      kImix, kImixLengths),
          set_packet,
          get_packet,
          {{"auto", kImix},
           ValueForm::Range{1, kMaxPacketBeats, true},
           {},
           fmt::format("^([0-9]+[.][.][0-9]+|{0}([.][.]{0})?|[0-9]+B?:[0-9.e%-]+(,[0-9]+B?:[0-9.e%-]+)*)$",
                       kBytesPattern)}};
}

ConfigKey gap_key() {
  ConfigKey key{"gap", fmt::format("0B..{}B", kMostGapBytes),
                "bytes that a packet costs its link beyond its own: Ethernet's preamble and gap are 20B",
                [](RunConfig& c, const std::string& v) {
                  return in_bytes(v) && parse_length(v, 0, kMostGapBytes, c.gap_bytes);
                },
                [](const RunConfig& c) { return fmt::format("{}B", c.gap_bytes); }};
  key.form = {{}, {}, {}, fmt::format("^{}$", kBytesPattern)};
  key.only_if_set = true;
  return key;
}

}  // namespace xb
