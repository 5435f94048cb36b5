// SPDX-License-Identifier: Apache-2.0

#include <fmt/format.h>

#include <algorithm>

#include "host/base/errors.h"
#include "host/config/setup.h"
#include "host/device/device.h"
#include "host/network/topology.h"
#include "host/point/traffic_config.h"
#include "host/traffic/class_traffic.h"

namespace xb {
namespace {

/// A twin alone may discard packets of some classes.
void check_class_flow(const Setup& s) {
  const RunConfig& c = s.config;
  if (!c.class_flow) return;
  const auto refuse = [&](const char* allowed) { throw not_allowed("flow", c.flow_text(), "{}", allowed); };
  if (!c.has_classes() || (s.device && !s.device->pauses()))
    refuse("back-pressure drop pfc cbfc; by class with classes 2..8");
  if (highest_number(*c.class_flow) >= c.classes)
    throw not_allowed("flow", c.flow_text(), "classes 0..{}", c.classes - 1);
  if (c.is_network() && c.classes_with(FlowControl::BackPressure) != 0)
    refuse(
        "back-pressure of all classes or none in a network, as a cable has one ready: drop pfc cbfc of each");
  if (c.has_rtl() && c.drop() && c.classes_with(FlowControl::Drop) != c.classes)
    refuse("drop of all classes or none with engine rtl; of some with engine fast systemc");
}

/// What frames and packets meet at worst: the greatest latency, and the longest period.
CableSpeed worst_cable(const RunConfig& c) {
  const auto& periods = c.traffic->output_period->of;
  CableSpeed worst{c.host_cable, *std::max_element(periods.begin(), periods.begin() + c.ports)};
  if (!c.is_network()) return worst;
  // A packet that a slow host sends takes its time on the cables after it, too.
  for (const auto& one : c.topology->switches)
    worst.period_cycles = std::max(worst.period_cycles, one.host_cable.period_cycles);
  for (const auto& cable : c.topology->cables) {
    const std::uint64_t latency = c.link_latency.value_or(cable.speed.latency_cycles);
    if (latency == 0) {
      throw not_allowed("flow", c.flow_text(),
                        "back-pressure drop; pfc cbfc where all cables have a latency (link-latency)");
    }
    worst.latency_cycles = std::max(worst.latency_cycles, latency);
    worst.period_cycles = std::max(worst.period_cycles, cable.speed.period_cycles);
  }
  return worst;
}

/// A device has limits of its own, and its pauses are no frames in the way of packets.
void check_device_pauses(const RunConfig& c) {
  if (c.drop() || c.classes_with(FlowControl::Cbfc) != 0)
    throw not_allowed("flow", c.flow_text(), "back-pressure pfc with a device");
  const char* const kOwn = "{} with a device, whose limits are its own";
  if (c.xoff) throw not_allowed("xoff", *c.xoff, kOwn, "auto");
  if (c.xon) throw not_allowed("xon", *c.xon, kOwn, "auto");
  if (c.headroom) throw not_allowed("headroom", *c.headroom, kOwn, "auto");
  if (c.pause_beats != 1) throw not_allowed("pause-beats", c.pause_beats, kOwn, "1");
}

/// Of a switch which discards nothing that it has taken.
void check_pauses(const Setup& s) {
  const RunConfig& c = s.config;
  if (s.device) return check_device_pauses(c);
  if (c.is_network() && c.has_classes() && c.has_rtl())
    throw not_allowed("flow", c.flow_text(),
                      "back-pressure drop in a network with classes; pfc cbfc with engine fast systemc, "
                      "whose outputs pass over a class");
  if (c.sharing >= Sharing::PushOut)
    throw not_allowed("sharing", word(c.sharing), "complete partition dynamic abm with flow {}",
                      c.flow_text());
  // A pause frame waits for the end of a packet, which a receiver that stalls puts off without limit.
  if (c.is_random() && c.traffic->receiver_stall > 0)
    throw not_allowed("receiver-stall", c.traffic->receiver_stall, "0 with flow {}, or an output-period",
                      c.flow_text());
}

/// Its phases are those of links that move a beat in every cycle, and of an input one switch on.
bool can_overrun(const RunConfig& c) {
  if (!c.is_network()) return true;
  const auto& switches = c.topology->switches;
  return switches.size() == 2 && switches[0].hosts > 0 && switches[1].hosts > 0 &&
         worst_cable(c).period_cycles == 1;
}

void check_overrun(const Setup& s) {
  if (!can_overrun(s.config))
    throw not_allowed("traffic", s.config.traffic->traffic.text(),
                      "with one switch, or two with hosts and cables of a beat in every cycle");
  if (s.config.classes_with(FlowControl::Pfc) == 0 || s.device)
    throw not_allowed("traffic", s.config.traffic->traffic.text(), "with flow pfc{}",
                      s.device ? " and no device" : "");
}

/// Beats that an input may have of a class: its memory, or, of one that all share, its part.
std::uint32_t share_of(const Setup& s) {
  const RunConfig& c = s.config;
  // A pipelined input has a ring for each output.
  if (s.entry->queues == QueuePlace::Pair && c.pipeline != 0) return c.depth / c.ports;
  if (s.entry->queues != QueuePlace::Output) return c.depth;
  return c.depth / c.ports / (s.entry->sharing == QueueSharing::Never ? 1 : c.classes);
}

/// What messages say beside a share that is not the whole depth.
std::string for_each_share(const RunConfig& c, std::uint32_t share) {
  if (share == 0) return ", for each of more parts than it has beats";
  return share == c.depth ? "" : fmt::format(", for each of {} parts", c.depth / share);
}

PauseLimits pfc_limits(const RunConfig& c, std::uint32_t share, PauseSettings p, const CableSpeed& cable,
                       const LongestPackets& longest) {
  p.cable_cycles = static_cast<std::uint32_t>(cable.latency_cycles);
  const LinkPeriods period{cable.period_cycles * c.speedup, c.speedup};
  // In a network a beat may wait for the next cycle of its cable.
  const std::uint32_t needed = headroom_beats(p, longest, c.classes_with(FlowControl::Pfc) > 1, period) +
                               (c.is_network() ? cable.period_cycles - 1 : 0);
  PauseLimits limits;
  limits.formula_beats = needed;
  limits.longest_beats = longest.of_class;
  limits.headroom_beats = c.headroom.value_or(c.xoff ? share - std::min(*c.xoff, share) : needed);
  if (limits.headroom_beats >= share) {
    throw not_allowed("depth", c.depth, "more than the headroom of {} beats ({} where nothing is lost){}",
                      limits.headroom_beats, needed, for_each_share(c, share));
  }
  limits.xoff_beats = c.xoff.value_or(share - limits.headroom_beats);
  if (limits.xoff_beats == 0 || limits.xoff_beats + limits.headroom_beats != share) {
    throw not_allowed("xoff", limits.xoff_beats, "{}{}, or auto: depth less headroom{}",
                      c.headroom ? "" : "1..", share - limits.headroom_beats, for_each_share(c, share));
  }
  limits.xon_beats = c.xon.value_or(limits.xoff_beats - std::min(limits.xoff_beats, longest.of_class));
  if (limits.xon_beats >= limits.xoff_beats)
    throw not_allowed("xon", limits.xon_beats, "0..{}, below xoff", limits.xoff_beats - 1);
  return limits;
}

/// All of the memory is credit.
PauseLimits credit_limits(const RunConfig& c, std::uint32_t share, std::uint32_t longest) {
  if (share < longest)
    throw not_allowed("depth", c.depth, "at least {}, room for the longest packet, with flow cbfc{}", longest,
                      for_each_share(c, share));
  return {share - longest, share - longest, longest, longest, true};
}

}  // namespace

std::optional<PauseSettings> pause_settings(const Setup& s) {
  const RunConfig& c = s.config;
  check_class_flow(s);
  if (c.is_random() && c.traffic->has_pattern(TrafficPattern::Overrun)) check_overrun(s);
  if (!c.pauses_hosts()) return {};
  check_pauses(s);
  PauseSettings p{c.pause_beats, c.host_cable, c.pause_response};
  const CableSpeed cable = worst_cable(c);
  if (c.pause_storm) p.storm = *c.pause_storm;
  if (s.device) p.frame_beats = 0;
  const std::uint32_t share = share_of(s);
  for (unsigned k = 0; k < c.classes; ++k) {
    const std::uint32_t longest = c.has_classes() ? config_of_class(c, k).longest_beats() : s.longest_packet;
    if (c.flow_of(k) == FlowControl::Pfc)
      p.of_class[k] = s.device ? PauseLimits{0, 0, 0, longest}
                               : pfc_limits(c, share, p, cable, {longest, s.longest_packet});
    if (c.flow_of(k) == FlowControl::Cbfc) p.of_class[k] = credit_limits(c, share, longest);
  }
  return p;
}

}  // namespace xb
