// SPDX-License-Identifier: Apache-2.0
#include "host/config/pause_setup.h"

#include <algorithm>

#include "host/base/errors.h"
#include "host/config/setup.h"
#include "host/point/traffic_config.h"
#include "host/traffic/class_traffic.h"

namespace xb {
namespace {

/// Classes have flow control of their own where each has a queue at each input; a twin alone may discard
/// packets of some of them.
void check_class_flow(const Setup& s) {
  const RunConfig& c = s.config;
  if (!c.class_flow) return;
  const auto refuse = [&](const char* allowed) { throw not_allowed("flow", c.flow_text(), "{}", allowed); };
  if (!c.has_classes() || c.is_network() || s.device || !s.entry->fifo_inputs)
    refuse("back-pressure drop pfc cbfc; by class with switch input and classes 2..8");
  if (highest_class(*c.class_flow) >= c.classes)
    throw not_allowed("flow", c.flow_text(), "classes 0..{}", c.classes - 1);
  if (c.has_rtl() && c.drop() && c.classes_with(FlowControl::Drop) != c.classes)
    refuse("drop of all classes or none with engine rtl; of some with engine fast systemc");
}

/// Of a switch by itself whose memories are its inputs'.
void check_pauses(const Setup& s) {
  const RunConfig& c = s.config;
  if (c.is_network() || s.device || s.entry->queues == QueuePlace::Output || c.speedup != 1)
    throw not_allowed("flow", c.flow_text(),
                      "back-pressure drop; pfc cbfc with one switch whose memories are its inputs' "
                      "({}) and speedup 1",
                      "input voq crosspoint cicq-lqf");
  // A pause frame waits for the end of a packet, which a receiver that stalls puts off without limit.
  if (c.is_random() && c.traffic->receiver_stall > 0)
    throw not_allowed("receiver-stall", c.traffic->receiver_stall, "0 with flow {}, or an output-period",
                      c.flow_text());
}

/// Its phases are those of receivers that take a beat in every cycle.
void check_overrun(const RunConfig& c) {
  const TrafficConfig& t = *c.traffic;
  if (c.classes_with(FlowControl::Pfc) == 0) throw not_allowed("traffic", t.traffic.text(), "with flow pfc");
  if (!t.output_period->full())
    throw not_allowed("output-period", t.output_period.text(), "1 with traffic overrun");
}

PauseLimits pfc_limits(const RunConfig& c, const PauseSettings& p, const LongestPackets& longest) {
  const auto& periods = c.traffic->output_period->of;
  const std::uint32_t slowest = *std::max_element(periods.begin(), periods.begin() + c.ports);
  const std::uint32_t needed = headroom_beats(p, longest, c.classes_with(FlowControl::Pfc) > 1, slowest);
  PauseLimits limits;
  limits.longest_beats = longest.of_class;
  limits.headroom_beats = c.headroom.value_or(c.xoff ? c.depth - std::min(*c.xoff, c.depth) : needed);
  if (limits.headroom_beats >= c.depth) {
    throw not_allowed("depth", c.depth, "more than the headroom of {} beats ({} where nothing is lost)",
                      limits.headroom_beats, needed);
  }
  limits.xoff_beats = c.xoff.value_or(c.depth - limits.headroom_beats);
  if (limits.xoff_beats == 0 || limits.xoff_beats + limits.headroom_beats != c.depth) {
    throw not_allowed("xoff", limits.xoff_beats, "1..{}, or auto: depth less headroom",
                      c.depth - limits.headroom_beats);
  }
  limits.xon_beats = c.xon.value_or(limits.xoff_beats - std::min(limits.xoff_beats, longest.of_class));
  if (limits.xon_beats >= limits.xoff_beats)
    throw not_allowed("xon", limits.xon_beats, "0..{}, below xoff", limits.xoff_beats - 1);
  return limits;
}

/// All of the memory is credit.
PauseLimits credit_limits(const RunConfig& c, std::uint32_t longest) {
  if (c.depth < longest)
    throw not_allowed("depth", c.depth, "at least {}, room for the longest packet, with flow cbfc", longest);
  return {c.depth - longest, c.depth - longest, longest, longest, true};
}

}  // namespace

std::optional<PauseSettings> pause_settings(const Setup& s) {
  const RunConfig& c = s.config;
  check_class_flow(s);
  if (c.is_random() && c.traffic->has_pattern(TrafficPattern::Overrun)) check_overrun(c);
  if (!c.pauses_hosts()) return {};
  check_pauses(s);
  PauseSettings p{c.pause_beats, c.host_cable, c.pause_response};
  if (c.pause_storm) p.storm = *c.pause_storm;
  for (unsigned k = 0; k < c.classes; ++k) {
    const std::uint32_t longest = c.has_classes() ? config_of_class(c, k).longest_beats() : s.longest_packet;
    if (c.flow_of(k) == FlowControl::Pfc) p.of_class[k] = pfc_limits(c, p, {longest, s.longest_packet});
    if (c.flow_of(k) == FlowControl::Cbfc) p.of_class[k] = credit_limits(c, longest);
  }
  return p;
}

}  // namespace xb
