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

LagWatch::LagWatch(const Setup& setup, unsigned data_words)
    : setup_(setup),
      stride_(data_words == 0 ? 1 : data_words),
      ideal_(cycles_per_beat(setup)),
      lag_(setup.config.ports),
      soonest_(std::numeric_limits<std::uint64_t>::max()) {
  for (unsigned output = 0; output < setup.config.ports; ++output)
    soonest_ = std::min(soonest_, alone_of(output, 1).least);
}

/// Cycles from first beat in to first beat out.
std::uint64_t LagWatch::alone(unsigned source, unsigned destination, unsigned beats,
                              std::uint64_t now) const {
  const RunConfig& c = setup_.config;
  return setup_.entry->zero_load_cycles(
      {c.ports, source, destination, now, beats, c.store_forward(), c.route_delay, c.speedup});
}

const LagWatch::Alone& LagWatch::find_alone(unsigned destination, unsigned beats) {
  const unsigned ports = setup_.config.ports;
  const std::size_t kind = std::size_t{beats} * ports + destination;
  if (known_.size() <= kind) known_.resize(kind + ports);
  Alone& alone = known_[kind] = {std::numeric_limits<std::uint64_t>::max(), 0};
  for (unsigned source = 0; source < ports; ++source) {
    if (setup_.device && !setup_.device->claims.pairs(ports).connected(source, destination)) continue;
    for (unsigned phase = 0; phase < ports * setup_.config.speedup; ++phase) {
      const std::uint64_t cycles = this->alone(source, destination, beats, phase);
      alone = {std::min(alone.least, cycles), std::max(alone.most, cycles)};
    }
  }
  return alone;
}

void LagWatch::arrived(PortMask begun, const SwitchInputs& in, std::uint64_t now) {
  for_each_port(begun, [&](unsigned port) {
    const unsigned output = in.s_tdest[port];
    const unsigned beats =
        setup_.lengths.beats_of(PacketHeader::decode(in.s_tdata[std::size_t{port} * stride_]).length);
    const Alone& known = alone_of(output, beats);
    const std::uint64_t cycles = known.least == known.most ? known.least : alone(port, output, beats, now);
    ideal_.arrived(port, output, beats, {now + cycles, now + known.least, now + soonest_});
  });
}

std::int64_t LagWatch::left(const DeliveredPacket& packet, Measures& measures) {
  const IdealOutputs::Lag lag = ideal_.left(packet.source, packet.destination, packet.length_beats,
                                            packet.first_out_cycle, packet.last_out_cycle);
  if (lag.by_rank < 0 && compares_ranks() && violation_.empty()) report_ahead(packet, -lag.by_rank);
  if (measures.is_open()) {
    lag_.add(packet.source, packet.destination, lag);
    measures.lag(lag.of_packet);
  }
  return lag.of_packet;
}

void LagWatch::report_ahead(const DeliveredPacket& packet, std::int64_t cycles) {
  violation_ = fmt::format(
      "  output {}: in cycle {} it has sent as many beats as an output-queued switch can have sent only {} "
      "cycles later (rule: ideal_switch)\n",
      packet.destination, packet.last_out_cycle, cycles);
}

}  // namespace xb
