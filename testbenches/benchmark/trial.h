// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "host/link/line_pace.h"
#include "host/point/run_config.h"
#include "host/run/run_result.h"

namespace xb {

/// A share of the frames that a link can carry, exactly: 0 < num <= den.
struct TrialLoad {
  std::uint64_t num = 1, den = 1;
  [[nodiscard]] double share() const { return static_cast<double>(num) / static_cast<double>(den); }
};

/// What one host sends in a trial: frames at equal distances.
struct FrameStream {
  static constexpr std::uint64_t kNoLimit = std::numeric_limits<std::uint64_t>::max();

  unsigned source;
  std::vector<unsigned> destinations;  ///< in turn, unless the trial draws them
  TrialLoad load = {};
  std::uint64_t offset = 0;         ///< beat times before its first frame
  std::uint64_t frames = kNoLimit;  ///< that it sends at most
};

/// A trial of a standard test: streams of frames of one length through one switch, or the schedule that its
/// configuration has. Times are beat times: of a switch without speed-up, cycles.
struct Trial {
  RunConfig config;  ///< of the switch; all packets have the length packet_min, and the gap behind them
  std::uint64_t beats = 0;    ///< frames that are due later are not sent
  std::uint64_t settle = 0;   ///< frames that are due earlier are not counted, what comes out earlier neither
  bool random_order = false;  ///< each frame goes to any of its stream's destinations
  std::vector<FrameStream> streams = {};

  [[nodiscard]] unsigned frame_beats() const { return config.longest_beats(); }
  /// Byte times that a frame takes of its link, with the gap that follows.
  [[nodiscard]] std::uint64_t frame_line() const {
    if (!config.packet_in_bytes) return std::uint64_t{config.packet_min} * config.beat_bytes();
    return line_bytes(config.lengths(), config.beat_bytes(), config.gap_bytes, config.packet_min);
  }
  /// The same in beat times, rounded up.
  [[nodiscard]] std::uint64_t frame_time() const {
    return (frame_line() + config.beat_bytes() - 1) / config.beat_bytes();
  }
  /// Frames that a link can carry in so many beat times.
  [[nodiscard]] std::uint64_t frames_in(std::uint64_t beat_times) const {
    return beat_times * config.beat_bytes() / frame_line();
  }
};

/// All of it but the configuration. The same for the same trial.
nlohmann::ordered_json to_json(const Trial& trial);
/// What its run costs, in any unit.
double trial_cost(const Trial& trial);

/// Of counted frames from one host to another.
struct TrialFlow {
  unsigned source = 0, destination = 0;
  std::uint64_t due = 0;       ///< that the host had to send; in random order, only those that it could
  std::uint64_t sent = 0;      ///< that it could send before the end
  std::uint64_t received = 0;  ///< of these
  std::uint64_t in_window =
      0;  ///< frames, counted or not, whose last beat came out while frames were counted
  /// Of these, whole frames between the first and the last one of their output, in frames that its link can
  /// carry in that time: rates of one output are 1 together at most.
  double rate = 0;

  [[nodiscard]] std::uint64_t lost() const { return sent - received; }
};

/// Cycles.
struct TrialLatency {
  double mean = 0;
  std::int64_t min = 0, max = 0;
};

/// Of counted frames of a traffic class; latency as TrialResult::fifo [cycles].
struct TrialClass {
  std::uint64_t due = 0, sent = 0, received = 0;
  std::uint64_t in_window = 0;  ///< frames that came out while frames are counted
  double fifo_mean = 0;
  std::uint64_t fifo_p99 = 0;
};

/// When the first of the frames that did not come out was sent.
struct FirstLost {
  std::uint64_t sent = 0;  ///< frames before it
  std::uint64_t came = 0;  ///< of these, those that had come out
};

/// Pauses of hosts: how many; shares of host-cycles paused, and paused with a packet for an idle output.
struct CollectivePauses {
  std::uint64_t count = 0;
  double paused = 0;
  std::optional<double> victims;
};

/// What came of a schedule. Cycles and beats; latency is that of packets, occupancy that of the switch, or of
/// that switch of a network that has most.
struct CollectiveResult {
  std::uint64_t cycles = 0;    ///< to its completion
  std::uint64_t roofline = 0;  ///< cycles that the busiest port needs for what it sends, or receives
  std::uint64_t latency_p99 = 0, latency_max = 0;
  std::uint64_t occupancy_p95 = 0, occupancy_p99 = 0, occupancy_max = 0;
  std::uint64_t flow_p99 = 0, flow_max = 0;  ///< of messages
  std::optional<double> evenness;            ///< Jain's index of the links between switches
  std::optional<CollectivePauses> pauses;    ///< flow pfc
};

/// What came of a trial.
struct TrialResult {
  std::vector<TrialFlow> flows;
  // Of all frames, counted or not.
  std::uint64_t due = 0, sent = 0, lost = 0;
  std::uint64_t counted_due = 0;  ///< frames that are counted, sent or not
  std::optional<FirstLost> first_lost;
  // Of counted frames, those received.
  TrialLatency fifo;  ///< first bit in to first bit out
  TrialLatency lifo;  ///< last bit in to first bit out; below 0: out before it was in
  TrialLatency filo;  ///< first bit in to last bit out
  std::uint64_t fifo_p99 = 0;
  // The same of frames that come out while frames are counted; where sources are held off, those that are
  // counted may not even be sent.
  TrialLatency out_fifo;
  std::uint64_t out_fifo_p99 = 0;
  double delay_variation = 0;  ///< mean of latency less the least of the same flow (RFC 5481 PDV)
  std::uint64_t delay_variation_max = 0;
  std::vector<TrialClass> classes = {};  ///< from class 0 on; empty: there is one
  // As the switch itself says, while frames are counted.
  double hol = 0;                              ///< share of input-cycles
  double hol_at_hosts = 0;                     ///< the same of the hosts in front of it; of a device only
  double idle_with_work = 0;                   ///< share of output-cycles
  std::uint64_t occupancy_max = 0;             ///< beats in the switch
  std::optional<LagResult> lag;                ///< with the key `reference`
  std::optional<CollectiveResult> collective;  ///< of a schedule: besides, `sent`, `lost` and `hol` count
};

nlohmann::ordered_json to_json(const TrialResult& result);
TrialResult trial_result_from_json(const nlohmann::ordered_json& json);

/// The sums over flows that these hosts send, or receive; all: 64 or above.
constexpr unsigned kAnyHost = 64;
TrialFlow flows_between(const TrialResult& result, unsigned source, unsigned destination);

/// Runs a trial on the engine that its configuration names, with all the checks of a run: every beat from
/// port to port, and at the end that nothing is left or missing. Throws RunError if the switch did something
/// wrong, InputError for a configuration that is not allowed.
TrialResult run_trial(const Trial& trial);

struct Setup;

/// Runs the schedule of a trial's configuration to its end, with all the checks of a run.
TrialResult run_collective(const Setup& setup);

/// Cycles in which the busiest rank's port can move what it has to send, or to receive: the least that the
/// schedule takes, whatever is between the ports.
std::uint64_t roofline_cycles(const Setup& setup);

}  // namespace xb
