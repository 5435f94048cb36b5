// SPDX-License-Identifier: Apache-2.0
#include "host/config_keys.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>

#include "host/errors.h"
#include "host/packet.h"
#include "host/registry.h"

namespace xb {
namespace {

template <class T>
bool parse_number(const std::string& text, double low, double high, T& out) {
  if constexpr (std::is_floating_point_v<T>) {
    char* end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    if (text.empty() || *end != '\0' || !std::isfinite(value) || value < low || value > high) return false;
    out = value;
  } else {
    T value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size()) return false;
    if (value < static_cast<T>(low) || value > static_cast<T>(high)) return false;
    out = value;
  }
  return true;
}

template <class T>
ConfigKey number(std::string name, T RunConfig::*field, double low, double high, std::string unit,
                 std::string help) {
  const std::string range = std::is_floating_point_v<T> ? fmt::format("{}..{}", low, high)
                                                        : fmt::format("{:.0f}..{:.0f}", low, high);
  return {std::move(name), range + (unit.empty() ? "" : " " + unit), std::move(help),
          [=](RunConfig& c, const std::string& v) { return parse_number(v, low, high, c.*field); },
          [=](const RunConfig& c) { return c.*field; }};
}

ConfigKey choice(std::string name, std::string RunConfig::*field, std::vector<std::string> values,
                 std::string help) {
  return {std::move(name), fmt::format("{}", fmt::join(values, " ")), std::move(help),
          [=](RunConfig& c, const std::string& v) {
            for (const auto& allowed : values) {
              if (v == allowed) return c.*field = v, true;
            }
            return false;
          },
          [=](const RunConfig& c) { return c.*field; }};
}

bool set_packet(RunConfig& c, const std::string& text) {
  const auto dots = text.find("..");
  unsigned low = 0;
  unsigned high = 0;
  if (!parse_number(text.substr(0, dots), 1, kMaxPacketBeats, low)) return false;
  if (dots == std::string::npos)
    high = low;
  else if (!parse_number(text.substr(dots + 2), low, kMaxPacketBeats, high))
    return false;
  c.packet_min = low;
  c.packet_max = high;
  return c.packet_given = true;
}

nlohmann::ordered_json get_packet(const RunConfig& c) {
  if (c.packet_min == c.packet_max) return c.packet_min;
  return fmt::format("{}..{}", c.packet_min, c.packet_max);
}

ConfigKey width_key() {
  const std::vector<unsigned> widths{64, 128, 256, 512};
  return {"width", fmt::format("{}", fmt::join(widths, " ")), "payload of a beat [bits]",
          [=](RunConfig& c, const std::string& v) {
            unsigned value = 0;
            for (const unsigned allowed : widths) {
              if (parse_number(v, 1, 512, value) && value == allowed) return c.width = value, true;
            }
            return false;
          },
          [](const RunConfig& c) { return c.width; }};
}

ConfigKey ci_key() {
  return {"ci", "0..1, or a percentage such as 1%",
          "stop when the 95% interval is this tight; 0: run all cycles",
          [](RunConfig& c, const std::string& v) {
            const bool percent = !v.empty() && v.back() == '%';
            double value = 0;
            if (!parse_number(percent ? v.substr(0, v.size() - 1) : v, 0, percent ? 100 : 1, value))
              return false;
            c.ci = percent ? value / 100 : value;
            return true;
          },
          [](const RunConfig& c) { return c.ci; }};
}

ConfigKey warmup_key() {
  return {"warmup", "auto, or 0..1e12 cycles",
          "cycles before measuring starts; auto: until throughput and occupancy settle",
          [](RunConfig& c, const std::string& v) {
            std::uint64_t value = 0;
            if (v == "auto") return c.warmup.reset(), true;
            if (!parse_number(v, 0, 1e12, value)) return false;
            c.warmup = value;
            return true;
          },
          [](const RunConfig& c) -> nlohmann::ordered_json {
            if (!c.warmup) return "auto";
            return *c.warmup;
          }};
}

std::vector<ConfigKey> make_keys() {
  constexpr double kMaxSeed = 9007199254740992.0;  // exact in JSON readers that use doubles
  return {
      choice("switch", &RunConfig::switch_name, names(switches()), "architecture"),
      number("ports", &RunConfig::ports, kMinPorts, kMaxPorts, "ports", "inputs and outputs of the switch"),
      width_key(),
      number("depth", &RunConfig::depth, 2, 1048576, "beats", "capacity of one queue memory"),
      choice("arbiter", &RunConfig::arbiter, {"round-robin"}, "output arbitration"),
      choice("forwarding", &RunConfig::forwarding, {"cut-through", "store-and-forward"},
             "when a packet may leave"),
      choice("flow", &RunConfig::flow, {"back-pressure"}, "what a full buffer does"),
      choice("traffic", &RunConfig::traffic, names(traffic_patterns()), "stochastic sources"),
      number("load", &RunConfig::load, 0, 1, "of the line rate", "offered per input"),
      {"packet", fmt::format("1..{} beats, or A..B", kMaxPacketBeats),
       "packet length; with a schedule the cluster's frame unless given", set_packet, get_packet},
      number("receiver-stall", &RunConfig::receiver_stall, 0, 0.99, "",
             "probability that a receiver is not ready in a cycle"),
      choice("schedule", &RunConfig::schedule, names(schedules()),
             "what the hosts run instead of stochastic traffic"),
      number("packets-per-message", &RunConfig::packets_per_message, 1, 1000000, "packets",
             "length of a message, k"),
      number("group-size", &RunConfig::group_size, 1, 63, "partners",
             "partners at a time in the group shuffle, omega"),
      {"cluster", "ideal tam-326 tam-416, or a .toml file", "host and link parameters",
       [](RunConfig& c, const std::string& v) { return c.cluster = v, !v.empty(); },
       [](const RunConfig& c) { return c.cluster; }},
      choice("topology", &RunConfig::topology, {"one-switch"}, "network of switches"),
      number("cycles", &RunConfig::cycles, 1, 1e12, "cycles",
             "length of a stochastic run (a schedule runs to its end)"),
      warmup_key(),
      ci_key(),
      number("seed", &RunConfig::seed, 0, kMaxSeed, "", "of every random stream"),
      choice("engine", &RunConfig::engine, {"rtl", "systemc", "lockstep"}, "what runs the switch"),
  };
}

}  // namespace

const std::vector<ConfigKey>& config_keys() {
  static const std::vector<ConfigKey> keys = make_keys();
  return keys;
}

void set_key(RunConfig& config, const std::string& key, const std::string& value, const std::string& place) {
  const auto at = place.empty() || place == "--" + key ? std::string{} : place + ": ";
  for (const auto& k : config_keys()) {
    if (k.name != key) continue;
    if (k.set(config, value)) return;
    throw InputError(fmt::format("{}{}: '{}' is not allowed; allowed: {}", at, key, value, k.allowed));
  }
  std::vector<std::string> known;
  for (const auto& k : config_keys()) known.push_back(k.name);
  throw InputError(fmt::format("{}unknown key '{}'; allowed: {}", at, key, fmt::join(known, " ")));
}

nlohmann::ordered_json to_json(const RunConfig& config) {
  nlohmann::ordered_json object;
  for (const auto& k : config_keys()) object[k.name] = k.get(config);
  return object;
}

}  // namespace xb
