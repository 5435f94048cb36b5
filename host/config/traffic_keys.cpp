// SPDX-License-Identifier: Apache-2.0
// The keys of random traffic, of the lengths of packets, and the clock.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <utility>

#include "host/base/units.h"
#include "host/config/key_kinds.h"
#include "host/link/flow_sizes.h"
#include "host/link/host_range.h"
#include "host/link/link_rates.h"
#include "host/link/packet.h"
#include "host/link/packet_lengths.h"
#include "host/traffic/traffic_registry.h"

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

/// Of one period it is a number.
ConfigKey output_period_key(ConfigKey key) {
  key.form.number = {1, kMaxOutputPeriod, true};
  key.get = [get = key.get](const RunConfig& c) -> nlohmann::ordered_json {
    const OutputPeriods& periods = *c.traffic->output_period;
    return periods.listed ? get(c) : nlohmann::ordered_json(periods.of[0]);
  };
  return key;
}

/// Patterns whose entry in the registry names the key.
KeyUse of_traffic(const std::string& key) {
  return {"traffic " + users_of(traffic_patterns(), key), [=](const RunConfig& c) {
            if (!c.is_random()) return false;
            const auto uses = [&](TrafficPattern pattern) {
              const auto& keys = find_traffic(pattern).keys;
              return std::find(keys.begin(), keys.end(), key) != keys.end();
            };
            if (!c.has_classes() || !c.traffic->class_traffic) return uses(c.traffic->traffic->pattern);
            const auto& own = *c.traffic->class_traffic;
            return uses(c.traffic->traffic->pattern) ||
                   std::any_of(own.begin(), own.end(),
                               [&](const auto& pattern) { return pattern && uses((*pattern)->pattern); });
          }};
}

/// Some class has no value of its own, or there are no classes that could.
template <class Values>
bool some_share(const RunConfig& c, const Values& own) {
  return !c.is_random() || !c.has_classes() || !own ||
         std::any_of(own->begin(), own->begin() + c.classes, [](const auto& value) { return !value; });
}

const KeyUse kSharedLoad{"a class without class-load",
                         [](const RunConfig& c) { return some_share(c, c.traffic->class_load); }};
const KeyUse kSharedLengths{"a class without class-packet",
                            [](const RunConfig& c) { return some_share(c, c.traffic->class_packet); }};
const KeyUse kSharedPattern{"a class without class-traffic",
                            [](const RunConfig& c) { return some_share(c, c.traffic->class_traffic); }};

/// A capture's frames have all that these say.
const KeyUse kRandomClasses{"random traffic", [](const RunConfig& c) { return c.is_random(); }};

}  // namespace

