// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <type_traits>

#include "host/run/run_result.h"

namespace xb {

/// The fields of what a switch or a network has measured, in the record's order, for writing and for reading.
/// `io` is a RecordWriter, with a const result, or a RecordReader (record_io.h).
template <class Io, class Result>
void measured_fields(const Io& io, Result& r) {
  io("cycles", r.cycles);
  io("measured_cycles", r.measured_cycles);
  io("warmup_cycles", r.warmup_cycles);
  io("warmup_settled", r.warmup_settled);
  io("offered_load", r.offered_load);
  io("throughput", r.throughput);
  io("offered_packets", r.offered_packets);
  io("delivered_packets", r.delivered_packets);
  io("lost_packets", r.lost_packets);
  io("loss", r.loss);
  io.object("loss_by_cause", [&](const Io& causes) {
    causes("misrouted", r.dropped_misrouted);
    causes("full", r.dropped_full);
    causes.member("evicted", r.evicted);
  });
  io("dropped_per_queue", r.dropped_per_queue);
  io("latency", r.latency);
  io("queueing", r.queueing);
  io.object("hol", [&](const Io& hol) {
    hol("blocked_fraction", r.blocked);
    hol("backpressure_fraction", r.backpressure);
    hol("hol_fraction", r.hol);
    hol("pool_fraction", r.pool);
    hol("idle_with_work", r.idle_with_work);
    hol.matrix("blame", r.blame);
    hol.matrix("victims", r.victims);
    hol.matrix("pool_blame", r.pool_blame);
  });
  io.object("occupancy", [&](const Io& occupancy) {
    fields(occupancy, r.occupancy_beats);
    occupancy("packets", r.occupancy_packets);
    occupancy("per_queue", r.per_queue);
    if (occupancy.has("series", r.series.period > 0)) occupancy("series", r.series);
  });
  io("completion_cycles", r.completion_cycles);
  io("completion_seconds", r.completion_seconds);
  io("bandwidth_per_node", r.bandwidth_per_node);
  io("predicted_seconds", r.predicted_seconds);
  io("completion_over_ideal", r.completion_over_ideal);
  io("hosts", r.hosts);
}

/// All fields of a point's result: the one list of them.
template <class Io, class Result>
void record_fields(const Io& io, Result& r) {
  measured_fields(io, r);
  io.part("lambda", r.steps);
  io.member("global_window", r.global_window);
  io.part("packet_hops", r.network);
  io.member("zero_load_latency", r.zero_load);
  io.part("device_hol_fraction", r.device_hol);
  io.part("offered_bytes", r.bytes);
  io.member("hol_at_hosts", r.hol_at_hosts);
  io.part("delivered_by_input", r.delivery);
  io.member("flows", r.flows);
  io.member("messages", r.messages);
  io.member("lag", r.lag);
  io.member("pause", r.pause);
  io.member("ecn", r.ecn);
  io.member("dctcp", r.dctcp);
  if (io.has("classes", !r.classes.empty())) io("classes", r.classes);
  io.member("cost", r.cost);
  io.member("setup", r.facts);
  io("cpu_seconds", r.cpu_seconds);
}

/// For the lists below, which are of a type and of its const.
template <class T, class Type>
using IfIs = std::enable_if_t<std::is_same_v<std::remove_const_t<T>, Type>>;

template <class Io, class T>
IfIs<T, Distribution> fields(const Io& io, T& d) {
  io("mean", d.mean);
  io("ci95", d.ci95);
  io("p50", d.p50);
  io("p99", d.p99);
  io("p999", d.p999);
  io("max", d.max);
  if (io.has("distribution", !d.bins.empty())) io("distribution", d.bins);
}

template <class Io, class T>
IfIs<T, QueueOccupancy> fields(const Io& io, T& q) {
  io("mean", q.mean);
  io("p99", q.p99);
  io("max", q.max);
}

/// Samples that went elsewhere are counted only.
template <class Io, class T>
IfIs<T, OccupancySeries> fields(const Io& io, T& s) {
  io("period", s.period);
  io("first_cycle", s.first_cycle);
  io("samples", s.samples);
  if (!io.has("beats", s.beats.size() == s.samples)) return;
  io("beats", s.beats);
  io("packets", s.packets);
  io("per_queue", s.queue_beats);
}

template <class Io, class T>
IfIs<T, HostCounters> fields(const Io& io, T& h) {
  io("retransmitted_packets", h.retransmitted_packets);
  io("time_outs", h.time_outs);
  io("ack_frames", h.ack_frames);
  io("discarded_out_of_order", h.discarded_out_of_order);
  io("discarded_no_room", h.discarded_no_room);
  io("block_bytes", h.block_bytes);
  io("paging_hosts", h.paging_hosts);
}

template <class Io, class T>
IfIs<T, StepsResult> fields(const Io& io, T& s) {
  io("transfers", s.transfers);
  io("lambda", s.lambda);
  io("steps", s.steps);
  io("liquid_throughput", s.liquid_throughput);
  io("transfer_throughput", s.transfer_throughput);
  io("of_liquid", s.of_liquid);
}

template <class Io, class T>
IfIs<T, GlobalWindowResult> fields(const Io& io, T& w) {
  io("buffer_packets", w.buffer_packets);
  io("nu", w.nu);
  io("w_g", w.w_g);
  io("eta", w.eta);
  io("eta_on_schedule", w.eta_on_schedule);
}

template <class Io, class T>
IfIs<T, ZeroLoadLatency> fields(const Io& io, T& z) {
  io("min", z.min);
  io("max", z.max);
}

template <class Io, class T>
IfIs<T, DeviceHol> fields(const Io& io, T& d) {
  io("device_hol_fraction", d.fraction);
  io("device_hol_differs", d.differs);
}

template <class Io, class T>
IfIs<T, SilentFlow> fields(const Io& io, T& flow) {
  io("from", flow.from);
  io("to", flow.to);
  io("packets", flow.packets);
}

template <class Io, class T>
IfIs<T, DeliveryResult> fields(const Io& io, T& d) {
  io("offered_by_input", d.offered_by_input);
  io("delivered_by_input", d.delivered_by_input);
  io.matrix("taken_by_flow", d.taken_by_flow);
  io.matrix("delivered_by_flow", d.delivered_by_flow);
  io.matrix("lost_by_flow", d.lost_by_flow);
  io("flows_without_delivery", d.flows_without_delivery);
  io("worst_flows", d.worst_flows);
}

template <class Io, class T>
IfIs<T, BytesResult> fields(const Io& io, T& b) {
  io("offered_bytes", b.offered_bytes);
  io("delivered_bytes", b.delivered_bytes);
  io("byte_throughput", b.throughput);
  io("offered_wire_load", b.offered_wire_load);
  io("wire_throughput", b.wire_throughput);
}

template <class Io, class T>
IfIs<T, PointFacts> fields(const Io& io, T& f) {
  io("least_packet_beats", f.least_beats);
  io("most_packet_beats", f.most_beats);
  io("least_packet_bytes", f.least_bytes);
  io("most_packet_bytes", f.most_bytes);
  io("gap_bytes", f.gap_bytes);
  io("width_bits", f.width_bits);
  io("clock_mhz", f.clock_mhz);
  io("clock_given", f.clock_given);
  io("link_gbps", f.link_gbps);
  io("memory_bytes", f.memory_bytes);
}

template <class Io, class T>
IfIs<T, CostPathPart> fields(const Io& io, T& p) {
  io("instance", p.instance);
  io("module", p.module);
  io("ns", p.ns);
}

template <class Io, class T>
IfIs<T, CostResult> fields(const Io& io, T& c) {
  io("target", c.target);
  io("lut4", c.lut4);
  io("ff", c.ff);
  io("bram", c.bram);
  io("lutram", c.lutram);
  io("dsp", c.dsp);
  io("carry", c.carry);
  io("gates", c.gates);
  io("memory_bits", c.memory_bits);
  io("harness_ff", c.harness_ff);
  io("fmax_mhz", c.fmax_mhz);
  if (io.has("fmax_why", !c.fmax_why.empty())) io("fmax_why", c.fmax_why);
  io("path", c.path);
  io("yosys", c.yosys);
  if (io.has("nextpnr", !c.nextpnr.empty())) io("nextpnr", c.nextpnr);
}

template <class Io, class T>
IfIs<T, FlowClassResult> fields(const Io& io, T& f) {
  io("completed", f.completed);
  io("fct_mean", f.fct_mean);
  io("fct_p50", f.fct_p50);
  io("fct_p99", f.fct_p99);
  io("slowdown_mean", f.slowdown_mean);
  io("slowdown_p50", f.slowdown_p50);
  io("slowdown_p99", f.slowdown_p99);
}

template <class Io, class T>
IfIs<T, ClassHol> fields(const Io& io, T& h) {
  io("hol_fraction", h.fraction);
  io("behind_class", h.behind_class);
  io.matrix("blame", h.blame);
}

template <class Io, class T>
IfIs<T, ClassResult> fields(const Io& io, T& c) {
  io("class", c.of_class);
  io("offered_load", c.offered_load);
  io("throughput", c.throughput);
  io("offered_packets", c.offered_packets);
  io("delivered_packets", c.delivered_packets);
  io("loss", c.loss);
  io("latency", c.latency);
  io("queueing", c.queueing);
  io("held_by_higher", c.held_by_higher);
  io.member("hol", c.hol);
  io.member("lag", c.lag);
  io.member("pause", c.pause);
}

template <class Io, class T>
IfIs<T, FlowsResult> fields(const Io& io, T& f) {
  io("all", f.all);
  io("small", f.small);
  io("large", f.large);
}

template <class Io, class T>
IfIs<T, CategoryCounts> fields(const Io& io, T& c) {
  io("full_teams", c.full_teams);
  io("all", c.all);
  io("not_blank", c.not_blank);
  io("not_idle", c.not_idle);
  io("neither", c.neither);
  io("skeleton_first", c.skeleton_first);
  io("scarcest_first", c.scarcest_first);
}

template <class Io, class T>
IfIs<T, StepSearchResult> fields(const Io& io, T& s) {
  io("transfers", s.transfers);
  io("lambda", s.lambda);
  io("liquid_throughput", s.liquid_throughput);
  io("edges", s.edges);
  io("density", s.density);
  io("steps", s.steps);
  io("solved", s.solved);
  io("longer", s.longer);
  io("categories", s.categories);
}

template <class Io, class T>
IfIs<T, LagResult> fields(const Io& io, T& l) {
  io("mean", l.mean);
  io("ci95", l.ci95);
  io("p50", l.p50);
  io("p99", l.p99);
  io("p999", l.p999);
  io("max", l.max);
  io("packets", l.packets);
  io("by_rank", l.by_rank);
  io("by_input", l.by_input);
  io("by_output", l.by_output);
}

template <class Io, class T>
IfIs<T, MessagesResult> fields(const Io& io, T& m) {
  io("p99", m.p99);
  io("max", m.max);
}

template <class Io, class T>
IfIs<T, PauseResult> fields(const Io& io, T& p) {
  io("xoff_beats", p.xoff_beats);
  io("xon_beats", p.xon_beats);
  io("headroom_beats", p.headroom_beats);
  io("frames", p.frames);
  io("paused", p.paused);
  io("victims", p.victims);
  io("overshoot_beats", p.overshoot_beats);
  io("overflowed_packets", p.overflowed_packets);
  io("paused_by_input", p.paused_by_input);
  io("overshoot_by_input", p.overshoot_by_input);
  io("overflowed_by_input", p.overflowed_by_input);
  io.member("storms", p.storms);
  io.member("sweep_cycles", p.sweep_cycles);
}

template <class Io, class T>
IfIs<T, EcnResult> fields(const Io& io, T& e) {
  if (io.has("switch", !e.switch_name.empty())) io("switch", e.switch_name);
  io("output", e.output);
  io.member("input", e.input);
  io("marked", e.marked);
  io("queue_mean", e.queue_mean);
  io("queue_p5", e.queue_p5);
  io("queue_p95", e.queue_p95);
  io("packets_by_output", e.packets_by_output);
  io("marked_by_output", e.marked_by_output);
}

template <class Io, class T>
IfIs<T, DctcpResult> fields(const Io& io, T& d) {
  io("round_trips", d.round_trips);
  io("alpha", d.alpha);
  io("window", d.window);
  io("period", d.period);
}

template <class Io, class T>
IfIs<T, LinkResult> fields(const Io& io, T& link) {
  io("from", link.from);
  io("to", link.to);
  io("utilisation", link.utilisation);
  io("packets", link.packets);
}

template <class Io, class T>
IfIs<T, BlockingTree> fields(const Io& io, T& tree) {
  io("output", tree.output);
  io("hosts_held", tree.hosts_held);
  io("hosts", tree.hosts);
  io("through", tree.through);
}

/// CPU time is the whole run's.
template <class Io, class T>
IfIs<T, SwitchResult> fields(const Io& io, T& s) {
  io("name", s.name);
  io("engine", s.engine);
  io("ports", s.ports);
  io.object("result", [&](const Io& all) {
    const Io result = all.of_switch(s.ports);
    measured_fields(result, s.result);
    result.member("lag", s.result.lag);
    result.member("ecn", s.result.ecn);
    if (result.has("classes", !s.result.classes.empty())) result("classes", s.result.classes);
  });
}

template <class Io, class T>
IfIs<T, NetworkResult> fields(const Io& io, T& n) {
  io("packet_hops", n.packet_hops);
  io("link_packets", n.link_packets);
  io("overtaken_packets", n.overtaken_packets);
  io("bottleneck", n.bottleneck);
  io("blocking", n.blocking);
  if (io.has("idle_links", !n.idle_links.empty())) io("idle_links", n.idle_links);
  io("switches", n.switches);
  io("links", n.links);
  io("host_links", n.host_links);
}

}  // namespace xb
