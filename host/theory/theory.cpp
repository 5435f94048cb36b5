// SPDX-License-Identifier: Apache-2.0
#include "host/theory/theory.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "host/base/errors.h"
#include "host/base/named_entries.h"
#include "host/config/config_keys.h"
#include "host/config/key_use.h"
#include "host/device/device.h"
#include "host/point/run_config.h"
#include "host/point/traffic_config.h"
#include "host/theory/formulas.h"

namespace xb {
namespace {

using Value = std::optional<double>;

bool one_length(const RunConfig& c) { return c.packet_min == c.packet_max; }

/// Beats that all cells of an input have, or of an output in the wide memories: whole words of 2N beats.
std::uint64_t cell_beats(const RunConfig& c) {
  if (c.switch_name != "output" && c.switch_name != "shared") return c.packet_max;
  const std::uint64_t word = 2ULL * c.ports;
  return (c.packet_max + word - 1) / word * word;
}

/// Crosspoints of a pipelined switch hold so many cells that none waits for room there.
bool deep_crosspoints(const RunConfig& c) {
  return c.pipeline != 0 && (c.switch_name == "crosspoint" || c.switch_name == "cicq-lqf");
}

/// Whether a queue memory is as good as endless. The queues of these theories have tails that fall about as
/// exp(-q / (1 + wait)) or faster, so that 16 (1 + wait) cells are reached with a probability of some 1e-7.
bool as_good_as_endless(const RunConfig& c, double wait_slots) {
  const unsigned sharers = c.switch_name == "shared" || deep_crosspoints(c) ? c.ports : 1;
  return static_cast<double>(c.depth) >= 16 * (1 + wait_slots) * static_cast<double>(cell_beats(c)) * sharers;
}

/// A wait, where nothing is held off.
Value wait(const RunConfig& c, Value slots) {
  if (!slots || !one_length(c) || !as_good_as_endless(c, *slots)) return {};
  return slots;
}

/// Cells of one turn of the ports each, in words of 2N beats: how many the memory has room for.
std::optional<unsigned> memory_cells(const RunConfig& c) {
  if (!one_length(c) || c.packet_max != c.ports || !c.drop() || c.depth < 2 * c.ports) return {};
  return c.depth / (2 * c.ports);
}

/// The cells of one output's queue.
std::optional<unsigned> queue_cells(const RunConfig& c) {
  const auto places = memory_cells(c);
  if (!places || c.traffic->load == 0) return {};
  if (c.switch_name == "output") return places;
  if (c.switch_name != "shared" || c.sharing != Sharing::Partition || *places < c.ports) return {};
  return *places / c.ports;
}

Value input_saturation(const RunConfig& c) {
  // With a pipeline a beat that has left counts for a while.
  if (c.switch_name != "input" || c.traffic->load != 1 || !one_length(c) || (c.pipeline != 0 && c.depth < 8))
    return {};
  return hol_saturation(c.ports);
}

Value window_value(const RunConfig& c) {
  const bool full_window = c.depth >= (c.window + 1) * c.packet_max;  // and one that is moving up
  if (c.switch_name != "input" || c.traffic->load != 1 || !one_length(c) || !full_window) return {};
  return window_saturation(c.ports, c.window, c.arbiter);
}

Value input_wait_value(const RunConfig& c) {
  // With a pipeline a beat that comes behind others in the side RAM may bid late: of cells that is a part of
  // the wait.
  const bool in_time = c.pipeline == 0 || c.packet_max > 1 || c.traffic->load <= 0.4;
  if (c.switch_name != "input" || !in_time) return {};
  return wait(c, input_wait(c.ports, c.traffic->load, c.arbiter));
}

Value output_wait(const RunConfig& c) {
  if (deep_crosspoints(c)) {
    const bool shallow = c.packet_max == 1 && c.traffic->load > 0 && c.traffic->load <= 0.9;
    return shallow ? wait(c, output_queue_wait(c.ports, c.traffic->load)) : Value{};
  }
  const bool output =
      c.switch_name == "output" || (c.switch_name == "shared" && c.sharing <= Sharing::Partition);
  if (!output || c.packet_max % c.ports != 0 || c.traffic->load == 0 || c.traffic->load == 1) return {};
  // With a pipeline fewer than four ports take turns as four.
  if (c.pipeline != 0 && c.ports < 4) return {};
  return wait(c, output_queue_wait(c.ports, c.traffic->load));
}

/// Of one of two classes. Packets are cells that an output decides on in slots, as the formula has it, if the
/// routing delay holds all of a slot back until the last of them is in memory: a word is written within a
/// turn of the ports after its 2N beats. With a pipeline, which delays nothing, the slot has to be one turn.
Value strict_wait(const RunConfig& c, bool high) {
  const double load = c.traffic->load;
  const double high_load = load * c.traffic->share_of_class(1, c.classes);
  const bool slots = c.pipeline == 0 ? c.packet_max % c.ports == 0 && c.route_delay >= 3 * c.ports
                                     : c.packet_max == c.ports && c.ports >= 4;
  const bool output =
      c.switch_name == "output" || (c.switch_name == "shared" && c.sharing <= Sharing::Partition);
  if (!output || !slots || c.classes != 2 || load == 1 || high_load <= 0 || high_load >= load) return {};
  // The higher one has never more to wait for than the lower one.
  const Value low = wait(c, strict_queue_wait(c.ports, load, high_load, false));
  return low && high ? strict_queue_wait(c.ports, load, high_load, true) : low;
}

Value output_loss(const RunConfig& c) {
  const auto cells = queue_cells(c);
  if (!cells || c.ports < 16) return {};
  return output_queue_loss(c.ports, c.traffic->load, *cells);
}

Value output_loss_turns(const RunConfig& c) {
  const auto cells = queue_cells(c);
  if (!cells) return {};
  return output_queue_loss_turns(c.ports, c.traffic->load, *cells);
}

Value sharing_turns(const RunConfig& c) {
  const auto places = memory_cells(c);
  if (c.switch_name != "shared" || c.sharing != Sharing::Complete || !places) return {};
  return sharing_loss_turns(c.ports, c.traffic->load, *places);
}

Value dynamic_threshold(const RunConfig& c) {
  const auto places = memory_cells(c);
  const bool overloaded = c.traffic->load * c.ports >= 1.25 * c.traffic->targets && c.traffic->load <= 0.95;
  const bool dynamic = c.switch_name == "shared" && c.sharing == Sharing::Dynamic && !c.class_alpha &&
                       c.traffic->has_pattern(TrafficPattern::Alternate);
  if (!dynamic || !overloaded || !places) return {};
  const double cells = threshold_queue(c.alpha, *places, c.traffic->targets);
  return cells >= 100 ? cells : Value{};
}

Value voq_wait(const RunConfig& c) {
  if (c.ports != 16) return {};
  if (c.switch_name == "voq") {
    const auto column = matching_column(c.scheduler, c.iterations);
    return column ? wait(c, table_value(kMatchingWait, c.traffic->load, *column)) : Value{};
  }
  const bool listed = c.crosspoint_depth == 1 || c.crosspoint_depth == 2 || c.crosspoint_depth == 4;
  if (c.switch_name != "crosspoint" || !listed) return {};
  return wait(c, table_value(kCrosspointWait, c.traffic->load, c.crosspoint_depth / 2));
}

Value voq_saturation(const RunConfig& c) {
  const bool backlogged = c.traffic->load == 1 && one_length(c) && c.depth >= 256ULL * c.ports * c.packet_max;
  if (c.switch_name != "voq" || !backlogged) return {};
  if (c.scheduler == Scheduler::Islip) return 1;
  if (c.scheduler != Scheduler::Pim || c.iterations == 3) return {};
  if (c.iterations == 1) return pim1_saturation(c.ports);
  return table_value(kPimSaturation, c.ports, c.iterations / 4);
}

/// Column of kUnbalanced.
std::optional<unsigned> unbalanced_column(const RunConfig& c) {
  if (c.crosspoint_depth == 1 && c.switch_name == "crosspoint") return 3;
  if (c.crosspoint_depth == 1 && c.switch_name == "cicq-lqf") return 4;
  if (c.switch_name != "voq") return {};
  if (c.scheduler == Scheduler::Islip && c.iterations == 1) return 0;
  if (c.scheduler == Scheduler::Islip && c.iterations == 4) return 1;
  if (c.scheduler == Scheduler::Pim && c.iterations == 4) return 2;
  return {};
}

Value unbalanced(const RunConfig& c) {
  const auto column = unbalanced_column(c);
  if (!column || !c.traffic->has_pattern(TrafficPattern::Unbalanced) || c.ports != 16 ||
      c.traffic->load != 1 || !one_length(c))
    return {};
  const Value throughput = table_value(kUnbalanced, c.traffic->unbalance, *column);
  if (!throughput) return {};
  // What does not get through piles up: a memory full of one queue would change the traffic.
  const auto cycles = static_cast<double>(c.cycles + c.warmup.value_or(c.cycles / 4 + 1));
  const double piled_up = (1.1 * (1 - *throughput) + 0.02) * cycles;
  return c.depth >= piled_up ? throughput : Value{};
}

Value bursty_wait(const RunConfig& c) {
  if (c.ports != 16 || !c.traffic->has_pattern(TrafficPattern::Bursty)) return {};
  for (const auto& entry : kBurstyWait) {
    if (entry.burst != c.traffic->burst || entry.load != c.traffic->load) continue;
    if (c.switch_name == "output" && c.packet_max % c.ports == 0) return wait(c, entry.output);
    if (c.switch_name != "voq" || c.scheduler != Scheduler::Islip) return {};
    if (c.iterations == 1) return wait(c, entry.islip1);
    if (c.iterations == 4) return wait(c, entry.islip4);
  }
  return {};
}

constexpr const char* kEndless =
    "depth for 16 (1 + wait) cells of each queue memory (shared: of each output)";

/// A device as the architecture of the lab's that waits where the device claims to. What its description does
/// not say is not assumed: a depth that no parameter has is none.
RunConfig as_claimed(RunConfig config) {
  if (!config.has_device()) return config;
  try {
    const auto device = read_device(config.device);
    const bool complete = device->claims.pairs(config.ports).complete(config.ports);
    if (device->claims.queue.empty() || !complete) return config;
    config.switch_name = device->claims.queue == "per-input" ? "input" : "output";
    if (!device->uses("depth")) config.depth = 2;
  } catch (const InputError&) {  // the description of an old record has changed or gone
    return config;
  }
  config.device.clear();
  config.observe = RunConfig{}.observe;
  return config;
}

std::vector<Theory> make_theories() {
  const std::string endless = kEndless;
  return {
      {"input-saturation",
       "throughput that head-of-line blocking leaves: exact chain of the heads",
       "input, load 1, packets of one length, 2..8, 16 or 32 ports, any depth and arbiter",
       {"switch", "ports", "load", "packet", "depth", "arbiter", "pipeline", "ram-register"},
       0.005,
       input_saturation},
      {"window-saturation",
       "throughput with a window of w cells: slot simulation, Hluchyj & Karol 1988",
       "input, load 1, packets of one length, 2, 4, 8, 16 or 32 ports, depth for w + 1 of them",
       {"switch", "ports", "load", "packet", "depth", "arbiter", "window"},
       0.01,
       window_value},
      {"input-wait",
       "mean wait in FIFO inputs [slots] by arbiter: slot simulation",
       "input, packets of one length (two beats or more with pipeline 1 and load .5 .55), 4 or 16 ports, "
       "load "
       ".1 .2 .3 .4 .5 .55, " +
           endless,
       {"switch", "ports", "load", "packet", "depth", "arbiter", "pipeline", "ram-register"},
       0.03,
       input_wait_value,
       true},
      {"output-wait",
       "mean wait in output queues [slots]: (N-1)/N p/(2(1-p))",
       "output or shared (complete, partition), packets of one length, a multiple of the ports, load above 0 "
       "and below 1, or crosspoint or cicq-lqf with a pipeline, packets of one beat, load to .9, " +
           endless,
       {"switch", "ports", "load", "packet", "depth", "sharing", "pipeline", "ram-register"},
       0.03,
       output_wait,
       true},
      {"strict-wait-high",
       "mean wait in output queues of two classes [slots], strict: the higher class, (N-1)/N p/(2(1-p)) of "
       "its own",
       "output or shared (complete, partition), 2 classes, packets of one length, a multiple of the ports, "
       "route-delay of 3 ports or more, or with pipeline 1 as many beats as ports and 4 ports or more, load "
       "above 0 and below 1, " +
           endless,
       {"switch", "ports", "load", "packet", "depth", "sharing", "classes", "class-mix", "route-delay",
        "pipeline", "ram-register"},
       0.03,
       [](const RunConfig& c) { return strict_wait(c, true); },
       true},
      {"strict-wait-low",
       "the same of the lower class: what is left of the wait of both, as no slot is lost",
       "as strict-wait-high",
       {"switch", "ports", "load", "packet", "depth", "sharing", "classes", "class-mix", "route-delay",
        "pipeline", "ram-register"},
       0.03,
       [](const RunConfig& c) { return strict_wait(c, false); },
       true},
      {"output-loss",
       "share lost by output queues of b cells: exact chain, Karol et al. 1987",
       "output or shared partition with drop, packets of as many beats as ports, 16 ports or more, b words "
       "of "
       "2N beats, from 1 on",
       {"switch", "ports", "load", "packet", "depth", "sharing", "flow"},
       0.1,
       output_loss},
      {"output-loss-turns",
       "the same where ports take turns: exact chain of the rules",
       "output or shared partition with drop, packets of as many beats as ports, b words of 2N beats, from 1 "
       "on",
       {"switch", "ports", "load", "packet", "depth", "sharing", "flow"},
       0.03,
       output_loss_turns},
      {"sharing-loss-turns",
       "share lost by a memory shared completely, ports in turns: simulation of the rules",
       "shared complete with drop, 16 ports, packets of 16 beats, load .8, memory of 16 32 36 40 44 48 words",
       {"switch", "ports", "load", "packet", "depth", "flow"},
       0.15,
       sharing_turns},
      {"dynamic-threshold",
       "length of an overloaded queue [cells]: alpha B/(1+alpha S), Choudhury & Hahne 1998",
       "shared dynamic with drop, alternate traffic, packets of as many beats as ports, load x ports at "
       "least "
       "1.25 x targets, load at most .95, queues of 100 cells or more",
       {"switch", "ports", "load", "packet", "depth", "sharing", "alpha", "flow", "traffic", "targets"},
       0.02,
       dynamic_threshold,
       true},
      {"voq-wait",
       "mean wait with iSLIP, PIM, RRM or crosspoints [slots], 16 ports: slot simulation",
       "voq, or crosspoint of 1, 2, 4 cells, packets of one length, 16 ports, the loads of the table where "
       "it is "
       "stable, " +
           endless,
       {"switch", "load", "packet", "depth", "scheduler", "iterations", "crosspoint-depth"},
       0.03,
       voq_wait,
       true},
      {"voq-saturation",
       "throughput of PIM (1-(1-1/N)^N with one iteration) and iSLIP (1), all queues full",
       "voq, load 1, packets of one length, depth for 256 of them an output; PIM of 2 or 4: 4, 8, 16, 32 "
       "ports; "
       "iSLIP once its pointers are apart",
       {"switch", "ports", "load", "packet", "depth", "scheduler", "iterations"},
       0.01,
       voq_saturation},
      {"unbalanced-throughput",
       "throughput under unbalanced traffic, 16 ports: slot simulation",
       "voq with iSLIP of 1, 4 or PIM of 4, or crosspoint or cicq-lqf of 1 cell, load 1, unbalanced traffic, "
       "packets of one "
       "length, 16 ports, unbalance 0 .1 .2 to 1, depth for what piles up in all the cycles",
       {"switch", "load", "packet", "depth", "scheduler", "iterations", "traffic", "unbalance"},
       0.015,
       unbalanced},
      {"bursty-wait",
       "mean wait under bursty traffic [slots], 16 ports: slot simulation",
       "output (packets a multiple of the ports), or voq with iSLIP of 1, 4, bursts of 16 at load .5 .8 .9, "
       "of 32 "
       "at .5 .8, " +
           endless,
       {"switch", "load", "packet", "depth", "scheduler", "iterations", "traffic", "burst"},
       0.05,
       bursty_wait,
       true},
  };
}

}  // namespace

std::optional<double> Theory::value(const RunConfig& config) const {
  static const RunConfig defaults;
  const RunConfig used = without_unused(as_claimed(config));
  if (used.packet_in_bytes) return {};
  for (const ConfigKey& key : config_keys()) {
    const bool named = std::find(keys.begin(), keys.end(), key.name) != keys.end();
    if (!named && key.role == KeyRole::Measured && key.get(used) != key.get(defaults)) return {};
  }
  return formula(used);
}

const std::vector<Theory>& theories() {
  static const std::vector<Theory> all = make_theories();
  return all;
}

const Theory* find_theory(const std::string& name) { return find_named(theories(), name); }

}  // namespace xb
