// SPDX-License-Identifier: Apache-2.0
#include "testbenches/tracing/device_check.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "host/base/errors.h"
#include "host/base/lower_case.h"
#include "host/base/ranges.h"
#include "host/config/setup.h"
#include "host/device/clock_times.h"
#include "host/device/device.h"
#include "host/device/wire_format.h"
#include "host/link/scoreboard.h"
#include "host/link/transmitter.h"
#include "testbenches/engines/engines.h"

namespace xb {
namespace {

constexpr unsigned kStarts = 16;      // of other traffic, and other initial values
constexpr std::uint64_t kSoon = 256;  // cycles after a reset

/// What is otherwise than the description says, without another model.
struct Trial {
  std::uint64_t rest_cycles = 0;  ///< behind a reset
  unsigned ready_latency = 0;     ///< of its inputs
};

/// Cycles of rest behind a reset.
void rest(SwitchModel& model, std::uint64_t cycles) {
  const auto out = std::make_unique<SwitchOutputs>();
  for (; cycles > 0; --cycles) model.cycle({}, *out);
}

/// The model, whose initial values follow from a seed.
std::unique_ptr<SwitchModel> model_of(Setup setup, std::uint32_t seed, const Trial& trial = {}) {
  setup.settings.seed = seed;
  auto model = make_random_start(setup, trial.ready_latency);
  rest(*model, trial.rest_cycles);
  return model;
}

/// Traffic that is cut in the middle: something is left everywhere.
void leave_traffic(const Setup& setup, SwitchModel& model, std::uint64_t cycles = 300) {
  Transmitter transmitter(setup.config.ports, setup.config.data_words(), setup.lengths);
  Scoreboard scoreboard(setup.config.ports, setup.lengths);
  const PortPairs pairs = setup.device->claims.pairs(setup.config.ports);
  const bool can_stall = setup.device->out.tready.is_there();
  const unsigned beats =
      std::min(setup.device->most_beats(setup.config.width), 4 + least_beats(*setup.device, setup.config));
  const unsigned length = setup.lengths.in_bytes() ? beats * setup.config.beat_bytes() - 3 : beats;
  const auto out = std::make_unique<SwitchOutputs>();
  for (std::uint64_t now = 0; now < cycles; ++now) {
    PortMask pausing = 0;
    for (const PortMask of_class : out->pause) pausing |= of_class;
    for_each_port(transmitter.idle() & ~pausing, [&](unsigned port) {
      const auto output = static_cast<unsigned>((port + now) % setup.config.ports);
      if (pairs.connected(port, output)) transmitter.start(port, output, length, now);
    });
    transmitter.offer(all_ports(setup.config.ports));
    transmitter.wires().m_tready = now % 3 == 0 || !can_stall ? all_ports(setup.config.ports) : 0;
    model.cycle(transmitter.wires(), *out);
    transmitter.advance(transmitter.wires().s_tvalid & out->s_tready, now, scoreboard);
  }
}

/// Of the shortest packets, which may have several beats.
std::optional<RuleViolation> wrong_latency(const Setup& setup, const ExerciseResult& result) {
  if (!setup.device->claims.zero_load_latency) return {};
  LonePacket packet{};
  packet.length_beats = least_beats(*setup.device, setup.config);
  const std::uint64_t claimed = setup.entry->zero_load_cycles(packet);
  if (result.least_latency == claimed && result.most_latency == claimed) return {};
  return RuleViolation{0, "lone packets", "zero-load-latency", fmt::format("{} cycles, as claimed", claimed),
                       latency_text(result.least_latency, result.most_latency).value_or("none of them")};
}

/// The claim that takes a rule away, if the switch is like that on purpose.
std::string claim_for(const std::string& rule, const Device& device) {
  const DeviceClaims& claims = device.claims;
  if (rule == "interleaving" && device.axi.is_there())
    return "beats of reads of several ids in turn are allowed in AXI4, but hosts take whole bursts: ids = 1";
  if (rule == "interleaving" && !claims.one_beat)
    return "a crossbar of words, each a packet, claims packets = \"one-beat\"";
  if ((rule == "payload-holds" || rule == "valid-holds") && claims.stable)
    return "a protocol that lets an offer change claims stable = false, one with a readyLatency has "
           "ready-latency in [out], registers that change as their clock falls have clock.name = \"!PORT\"";
  const bool cut = rule == "whole-packets" || rule == "data" || rule == "tlast";
  if (cut && !claims.lossless && !claims.longest_packet)
    return "a switch that drops what it has no room for, and holds no longer packets, claims longest-packet";
  if (rule == "tlast")
    return "a switch that takes no shorter packets claims shortest-packet, one that cuts longer ones "
           "longest-packet";
  if (rule == "valid-first") return "a protocol in which tvalid may wait for tready claims stable = false";
  if (device.pauses() && (rule == "headroom" || rule == "progress"))
    return "hosts obey a pause 2 host-cable + pause-response cycles later, at the end of a packet";
  if ((rule == "order" || rule == "lossless") && claims.lossless)
    return "a switch that drops packets claims lossless = false";
  if (rule == "progress" && claims.fair)
    return "a fixed priority claims fair = false, ports that are not connected hairpin = false or connects, "
           "a "
           "switch that holds no longer packets longest-packet";
  if (rule == "observe.occupancy")
    return "it is the number of beats in the queue of port {i}: observe.queues says whether of inputs or "
           "outputs";
  if (rule == "observe.drops") return "it is the number of packets that port {i} has discarded since reset";
  if (rule == "flow") return "ports that are not connected claim hairpin = false or connects";
  return "";
}

/// Of one that shows a packet at several outputs.
std::string copies_to_look_at(PortMask outputs) {
  std::vector<unsigned> ports;
  for_each_port(outputs, [&](unsigned port) { ports.push_back(port); });
  return fmt::format(
      "outputs {} offer the same beat: each packet is for one output, also where a switch can multicast; one "
      "that floods what it has not learned gets its table by setup.writes",
      fmt::join(ports, " "));
}

/// Of a switch whose very first beat is wrong.
std::string first_beat_to_look_at(const Device& device) {
  std::string hint = fmt::format(
      "the first beat that comes out is none that was sent: is it in out.tdata, {}, "
      "in the cycle of tvalid and tready?",
      device.out.tdata.name);
  if (device.out.tready.is_there())
    hint += fmt::format(" Data that follow out.tready, {}, by a cycle have read-latency = 1 in [out]",
                        device.out.tready.name);
  if (!device.route.header.empty())
    hint +=
        ". One that takes route.header away needs a module that puts it back: packets come out as they went "
        "in";
  return hint;
}

/// Of one that waits for credits.
std::string credits_to_look_at(const Device& device, const std::string& rule) {
  const auto says_credit = [](const auto& tie) {
    return lower_case(tie.name).find("credit") != std::string::npos;
  };
  const auto found = std::find_if(device.ties.begin(), device.ties.end(), says_credit);
  if (rule != "progress" || found == device.ties.end()) return "";
  return fmt::format("{} is tied: a link with credits has credit and credits in [in] and [out]", found->name);
}

/// Of one that may be written to while it is not ready.
std::string writes_to_look_at(const Device& device, const std::string& rule) {
  if (!loses_beats(rule) || !device.in.tready.is_there() || device.in.link.is_there() ||
      !device.in.tvalid.value.empty())
    return "";
  return fmt::format(
      "does the switch take what is on offer where in.tready is 0? A FIFO's write enable has in.tvalid = "
      "\"{} = valid && ready\"",
      device.in.tvalid.name);
}

/// Of ports of AXI4.
std::string axi_to_look_at(const DeviceAxi& axi, const std::string& rule) {
  if (axi.is_there() && (rule == "decode" || rule == "burst"))
    return "are axi.base, axi.size and axi.unmapped those of the module's addresses?";
  if (axi.reads && axi.ahead > 1 && rule == "progress")
    return "a crossbar that gives a memory to one master until its reads are answered needs ahead = 1 in "
           "[axi]";
  return "";
}

/// Of a switch that sends packets to other outputs.
std::string tdest_to_look_at(const Device& device) {
  if (!device.route.header.empty()) return "does the switch find the output in route.header?";
  if (!device.in.tdest.is_there())
    return "does the switch find the output in bits 6 to 11 of tdata? Others are written by route.header, "
           "as \"02 {dest}\", or are in.tdest, as \"PORT[HIGH:LOW]\"; inputs that reach one output each "
           "claim connects";
  return fmt::format(
      "does the switch find the output in in.tdest, {}? It may have a bit for each, as in.tdest = "
      "\"PORT = 64'd1 << dest\", or bits below, as \"PORT = {{dest, 1'b0}}\"",
      device.in.tdest.name);
}

/// What a switch that stands still points to: most likely the description.
std::string hint_of(const Setup& setup, const ExerciseResult& result) {
  if (result.violation->rule.rfind("observe.", 0) == 0)
    return claim_for(result.violation->rule, *setup.device);
  const auto is_ready = [](const ShownCycle& cycle) { return cycle.ready != 0; };
  if (none_of(result.shown, is_ready)) return hint_of_never_ready(*setup.device);
  const std::string& rule = result.violation->rule;
  const bool after_reset = result.phase == "after reset";
  std::string axi = axi_to_look_at(setup.device->axi, rule);
  if (!axi.empty()) return axi;
  if (!after_reset && result.copies != 0 && (rule == "idle" || rule == "route" || rule == "packet"))
    return copies_to_look_at(result.copies);
  const bool routes = result.routes || result.least_packets > 0;
  if (!after_reset && !routes && (rule == "idle" || rule == "route")) return tdest_to_look_at(*setup.device);
  std::string credits = credits_to_look_at(*setup.device, rule);
  if (!credits.empty()) return credits;
  if (result.beats == 0 && (after_reset || rule == "progress"))
    return "no packet ever comes out: " + keys_to_look_at(*setup.device);
  if (result.beats == 0 && rule == "packet") return first_beat_to_look_at(*setup.device);
  if (rule == "valid-holds" && !result.offers_to_all)
    return fmt::format(
        "out.tvalid, {}, was only 1 where its receiver had been ready in the cycle before: a readyLatency of "
        "1 is ready-latency = 1 in [out]",
        setup.device->out.tvalid.name);
  std::string clocks = clocks_to_look_at(setup.device->clock);
  if (!clocks.empty()) return clocks;
  std::string hint = ready_to_look_at(*setup.device, rule);
  if (hint.empty()) hint = claim_for(rule, *setup.device);
  return hint.empty() && !result.routes ? writes_to_look_at(*setup.device, rule) : hint;
}

DeviceCheck check_runs(const Setup& setup, const PhaseSink& tell, const Trial& trial) {
  const auto model = model_of(setup, 1, trial);
  const ExerciseResult first = exercise(setup, *model, tell);
  DeviceCheck check{first, "", 2};
  check.cycles = first.shown.size();
  if (check.violation) check.hint = hint_of(setup, first);
  const auto take = [&](std::optional<RuleViolation> violation, const std::string& phase) {
    if (check.violation || !violation) return;
    check.violation = std::move(violation);
    check.phase = phase;
  };
  if (!check.violation) take(wrong_latency(setup, first), "lone packets");
  if (check.violation) return check;
  const auto compare = [&](const ExerciseResult& one, const ExerciseResult& again, const char* rule,
                           const char* phase) {
    take(first_difference(one, again, rule), phase);
    take(again.violation, phase);
  };
  constexpr const char *kOther = "other initial values", *kReset = "a second reset, in the middle of traffic";
  compare(first, exercise(setup, *model_of(setup, 2, trial), tell), "initial-values", kOther);
  const bool resets = !setup.device->clock.resets.empty();
  if (!check.violation && resets) {
    check.runs = 3;
    leave_traffic(setup, *model);
    model->reset(setup.settings);
    rest(*model, trial.rest_cycles);
    compare(first, exercise(setup, *model, tell), "reset", kReset);
  }
  // An arbiter's register shows only in the first packets that meet at it.
  for (unsigned start = 1; start <= kStarts && !check.violation; ++start) {
    Setup traffic = setup;
    traffic.config.seed += start;
    const auto started = model_of(traffic, 2 * start + 1, trial);
    const ExerciseResult one = exercise_start(traffic, *started);
    take(one.violation, one.phase);
    compare(one, exercise_start(traffic, *model_of(traffic, 2 * (kStarts + start) + 1, trial)),
            "initial-values", kOther);
    if (check.violation || !resets) continue;
    leave_traffic(traffic, *started, 20 + 7 * start);
    started->reset(traffic.settings);
    rest(*started, trial.rest_cycles);
    compare(one, exercise_start(traffic, *started), "reset", kReset);
  }
  return check;
}

/// What the model finds by itself outside of all phases is a violation as any other.
DeviceCheck check_once(const Setup& setup, const PhaseSink& tell, const Trial& trial = {}) {
  try {
    return check_runs(setup, tell, trial);
  } catch (const BrokenRule& broken) {
    DeviceCheck check;
    check.violation = broken.violation();
    check.phase = "a reset";
    check.hint = claim_for(check.violation->rule, *setup.device);
    return check;
  }
}

/// Of one that is not yet as after every reset when traffic begins: what it takes to do all right. (Hosts of
/// AXI4 are part of the model, and begin by themselves.)
std::string reset_to_look_at(const Setup& setup, const RuleViolation& violation, const PhaseSink& tell) {
  constexpr unsigned kLong = 1000;
  const unsigned cycles = setup.device->clock.reset_cycles;
  if (violation.cycle >= kSoon || setup.device->clock.resets.empty() || setup.device->axi.is_there() ||
      cycles >= kLong)
    return "";
  const auto is_good = [](const Setup& other, const Trial& trial) {
    return !check_once(other, {}, trial).violation;
  };
  if (tell) tell(fmt::format("a rest of {} cycles after reset", kLong));
  if (is_good(setup, {kLong}))
    return fmt::format(
        "with setup.rest = {} no rule is broken: a reset that goes through registers ends some cycles later, "
        "and a longer clock.reset-cycles may do, too",
        kLong);
  if (tell) tell(fmt::format("a reset of {} cycles", kLong));
  Device device = *setup.device;
  device.clock.reset_cycles = kLong;
  Setup longer = setup;
  longer.device = std::make_shared<const Device>(std::move(device));
  if (!is_good(longer, {})) return "";
  return fmt::format("with clock.reset-cycles = {} no rule is broken: {} are not enough", kLong, cycles);
}

/// Of one that loses beats, as its ready may be for a later cycle.
std::string ready_latency_to_look_at(const Setup& setup, const RuleViolation& violation,
                                     const PhaseSink& tell) {
  constexpr unsigned kMost = 4;
  const Device& device = *setup.device;
  if (!loses_beats(violation.rule) || !device.in.tready.is_there() || device.in.link.is_there()) return "";
  for (unsigned latency = 1; latency <= kMost; ++latency) {
    if (tell) tell(fmt::format("a ready latency of {}", latency));
    if (!check_once(setup, {}, {0, latency}).violation)
      return fmt::format("with ready-latency = {} in [in] no rule is broken", latency);
  }
  return "";
}

}  // namespace

std::optional<std::string> latency_text(std::uint64_t least, std::uint64_t most) {
  if (least > most) return {};
  return least == most ? std::to_string(least) : fmt::format("{} to {}", least, most);
}

DeviceCheck check_device_long(const Setup& setup, const PhaseSink& tell) {
  DeviceCheck check = check_device(setup, tell);
  for (const auto& longer : {exercise_many, exercise_subsets}) {
    if (check.violation) return check;
    ExerciseResult result = longer(setup, *model_of(setup, 1), tell);
    check.violation = std::move(result.violation);
    check.phase = result.phase;
    check.cycles += result.cycles;
    check.beats += result.beats;
    if (result.packets > check.packets) {
      check.packets = result.packets;
      check.least_packets = result.least_packets;
    }
    ++check.runs;
    if (check.violation) check.hint = claim_for(check.violation->rule, *setup.device);
  }
  return check;
}

DeviceCheck check_device(const Setup& setup, const PhaseSink& tell) {
  DeviceCheck check = check_once(setup, tell);
  if (!check.violation) return check;
  std::string trial = reset_to_look_at(setup, *check.violation, tell);
  if (trial.empty()) trial = ready_latency_to_look_at(setup, *check.violation, tell);
  if (!trial.empty()) check.hint = trial;
  return check;
}

}  // namespace xb
