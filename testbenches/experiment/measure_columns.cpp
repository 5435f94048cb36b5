// SPDX-License-Identifier: Apache-2.0
#include "testbenches/experiment/measure_columns.h"

#include <algorithm>

namespace xb {
namespace {

// Shares and loads have no unit.
constexpr MeasureColumn kMeasures[] = {
    {"run_cycles", "/cycles"},
    {"measured_cycles", "/measured_cycles"},
    {"warmup_cycles", "/warmup_cycles"},
    {"warmup_settled", "/warmup_settled"},
    {"offered_load", "/offered_load"},
    {"throughput", "/throughput"},
    {"throughput_ci95", "/throughput_ci95"},
    {"offered_packets", "/offered_packets"},
    {"delivered_packets", "/delivered_packets"},
    {"lost_packets", "/lost_packets"},
    {"loss", "/loss"},
    {"loss_ci95", "/loss_ci95"},
    {"latency_mean_cycles", "/latency/mean"},
    {"latency_ci95_cycles", "/latency/ci95"},
    {"latency_p50_cycles", "/latency/p50"},
    {"latency_p99_cycles", "/latency/p99"},
    {"latency_p999_cycles", "/latency/p999"},
    {"latency_max_cycles", "/latency/max"},
    {"queueing_mean_cycles", "/queueing/mean"},
    {"queueing_ci95_cycles", "/queueing/ci95"},
    {"queueing_p50_cycles", "/queueing/p50"},
    {"queueing_p99_cycles", "/queueing/p99"},
    {"queueing_p999_cycles", "/queueing/p999"},
    {"queueing_max_cycles", "/queueing/max"},
    {"blocked_fraction", "/hol/blocked_fraction"},
    {"blocked_fraction_ci95", "/hol/blocked_fraction_ci95"},
    {"backpressure_fraction", "/hol/backpressure_fraction"},
    {"backpressure_fraction_ci95", "/hol/backpressure_fraction_ci95"},
    {"hol_fraction", "/hol/hol_fraction"},
    {"hol_fraction_ci95", "/hol/hol_fraction_ci95"},
    {"pool_fraction", "/hol/pool_fraction"},
    {"pool_fraction_ci95", "/hol/pool_fraction_ci95"},
    {"idle_with_work", "/hol/idle_with_work"},
    {"idle_with_work_ci95", "/hol/idle_with_work_ci95"},
    {"occupancy_mean_beats", "/occupancy/mean"},
    {"occupancy_ci95_beats", "/occupancy/ci95"},
    {"occupancy_p99_beats", "/occupancy/p99"},
    {"occupancy_max_beats", "/occupancy/max"},
    {"completion_cycles", "/completion_cycles"},
    {"completion_seconds", "/completion_seconds"},
    {"bandwidth_per_node_bytes_per_second", "/bandwidth_per_node"},
    {"predicted_seconds", "/predicted_seconds"},
    {"completion_over_ideal", "/completion_over_ideal"},
    {"retransmitted_packets", "/hosts/retransmitted_packets"},
    {"time_outs", "/hosts/time_outs"},
    {"steps", "/steps"},
    {"of_liquid", "/of_liquid"},
    {"packet_hops", "/packet_hops"},
    {"link_packets", "/link_packets"},
    {"overtaken_packets", "/overtaken_packets"},
    {"bottleneck_utilisation", "/bottleneck/utilisation"},
    {"offered_bytes", "/offered_bytes"},
    {"delivered_bytes", "/delivered_bytes"},
    {"byte_throughput", "/byte_throughput"},
    {"offered_wire_load", "/offered_wire_load"},
    {"wire_throughput", "/wire_throughput"},
    {"flows_without_delivery", "/flows_without_delivery"},
};

/// `queueing.mean` of `/queueing/mean`.
std::string measure_of(const MeasureColumn& column) {
  std::string name = column.path + 1;
  std::replace(name.begin(), name.end(), '/', '.');
  return name;
}

const char* column_of(const std::string& measure) {
  for (const MeasureColumn& column : kMeasures) {
    if (measure_of(column) == measure) return column.name;
  }
  return nullptr;
}

}  // namespace

const std::vector<MeasureColumn>& measure_columns() {
  static const std::vector<MeasureColumn> all(std::begin(kMeasures), std::end(kMeasures));
  return all;
}

std::vector<std::string> plotted_measures() {
  std::vector<std::string> names;
  for (const MeasureColumn& column : kMeasures) {
    const std::string name = measure_of(column);
    const bool is_interval = name.find("ci95") != std::string::npos;
    if (!is_interval && name != "warmup_settled") names.push_back(name);
  }
  return names;
}

std::string interval_of(const std::string& measure) {
  const std::size_t dot = measure.rfind(".mean");
  return dot != std::string::npos && dot + 5 == measure.size() ? measure.substr(0, dot) + ".ci95"
                                                               : measure + "_ci95";
}

MeasureColumns columns_of(const std::string& measure) {
  return {column_of(measure), column_of(interval_of(measure))};
}

}  // namespace xb
