// SPDX-License-Identifier: Apache-2.0
#include "host/fabric/lag_watch.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <stdexcept>
#include <vector>

#include "host/config/setup.h"
#include "host/device/device.h"
#include "host/point/traffic_config.h"
#include "host/switches/switch_entry.h"

namespace xb {
namespace {

std::vector<unsigned> cycles_per_beat(const Setup& setup) {
  std::vector<unsigned> cycles;
  for (unsigned port = 0; port < setup.config.ports; ++port)
    cycles.push_back(setup.link_rates.cycles_per_beat(port));
  return cycles;
}

/// Beats, where hosts send packets of one length; else 0.
unsigned only_length(const RunConfig& c) {
  const bool one_length = c.is_random() && !c.has_classes() && c.packet_min == c.packet_max &&
                          !c.traffic->has_pattern(TrafficPattern::Overrun);
  return one_length ? c.longest_beats() : 0;
}

}  // namespace

LagWatch::LagWatch(const Setup& setup)
    : ideal_(cycles_per_beat(setup)),
      setup_(setup),
      lag_(setup.config.ports),
      ports_(setup.config.ports),
      // Few ports of a pipelined memory take turns in four cycles.
      phases_(setup.config.ports * setup.config.speedup * (setup.config.ports < 4 ? 4 : 1)),
      only_beats_(only_length(setup.config)) {
  if (setup.config.has_classes()) {
    strict_.emplace(cycles_per_beat(setup), setup.config.classes);
    for (unsigned c = 0; c < setup.config.classes; ++c) by_class_.emplace_back(setup.config.ports);
  }
  const unsigned shortest = std::max(only_beats_, 1U);  // any others may be of one beat
  std::uint64_t soonest = std::numeric_limits<std::uint64_t>::max();
  for (unsigned output = 0; output < setup.config.ports; ++output)
    soonest = std::min(soonest, alone_of(output, shortest).least);
  soonest_ = soonest;
}

/// Cycles from first beat in to first beat out.
std::uint64_t LagWatch::find_alone(unsigned input, unsigned output, unsigned beats, std::uint64_t now) const {
  return setup_.entry->lone_cycles(setup_.config, input, output, now, beats);
}

/// Null: there is no room for that of this length.
const LoneCycles* LagWatch::make_table(unsigned beats) {
  if (tables_.size() <= beats) tables_.resize(std::size_t{beats} + 1);
  if (tables_[beats] || room_ == 0) return tables_[beats].get();
  const unsigned ports = setup_.config.ports;
  auto table = std::make_unique<LoneCycles>(ports, phases_);
  std::vector<std::uint64_t> cycles(ports);
  for (unsigned phase = 0; phase < phases_; ++phase) {
    for (unsigned input = 0; input < ports; ++input) {
      for (unsigned output = 0; output < ports; ++output)
        cycles[output] = is_connected(input, output) ? find_alone(input, output, beats, phase) : 0;
      if (!table->set(phase, input, cycles)) return nullptr;
    }
  }
  table->close();
  room_ -= std::min(room_, table->size());
  return (tables_[beats] = std::move(table)).get();
}

bool LagWatch::is_connected(unsigned source, unsigned destination) const {
  return !setup_.device || setup_.device->claims.pairs(setup_.config.ports).connected(source, destination);
}

const LagWatch::Alone& LagWatch::find_range(unsigned destination, unsigned beats) {
  const unsigned ports = setup_.config.ports;
  const std::size_t kind = std::size_t{beats} * ports + destination;
  if (known_.size() <= kind) known_.resize(kind + ports);
  Alone& alone = known_[kind] = {std::numeric_limits<std::uint64_t>::max(), 0, make_table(beats)};
  for (unsigned source = 0; source < ports; ++source) {
    if (!is_connected(source, destination)) continue;
    for (unsigned phase = 0; phase < phases_; ++phase) {
      const std::uint64_t cycles = this->alone(source, destination, beats, phase);
      alone.least = std::min(alone.least, cycles);
      alone.most = std::max(alone.most, cycles);
    }
  }
  if (alone.least < soonest_) throw std::logic_error("lag: a packet is shorter than hosts send");
  return alone;
}

/// Packets of so many beats are those that short ways are for.
void LagWatch::set_usual(unsigned beats) {
  const unsigned ports = setup_.config.ports;
  plain_beats_ = varied_beats_ = kNone;
  ideal_.expect(beats);
  bool plain = true, varied = true;
  for (unsigned output = 0; output < ports; ++output) varied &= alone_of(output, beats).least == soonest_;
  // Classes may have packets overtake others in the time until the link moves its first beat.
  const auto on_link = [this](unsigned output, std::uint64_t cycle) {
    return strict_ ? cycle : ideal_.on_link(output, cycle, phases_);
  };
  for (unsigned phase = 0; phase < phases_; ++phase) {
    for (unsigned pair = 0; pair < ports * ports; ++pair) {
      const unsigned input = pair / ports, output = pair % ports;
      const std::uint64_t cycles =
          is_connected(input, output) ? alone(input, output, beats, phase) : soonest_;
      plain &= on_link(output, phase + cycles) == on_link(output, phase + soonest_);
    }
  }
  if (plain) {
    plain_beats_ = beats;
    tables_.clear();  // this length looks into none
    for (Alone& alone : known_) alone.table = nullptr;
  } else if (varied && table_of(beats) != nullptr) {
    varied_beats_ = beats;
  }
}

/// The long way, of a length without a table.
IdealOutputs::LoneOut LagWatch::find_lone(unsigned input, unsigned output, unsigned beats,
                                          std::uint64_t now) {
  const auto [least, most, table] = alone_of(output, beats);
  const std::uint64_t cycles = least == most ? least : alone(input, output, beats, now);
  return {now + cycles, now + least, soonest_out(now)};
}

/// When a packet leaves that is alone; `phase`: of the cycle.
[[gnu::always_inline]] inline IdealOutputs::LoneOut LagWatch::lone(unsigned input, unsigned output,
                                                                   unsigned beats, std::uint64_t now,
                                                                   std::uint64_t soonest_out,
                                                                   std::uint64_t phase) {
  const std::size_t kind = std::size_t{beats} * setup_.config.ports + output;
  if (kind >= known_.size() || known_[kind].table == nullptr) return find_lone(input, output, beats, now);
  const Alone& known = known_[kind];
  return {now + known.table->in(phase)(input, output), now + known.least, soonest_out};
}

void LagWatch::arrived(PortMask inputs, const Transmitter& transmitter, std::uint64_t now) {
  if (plain_beats_ == 0 && inputs != 0) set_usual(transmitter.under_way(lowest_port(inputs)).beats_left);
  const std::uint64_t soonest_out = this->soonest_out(now);
  const std::uint64_t phase = now % phases_;
  for_each_port(inputs, [&](unsigned input) {
    const auto [output, beats] = transmitter.under_way(input);
    if (beats == plain_beats_) {
      arrivals_[input] = ideal_.arrived(output, beats, soonest_out);
      return;
    }
    arrivals_[input] = ideal_.arrived(output, beats, lone(input, output, beats, now, soonest_out, phase));
    if (ideal_.is_apart(output)) plain_beats_ = kNone;
  });
}

void LagWatch::strict_arrived(PortMask inputs, const Transmitter& transmitter, std::uint64_t now) {
  const SwitchInputs& in = transmitter.wires();
  StrictOutputs& strict = *strict_;
  const std::uint64_t soonest_out = this->soonest_out(now);
  if (plain_beats_ == 0 && inputs != 0) set_usual(transmitter.under_way(lowest_port(inputs)).beats_left);
  const std::uint64_t phase = now % phases_;
  for_each_port(inputs, [&](unsigned input) {
    const auto [output, beats] = transmitter.under_way(input);
    const StrictOutputs::Flow flow{input, output, in.s_tid[input]};
    IdealOutputs::LoneOut alone{soonest_out, soonest_out, soonest_out};
    if (beats != plain_beats_) alone = lone(input, output, beats, now, soonest_out, phase);
    ideal_.rank(output, beats, alone.least);
    arrivals_[input] = strict.arrived(flow, ideal_.cycles_of(output, beats), alone.cycle, alone.soon);
  });
}

void LagWatch::left_strict(PortMask outputs, const Receiver& receiver, std::uint64_t now, Measures& measures,
                           bool counts) {
  StrictOutputs& strict = *strict_;
  const std::uint64_t soon = soonest_out(now + 1);
  std::int64_t sum = 0;
  SwitchLag* const by_class = by_class_.data();
  const auto leave = [&](unsigned output, bool counted, bool even) __attribute__((always_inline)) {
    const DeliveredPacket& packet = receiver.packet(output);
    const bool due = strict.is_due(output, now);
    if (__builtin_expect(due, 0)) sum += add_early(packet, now);
    std::int64_t lag = 0;
    if (strict.left(packet, soon, counted, lag)) {
      latest_[output] = lag;
      if (counted) by_class[packet.of_class].add_packet(packet.source, output, lag);
      sum += lag;
    } else if (!due) {
      latest_[output] = 0;
    }
    add_rank(packet, even ? ideal_.left(output, now) : ideal_.left(output, packet.length_beats, now),
             counted);
  };
  // What goes for all need not be asked for each of them.
  if (!counts) return for_each_port(outputs, [&](unsigned output) { leave(output, false, false); });
  if (ideal_.is_plain())
    for_each_port(outputs, [&](unsigned output) { leave(output, true, true); });
  else
    for_each_port(outputs, [&](unsigned output) { leave(output, true, false); });
  measures.lag(sum);
}

/// Those that were early, and are known now, when another one has left their output: their lag. The last one
/// of a flow is that of a wave.
std::int64_t LagWatch::add_early(const DeliveredPacket& packet, std::uint64_t now) {
  std::int64_t sum = 0;
  const unsigned output = packet.destination;
  latest_[output] = 0;
  strict_->take_early(output, now, soonest_out(now + 1), [&](const StrictOutputs::Lag& lag) {
    const auto& [of, cycles, is_counted] = lag;
    if (of.source == packet.source && of.of_class == packet.of_class) latest_[output] = cycles;
    if (!is_counted) return;
    by_class_[of.of_class].add_packet(of.source, output, cycles);
    sum += cycles;
  });
  return sum;
}

void LagWatch::end() {
  constexpr auto kEver = std::numeric_limits<std::uint64_t>::max();
  if (!strict_) return;
  for (unsigned output = 0; output < setup_.config.ports; ++output) {
    strict_->take_early(output, kEver, kEver, [&](const StrictOutputs::Lag& lag) {
      if (lag.counts) by_class_[lag.flow.of_class].add_packet(lag.flow.source, output, lag.cycles);
    });
  }
}

SwitchLag LagWatch::lag() const {
  SwitchLag all(setup_.config.ports);
  all.add(lag_);
  for (const SwitchLag& of_class : by_class_) all.add(of_class);
  return all;
}

/// One below 0, or the largest so far.
void LagWatch::add_far_rank(const DeliveredPacket& packet, std::int64_t cycles) {
  if (cycles < 0) report_ahead(packet, -cycles);
  lag_.add_rank(cycles);
}

void LagWatch::report_ahead(const DeliveredPacket& packet, std::int64_t cycles) {
  if (!compares_ranks() || !violation_.empty()) return;
  violation_ = fmt::format(
      "  output {}: in cycle {} it has sent as many beats as an output-queued switch can have sent only {} "
      "cycles later (rule: ideal_switch)\n",
      packet.destination, packet.last_out_cycle, cycles);
}

}  // namespace xb
