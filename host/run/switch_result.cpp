// SPDX-License-Identifier: Apache-2.0
#include "host/run/switch_result.h"

#include <algorithm>

#include "host/config/setup.h"
#include "host/device/device.h"
#include "host/switches/switch_registry.h"

namespace xb {

Distribution distribution(const Histogram& histogram, std::optional<double> ci95) {
  return {{histogram.mean(), ci95},  histogram.quantile(0.5), histogram.quantile(0.99),
          histogram.quantile(0.999), histogram.max(),         {},
          histogram.quantile(0.95)};
}

Distribution latency_distribution(const Histogram& histogram, std::optional<double> ci95,
                                  const RunConfig& config) {
  Distribution latency = distribution(histogram, ci95);
  if (config.distribution == WholeDistribution::Latency) latency.bins = histogram.bins();
  return latency;
}

namespace {

template <class Lag>
LagResult result_of(const Lag& lag) {
  LagResult r;
  r.mean = lag.mean();
  r.p50 = lag.quantile(0.5);
  r.p99 = lag.quantile(0.99);
  r.p999 = lag.quantile(0.999);
  r.max = lag.quantile(1);
  r.packets = lag.packets();
  r.by_input = lag.by_input();
  r.by_output = lag.by_output();
  return r;
}

}  // namespace

LagResult lag_result(const SwitchLag& lag) { return result_of(lag); }
LagResult lag_result(const NetworkLag& lag) { return result_of(lag); }

LagResult lag_result(const LagWatch& watch, const Measures& m) {
  const SwitchLag& lag = watch.lag();
  LagResult r = lag_result(lag);
  r.ci95 = m.batches(Measures::kLag).ci95(m.correlation_time());
  const Histogram& ranks = lag.by_rank();
  if (watch.compares_ranks()) r.by_rank = QueueOccupancy{ranks.mean(), ranks.quantile(0.99), ranks.max()};
  return r;
}

namespace {

EcnResult ecn_result(const SwitchRun& run, const Setup& setup) {
  const EcnMarker& marker = *run.marker();
  const auto& marked = marker.marked();
  EcnResult r;
  r.output = static_cast<unsigned>(std::max_element(marked.begin(), marked.end()) - marked.begin());
  r.marked = share_of(marked[r.output], marker.packets()[r.output]);
  if (setup.entry->queues != QueuePlace::Output) r.input = marker.most_from(r.output);
  const Histogram& beats = run.marker_queue(r.input.value_or(0), r.output);
  r.queue_mean = beats.mean();
  r.queue_p5 = beats.quantile(0.05);
  r.queue_p95 = beats.quantile(0.95);
  r.packets_by_output = marker.packets();
  r.marked_by_output = marked;
  return r;
}

ClassHol class_hol(const ClassMeasures::OfClass& of, double port_cycles) {
  ClassHol hol;
  for (const std::uint64_t cycles : of.behind) {
    hol.behind_class.push_back(share_of(cycles, port_cycles));
    hol.fraction += hol.behind_class.back();
  }
  hol.blame = of.blame;
  return hol;
}

}  // namespace

RunResult switch_result(const SwitchRun& run, const Setup& setup) {
  const Measures& m = run.measures();
  RunResult r;
  r.cycles = run.now();
  r.measured_cycles = m.measured_cycles();
  r.offered_load = m.offered_load();
  r.throughput = m.throughput();
  r.loss = m.loss();
  const double time = m.correlation_time();
  r.offered_packets = m.offered_packets();
  r.delivered_packets = m.delivered_packets();
  r.dropped_full = m.losses().full();
  r.dropped_misrouted = m.losses().misrouted();
  r.dropped_per_queue = m.losses().full_per_queue();
  r.lost_packets = r.dropped_full + r.dropped_misrouted;
  r.latency = latency_distribution(m.latency(), m.batches(Measures::kLatency).ci95(time), setup.config);
  r.queueing = distribution(m.queueing(), m.batches(Measures::kQueueing).ci95(time));
  r.occupancy_beats = distribution(m.occupancy_beats(), m.batches(Measures::kOccupancyBeats).ci95());
  r.occupancy_packets = distribution(m.occupancy_packets(), m.batches(Measures::kOccupancyPackets).ci95());
  for (unsigned queue = 0; queue < measured_queues(setup); ++queue) {
    const Histogram& beats = m.queue_beats(queue);
    r.per_queue.push_back({beats.mean(), beats.quantile(0.99), beats.max()});
  }
  r.blocked = m.blocked();
  r.backpressure = m.backpressure();
  r.hol = m.hol();
  r.pool = m.pool();
  r.idle_with_work = m.idle_with_work();
  r.series = m.series();
  r.blame = m.blame();
  r.victims = m.victims();
  r.pool_blame = m.pool_blame();
  if (setup.device && setup.device->zero_load)
    r.zero_load = ZeroLoadLatency{setup.device->zero_load->least, setup.device->zero_load->most};
  if (run.lag() != nullptr) {
    r.lag = lag_result(*run.lag(), m);
    // The watch hears of a loss from a later packet of the same flow, which may never come.
    if (run.missing_packets() > 0) r.lag->by_rank.reset();
  }
  if (run.marker() != nullptr) r.ecn = ecn_result(run, setup);
  if (setup.config.own_sharing()) r.evicted = run.evicted_packets();
  r.known = setup.entry->probes;
  // Its packets wait from their zero-load time on.
  r.known.pool &= !setup.config.has_classes() && !setup.config.own_sharing();
  if (setup.config.observes_ports()) r.known = {r.known.zero_load, false, true, true, r.known.zero_load};
  return r;
}

std::vector<ClassResult> class_results(const SwitchRun& run, const Setup& setup,
                                       const std::vector<OfferedOfClass>& offered, const FlowCounts& counts) {
  const ClassMeasures& classes = run.classes();
  const Measures& m = run.measures();
  const double beats = m.port_cycles() / setup.link_rates.cycles_per_beat();
  const double time = m.correlation_time();
  std::vector<ClassResult> results;
  for (unsigned c = 0; c < classes.count(); ++c) {
    const ClassMeasures::OfClass& of = classes.of(c);
    const auto interval = [&](ClassMeasures::Series series) { return classes.ci95(c, series, time); };
    const auto throughput = classes.ci95(c, ClassMeasures::kThroughput);
    ClassResult r;
    r.of_class = c;
    r.offered_load = share_of(offered[c].beats, beats);
    r.throughput.mean = share_of(of.delivered_beats, beats);
    if (throughput) r.throughput.ci95 = *throughput * static_cast<double>(m.measured_cycles()) / beats;
    r.offered_packets = offered[c].packets;
    r.delivered_packets = of.latency.total();
    r.loss = share_of(counts.lost_by_class[c], offered[c].packets);
    r.latency = latency_distribution(of.latency, interval(ClassMeasures::kLatency), setup.config);
    r.queueing = distribution(of.queueing, interval(ClassMeasures::kQueueing));
    if (run.knows_held()) r.held_by_higher = share_of(of.held_cycles, m.port_cycles());
    if (run.knows_fronts()) r.hol = class_hol(of, m.port_cycles());
    if (run.lag() != nullptr) r.lag = lag_result(run.lag()->by_class()[c]);
    results.push_back(std::move(r));
  }
  return results;
}

DeviceHol device_hol(const SwitchRun& run, const RunResult& result, const HolCount& count) {
  const double cycles = run.measures().port_cycles();
  return {share_of(count.shown, cycles),
          result.known.flags ? std::optional(share_of(count.differs, cycles)) : std::nullopt};
}

BytesResult bytes_result(const FrameCounts& frames, const RunConfig& config, double beats) {
  const std::uint64_t gap = config.gap_bytes;
  const double most = beats * config.beat_bytes();
  return {frames.offered_bytes, frames.delivered_bytes, share_of(frames.delivered_bytes, most),
          share_of(frames.offered_bytes + gap * frames.offered_packets, most),
          share_of(frames.delivered_bytes + gap * frames.delivered_packets, most)};
}

BytesResult bytes_result(const SwitchRun& run, const Setup& setup, const MissingBytes& missing) {
  const Measures& m = run.measures();
  const std::uint64_t beat_bytes = setup.config.beat_bytes();
  return bytes_result(
      {m.offered_beats() * beat_bytes - missing.offered, m.delivered_beats() * beat_bytes - missing.delivered,
       m.offered_packets(), m.delivered_packets()},
      setup.config, m.port_cycles() / setup.link_rates.cycles_per_beat());
}

FlowsResult flows_result(const FlowTimes& times) {
  const auto of = [&](const FlowTimes::Class& flows) {
    FlowClassResult r;
    r.completed = flows.cycles.total();
    if (r.completed == 0) return r;
    r.fct_mean = flows.cycles.mean();
    r.fct_p50 = flows.cycles.quantile(0.5);
    r.fct_p99 = flows.cycles.quantile(0.99);
    if (!times.knows_slowdown()) return r;
    r.slowdown_mean = flows.slowdown_sum / static_cast<double>(r.completed);
    r.slowdown_p50 = static_cast<double>(flows.slowdown.quantile(0.5)) / 1000;
    r.slowdown_p99 = static_cast<double>(flows.slowdown.quantile(0.99)) / 1000;
    return r;
  };
  return {of(times.all()), of(times.small()), of(times.large())};
}

}  // namespace xb
