// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <vector>

#include "host/measure/estimate.h"
#include "host/measure/occupancy_series.h"
#include "host/nic/host_counters.h"
#include "host/point/run_config.h"

namespace xb {

/// Distribution of a measure in cycles (or beats).
struct Distribution : Estimate {
  std::uint64_t p50 = 0, p99 = 0, p999 = 0, max = 0;
};

/// Occupancy of one queue [beats].
struct QueueOccupancy {
  double mean = 0;
  std::uint64_t p99 = 0, max = 0;
};

/// What one point measured. Definitions: docs/measures.md.
struct RunResult {
  std::uint64_t cycles = 0, measured_cycles = 0, warmup_cycles = 0;
  bool warmup_settled = true;
  double offered_load = 0;
  Estimate throughput;
  std::uint64_t offered_packets = 0, delivered_packets = 0, lost_packets = 0;
  std::uint64_t dropped_misrouted = 0, dropped_full = 0;  // packets; lost_packets by cause
  std::vector<std::uint64_t> dropped_per_queue;           // for want of room
  Estimate loss;                                          // lost packets / offered packets
  Distribution latency, queueing;                         // cycles
  Distribution occupancy_beats, occupancy_packets;        // whole switch
  std::vector<QueueOccupancy> per_queue;
  Estimate blocked, backpressure, hol, pool;              // shares of input-cycles
  Estimate idle_with_work;                                // share of output-cycles
  std::vector<std::uint64_t> blame, victims, pool_blame;  // input x output
  OccupancySeries series;
  // Schedules only.
  std::optional<std::uint64_t> completion_cycles;
  std::optional<HostCounters> hosts;
  std::optional<double> completion_seconds, bandwidth_per_node, predicted_seconds;  // s, bytes/s, s
  std::optional<double> completion_over_ideal;  // completion / the least time of a complete exchange
  double cpu_seconds = 0;
};

/// A point's record, one line of JSON Lines. `version`: of the program and the tools that made the model.
nlohmann::ordered_json to_json(const RunConfig& config, const RunResult& result,
                               const nlohmann::ordered_json& version);

/// Only "result" of it, and back: how a point's result crosses from the process that ran it.
nlohmann::ordered_json result_to_json(const RunConfig& config, const RunResult& result);
RunResult result_from_json(const nlohmann::ordered_json& json);

}  // namespace xb
