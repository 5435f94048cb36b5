// SPDX-License-Identifier: Apache-2.0
#include "host/run/run_result.h"

#include <nlohmann/json.hpp>

#include "host/config/config_keys.h"
#include "host/config/key_use.h"

namespace xb {
namespace {

using Json = nlohmann::ordered_json;

template <class T>
Json optional_to_json(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

template <class T>
std::optional<T> optional_from_json(const Json& j) {
  if (j.is_null()) return {};
  return j.get<T>();
}

Json distribution_to_json(const Distribution& d) {
  return {{"mean", d.mean}, {"ci95", optional_to_json(d.ci95)},
          {"p50", d.p50},   {"p99", d.p99},
          {"p999", d.p999}, {"max", d.max}};
}

Distribution distribution_from_json(const Json& j) {
  return {j.at("mean"), optional_from_json<double>(j.at("ci95")), j.at("p50"), j.at("p99"), j.at("p999"),
          j.at("max")};
}

/// Row-major square matrix as [[...]]; [] if it is empty.
Json matrix_to_json(const std::vector<std::uint64_t>& cells, unsigned ports) {
  Json rows = Json::array();
  for (unsigned i = 0; i < ports && !cells.empty(); ++i) {
    rows.push_back(std::vector<std::uint64_t>(cells.begin() + i * ports, cells.begin() + (i + 1) * ports));
  }
  return rows;
}

std::vector<std::uint64_t> matrix_from_json(const Json& rows) {
  std::vector<std::uint64_t> cells;
  for (const auto& row : rows) cells.insert(cells.end(), row.begin(), row.end());
  return cells;
}

/// Samples that went elsewhere are counted only.
Json series_to_json(const OccupancySeries& s) {
  Json series{{"period", s.period}, {"first_cycle", s.first_cycle}, {"samples", s.samples}};
  if (s.beats.size() != s.samples) return series;
  series.update({{"beats", s.beats}, {"packets", s.packets}, {"per_queue", s.queue_beats}});
  return series;
}

OccupancySeries series_from_json(const Json& j) {
  using Samples = std::vector<std::uint32_t>;
  OccupancySeries s{j.at("period"), j.at("first_cycle"), j.at("samples"), {}, {}, {}};
  if (!j.contains("beats")) return s;
  s.beats = j.at("beats").get<Samples>();
  s.packets = j.at("packets").get<Samples>();
  s.queue_beats = j.at("per_queue").get<std::vector<Samples>>();
  return s;
}

Json hosts_to_json(const std::optional<HostCounters>& h) {
  if (!h) return nullptr;
  return {{"retransmitted_packets", h->retransmitted_packets},
          {"time_outs", h->time_outs},
          {"ack_frames", h->ack_frames},
          {"discarded_out_of_order", h->discarded_out_of_order},
          {"discarded_no_room", h->discarded_no_room},
          {"block_bytes", h->block_bytes},
          {"paging_hosts", h->paging_hosts}};
}

std::optional<HostCounters> hosts_from_json(const Json& j) {
  if (j.is_null()) return {};
  return HostCounters{
      j.at("retransmitted_packets"), j.at("time_outs"),   j.at("ack_frames"),  j.at("discarded_out_of_order"),
      j.at("discarded_no_room"),     j.at("block_bytes"), j.at("paging_hosts")};
}

}  // namespace

Json result_to_json(const RunConfig& config, const RunResult& r) {
  Json occupancy = distribution_to_json(r.occupancy_beats);
  occupancy["packets"] = distribution_to_json(r.occupancy_packets);
  Json queues = Json::array();
  for (const auto& q : r.per_queue) queues.push_back({{"mean", q.mean}, {"p99", q.p99}, {"max", q.max}});
  occupancy["per_queue"] = std::move(queues);
  if (r.series.period > 0) occupancy["series"] = series_to_json(r.series);
  const double cycles_per_second = r.cpu_seconds > 0 ? static_cast<double>(r.cycles) / r.cpu_seconds : 0;
  return {{"cycles", r.cycles},
          {"measured_cycles", r.measured_cycles},
          {"warmup_cycles", r.warmup_cycles},
          {"warmup_settled", r.warmup_settled},
          {"offered_load", r.offered_load},
          {"throughput", r.throughput},
          {"throughput_ci95", optional_to_json(r.throughput_ci95)},
          {"offered_packets", r.offered_packets},
          {"delivered_packets", r.delivered_packets},
          {"lost_packets", r.lost_packets},
          {"loss", r.loss()},
          {"loss_ci95", optional_to_json(r.loss_ci95)},
          {"loss_by_cause", {{"misrouted", r.dropped_misrouted}, {"full", r.dropped_full}}},
          {"dropped_per_queue", r.dropped_per_queue},
          {"latency", distribution_to_json(r.latency)},
          {"queueing", distribution_to_json(r.queueing)},
          {"hol",
           {{"blocked_fraction", r.blocked_fraction},
            {"blocked_fraction_ci95", optional_to_json(r.blocked_ci95)},
            {"backpressure_fraction", r.backpressure_fraction},
            {"backpressure_fraction_ci95", optional_to_json(r.backpressure_ci95)},
            {"hol_fraction", r.hol_fraction},
            {"hol_fraction_ci95", optional_to_json(r.hol_ci95)},
            {"pool_fraction", r.pool_fraction},
            {"pool_fraction_ci95", optional_to_json(r.pool_ci95)},
            {"idle_with_work", r.idle_with_work},
            {"idle_with_work_ci95", optional_to_json(r.idle_with_work_ci95)},
            {"blame", matrix_to_json(r.blame, config.ports)},
            {"victims", matrix_to_json(r.victims, config.ports)},
            {"pool_blame", matrix_to_json(r.pool_blame, config.ports)}}},
          {"occupancy", std::move(occupancy)},
          {"completion_cycles", optional_to_json(r.completion_cycles)},
          {"completion_seconds", optional_to_json(r.completion_seconds)},
          {"bandwidth_per_node", optional_to_json(r.bandwidth_per_node)},
          {"predicted_seconds", optional_to_json(r.predicted_seconds)},
          {"completion_over_ideal", optional_to_json(r.completion_over_ideal)},
          {"hosts", hosts_to_json(r.hosts)},
          {"cpu_seconds", r.cpu_seconds},
          {"cycles_per_cpu_second", cycles_per_second}};
}

RunResult result_from_json(const Json& j) {
  RunResult r;
  r.cycles = j.at("cycles");
  r.measured_cycles = j.at("measured_cycles");
  r.warmup_cycles = j.at("warmup_cycles");
  r.warmup_settled = j.at("warmup_settled");
  r.offered_load = j.at("offered_load");
  r.throughput = j.at("throughput");
  r.throughput_ci95 = optional_from_json<double>(j.at("throughput_ci95"));
  r.offered_packets = j.at("offered_packets");
  r.delivered_packets = j.at("delivered_packets");
  r.lost_packets = j.at("lost_packets");
  r.loss_ci95 = optional_from_json<double>(j.at("loss_ci95"));
  r.dropped_misrouted = j.at("loss_by_cause").at("misrouted");
  r.dropped_full = j.at("loss_by_cause").at("full");
  r.dropped_per_queue = j.at("dropped_per_queue").get<std::vector<std::uint64_t>>();
  r.latency = distribution_from_json(j.at("latency"));
  r.queueing = distribution_from_json(j.at("queueing"));
  const Json& hol = j.at("hol");
  r.blocked_fraction = hol.at("blocked_fraction");
  r.backpressure_fraction = hol.at("backpressure_fraction");
  r.hol_fraction = hol.at("hol_fraction");
  r.pool_fraction = hol.at("pool_fraction");
  r.idle_with_work = hol.at("idle_with_work");
  r.blocked_ci95 = optional_from_json<double>(hol.at("blocked_fraction_ci95"));
  r.backpressure_ci95 = optional_from_json<double>(hol.at("backpressure_fraction_ci95"));
  r.hol_ci95 = optional_from_json<double>(hol.at("hol_fraction_ci95"));
  r.pool_ci95 = optional_from_json<double>(hol.at("pool_fraction_ci95"));
  r.idle_with_work_ci95 = optional_from_json<double>(hol.at("idle_with_work_ci95"));
  r.blame = matrix_from_json(hol.at("blame"));
  r.victims = matrix_from_json(hol.at("victims"));
  r.pool_blame = matrix_from_json(hol.at("pool_blame"));
  const Json& occupancy = j.at("occupancy");
  if (occupancy.contains("series")) r.series = series_from_json(occupancy.at("series"));
  r.occupancy_beats = distribution_from_json(occupancy);
  r.occupancy_packets = distribution_from_json(occupancy.at("packets"));
  for (const auto& q : occupancy.at("per_queue"))
    r.per_queue.push_back({q.at("mean"), q.at("p99"), q.at("max")});
  r.completion_cycles = optional_from_json<std::uint64_t>(j.at("completion_cycles"));
  r.completion_seconds = optional_from_json<double>(j.at("completion_seconds"));
  r.bandwidth_per_node = optional_from_json<double>(j.at("bandwidth_per_node"));
  r.predicted_seconds = optional_from_json<double>(j.at("predicted_seconds"));
  r.completion_over_ideal = optional_from_json<double>(j.at("completion_over_ideal"));
  r.hosts = hosts_from_json(j.at("hosts"));
  r.cpu_seconds = j.at("cpu_seconds");
  return r;
}

void RunResult::clear_intervals() {
  for (std::optional<double>* interval : {&throughput_ci95, &latency.ci95, &queueing.ci95, &loss_ci95,
                                          &occupancy_beats.ci95, &occupancy_packets.ci95, &blocked_ci95,
                                          &backpressure_ci95, &hol_ci95, &pool_ci95, &idle_with_work_ci95}) {
    interval->reset();
  }
}

Json to_json(const RunConfig& config, const RunResult& result, const Json& version) {
  return {{"schema", 1},
          {"config", to_json(without_unused(config))},
          {"version", version},
          {"result", result_to_json(config, result)}};
}

}  // namespace xb
