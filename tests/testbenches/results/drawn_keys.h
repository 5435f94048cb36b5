// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "host/base/named_entries.h"
#include "host/config/config_keys.h"
#include "host/exchange/schedule_registry.h"
#include "testbenches/experiment/experiment_file.h"

// Keys of a run as users give them, at random: the ends of each range as often as what is between.

namespace xb {

struct KeyValuesToDraw {
  const char* key;
  std::vector<std::string> ends;    ///< of the range, or all values there are
  std::vector<std::string> middle;  ///< drawn as often as the ends
};

inline const char* const kFile = XBARLAB_SOURCE_DIR "/experiments/clusters/jacunski-5us.toml";
inline const char* const kGoal = XBARLAB_SOURCE_DIR "/tests/host/schedule/goal/binary_tree_16.goal";

/// None, those with names, and a file.
inline std::vector<std::string> all_schedules() {
  std::vector<std::string> all = names(schedules());
  all.insert(all.begin(), "");
  all.emplace_back(kGoal);
  return all;
}

/// Of the other keys the ends of what their rows allow, and a number between; of these others: runs of them
/// end soon.
inline const std::vector<KeyValuesToDraw> kShort{
    {"ports", {"2", "16"}, {"4", "5"}},
    {"width", {"64", "512"}, {"128", "256"}},
    {"depth", {"2", "65536"}, {"64", "1000", "1024"}},
    {"buffer", {"none", "none"}, {"none", "none", "256KiB"}},
    {"route-delay", {"0", "3000"}, {"7", "31"}},
    {"load", {"0", "1", "0.0"}, {"0.1", "0.3333333333333333", "7e-2"}},
    {"replay", {"times"}, {}},
    {"capture-class", {"pcp"}, {}},
    {"clock", {"auto", "0.001", "100000"}, {"156.25", "250", "10Gbps"}},
    {"packet",
     {"auto", "1", "700", "1..1", "1..700", "1B", "1B..5600B"},
     {"16", "auto", "3..9", "64B..1518B", "imix", "3:1,16:2.5"}},
    {"gap", {"0B", "9000B"}, {"20B"}},
    {"targets", {"1", "9"}, {"2"}},
    {"fan-in", {"all", "1"}, {"3"}},
    {"victim", {"random", "0"}, {"1"}},
    {"senders", {"all"}, {"0,1"}},
    {"incast-bytes", {"1B", "64kB"}, {"1000B"}},
    {"flow-sizes", {"none", "web-search", "data-mining"}, {"none", "none"}},
    {"period", {"1000", "1000000000000"}, {"3000"}},
    {"jitter", {"0", "999"}, {"10"}},
    {"output-period", {"1", "1000"}, {"2", "0:100,1:2", "1:3"}},
    {"schedule", all_schedules(), {"", ""}},
    {"rtl", {""}, {}},
    {"device", {""}, {}},
    {"packets-per-message", {"1"}, {"3", "64"}},
    {"experts", {"0"}, {"64", "7"}},
    {"top-k", {"1"}, {"2", "5"}},
    {"transfers", {"all", "0>1"}, {"0..1>0..1", "1>0;0>1"}},
    {"step-time", {"auto", "1us"}, {"3 ms"}},
    {"step-search", {"none"}, {}},
    {"time-limit", {"10s"}, {}},
    {"cluster", {"ideal", "tam-326", "tam-416", "jacunski", kFile}, {}},
    {"timeout", {"auto"}, {"10ms", "3 ms", "0.5ms"}},
    {"ack-delay", {"auto", "0s"}, {"10us"}},
    {"ack-beats", {"1", "100"}, {"8"}},
    {"receive-window", {"0", "1000000"}, {"40"}},
    {"send-window", {"0", "1000000"}, {"14"}},
    {"initial-window", {"0", "1000000"}, {"1", "4"}},
    {"ecn", {"none", "0", "1048576"}, {"20", "5..40:0.3"}},
    {"global-window", {"none", "auto", "1000000"}, {"40"}},
    {"host-delay", {"none"}, {"exponential:5us", "daemon:10ms:200us"}},
    {"host-pause", {"none", "0:0..1"}, {"0:500..", "1/0:100..2000", "none"}},
    {"memory", {"none", "1B"}, {"128MiB", "64KiB"}},
    {"system-memory", {"0B"}, {"24MiB", "1KiB"}},
    {"paging", {"none"}, {"10ms:1ms", "1ms:100us"}},
    {"topology", {"one-switch", "one-switch(5)", "two-switches(2,3)"}, {"one-switch", "one-switch"}},
    {"link-latency", {"auto", "0", "1000000"}, {"auto", "auto", "7"}},
    {"adaptive", {"least-loaded", "random"}, {"least-loaded", "least-loaded"}},
    {"deadlock", {"refuse", "allow"}, {"refuse", "refuse"}},
    {"ranks", {"all", "0..1"}, {"all", "1,0", "3,0..1"}},
    {"cycles", {"1", "20000"}, {"3000"}},
    {"warmup", {"auto", "0", "5000"}, {"1000"}},
    {"ci", {"0", "1", "100%"}, {"0.1", "7%"}},
    {"series", {"0", "1000000000"}, {"17"}},
    {"cost", {"none"}, {}},
    {"seed", {"0", "9007199254740992"}, {"1", "7"}},
    {"threads", {"1", "64"}, {"1", "2"}},
    {"engine", {"fast"}, {}},
};

/// Values that no test could run.
inline const std::vector<KeyValuesToDraw> kLongEnds{
    {"ports", {"64"}, {}},
    {"depth", {"1048576"}, {}},
    {"route-delay", {"1000000"}, {}},
    {"packet", {"65535", "1..65535"}, {}},
    {"targets", {"64"}, {}},
    {"fan-in", {"4095"}, {}},
    {"victim", {"4095"}, {}},
    {"senders", {"0..4095"}, {}},
    {"incast-bytes", {"1GB"}, {}},
    {"period", {"1"}, {}},
    {"jitter", {"1000000000"}, {}},
    {"packets-per-message", {"1000000"}, {}},
    {"timeout", {"1ps", "1000s"}, {}},
    {"ack-beats", {"65535"}, {}},
    {"global-window", {"1"}, {}},
    {"receive-window", {"1"}, {}},
    {"send-window", {"1"}, {}},
    {"step-search", {"graph", "cadical"}, {}},
    {"time-limit", {"1ps", "1000s"}, {}},
    {"cycles", {"1000000000000"}, {}},
    {"warmup", {"1000000000000"}, {}},
    {"burst", {"1.0000000000000002"}, {}},
    {"load", {"1e-300", "0.9999999999999999"}, {}},
    {"engine", {"rtl", "systemc", "lockstep"}, {}},
    {"cluster", {"it's a \"cluster\" $HOME.toml"}, {}},
};

/// What the form of a key's values says of it: its words and numbers, the ends of its range, and between.
inline KeyValuesToDraw values_to_draw(const ConfigKey& key) {
  KeyValuesToDraw values{key.name.c_str(), key.form.words, {}};
  for (const double number : key.form.numbers) values.ends.push_back(fmt::format("{}", number));
  if (const auto& range = key.form.number) {
    const double between = range->low + (range->high - range->low) / 4;
    for (const double end : {range->low, range->high}) values.ends.push_back(fmt::format("{}", end));
    values.middle.push_back(fmt::format("{}", range->whole ? std::floor(between) : between));
  }
  return values;
}

inline std::string draw_value(const ConfigKey& key, bool runnable, std::mt19937_64& random) {
  std::vector<std::string> ends, middle;
  const auto add = [&](const KeyValuesToDraw& values) {
    ends.insert(ends.end(), values.ends.begin(), values.ends.end());
    middle.insert(middle.end(), values.middle.begin(), values.middle.end());
  };
  for (const auto& k : kShort) {
    if (k.key == key.name) add(k);
  }
  if (ends.empty()) add(values_to_draw(key));
  for (const auto& k : kLongEnds) {
    if (!runnable && k.key == key.name) add(k);
  }
  const auto& from = middle.empty() || random() % 2 == 0 ? ends : middle;
  return from.at(random() % from.size());
}

using GivenKeys = std::vector<SweptKey>;

/// Keys as a user gives them: some, each drawn, in the order of the table; the others are not named.
inline GivenKeys random_keys(bool runnable, std::mt19937_64& random) {
  GivenKeys given;
  for (const ConfigKey& key : config_keys()) {
    const bool always = runnable && key.name == "engine";
    if (!always && random() % 3 == 0) continue;
    given.push_back({key.name, {draw_value(key, runnable, random)}, key.name});
  }
  return given;
}

}  // namespace xb
