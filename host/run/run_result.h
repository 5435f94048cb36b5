// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "host/measure/estimate.h"
#include "host/measure/histogram.h"
#include "host/measure/occupancy_series.h"
#include "host/nic/host_counters.h"
#include "host/wires/switch_probes.h"

namespace xb {

struct RunConfig;

/// Distribution of a measure in cycles (or beats).
struct Distribution : Estimate {
  std::uint64_t p50 = 0, p99 = 0, p999 = 0, max = 0;
  HistogramBins bins;     ///< only where asked for, key `distribution`
  std::uint64_t p95 = 0;  ///< not in records
};

/// Occupancy of one queue [beats].
struct QueueOccupancy {
  double mean = 0;
  std::uint64_t p99 = 0, max = 0;
};

/// One direction of a cable of a network; of a host's cable, `host N` is one end.
struct LinkResult {
  std::string from, to;
  double utilisation = 0;  ///< share of the beats that it can move
  std::uint64_t packets = 0;
};

/// An output of a switch that hosts had to wait for, and the outputs that waited for it: a tree of blocking.
struct BlockingTree {
  std::string output;                 ///< `from -> to`
  double hosts_held = 0;              ///< mean number of hosts that waited behind it
  std::vector<unsigned> hosts;        ///< that waited for it at its own switch
  std::vector<BlockingTree> through;  ///< the worst first
};

struct SwitchResult;

/// What a network measured besides what a single switch does.
struct NetworkResult {
  std::vector<SwitchResult> switches;  ///< in the topology's order
  std::vector<LinkResult> links;       ///< between switches
  std::vector<LinkResult> host_links;  ///< of each host to its switch, then from it
  LinkResult bottleneck;               ///< the busiest of these and the hosts' cables
  std::vector<BlockingTree> blocking;  ///< by what it all ended at, the worst first
  /// `from -> to`: carried no packet, though on a shortest path between hosts of which one sent to the other.
  std::vector<std::string> idle_links;
  std::uint64_t packet_hops = 0;        ///< switches that the delivered packets have gone through
  std::uint64_t link_packets = 0;       ///< over all `links`: a packet counts at each
  std::uint64_t overtaken_packets = 0;  ///< that came before one sent earlier, and waited for it
};

/// What a schedule in steps did. Throughputs are in units of the slowest link's.
struct StepsResult {
  std::uint64_t transfers = 0;
  unsigned lambda = 0, steps = 0;
  double liquid_throughput = 0;    ///< transfers / lambda
  double transfer_throughput = 0;  ///< measured: transfers, each as long as it takes on the slowest link
  double of_liquid = 0;            ///< time of the busiest link / completion
};

/// The global window where it was worked out, and what it came to. Packets.
struct GlobalWindowResult {
  std::uint64_t buffer_packets = 0;   ///< B_L
  double nu = 1;                      ///< that a step sends to that buffer
  std::uint64_t w_g = 0;              ///< B_L / nu, rounded down
  std::uint64_t eta = 0;              ///< of one host on their way at once, at most, of those that arrived
  std::uint64_t eta_on_schedule = 0;  ///< L / g_s, rounded up
};

/// Categories of the paper's recursion until all full teams are found.
struct CategoryCounts {
  std::optional<std::uint64_t> full_teams, all;  ///< all: categories with none left out
  /// Shares of these: without blank ones, without idle ones, without both, and the skeleton first; then also
  /// split by the scarcest bottleneck.
  std::optional<double> not_blank, not_idle, neither, skeleton_first, scarcest_first;
};

/// What was worked out of a schedule's transfers where nothing was run.
struct StepSearchResult {
  std::uint64_t transfers = 0;
  unsigned lambda = 0;
  double liquid_throughput = 0;  ///< transfers / lambda
  // The congestion graph, where there is one that is not too large.
  std::optional<std::uint64_t> edges;
  std::optional<double> density;
  // Where steps were searched for.
  std::optional<unsigned> steps;   ///< of the schedule found
  std::optional<unsigned> solved;  ///< 1 where it has lambda steps, 0 where not or there is none
  std::optional<double> longer;    ///< steps beyond lambda / lambda
  CategoryCounts categories;
};

/// Latency of lone packets of one beat, between all ports [cycles].
struct ZeroLoadLatency {
  std::uint64_t min = 0, max = 0;
};

/// A flow of which nothing came out, and its packets in the measured window.
struct SilentFlow {
  unsigned from = 0, to = 0;  ///< input and output; hosts of a network
  std::uint64_t packets = 0;
};

/// What became of the packets of each input, or host of a network, and of each flow, in the measured window.
struct DeliveryResult {
  std::vector<std::uint64_t> offered_by_input, delivered_by_input;
  /// input x output of one switch; lost: taken in the window, and never delivered
  std::vector<std::uint64_t> taken_by_flow, delivered_by_flow, lost_by_flow;
  std::uint64_t flows_without_delivery = 0;  ///< though the switch took packets of them
  std::vector<SilentFlow> worst_flows;       ///< of these, those with the most packets
};

/// What a device says of head-of-line blocking [shares of input-cycles].
struct DeviceHol {
  double fraction = 0;
  std::optional<double> differs;  ///< from what its ports tell; empty: they do not tell
};

/// What a run measured whose packets have lengths in bytes. A frame is a packet; shares are of what the links
/// can move in bytes.
struct BytesResult {
  std::uint64_t offered_bytes = 0, delivered_bytes = 0;  ///< of frames
  double throughput = 0;                                 ///< bytes of frames
  double offered_wire_load = 0, wire_throughput = 0;     ///< the same and their gaps
};

/// What was run, in units of bytes and seconds; nothing measured.
struct PointFacts {
  std::uint64_t least_beats = 1, most_beats = 1;         ///< of the hosts' packets
  std::optional<std::uint64_t> least_bytes, most_bytes;  ///< likewise, where their lengths are bytes
  std::uint64_t gap_bytes = 0;
  unsigned width_bits = 64;
  double clock_mhz = 0;
  bool clock_given = false;                   ///< else the usual one, and times mean little
  double link_gbps = 0;                       ///< of a link at its full rate
  std::optional<std::uint64_t> memory_bytes;  ///< for packets, of all switches; empty: not known
};

/// Times of flows of some sizes, from arrival at the host to the last beat out; slow-down: over that alone.
struct FlowClassResult {
  std::uint64_t completed = 0;
  // Cycles; empty: none has completed.
  std::optional<double> fct_mean;
  std::optional<std::uint64_t> fct_p50, fct_p99;
  // Empty also where the time alone is not known.
  std::optional<double> slowdown_mean, slowdown_p50, slowdown_p99;
};
struct FlowsResult {
  FlowClassResult all, small, large;  ///< small: below 100 kB; large: above 1 MB
};

/// How much later packets leave than an output-queued switch with memory for all would let them go [cycles].
struct LagResult {
  double mean = 0;
  std::optional<double> ci95;
  std::int64_t p50 = 0, p99 = 0, p999 = 0, max = 0;
  std::uint64_t packets = 0;                ///< that count
  std::optional<QueueOccupancy> by_rank;    ///< empty: packets were lost
  std::vector<double> by_input, by_output;  ///< means
};

/// Of a schedule's messages, from the first beat's first offer to the last beat out [cycles].
struct MessagesResult {
  std::uint64_t p99 = 0, max = 0;
};

/// Pauses of hosts, flow pfc. An overshoot is what an input held above xoff at most; a packet overflows that
/// finds no room, although its host sends when it may.
/// Of credits, flow cbfc: `xoff_beats` are those that may be without credit while a packet begins.
/// Of a device the limits are its own, and not known: an overshoot is above what an input held as it asked.
struct PauseResult {
  std::optional<std::uint64_t> xoff_beats, xon_beats, headroom_beats;
  std::uint64_t frames = 0;  ///< that ask for a pause
  double paused = 0;         ///< share of host-cycles in which no packet may begin
  /// ... while one waits for an output that is idle; not known of hosts that do not show their queues
  std::optional<double> victims;
  std::uint64_t overshoot_beats = 0, overflowed_packets = 0;
  std::vector<double> paused_by_input;
  std::vector<std::uint64_t> overshoot_by_input, overflowed_by_input;
  std::optional<std::uint64_t> storms;        ///< of the key pause-storm
  std::optional<std::uint64_t> sweep_cycles;  ///< that all phases of traffic overrun take
};

/// Packets that were marked (ecn), and the queue of the output with most of them.
struct EcnResult {
  unsigned output = 0;
  std::optional<unsigned> input;  ///< of that queue, where queues are at inputs
  std::string switch_name;        ///< of a network
  double marked = 0;              ///< of the packets for that output
  double queue_mean = 0;
  std::uint64_t queue_p5 = 0, queue_p95 = 0;  ///< beats, over cycles
  std::vector<std::uint64_t> packets_by_output, marked_by_output;
};

/// The windows of hosts with reaction dctcp.
struct DctcpResult {
  std::uint64_t round_trips = 0;        ///< of all flows
  std::optional<double> alpha, window;  ///< at their ends, means; window in packets
  std::optional<double> period;         ///< round trips from a cut to the next
};

/// Instances that follow each other on a circuit's longest path.
struct CostPathPart {
  std::string instance, module;
  double ns = 0;  ///< from its inputs to those of the next
};

/// What a switch costs in hardware, with the flip-flops at its pins (docs/cost.md). Empty: the target has no
/// such thing, or the tool that knows is not there.
struct CostResult {
  std::string target;
  std::optional<std::uint64_t> lut4, ff, bram, lutram, dsp, carry, gates, memory_bits;
  std::uint64_t harness_ff = 0;  ///< of `ff`, at the pins
  std::optional<double> fmax_mhz;
  std::string fmax_why;  ///< there is none
  std::vector<CostPathPart> path;
  std::string yosys, nextpnr;  ///< versions
};

/// Head-of-line blocking of a traffic class; shares of input-cycles.
struct ClassHol {
  double fraction = 0;               ///< in which a packet of it is
  std::vector<double> behind_class;  ///< the same by the class of the packet in front
  std::vector<std::uint64_t> blame;  ///< cycles in which one of it is in front: input x output
};

/// What the packets of a traffic class have seen. Members as in RunResult.
struct ClassResult {
  unsigned of_class = 0;
  double offered_load = 0;
  Estimate throughput;
  std::uint64_t offered_packets = 0, delivered_packets = 0;
  double loss = 0;  ///< packets taken in the window and never delivered / offered packets
  Distribution latency, queueing;
  std::optional<double> held_by_higher;  ///< share of input-cycles; empty: not measured
  std::optional<ClassHol> hol;           ///< of switches with a FIFO for each class of an input
  std::optional<LagResult> lag;          ///< with the key `reference`; without ranks
  std::optional<PauseResult> pause;      ///< of a class of flow pfc or cbfc
};

/// What one point measured. Definitions: docs/measures.md.
struct RunResult {
  std::uint64_t cycles = 0, measured_cycles = 0, warmup_cycles = 0;
  bool warmup_settled = true;
  double offered_load = 0;
  Estimate throughput;
  std::uint64_t offered_packets = 0, delivered_packets = 0, lost_packets = 0;
  std::uint64_t dropped_misrouted = 0, dropped_full = 0;  // packets; lost_packets by cause
  std::optional<std::uint64_t> evicted;                   // of dropped_full, out of memory; a twin's rules
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
  std::optional<double> completion_over_ideal;      // completion / the least time of a complete exchange
  std::optional<StepsResult> steps;                 // schedules in steps
  std::optional<GlobalWindowResult> global_window;  // schedules with global-window auto
  std::optional<ZeroLoadLatency> zero_load;         ///< of a device, claimed or measured
  std::optional<DeviceHol> device_hol;              ///< of one that shows it
  std::optional<DeliveryResult> delivery;  ///< of a device, and where something is not delivered at all
  std::optional<double> hol_at_hosts;      ///< of a device [share of input-cycles]
  std::optional<BytesResult> bytes;        // packets with lengths in bytes, on one switch
  std::optional<LagResult> lag;            ///< with a reference
  std::optional<PauseResult> pause;        ///< flow pfc, cbfc
  std::optional<MessagesResult> messages;  ///< of a schedule, where RunSinks ask for them
  std::optional<EcnResult> ecn;            ///< where queues mark packets
  std::optional<DctcpResult> dctcp;        ///< schedules with reaction dctcp
  std::optional<FlowsResult> flows;        // random traffic in flows
  std::vector<ClassResult> classes;        // from class 0 on; empty: one class
  double cpu_seconds = 0;
  SwitchProbes known;                           ///< what could be measured; the rest is null in the record
  std::optional<NetworkResult> network;         ///< empty: one switch
  std::optional<CostResult> cost;               ///< where it is asked for
  std::optional<PointFacts> facts;              ///< empty: a record of before there were any, or not run
  std::optional<StepSearchResult> step_search;  ///< nothing was run: nothing else but cpu_seconds
};

/// One switch of a network, as if it were by itself: its ports are what its neighbours are to it.
struct SwitchResult {
  std::string name, engine;
  unsigned ports = 0;
  RunResult result;
};

/// A point's record, one line of JSON Lines. `version`: of the program and the tools that made the model. A
/// network's switches and links, and what was run ("setup"), are beside its "result".
nlohmann::ordered_json to_json(const RunConfig& config, const RunResult& result,
                               const nlohmann::ordered_json& version);

/// Members of a result that are beside it in a record.
constexpr const char* kBesideResult[] = {"setup", "switches", "links", "host_links"};

/// Only "result" of it, with switches and links, and back: how a point's result crosses from the process that
/// ran it.
nlohmann::ordered_json result_to_json(const RunConfig& config, const RunResult& result);
RunResult result_from_json(const nlohmann::ordered_json& json);

/// `{"cost": {...}}` as it is in a result, and back.
nlohmann::ordered_json cost_to_json(const CostResult& cost);
CostResult cost_from_json(const nlohmann::ordered_json& json);

/// Whether the number at a path of a result is a time of packets where there are none. Records have 0 then.
bool is_of_no_packets(const nlohmann::ordered_json& result, const std::string& path);

}  // namespace xb
