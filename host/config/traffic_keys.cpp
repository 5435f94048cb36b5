// SPDX-License-Identifier: Apache-2.0
// The keys whose values are lengths of packets, and the clock.
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <optional>

#include "host/config/key_kinds.h"
#include "host/link/packet.h"

namespace xb {
namespace {

constexpr unsigned kMostGapBytes = 9000;

/// `64B` without its unit, or nothing.
std::optional<std::string> without_bytes(const std::string& text) {
  if (text.empty() || text.back() != 'B') return {};
  return text.substr(0, text.size() - 1);
}

/// One length, or A..B: beats, or, where each has its unit, bytes.
bool set_packet(RunConfig& c, const std::string& text) {
  if (text == "auto") {
    c.packet_min = c.packet_max = 1;
    c.packet_in_bytes = c.packet_given = false;
    return true;
  }
  const auto dots = text.find("..");
  std::string first = text.substr(0, dots);
  std::string last = dots == std::string::npos ? first : text.substr(dots + 2);
  const auto first_bytes = without_bytes(first);
  const auto last_bytes = without_bytes(last);
  if (first_bytes.has_value() != last_bytes.has_value()) return false;
  if (first_bytes) {
    first = *first_bytes;
    last = *last_bytes;
  }
  unsigned low = 0;
  unsigned high = 0;
  const unsigned most = first_bytes ? kMaxPacketBytes : kMaxPacketBeats;
  if (!parse_number(first, 1, most, low) || !parse_number(last, low, most, high)) return false;
  c.packet_min = low;
  c.packet_max = high;
  c.packet_in_bytes = first_bytes.has_value();
  return c.packet_given = true;
}

nlohmann::ordered_json get_packet(const RunConfig& c) {
  if (!c.packet_given && !c.is_random()) return "auto";
  const bool one = c.packet_min == c.packet_max;
  if (c.packet_in_bytes)
    return one ? fmt::format("{}B", c.packet_min) : fmt::format("{}B..{}B", c.packet_min, c.packet_max);
  if (one) return c.packet_min;
  return fmt::format("{}..{}", c.packet_min, c.packet_max);
}

}  // namespace

ConfigKey clock_key() {
  constexpr double kLeast = 0.001, kMost = 100000;
  ConfigKey key{"clock", fmt::format("auto, or {}..{} MHz", kLeast, kMost),
                fmt::format("clock of the switch, for the times of frames; auto: the device's, or {} MHz",
                            kUsualClockMhz),
                [=](RunConfig& c, const std::string& v) {
                  if (v == "auto") return c.clock = 0, true;
                  return parse_number(v, kLeast, kMost, c.clock);
                },
                [](const RunConfig& c) -> nlohmann::ordered_json {
                  if (c.clock == 0) return "auto";
                  return c.clock;
                }};
  key.form = {{"auto"}, ValueForm::Range{kLeast, kMost, false}, {}, ""};
  key.only_if_set = true;
  return key;
}

ConfigKey packet_key() {
  return {"packet",
          fmt::format("auto, 1..{} beats, bytes such as 64B, or A..B of either", kMaxPacketBeats),
          "packet length; auto: 1 beat, with a schedule the cluster's frame, with a capture its frames",
          set_packet,
          get_packet,
          {{"auto"},
           ValueForm::Range{1, kMaxPacketBeats, true},
           {},
           "^([0-9]+[.][.][0-9]+|[0-9]+B([.][.][0-9]+B)?)$"}};
}

ConfigKey gap_key() {
  ConfigKey key{"gap", fmt::format("0B..{}B", kMostGapBytes),
                "bytes that a packet costs its link beyond its own: Ethernet's preamble and gap are 20B",
                [](RunConfig& c, const std::string& v) {
                  const auto bytes = without_bytes(v);
                  return bytes && parse_number(*bytes, 0, kMostGapBytes, c.gap_bytes);
                },
                [](const RunConfig& c) { return fmt::format("{}B", c.gap_bytes); }};
  key.form = {{}, {}, {}, "^[0-9]+B$"};
  key.only_if_set = true;
  return key;
}

}  // namespace xb
