// SPDX-License-Identifier: Apache-2.0
#include "host/fabric/lag_watch.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <vector>

#include "host/device/device.h"
#include "host/switches/switch_entry.h"

namespace xb {
namespace {

std::vector<unsigned> cycles_per_beat(const Setup& setup) {
  std::vector<unsigned> cycles;
  for (unsigned port = 0; port < setup.config.ports; ++port)
    cycles.push_back(setup.link_rates.cycles_per_beat(port));
  return cycles;
}

}  // namespace

LagWatch::LagWatch(const Setup& setup)
    : setup_(setup),
      ideal_(cycles_per_beat(setup), setup.config.has_classes()),
      lag_(setup.config.ports),
      soonest_(std::numeric_limits<std::uint64_t>::max()) {
  if (setup.config.has_classes()) {
    plain_beats_ = kNone;
    strict_.emplace(cycles_per_beat(setup), setup.config.classes);
    for (unsigned c = 0; c < setup.config.classes; ++c) by_class_.emplace_back(setup.config.ports);
  }
  for (unsigned output = 0; output < setup.config.ports; ++output)
    soonest_ = std::min(soonest_, alone_of(output, 1).least);
}

/// Cycles from first beat in to first beat out.
std::uint64_t LagWatch::alone(unsigned source, unsigned destination, unsigned beats,
                              std::uint64_t now) const {
  const RunConfig& c = setup_.config;
  return setup_.entry->zero_load_cycles(
      {c.ports, source, destination, now, beats, c.store_forward(), c.route_delay, c.speedup, c.classes});
}

const LagWatch::Alone& LagWatch::find_alone(unsigned destination, unsigned beats) {
  const unsigned ports = setup_.config.ports;
  const std::size_t kind = std::size_t{beats} * ports + destination;
  if (known_.size() <= kind) known_.resize(kind + ports);
  Alone& alone = known_[kind] = {std::numeric_limits<std::uint64_t>::max(), 0};
  // Few ports of a pipelined memory take turns in four cycles.
  const unsigned phases = ports * setup_.config.speedup * (ports < 4 ? 4 : 1);
  for (unsigned source = 0; source < ports; ++source) {
    if (setup_.device && !setup_.device->claims.pairs(ports).connected(source, destination)) continue;
    for (unsigned phase = 0; phase < phases; ++phase) {
      const std::uint64_t cycles = this->alone(source, destination, beats, phase);
      alone = {std::min(alone.least, cycles), std::max(alone.most, cycles)};
    }
  }
  return alone;
}

bool LagWatch::are_plain(unsigned beats) {
  for (unsigned output = 0; output < setup_.config.ports; ++output) {
    const Alone& alone = alone_of(output, beats);
    if (alone.least != soonest_ || alone.most != soonest_) return false;
  }
  return true;
}

/// The long way, of packets that are not known to be plain.
IdealOutputs::LoneOut LagWatch::lone_out(unsigned source, unsigned destination, unsigned beats,
                                         std::uint64_t now) {
  if (plain_beats_ == 0) plain_beats_ = are_plain(beats) ? beats : kNone;
  const Alone& known = alone_of(destination, beats);
  const std::uint64_t cycles =
      known.least == known.most ? known.least : alone(source, destination, beats, now);
  return {now + cycles, now + known.least, now + soonest_};
}

std::uint64_t LagWatch::arrived(unsigned source, unsigned output, unsigned beats, std::uint64_t now) {
  const unsigned input = source % setup_.config.ports;
  if (strict_)
    strict_->arrived({input, output, source / setup_.config.ports}, beats,
                     now + alone(input, output, beats, now));
  const std::uint64_t ideal = ideal_.arrived(input, output, beats, lone_out(input, output, beats, now));
  if (ideal_.is_apart(output)) plain_beats_ = kNone;
  return ideal;
}

/// The long way, where packets may have been overtaken or there are classes.
void LagWatch::left_apart(const DeliveredPacket& packet, Measures& measures, bool counts) {
  const std::uint64_t ideal =
      ideal_.settle(packet.source, packet.destination, packet.ideal_out_cycle, packet.last_out_cycle);
  const IdealOutputs::Lag lag = lag_of(packet, ideal);
  if (!strict_) return count(packet, lag, measures, counts);
  if (lag.by_rank < 0) report_ahead(packet, -lag.by_rank);
  count_strict(packet, lag.by_rank, measures, counts);
}

/// A packet may be known to be early only now, and those known count.
void LagWatch::count_strict(const DeliveredPacket& packet, std::int64_t by_rank, Measures& measures,
                            bool counts) {
  strict_->left({packet.source, packet.destination, packet.of_class}, packet.first_out_cycle, counts,
                packet.last_out_cycle);
  latest_[packet.destination] = 0;
  for (const auto& [flow, cycles, is_counted] : strict_->take_lags()) {
    if (flow.source == packet.source && flow.of_class == packet.of_class)
      latest_[packet.destination] = cycles;
    if (!is_counted) continue;
    lag_.add_packet(flow.source, flow.destination, cycles);
    by_class_[flow.of_class].add_packet(flow.source, flow.destination, cycles);
    if (counts) measures.lag(cycles);
  }
  if (counts) lag_.add_rank(by_rank);
}

void LagWatch::report_ahead(const DeliveredPacket& packet, std::int64_t cycles) {
  if (!compares_ranks() || !violation_.empty()) return;
  violation_ = fmt::format(
      "  output {}: in cycle {} it has sent as many beats as an output-queued switch can have sent only {} "
      "cycles later (rule: ideal_switch)\n",
      packet.destination, packet.last_out_cycle, cycles);
}

}  // namespace xb
