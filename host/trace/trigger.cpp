// SPDX-License-Identifier: Apache-2.0
#include "host/trace/trigger.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "host/base/errors.h"
#include "host/base/parse_number.h"
#include "host/trace/line_trace.h"
#include "host/wires/port_set.h"

namespace xb {
namespace {

struct KindName {
  Trigger::Kind kind;
  const char* name;
  bool has_limit = false;
  bool may_have_class = false;  ///< CLASS: before the limit
};
constexpr std::array<KindName, 9> kKinds{{{Trigger::Kind::HeadOfLine, "hol"},
                                          {Trigger::Kind::HigherClass, "higher-class"},
                                          {Trigger::Kind::Drop, "drop"},
                                          {Trigger::Kind::Mismatch, "mismatch"},
                                          {Trigger::Kind::Assertion, "assertion"},
                                          {Trigger::Kind::Occupancy, "occupancy", true},
                                          {Trigger::Kind::Latency, "latency", true, true},
                                          {Trigger::Kind::Waiting, "waiting", true, true},
                                          {Trigger::Kind::Lag, "lag", true}}};
constexpr double kMostLimit = 1e18;

}  // namespace

Trigger Trigger::parse(const std::string& flag, const std::string& text) {
  const auto sign = text.find('>');
  for (const KindName& known : kKinds) {
    if (text.substr(0, sign) != known.name || (sign != std::string::npos) != known.has_limit) continue;
    Trigger trigger{known.kind};
    if (!known.has_limit) return trigger;
    const auto colon = known.may_have_class ? text.find(':') : std::string::npos;
    unsigned of_class = 0;
    if (colon != std::string::npos) {
      if (!parse_number(text.substr(sign + 1, colon - sign - 1), 0, kMaxClasses - 1, of_class)) continue;
      trigger.of_class = of_class;
    }
    const std::string limit = text.substr((colon == std::string::npos ? sign : colon) + 1);
    if (parse_number(limit, 0, kMostLimit, trigger.limit)) return trigger;
  }
  throw not_allowed(flag, text,
                    "hol higher-class drop mismatch assertion occupancy>BEATS latency>CYCLES waiting>CYCLES "
                    "lag>CYCLES, and latency>CLASS:CYCLES waiting>CLASS:CYCLES");
}

std::string Trigger::text() const {
  const auto* const known =
      std::find_if(kKinds.begin(), kKinds.end(), [&](const KindName& k) { return k.kind == kind; });
  if (!known->has_limit) return known->name;
  return fmt::format("{}>{}{}", known->name, of_class ? fmt::format("{}:", *of_class) : "", limit);
}

TriggerWatch::TriggerWatch(const Trigger& trigger, const SwitchShape& shape)
    : trigger_(trigger), shape_(shape), under_way_(std::size_t{shape.ports} * shape.ports) {}

std::optional<std::string> TriggerWatch::look(const PortCycle& cycle) {
  switch (trigger_.kind) {
    case Trigger::Kind::HeadOfLine:
      if (cycle.hol == 0) return std::nullopt;
      return fmt::format("input {} is head-of-line blocked", lowest_port(cycle.hol));
    case Trigger::Kind::HigherClass:
      if (cycle.higher_class == 0) return std::nullopt;
      return fmt::format("a higher class holds packets of input {}", lowest_port(cycle.higher_class));
    case Trigger::Kind::Drop: {
      const std::uint64_t before = std::exchange(drops_, cycle.drops());
      if (drops_ == before) return std::nullopt;
      return drops_ - before == 1 ? std::string("a packet is discarded")
                                  : fmt::format("{} packets are discarded", drops_ - before);
    }
    case Trigger::Kind::Occupancy: {
      const auto& beats = cycle.occ_beats;
      const auto full = std::find_if(beats.begin(), beats.end(), [&](auto n) { return n > trigger_.limit; });
      if (full == beats.end()) return std::nullopt;
      return fmt::format("queue {} holds {} beats", full - beats.begin(), *full);
    }
    case Trigger::Kind::Lag: {
      const auto late = std::find_if(cycle.lag.begin(), cycle.lag.end(),
                                     [&](const auto& lag) { return lag && *lag > trigger_.limit; });
      if (late == cycle.lag.end()) return std::nullopt;
      return fmt::format("a packet has left output {} {} cycles later than an output-queued switch",
                         late - cycle.lag.begin(), **late);
    }
    case Trigger::Kind::Latency:
      return latency(cycle);
    case Trigger::Kind::Waiting: {
      static_cast<void>(latency(cycle));
      return waiting(cycle);
    }
    default:
      return std::nullopt;
  }
}

std::optional<std::string> TriggerWatch::latency(const PortCycle& cycle) {
  const auto flow = [&](const PacketId& packet) -> std::vector<UnderWay>* {
    if (packet.source >= shape_.ports || packet.destination >= shape_.ports) return nullptr;
    return &under_way_[std::size_t{packet.source} * shape_.ports + packet.destination];
  };
  std::optional<std::string> found;
  for_each_port(cycle.moved_out() & cycle.m_tlast, [&](unsigned port) {
    const PacketId& packet = cycle.out[port];
    auto* const packets = flow(packet);
    if (packets == nullptr) return;
    const auto at = std::find_if(packets->begin(), packets->end(),
                                 [&](const UnderWay& one) { return one.packet == packet; });
    if (at == packets->end()) return;
    const std::uint64_t cycles = cycle.cycle - at->taken_cycle;
    // Those before it are lost; of other classes it may have overtaken them.
    packets->erase(
        std::remove_if(packets->begin(), std::next(at),
                       [&](const UnderWay& one) { return one.packet.of_class == packet.of_class; }),
        std::next(at));
    if (cycles > trigger_.limit && counts(packet) && !found)
      found = fmt::format("packet {} leaves {} cycles after it came", LineTrace::packet_text(packet), cycles);
  });
  for_each_port(cycle.moved_in() & cycle.s_tuser, [&](unsigned port) {
    if (auto* const packets = flow(cycle.in[port])) packets->push_back({cycle.in[port], cycle.cycle});
  });
  return found;
}

/// Of packets that are still under way.
std::optional<std::string> TriggerWatch::waiting(const PortCycle& cycle) {
  for (const auto& packets : under_way_) {
    const auto late = std::find_if(packets.begin(), packets.end(), [&](const UnderWay& one) {
      return counts(one.packet) && cycle.cycle - one.taken_cycle > trigger_.limit;
    });
    if (late == packets.end()) continue;
    return fmt::format("packet {} has not left {} cycles after it came", LineTrace::packet_text(late->packet),
                       cycle.cycle - late->taken_cycle);
  }
  return std::nullopt;
}

}  // namespace xb
