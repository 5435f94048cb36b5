// SPDX-License-Identifier: Apache-2.0
#include "host/run/measure_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "host/exchange/schedule_registry.h"
#include "host/point/run_config.h"
#include "host/point/traffic_config.h"
#include "host/switches/switch_registry.h"
#include "host/traffic/host_flows.h"

namespace xb {
namespace {

/// In front of rows that are of these runs only, in the place of a row.
Measure below(Runs runs = {}) {
  Measure mark{"", "", "", ""};
  mark.of = runs;
  return mark;
}

std::vector<Measure> by_runs(const std::vector<Measure>& rows) {
  std::vector<Measure> all;
  Runs runs;
  for (Measure row : rows) {
    if (*row.path == 0) {
      runs = row.of;
      continue;
    }
    row.of = runs;
    all.push_back(row);
  }
  return all;
}

bool watches_pool(const RunConfig& c) { return !c.has_classes() && !c.own_sharing(); }
bool watches_classes(const RunConfig& c) { return c.has_classes() && !c.drop(); }
bool is_in_steps(const RunConfig& c) { return in_steps(c.schedule.get()); }
bool is_beside_reference(const RunConfig& c) { return c.reference != Reference::None; }

}  // namespace

const std::vector<Measure>& measures() {
  constexpr bool kInterval = true, kNone = false, kOneSwitch = true, kValue = false, kDetail = true,
                 kResult = true;
  constexpr auto kFlags = &SwitchProbes::flags, kPool = &SwitchProbes::pool, kQueues = &SwitchProbes::queues,
                 kDrops = &SwitchProbes::drops, kZeroLoad = &SwitchProbes::zero_load;
  constexpr const char* kSchedules = "completion_cycles";
  static const std::vector<Measure> all = by_runs({
      {"cycles", "run_cycles", "cycles", "whole run: warm-up, window, drain"},
      {"measured_cycles", "measured_cycles", "cycles", "measured window"},
      {"warmup_cycles", "warmup_cycles", "cycles", "before the window"},
      Measure{"warmup_settled", "warmup_settled", "", "whether the run had settled by then"}.as(
          Format::Truth),
      Measure{"offered_load", "offered_load", "", "that arrived at the hosts, of the line rate"}
          .as(Format::Fixed4)
          .on_line("offered load", "{offered_load} of the line rate")
          .in_column({10, "offered", kDetail}),
      Measure{"throughput", "throughput", "", "beats delivered, of the line rate", kInterval}
          .as(Format::Fixed4)
          .on_line("throughput", "{throughput+-} of the line rate")
          .in_column({20, "throughput", kValue, "", true, kResult})
          .drawn({"throughput", "Throughput", "throughput [share of the line rate]", "throughput", "", "",
                  kAlways, 1, TheoryMeasure::Throughput}),
      {"offered_packets", "offered_packets", "packets", "that arrived at the hosts in the window"},
      {"delivered_packets", "delivered_packets", "packets", "whose last beat came out in the window"},
      {"lost_packets", "lost_packets", "packets", "that the switch discarded in the window", kNone, kDrops},
      Measure{"loss", "loss", "", "packets lost, of those offered", kInterval, kDrops}
          .as(Format::Digits3)
          .in_column({90, "loss"})
          .drawn({"loss", "Loss", "lost packets / offered packets", "loss", "", "", kLogScale, 9,
                  TheoryMeasure::Loss}),
      Measure{"loss_by_cause", "", "packets", "the same by cause: no such output, no room", kNone, kDrops}
          .of_each("misrouted full"),
      below({[](const RunConfig& c) { return c.own_sharing(); }}),
      {"loss_by_cause.evicted", "", "packets", "out of memory, for others"},
      below(),
      Measure{"dropped_per_queue", "", "packets", "lost for want of room, by queue", kNone, kDrops,
              kOneSwitch}
          .of_each("QUEUE"),
      Measure{"latency.mean", "latency_mean_cycles", "cycles", "first beat in to last beat out", kInterval}
          .as(Format::Fixed2)
          .on_line("latency",
                   "{latency.mean+-} cycles mean, p50 {latency.p50}, p99 {latency.p99}, p99.9 "
                   "{latency.p999}, max {latency.max}")
          .drawn({"latency", "Latency", "latency [cycles]", "mean",
                  "First beat in to last beat out. The time that packets wait at their hosts is not in it: "
                  "above saturation it is bounded by the buffers.",
                  "latency.p99", kAlways, 2}),
      {"latency.p50", "latency_p50_cycles", "cycles", "median of these"},
      Measure{"latency.p99", "latency_p99_cycles", "cycles", "99 % take at most this"}.in_column(
          {40, "p99 latency", kDetail}),
      {"latency.p999", "latency_p999_cycles", "cycles", "99.9 % take at most this"},
      {"latency.max", "latency_max_cycles", "cycles", "longest"},
      Measure{"queueing.mean", "queueing_mean_cycles", "cycles", "first beat in to out, less zero load",
              kInterval, kZeroLoad}
          .as(Format::Fixed3)
          .on_line("queueing", "{queueing.mean+-} cycles mean")
          .in_column({30, "queueing [cycles]"})
          .drawn({"queueing", "Queueing", "queueing [cycles]", "mean",
                  "First beat in to first beat out, less what an empty switch takes: the waiting time of "
                  "queueing theory.",
                  "", kLogScale, 3, TheoryMeasure::QueueingCycles}),
      {"queueing.p50", "queueing_p50_cycles", "cycles", "median of these", kNone, kZeroLoad},
      {"queueing.p99", "queueing_p99_cycles", "cycles", "99 % wait at most this", kNone, kZeroLoad},
      {"queueing.p999", "queueing_p999_cycles", "cycles", "99.9 % wait at most this", kNone, kZeroLoad},
      {"queueing.max", "queueing_max_cycles", "cycles", "longest", kNone, kZeroLoad},
      below({is_beside_reference}),
      Measure{"lag.mean", "lag_mean_cycles", "cycles", "first beats, behind an output-queued switch",
              kInterval}
          .as(Format::Fixed3)
          .on_line("lag",
                   "{lag.mean+-} cycles behind an output-queued switch, p50 {lag.p50}, p99 {lag.p99}, p99.9 "
                   "{lag.p999}, max {lag.max}")
          .in_column({35, "lag [cycles]", kValue, "lag.mean"})
          .drawn({"lag", "Lag behind an output-queued switch", "cycles", "mean",
                  "How much later packets leave than an output-queued switch with memory for all would let "
                  "them go: what the architecture costs, without the queueing of the traffic itself.",
                  "lag.p99", 0, 4}),
      {"lag.p50", "lag_p50_cycles", "cycles", "median of these"},
      {"lag.p99", "lag_p99_cycles", "cycles", "99 % are at most so late"},
      {"lag.p999", "lag_p999_cycles", "cycles", "99.9 % are at most so late"},
      {"lag.max", "lag_max_cycles", "cycles", "latest"},
      {"lag.packets", "", "packets", "that count"},
      below({[](const RunConfig& c) { return is_beside_reference(c) && !c.is_network(); }}),
      Measure{"lag.by_rank.mean", "lag_by_rank_mean_cycles", "cycles",
              "n-th beat of an output, behind the n-th there"},
      {"lag.by_rank.p99", "lag_by_rank_p99_cycles", "cycles", "99 % are at most so late"},
      {"lag.by_rank.max", "lag_by_rank_max_cycles", "cycles", "latest"},
      below({[](const RunConfig& c) { return c.pauses_hosts(); }}),
      Measure{"pause.paused", "paused", "", "host-cycles in which no packet may begin (flow pfc, cbfc)"}
          .as(Format::Percent)
          .on_line("pauses", "{pause.paused} of host-cycles, in {pause.frames} pauses")
          .in_column({95, "paused", kValue, "pause.paused"}),
      Measure{"pause.victims", "pause_victims", "", "of these, with a packet that waits for an idle output"}
          .as(Format::Percent)
          .on_line("victims", "{pause.victims} of host-cycles paused with a packet for an idle output"),
      {"pause.frames", "pause_frames", "", "that ask a host to pause"},
      Measure{"pause.overshoot_beats", "overshoot_beats", "beats", "most that an input held above xoff"}
          .on_line("overshoot",
                   "{pause.overshoot_beats} beats more than as the pause was due; "
                   "{pause.overflowed_packets} packets found no room"),
      Measure{"pause.headroom_beats", "headroom_beats", "beats", "room above xoff"}.on_line(
          "headroom", "{pause.headroom_beats} beats above xoff {pause.xoff_beats}"),
      {"pause.xoff_beats", "xoff_beats", "beats", "held by an input: its host is to pause"},
      {"pause.xon_beats", "xon_beats", "beats", "held by an input: its host may go on"},
      {"pause.overflowed_packets", "overflowed_packets", "packets",
       "that found no room: lost on a real link"},
      below({[](const RunConfig& c) { return c.pauses_hosts() && c.pause_storm; }}),
      {"pause.storms", "pause_storms", "", "hosts paused for more than a share of some cycles (pause-storm)"},
      below({[](const RunConfig& c) { return c.traffic->has_pattern(TrafficPattern::Overrun); }}),
      Measure{"pause.sweep_cycles", "sweep_cycles", "cycles", "that all phases of traffic overrun take"}
          .on_line("phases", "{pause.sweep_cycles} cycles go through all of them"),
      below({[](const RunConfig& c) { return bool(c.ecn); }}),
      Measure{"ecn.marked", "marked", "", "packets that a long queue marked, at the output with most of them"}
          .as(Format::Percent)
          .on_line("marks",
                   "{ecn.marked} of the packets for output {ecn.output}, whose queue has {ecn.queue_p5} to "
                   "{ecn.queue_p95} beats (p5, p95)")
          .in_column({96, "marked", kValue, "ecn.marked"}),
      {"ecn.output", "marking_output", "", "output of which most packets are marked"},
      Measure{"ecn.input", "marking_input", "",
              "input of the queue that marks most of them, where it has one"}
          .on_line("marks at", "input {ecn.input}"),
      {"ecn.queue_mean", "marking_queue_mean_beats", "beats", "in its queue"},
      {"ecn.queue_p5", "marking_queue_p5_beats", "beats", "5 % of cycles have at most so many"},
      {"ecn.queue_p95", "marking_queue_p95_beats", "beats", "95 % have at most so many"},
      below({[](const RunConfig& c) { return c.schedule && c.reaction == Reaction::Dctcp; }}),
      Measure{"dctcp.alpha", "dctcp_alpha", "", "share of marked packets that senders know, mean"}
          .as(Format::Fixed3)
          .on_line(
              "DCTCP",
              "alpha {dctcp.alpha}, window {dctcp.window} packets, {dctcp.period} round trips from cut to "
              "cut"),
      Measure{"dctcp.window", "dctcp_window_packets", "packets", "window at the end of a round trip, mean"}
          .as(Format::Fixed3),
      Measure{"dctcp.period", "dctcp_period", "round trips", "from a cut of a window to its next"}.as(
          Format::Fixed3),
      {"dctcp.round_trips", "dctcp_round_trips", "", "of all flows"},
      below(),
      Measure{"hol.blocked_fraction", "blocked_fraction", "", "input-cycles, head may move and does not",
              kInterval, kFlags}
          .as(Format::Percent)
          .on_line("blocked heads",
                   "{hol.blocked_fraction} of input-cycles ({hol.backpressure_fraction} by back-pressure)"),
      Measure{"hol.backpressure_fraction", "backpressure_fraction", "",
              "of these, because the receiver is not ready", kInterval, kFlags}
          .as(Format::Percent),
      Measure{"hol.hol_fraction", "hol_fraction", "", "input-cycles with head-of-line blocking", kInterval,
              kFlags}
          .as(Format::Percent)
          .on_line("head-of-line blocking", "{hol.hol_fraction} of input-cycles")
          .in_column({50, "HOL"})
          .drawn({"hol", "Head-of-line blocking", "share of input-cycles", "head-of-line blocked",
                  "Inputs whose head is blocked while a packet behind it is bound for an idle output."}),
      below({watches_pool}),
      Measure{"hol.pool_fraction", "pool_fraction", "", "input-cycles kept out by packets for others",
              kInterval, kPool}
          .as(Format::Percent)
          .on_line("pool blocking", "{hol.pool_fraction} of input-cycles")
          .in_column({60, "pool"}),
      below(),
      Measure{"hol.idle_with_work", "idle_with_work", "", "output-cycles idle though a packet waits",
              kInterval, kFlags}
          .as(Format::Percent)
          .on_line("idle with work", "{hol.idle_with_work} of output-cycles")
          .in_column({70, "idle w/ work", kDetail})
          .drawn({"idle-with-work", "Idle outputs with work", "share of output-cycles", "idle with work",
                  "Outputs that send nothing although a packet for them waits in the switch: what an ideal "
                  "switch would not lose."}),
      Measure{"hol.blame", "", "cycles", "head-of-line blocking by input and the output that its head wanted",
              kNone, kFlags, kOneSwitch}
          .of_each("INPUT.OUTPUT"),
      Measure{"hol.victims", "", "cycles",
              "head-of-line blocking by input and an idle output that it had a packet for", kNone, kFlags,
              kOneSwitch}
          .of_each("INPUT.OUTPUT"),
      below({watches_pool}),
      Measure{"hol.pool_blame", "", "cycles", "pool blocking by input and the output that holds the memory",
              kNone, kPool, kOneSwitch}
          .of_each("INPUT.OUTPUT"),
      below(),
      Measure{"occupancy", "", "beats", "of the switch and each queue", kNone, kQueues}.as_whole(),
      Measure{"occupancy.mean", "occupancy_mean_beats", "beats", "in the switch", kInterval, kQueues}
          .as(Format::Fixed1)
          .on_line("occupancy",
                   "{occupancy.mean} beats mean, p99 {occupancy.p99}, max {occupancy.max} (whole switch)"),
      {"occupancy.p50", "", "beats", "median of these", kNone, kQueues, kOneSwitch},
      {"occupancy.p99", "occupancy_p99_beats", "beats", "99 % of cycles, at most", kNone, kQueues,
       kOneSwitch},
      {"occupancy.p999", "", "beats", "99.9 % of cycles, at most", kNone, kQueues, kOneSwitch},
      Measure{"occupancy.max", "occupancy_max_beats", "beats", "most", kNone, kQueues, kOneSwitch}.in_column(
          {80, "max occ. [beats]", kDetail}),
      {"occupancy.packets.mean", "", "packets", "in the switch", kInterval, kQueues},
      {"occupancy.packets.p50", "", "packets", "median in the switch", kNone, kQueues, kOneSwitch},
      {"occupancy.packets.p99", "", "packets", "99 % of cycles, at most", kNone, kQueues, kOneSwitch},
      {"occupancy.packets.p999", "", "packets", "99.9 % of cycles, at most", kNone, kQueues, kOneSwitch},
      {"occupancy.packets.max", "", "packets", "most", kNone, kQueues, kOneSwitch},
      Measure{"occupancy.per_queue", "", "beats", "mean, p99 and max of each queue", kNone, kQueues,
              kOneSwitch}
          .of_each("QUEUE.mean QUEUE.p99 QUEUE.max"),
      below({watches_classes}),
      {"held_by_higher", "", "", "of a class: input-cycles in which only packets of higher ones go"},
      below({[](const RunConfig& c) {
        return watches_classes(c) && !c.is_network() && find_switch(c).fifo_inputs;
      }}),
      Measure{"hol.behind_class", "", "", "of a class: input-cycles blocked behind a head of that class"}
          .of_each("CLASS"),
      below({nullptr, true}),
      {"cpu_seconds", "", "seconds", "CPU time of the run"},
      below(),
      {"cycles_per_cpu_second", "", "cycles/s", "speed of the run"},
      below({[](const RunConfig& c) { return bool(c.schedule); }}),
      {"completion_cycles", "completion_cycles", "cycles", "of a schedule, to its last operation"},
      Measure{"completion_seconds", "completion_seconds", "seconds", "the same"}
          .as(Format::Time)
          .in_column({120, "completion", kValue, kSchedules, kNone, kResult})
          .drawn({"completion",
                  "Completion",
                  "completion [ms]",
                  "measured",
                  "From the first send to the last receive. The table has seconds.",
                  "",
                  kOfSchedules | kAlways,
                  9,
                  {},
                  "predicted_seconds",
                  1e3}),
      Measure{"bandwidth_per_node", "bandwidth_per_node_bytes_per_second", "bytes/s",
              "of a schedule, in its messages"}
          .as(Format::Mega)
          .on_line("bandwidth per node", "{bandwidth_per_node} MB/s")
          .in_column({150, "MB/s per node", kValue, kSchedules}),
      Measure{"predicted_seconds", "predicted_seconds", "seconds", "completion by the formula"}
          .as(Format::Time)
          .in_column({130, "predicted", kDetail, kSchedules}),
      Measure{"completion_over_ideal", "completion_over_ideal", "", "completion / least time of an exchange"}
          .as(Format::Fixed3)
          .in_column({140, "over ideal", kValue, kSchedules})
          .drawn({"over-ideal", "Completion over the ideal", "completion / the least time whatever the order",
                  "measured", "", "", kOfSchedules | kAlways}),
      {"hosts.retransmitted_packets", "retransmitted_packets", "packets", "sent again by go-back-N"},
      {"hosts.time_outs", "time_outs", "", "of retransmission"},
      {"hosts.ack_frames", "", "", "acknowledgements that found no packet to ride on"},
      {"hosts.discarded_out_of_order", "", "packets",
       "by receivers of go-back-N, those that came twice included"},
      {"hosts.discarded_no_room", "", "packets", "that found the receive window full"},
      {"hosts.block_bytes", "", "bytes", "that the rank with most of them sends and receives"},
      {"hosts.paging_hosts", "", "", "hosts whose memory does not hold their blocks"},
      below({[](const RunConfig& c) { return c.schedule && !c.global_window; }}),
      {"global_window.buffer_packets", "", "packets", "that the buffers hold which a step fills, B_L"},
      {"global_window.nu", "", "", "packets of a step for such a buffer"},
      {"global_window.w_g", "", "packets", "global window: B_L / nu, rounded down"},
      {"global_window.eta", "", "packets", "of one host on their way at once, most"},
      {"global_window.eta_on_schedule", "", "packets", "the same if all were on time: L / g_s, rounded up"},
      below({is_in_steps, true}),
      {"transfers", "", "", "of a schedule in steps"},
      {"lambda", "", "", "transfers of the busiest link: the least number of steps"},
      {"liquid_throughput", "", "", "transfers / lambda, of the slowest link's rate"},
      {"steps", "steps", "", "of a schedule in steps"},
      below({is_in_steps}),
      {"transfer_throughput", "", "", "the same as measured"},
      Measure{"of_liquid", "of_liquid", "", "time of the busiest link / completion"}
          .as(Format::Percent)
          .in_column({160, "of liquid", kValue, "of_liquid"}),
      below({[](const RunConfig&) { return false; }, true}),
      {"edges", "", "", "of the congestion graph: pairs of transfers that share a link"},
      {"density", "", "", "edges / all pairs"},
      {"solved", "", "", "1: a schedule in lambda steps was found, 0: not, or there is none"},
      {"longer", "", "", "steps beyond lambda / lambda"},
      {"categories.full_teams", "", "", "sets of transfers that use all bottlenecks"},
      {"categories.all", "", "", "categories of the paper's recursion until all of these are found"},
      {"categories.not_blank", "", "", "share of them without blank ones"},
      {"categories.not_idle", "", "", "share of them without idle ones"},
      {"categories.neither", "", "", "share of them without either"},
      {"categories.skeleton_first", "", "", "the same, the skeleton first"},
      {"categories.scarcest_first", "", "", "the same, split by the scarcest bottleneck"},
      below({[](const RunConfig& c) { return c.is_network(); }}),
      {"packet_hops", "packet_hops", "", "of a network: switches gone through"},
      {"link_packets", "link_packets", "packets", "of a network: over its links"},
      {"overtaken_packets", "overtaken_packets", "packets", "of a network: early ones, that waited"},
      Measure{"bottleneck.utilisation", "bottleneck_utilisation", "", "of a network: of the busiest link"}
          .as(Format::Percent)
          .in_column({110, "busy", kValue, "packet_hops"}),
      {"bottleneck.packets", "", "packets", "of a network: over the busiest link"},
      below({[](const RunConfig& c) { return c.packet_in_bytes; }}),
      {"offered_bytes", "offered_bytes", "bytes", "of frames that arrived at the hosts"},
      {"delivered_bytes", "delivered_bytes", "bytes", "of frames that came out"},
      {"byte_throughput", "byte_throughput", "", "bits of frames delivered, of the line rate"},
      {"offered_wire_load", "offered_wire_load", "", "frames offered with gaps, of the line rate"},
      {"wire_throughput", "wire_throughput", "", "frames delivered with gaps, of the line rate"},
      below({[](const RunConfig& c) { return !c.device.empty(); }}),
      {"flows_without_delivery", "flows_without_delivery", "", "flows of which nothing came out"},
      {"zero_load_latency.min", "", "cycles", "of lone packets of one beat, claimed or measured"},
      {"zero_load_latency.max", "", "cycles", "longest"},
      {"device_hol_fraction", "", "", "input-cycles with head-of-line blocking, as the device says"},
      {"device_hol_differs", "", "", "input-cycles in which its ports say otherwise"},
      {"hol_at_hosts", "", "", "input-cycles with head-of-line blocking within the hosts"},
      below({sends_flows}),
      {"flows.all.completed", "flows_completed", "", "flows whose last beat came out in the window"},
      Measure{"flows.all.fct_mean", "fct_mean_cycles", "cycles", "flows, arrival to last beat out"}
          .as(Format::Fixed1)
          .on_line("flow completion",
                   "{flows.all.fct_mean} cycles mean, p50 {flows.all.fct_p50}, p99 {flows.all.fct_p99}, of "
                   "{flows.all.completed} flows"),
      {"flows.all.fct_p50", "fct_p50_cycles", "cycles", "median of these"},
      {"flows.all.fct_p99", "fct_p99_cycles", "cycles", "99 % take at most this"},
      Measure{"flows.all.slowdown_mean", "slowdown_mean", "", "the same over the time alone"}
          .as(Format::Fixed3)
          .on_line(
              "slow-down",
              "{flows.all.slowdown_mean} mean, p50 {flows.all.slowdown_p50}, p99 {flows.all.slowdown_p99}; "
              "below 100 kB p99 {flows.small.slowdown_p99}, above 1 MB p99 {flows.large.slowdown_p99}"),
      {"flows.all.slowdown_p50", "slowdown_p50", "", "median of these"},
      {"flows.all.slowdown_p99", "slowdown_p99", "", "99 % at most this"},
      {"flows.small.completed", "small_flows_completed", "",
       "flows below 100 kB whose last beat came out in the window"},
      {"flows.small.fct_mean", "small_fct_mean_cycles", "cycles",
       "flows below 100 kB, arrival to last beat out"},
      {"flows.small.fct_p50", "small_fct_p50_cycles", "cycles", "median of these"},
      {"flows.small.fct_p99", "small_fct_p99_cycles", "cycles", "99 % take at most this"},
      {"flows.small.slowdown_mean", "small_slowdown_mean", "", "the same over the time alone"},
      {"flows.small.slowdown_p50", "small_slowdown_p50", "", "median of these"},
      {"flows.small.slowdown_p99", "small_slowdown_p99", "", "99 % at most this"},
      {"flows.large.completed", "large_flows_completed", "",
       "flows above 1 MB whose last beat came out in the window"},
      {"flows.large.fct_mean", "large_fct_mean_cycles", "cycles",
       "flows above 1 MB, arrival to last beat out"},
      {"flows.large.fct_p50", "large_fct_p50_cycles", "cycles", "median of these"},
      {"flows.large.fct_p99", "large_fct_p99_cycles", "cycles", "99 % take at most this"},
      {"flows.large.slowdown_mean", "large_slowdown_mean", "", "the same over the time alone"},
      {"flows.large.slowdown_p50", "large_slowdown_p50", "", "median of these"},
      {"flows.large.slowdown_p99", "large_slowdown_p99", "", "99 % at most this"},
      below({[](const RunConfig& c) { return c.cost != CostTarget::None; }}),
      Measure{"cost.lut4", "cost_lut4", "", "look-up tables of 4 inputs (xc7: up to 6)"}
          .on_line("cost", "{cost.lut4} LUT, {cost.ff} FF, {cost.bram} block RAMs, {cost.fmax_mhz} MHz")
          .in_column({170, "LUT", kValue, "cost.lut4"}),
      Measure{"cost.ff", "cost_ff", "", "flip-flops, with those at the pins"}.in_column(
          {171, "FF", kValue, "cost.ff"}),
      Measure{"cost.bram", "cost_bram", "", "block RAMs"}.in_column({172, "BRAM", kValue, "cost.bram"}),
      {"cost.lutram", "cost_lutram", "", "memories made of LUTs"},
      {"cost.dsp", "cost_dsp", "", "multipliers"},
      {"cost.carry", "", "", "carry cells"},
      {"cost.harness_ff", "", "", "of cost.ff, those at the pins"},
      Measure{"cost.gates", "cost_gates", "", "of cost generic: gates of two inputs, and multiplexers"}
          .on_line("cost", "{cost.gates} gates, {cost.ff} FF, {cost.memory_bits} bits of memory")
          .in_column({174, "gates", kValue, "cost.gates"}),
      {"cost.memory_bits", "cost_memory_bits", "bits", "of cost generic: of all memories"},
      Measure{"cost.fmax_mhz", "cost_fmax_mhz", "MHz", "fastest clock, after place and route"}
          .as(Format::Fixed1)
          .in_column({173, "MHz", kValue, "cost.fmax_mhz"}),
  });
  return all;
}

std::vector<const Measure*> drawn_measures() {
  std::vector<const Measure*> drawn;
  for (const Measure& measure : measures())
    if (*measure.figure.id != 0) drawn.push_back(&measure);
  std::stable_sort(drawn.begin(), drawn.end(),
                   [](const Measure* a, const Measure* b) { return a->figure.place < b->figure.place; });
  return drawn;
}

const Measure* find_measure(const std::string& path) {
  const auto found = std::find_if(measures().begin(), measures().end(),
                                  [&](const Measure& measure) { return measure.path == path; });
  return found == measures().end() ? nullptr : &*found;
}

bool is_known(const Measure& measure, const SwitchProbes& probes) {
  return measure.needs == nullptr || probes.*measure.needs;
}

const std::vector<MeasureColumn>& measure_columns() {
  static const std::vector<MeasureColumn> all = [] {
    std::vector<MeasureColumn> columns;
    for (const Measure& measure : measures()) {
      if (*measure.column == 0) continue;
      const auto add = [&](const std::string& name, const std::string& path) {
        columns.push_back({name, path, json_pointer_of(path)});
      };
      add(measure.column, measure.path);
      if (measure.has_interval) add(interval_column(measure), interval_of(measure.path));
    }
    return columns;
  }();
  return all;
}

std::vector<std::string> plotted_measures() {
  std::vector<std::string> names;
  for (const Measure& measure : measures()) {
    if (*measure.column != 0 && measure.format != Format::Truth) names.emplace_back(measure.path);
  }
  return names;
}

std::string interval_of(const std::string& path) {
  const std::size_t dot = path.rfind(".mean");
  return dot != std::string::npos && dot + 5 == path.size() ? path.substr(0, dot) + ".ci95" : path + "_ci95";
}

std::string interval_column(const Measure& measure) {
  if (!measure.has_interval) return "";
  std::string column = measure.column;
  const std::size_t mean = column.find("_mean_");
  return mean == std::string::npos ? column + "_ci95" : column.replace(mean, 6, "_ci95_");
}

std::vector<std::string> names_of(const Measure& measure) {
  if (measure.each == nullptr) return {};
  if (*measure.each == 0) return {measure.path};
  std::vector<std::string> names;
  std::istringstream words(measure.each);
  for (std::string word; words >> word;) names.push_back(fmt::format("{}.{}", measure.path, word));
  return names;
}

std::string measures_text() {
  std::string text;
  for (const Measure& m : measures()) {
    const std::string unit = *m.unit == 0 ? "" : fmt::format(" [{}]", m.unit);
    for (const std::string& name : names_of(m))
      text +=
          fmt::format("  {:<28} {:<36} {}{}\n", name, *m.column == 0 ? "-" : m.column, m.definition, unit);
  }
  return text;
}

std::string json_pointer_of(std::string path) {
  std::replace(path.begin(), path.end(), '.', '/');
  return "/" + path;
}

}  // namespace xb
