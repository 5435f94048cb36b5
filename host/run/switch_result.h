// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "host/fabric/switch_run.h"
#include "host/run/run_result.h"
#include "host/traffic/flow_times.h"

namespace xb {

/// A histogram's mean, percentiles and greatest value.
Distribution distribution(const Histogram& histogram, std::optional<double> ci95);
/// The same of the latency, with all of it where the point has key `distribution`.
Distribution latency_distribution(const Histogram& histogram, std::optional<double> ci95,
                                  const RunConfig& config);

/// What one switch has measured, by itself or in a network.
RunResult switch_result(const SwitchRun& run, const Setup& setup);

/// How late packets left one switch, behind an ideal one.
LagResult lag_result(const LagWatch& watch, const Measures& measures);
/// The same without interval and ranks.
LagResult lag_result(const SwitchLag& lag);
LagResult lag_result(const NetworkLag& lag);

/// What a device says of head-of-line blocking in the measured cycles; `count`: of these.
DeviceHol device_hol(const SwitchRun& run, const RunResult& result, const HolCount& count);

/// What became of the flows of random traffic.
FlowsResult flows_result(const FlowTimes& times);

/// Bytes that the last beats of packets have room for and do not have.
struct MissingBytes {
  std::uint64_t offered = 0, delivered = 0;
};

/// Frames in the measured window, and their bytes.
struct FrameCounts {
  std::uint64_t offered_bytes, delivered_bytes;
  std::uint64_t offered_packets, delivered_packets;
};
/// `beats`: that the hosts' links could carry in it.
BytesResult bytes_result(const FrameCounts& frames, const RunConfig& config, double beats);

/// The bytes of its packets. `missing`: of those in the window.
BytesResult bytes_result(const SwitchRun& run, const Setup& setup, const MissingBytes& missing);

/// The classes of one switch. `offered`: in the window, by class; `counts`: of its flows.
std::vector<ClassResult> class_results(const SwitchRun& run, const Setup& setup,
                                       const std::vector<OfferedOfClass>& offered, const FlowCounts& counts);

}  // namespace xb
