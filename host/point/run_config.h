// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace xb {

/// Values of RunConfig::step_search that name no way to search for steps: only the congestion graph of the
/// transfers, and what the paper's recursion costs until it has all their full teams.
constexpr const char* kSearchGraph = "graph";
constexpr const char* kSearchCategories = "categories";
/// A value of RunConfig::traffic that begins so names a packet capture: its path follows.
constexpr const char* kCapturePrefix = "capture:";
/// Clock of a switch where nothing else says one: 10 Gb/s by 64 bits.
constexpr double kUsualClockMhz = 156.25;

/// Everything that decides what one point of an experiment does, as it was given: data only; resolve() works
/// out what follows from it. Field = configuration key, with `_` for `-`.
struct RunConfig {
  // The switch.
  std::string switch_name = "input";
  unsigned ports = 16;
  unsigned width = 64;         // bits
  std::uint32_t depth = 1024;  // beats
  std::string arbiter = "round-robin";
  unsigned window = 1;  // packets of a FIFO that may bid
  std::string forwarding = "cut-through";
  std::string flow = "back-pressure";
  std::string sharing = "complete";
  double alpha = 1;  // of the dynamic threshold, a power of two
  std::string scheduler = "islip";
  unsigned iterations = 4;
  unsigned speedup = 1;           // cycles of a link's beat time
  unsigned crosspoint_depth = 1;  // packets
  std::uint32_t route_delay = 0;  // cycles
  std::string rtl;                // folder with modules in the place of those of rtl/, or empty
  std::string device;  // description of another switch, a .toml file, instead of `switch_name`; or empty
  // What drives it.
  std::string traffic = "uniform";
  double load = 0.5;
  std::string replay = "times";  // of a capture: with its own times, or at a load
  double clock = 0;         // of the switch [MHz], for times of frames; 0: the device's, or the usual one
  unsigned packet_min = 1;  // beats, or bytes
  unsigned packet_max = 1;  // likewise
  bool packet_in_bytes = false;     // the unit of these
  unsigned gap_bytes = 0;           // that a packet costs its link beyond its own, where lengths are bytes
  double burst = 16;                // packets
  double unbalance = 0.5;           // share of the favoured output
  unsigned targets = 2;             // outputs that `alternate` traffic goes to
  double receiver_stall = 0;        // probability per cycle
  std::string output_period = "1";  // as parse_output_periods() reads it
  std::string schedule;             // empty: stochastic traffic
  std::uint32_t packets_per_message = 64;
  unsigned group_size = 5;
  double message_spread = 0;         // of the blocks of a complete exchange: lengths in 1 +- so much
  std::string transfers = "all";     // of a schedule in steps, or as transfers_among() reads it
  std::string step_end = "order";    // what a rank waits for before its next step
  std::string step_time = "auto";    // as parse_time() reads it
  std::string step_search = "none";  // a way to look for a schedule's steps, instead of a run
  std::string time_limit = "10s";    // of that, CPU time, as parse_time() reads it
  std::string cluster = "ideal";
  std::string reliability = "none";
  std::string timeout = "auto";         // as parse_time() reads it
  std::string ack_delay = "auto";       // likewise
  unsigned ack_beats = 8;               // a frame with nothing but an acknowledgement
  unsigned receive_window = 0;          // packets; 0: no limit
  unsigned send_window = 0;             // packets to one partner; 0: no limit
  unsigned initial_window = 0;          // packets to one partner, where slow start begins; 0: none
  std::string global_window = "none";   // packets to all partners, or auto
  std::string host_delay = "none";      // as parse_host_delay() reads it
  double start_skew = 0;                // of the predicted time
  std::string memory = "none";          // of a host, as parse_bytes() reads it
  std::string system_memory = "0B";     // likewise: not for blocks
  std::string paging = "none";          // as parse_pauses() reads it
  std::string topology = "one-switch";  // a name, or the path of a file
  std::string link_latency = "auto";    // cycles of the cables between switches, or as the topology has them
  std::string deadlock = "refuse";      // what is done about channels that can wait for each other for ever
  std::string adaptive = "least-loaded";  // which of the ports an adaptive route takes
  std::string ranks = "all";              // hosts that take part, or as parse_hosts() reads it
  // The run.
  std::uint64_t cycles = 100000;
  std::optional<std::uint64_t> warmup;  // empty: detected
  double ci = 0;                        // relative half-width to reach; 0: run all cycles
  std::uint64_t series = 0;             // cycles between occupancy samples; 0: none
  std::string distribution = "none";    // what is recorded with its whole distribution
  std::string observe = "probes";       // what occupancy and flags are measured by
  std::uint64_t seed = 1;
  std::string engine = "rtl";

  bool packet_given = false;  ///< `packet` was set: not the cluster's frame

  std::uint32_t count_start = 0;  ///< what a twin's 32-bit counters begin with; no key, for tests

  [[nodiscard]] bool store_forward() const { return forwarding == "store-and-forward"; }
  /// 64-bit words of a beat; of a narrower one part of a word.
  [[nodiscard]] unsigned data_words() const { return (width + 63) / 64; }
  [[nodiscard]] unsigned beat_bytes() const { return width / 8; }
  /// Beats of the longest packet of random traffic.
  [[nodiscard]] unsigned longest_beats() const {
    return packet_in_bytes ? (packet_max + beat_bytes() - 1) / beat_bytes() : packet_max;
  }
  [[nodiscard]] bool drop() const { return flow == "drop"; }
  /// `ports` says how large the switch is; otherwise the topology does.
  [[nodiscard]] bool has_ports() const { return topology == "one-switch"; }
  /// The topology is not one switch by name.
  [[nodiscard]] bool is_network() const { return topology.substr(0, topology.find('(')) != "one-switch"; }
  /// The switch is one of the user's.
  [[nodiscard]] bool has_device() const { return !device.empty(); }
  /// The path of the packet capture that the hosts send; empty: they send something else.
  [[nodiscard]] std::string capture() const {
    const std::string prefix = kCapturePrefix;
    return schedule.empty() && traffic.rfind(prefix, 0) == 0 ? traffic.substr(prefix.size()) : std::string();
  }
  [[nodiscard]] bool replays() const { return !capture().empty(); }
  /// The hosts' traffic has a steady state, and no end.
  [[nodiscard]] bool is_random() const { return schedule.empty() && !replays(); }
  /// Only steps are searched for.
  [[nodiscard]] bool searches_steps() const { return step_search != "none"; }
  /// What goes on in the switch is measured from its ports.
  [[nodiscard]] bool observes_ports() const { return observe == "ports"; }
  [[nodiscard]] bool go_back_n() const { return reliability == "go-back-n"; }
};

}  // namespace xb
