// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <random>
#include <string>
#include <vector>

#include "host/exchange/schedule_registry.h"
#include "host/switches/switch_registry.h"
#include "host/traffic/traffic_registry.h"
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

/// All keys; runs of these end soon.
inline const std::vector<KeyValuesToDraw> kShort{
    {"switch", names(switches()), {}},
    {"ports", {"2", "16"}, {"4", "5"}},
    {"width", {"64", "512"}, {"128", "256"}},
    {"depth", {"2", "65536"}, {"64", "1000", "1024"}},
    {"buffer", {"none", "none"}, {"none", "none", "256KiB"}},
    {"arbiter", {"round-robin", "random", "oldest"}, {}},
    {"window", {"1", "8"}, {"3"}},
    {"pipeline", {"0", "1"}, {}},
    {"forwarding", {"cut-through", "store-and-forward"}, {}},
    {"flow", {"back-pressure", "drop"}, {}},
    {"sharing", {"complete", "partition", "dynamic"}, {}},
    {"alpha", {"0.125", "8"}, {"1", "0.5"}},
    {"scheduler", {"islip", "pim", "rrm"}, {}},
    {"iterations", {"1", "4"}, {"2"}},
    {"speedup", {"1", "2"}, {}},
    {"crosspoint-depth", {"1", "64"}, {"2"}},
    {"route-delay", {"0", "3000"}, {"7", "31"}},
    {"traffic", names(traffic_patterns()), {}},
    {"load", {"0", "1", "0.0"}, {"0.1", "0.3333333333333333", "7e-2"}},
    {"replay", {"times"}, {}},
    {"clock", {"auto", "0.001", "100000"}, {"156.25", "250", "10Gbps"}},
    {"packet",
     {"auto", "1", "700", "1..1", "1..700", "1B", "1B..5600B"},
     {"16", "auto", "3..9", "64B..1518B", "imix", "3:1,16:2.5"}},
    {"gap", {"0B", "9000B"}, {"20B"}},
    {"burst", {"1", "1000000"}, {"16", "2.5"}},
    {"unbalance", {"0", "1"}, {"0.5", "0.1"}},
    {"targets", {"1", "9"}, {"2"}},
    {"fan-in", {"all", "1"}, {"3"}},
    {"victim", {"random", "0"}, {"1"}},
    {"senders", {"all"}, {"0,1"}},
    {"incast-bytes", {"1B", "64kB"}, {"1000B"}},
    {"flow-sizes", {"none", "web-search", "data-mining"}, {"none", "none"}},
    {"period", {"1000", "1000000000000"}, {"3000"}},
    {"jitter", {"0", "999"}, {"10"}},
    {"receiver-stall", {"0", "0.99"}, {"0.25"}},
    {"output-period", {"1", "1000"}, {"2", "0:100,1:2", "1:3"}},
    {"schedule", all_schedules(), {"", ""}},
    {"rtl", {""}, {}},
    {"device", {""}, {}},
    {"packets-per-message", {"1"}, {"3", "64"}},
    {"group-size", {"1", "4095"}, {"5"}},
    {"message-spread", {"0", "1"}, {"0.5"}},
    {"transfers", {"all", "0>1"}, {"0..1>0..1", "1>0;0>1"}},
    {"step-end", {"order", "time"}, {"counts", "barrier"}},
    {"step-time", {"auto", "1us"}, {"3 ms"}},
    {"step-search", {"none"}, {}},
    {"time-limit", {"10s"}, {}},
    {"cluster", {"ideal", "tam-326", "tam-416", "jacunski", kFile}, {}},
    {"reliability", {"none", "go-back-n"}, {}},
    {"timeout", {"auto"}, {"10ms", "3 ms", "0.5ms"}},
    {"ack-delay", {"auto", "0s"}, {"10us"}},
    {"ack-beats", {"1", "100"}, {"8"}},
    {"receive-window", {"0", "1000000"}, {"40"}},
    {"send-window", {"0", "1000000"}, {"14"}},
    {"initial-window", {"0", "1000000"}, {"1", "4"}},
    {"global-window", {"none", "auto", "1000000"}, {"40"}},
    {"host-delay", {"none"}, {"exponential:5us", "daemon:10ms:200us"}},
    {"start-skew", {"0", "1"}, {"0.05"}},
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
    {"distribution", {"none", "latency"}, {"none"}},
    {"observe", {"probes", "ports"}, {}},
    {"reference", {"none", "oq"}, {}},
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

inline std::string draw_value(const char* key, bool runnable, std::mt19937_64& random) {
  std::vector<std::string> ends, middle;
  for (const auto* list : {&kShort, &kLongEnds}) {
    if (runnable && list == &kLongEnds) break;
    for (const auto& k : *list) {
      if (std::string(k.key) != key) continue;
      ends.insert(ends.end(), k.ends.begin(), k.ends.end());
      middle.insert(middle.end(), k.middle.begin(), k.middle.end());
    }
  }
  const auto& from = middle.empty() || random() % 2 == 0 ? ends : middle;
  return from.at(random() % from.size());
}

using GivenKeys = std::vector<SweptKey>;

/// Keys as a user gives them: some, each drawn, in the order of the table; the others are not named.
inline GivenKeys random_keys(bool runnable, std::mt19937_64& random) {
  GivenKeys given;
  for (const auto& k : kShort) {
    const bool always = runnable && std::string(k.key) == "engine";
    if (!always && random() % 3 == 0) continue;
    given.push_back({k.key, {draw_value(k.key, runnable, random)}, k.key});
  }
  return given;
}

}  // namespace xb