std::vector<ConfigKey> traffic_keys() {
  const std::vector<std::string> patterns = names(traffic_patterns());
  const KeyUse no_schedule{"no schedule", [](const RunConfig& c) { return !c.schedule; }};
  return {
      named_key("traffic", &TrafficConfig::traffic, patterns,
                fmt::format("{}, or {}FILE, a packet capture", listed(patterns), kCapturePrefix),
                "random sources, or frames to be replayed", fmt::format("^{}.", kCapturePrefix))
          .of_file("", kCapturePrefix)
          .when(no_schedule)
          .when(kSharedPattern),
      number_key("load", &TrafficConfig::load, 0, 1, "of the line rate", "offered load per input")
          .when({"no schedule, and no capture but with replay load",
                 [](const RunConfig& c) {
                   return c.is_random() || (c.replays() && c.traffic->replay == ReplayPace::Load);
                 }})
          .when(kSharedLoad),
      choice_key("replay", &TrafficConfig::replay,
                 "time from which a frame of a capture may go: its own, or as load has it")
          .if_set()
          .when({"traffic capture:FILE", [](const RunConfig& c) { return c.replays(); }}),
      choice_key(
          "capture-class", &TrafficConfig::capture_class,
          "what names the traffic class of a captured frame: PCP of its VLAN tag, or DSCP of its IP header")
          .if_set()
          .when(kWithClasses)
          .when({"traffic capture:FILE", [](const RunConfig& c) { return c.replays(); }}),
      ConfigKey{
          "clock",
          fmt::format("auto, {}..{} MHz, a frequency such as 1.25GHz, or the rate of a link such as 100Gbps",
                      kLeastClockMhz, kMostClockMhz),
          fmt::format("clock of the switch, for times and rates; auto: the device's, or {} MHz",
                      kUsualClockMhz),
          set_clock,
          get_clock,
          {{"auto"},
           ValueForm::Range{kLeastClockMhz, kMostClockMhz, false},
           {},
           "^[0-9.]+ *[kMGT]?(Hz|bps|b/s)$"}}
          .if_set()
          .when(KeyUse{"no schedule (its cluster has a clock-period)", no_schedule.used}),
      ConfigKey{
          "packet",
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
                       kBytesPattern)}}
          .when({"a run, step-search none",
                 [](const RunConfig& c) { return !c.searches_steps() || !c.packet_given; }})
          .when({"random traffic or a schedule (a capture's frames have lengths)",
                 [](const RunConfig& c) { return !c.replays() || !c.packet_given; }})
          .when(kSharedLengths)
          .for_searches(),
      ConfigKey{"gap",
                fmt::format("0B..{}B", kMostGapBytes),
                "bytes that a packet costs its link beyond its own: Ethernet's preamble and gap are 20B",
                [](RunConfig& c, const std::string& v) {
                  return in_bytes(v) && parse_length(v, 0, kMostGapBytes, c.gap_bytes);
                },
                [](const RunConfig& c) { return fmt::format("{}B", c.gap_bytes); },
                {{}, {}, {}, fmt::format("^{}$", kBytesPattern)}}
          .if_set()
          .when({"random traffic and a packet length in bytes",
                 [](const RunConfig& c) { return c.is_random() && c.packet_in_bytes; }}),
      number_key("burst", &TrafficConfig::burst, 1, 1e6, "packets", "mean length of a burst (bursty)")
          .when(of_traffic("burst")),
      number_key("unbalance", &TrafficConfig::unbalance, 0, 1, "",
                 "share of the load that goes to the favoured output (unbalanced, hotspot)")
          .when(of_traffic("unbalance")),
      number_key("targets", &TrafficConfig::targets, 1, kMaxHosts, "outputs",
                 "outputs 0, 1, ... that every input sends to in turn (alternate)")
          .when(of_traffic("targets")),
      number_or_word_key("fan-in", &TrafficConfig::fan_in, {{"all", {}}}, 1, kMaxHosts - 1, "hosts",
                         "hosts that send in each burst to one other (incast); all: every other")
          .if_set()
          .when(of_traffic("fan-in")),
      number_or_word_key("victim", &TrafficConfig::victim, {{"random", {}}}, 0, kMaxHosts - 1, "",
                         "host that all bursts go to (incast); random: one drawn for each")
          .if_set()
          .when(of_traffic("victim")),
      given_key("senders", &TrafficConfig::senders,
                fmt::format("hosts 0..{}, each once, such as 1,5,8..11", kMaxHosts - 1),
                "hosts that bursts come from, fan-in of them (incast)", kHostsPattern)
          .if_set()
          .when(of_traffic("senders")),
      bytes_key("incast-bytes", &TrafficConfig::incast_bytes,
                "bytes that each host of a burst sends (incast)", fmt::format("{}, 1B..1GB", kAllowedBytes))
          .if_set()
          .when(of_traffic("incast-bytes")),
      number_key("period", &TrafficConfig::period, 1, 1e12, "cycles",
                 "cycles from one burst to the next (incast)")
          .if_set()
          .when(of_traffic("period")),
      number_key("jitter", &TrafficConfig::jitter, 0, 1e9, "cycles",
                 "interval in which the hosts of a burst begin to send, each at random (incast)")
          .if_set()
          .when(of_traffic("jitter")),
      named_key("flow-sizes", &TrafficConfig::flow_sizes, names(named_flow_sizes()),
                fmt::format("none {}, or a .txt file", listed(names(named_flow_sizes()))),
                "sizes of the flows that the load comes in; none: it comes packet by packet", "[.]txt$")
          .if_set()
          .when({"random traffic but bursty",
                 [](const RunConfig& c) {
                   return c.is_random() && !c.traffic->has_pattern(TrafficPattern::Bursty);
                 }}),
      given_key("class-mix", &TrafficConfig::class_mix, "CLASS:SHARE,CLASS:SHARE, shares that add up to 1",
                "shares of the load by traffic class; equal: of all alike", kClassPattern)
          .if_set()
          .when(kWithClasses, kRandomClasses)
          .when(kSharedLoad),
      given_key("class-load", &TrafficConfig::class_load, "CLASS:LOAD,CLASS:LOAD, loads 0..1",
                "loads of classes of their own, instead of a share; 1: a source that always sends",
                kClassPattern)
          .if_set()
          .when(kWithClasses, kRandomClasses),
      given_key("class-packet", &TrafficConfig::class_packet,
                fmt::format("CLASS:LENGTH,CLASS:LENGTH, lengths 1..{} beats or A..B", kMaxPacketBeats),
                "packet lengths of classes that have their own", kClassPattern)
          .if_set()
          .when(kWithClasses, kRandomClasses)
          .when({"packet in beats", [](const RunConfig& c) { return !c.packet_in_bytes; }}),
      given_key("class-traffic", &TrafficConfig::class_traffic,
                "CLASS:PATTERN,CLASS:PATTERN, patterns of traffic but incast and overrun",
                "patterns of classes that have their own", kClassPattern)
          .if_set()
          .when(kWithClasses, kRandomClasses),
      given_key("class-cycles", &TrafficConfig::class_cycles,
                "CLASS:FIRST..END,CLASS:FIRST..END, cycles 0..1e12",
                "cycles in which packets of a class come; END is the first one without", kClassPattern)
          .if_set()
          .when(kWithClasses, kRandomClasses),
      number_key("receiver-stall", &TrafficConfig::receiver_stall, 0, 0.99, "",
                 "probability that a receiver is not ready in a cycle")
          .when(no_schedule),
      output_period_key(
          given_key("output-period", &TrafficConfig::output_period,
                    fmt::format("1..{} beat times, or a list PORT:PERIOD,PORT:PERIOD", kMaxOutputPeriod),
                    "period of slow receivers: a beat is taken every so many beat times",
                    "^[0-9]+:[0-9]+(,[0-9]+:[0-9]+)*$")),
  };
}

}  // namespace xb
