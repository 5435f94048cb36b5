// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "host/point/choice.h"

namespace xb {

/// A value of TrafficConfig::traffic that begins so names a packet capture: its path follows.
constexpr const char* kCapturePrefix = "capture:";
/// Clock of a switch where nothing else says one: 10 Gb/s by 64 bits.
constexpr double kUsualClockMhz = 156.25;

/// When a frame of a capture may go: as captured, or as a load has it.
enum class ReplayPace : std::uint8_t { Times, Load };
constexpr auto words(ReplayPace /*unused*/) { return std::array{"times", "load"}; }

/// What the hosts of a point send without a schedule, the lengths of packets, and when receivers take them.
struct TrafficConfig {
  std::string traffic = "uniform";
  double load = 0.5;
  ReplayPace replay = ReplayPace::Times;
  double clock = 0;         // of the switch [MHz], for times of frames; 0: the device's, or the usual one
  double link_rate = 0;     // [Gb/s], which the clock is to give; 0: the clock is given
  unsigned packet_min = 1;  // beats, or bytes
  unsigned packet_max = 1;  // likewise
  bool packet_in_bytes = false;       // the unit of these
  bool packet_given = false;          // `packet` was set: not the cluster's frame
  std::string packet_mix;             // as parse_packet_mix() reads it; empty: all lengths of these alike
  unsigned gap_bytes = 0;             // that a packet costs its link beyond its own, where lengths are bytes
  double burst = 16;                  // packets
  double unbalance = 0.5;             // share of the favoured output
  unsigned targets = 2;               // outputs that `alternate` traffic goes to
  std::string fan_in = "all";         // hosts that send in a burst of `incast` traffic, or all but one
  std::string victim = "random";      // host that bursts go to, or drawn for each
  std::string senders = "all";        // hosts that they come from, or as parse_hosts() reads it
  std::string incast_bytes = "64kB";  // of each of them, as parse_bytes() reads it
  std::uint64_t period = 100000;      // cycles from one burst to the next
  std::uint64_t jitter = 0;           // cycles in which its senders start
  std::string flow_sizes = "none";    // as flow_sizes() reads it
  double receiver_stall = 0;          // probability per cycle
  std::string output_period = "1";    // as parse_output_periods() reads it
};

}  // namespace xb
