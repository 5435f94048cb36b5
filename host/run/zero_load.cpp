// SPDX-License-Identifier: Apache-2.0
#include "host/run/zero_load.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

#include "host/config/setup.h"
#include "host/device/wire_format.h"
#include "host/link/receiver.h"
#include "host/link/scoreboard.h"
#include "host/link/transmitter.h"

namespace xb {
namespace {

constexpr unsigned kMoreBeats = 7;  // of the longest lone packet than of the shortest
constexpr std::uint64_t kNotConnected = ~std::uint64_t{0};
constexpr unsigned kTries = 2;                    // of a shortest packet, in cycles that differ
constexpr std::uint64_t kPatienceCycles = 20000;  // in which a lone packet comes out

/// Sends packets through a switch that is empty.
class LonePackets {
 public:
  LonePackets(const Setup& setup, SwitchModel& model)
      : ports_(setup.config.ports),
        length_of_beat_(setup.lengths.in_bytes() ? setup.config.beat_bytes() : 1),
        model_(model),
        transmitter_(ports_, setup.config.data_words(), setup.lengths),
        receiver_(ports_, setup.config.data_words(), false, {false, 0, true}, setup.lengths),
        scoreboard_(ports_, setup.lengths) {}

  /// Cycles from its first beat in to its first beat out; none if it does not come out as it went in.
  std::optional<std::uint64_t> send(unsigned input, unsigned output, unsigned beats) {
    std::optional<std::uint64_t> cycles;
    transmitter_.start(input, output, beats * length_of_beat_, now_);
    for (const std::uint64_t end = now_ + kPatienceCycles; !cycles && now_ < end; ++now_) {
      transmitter_.offer(all_ports(ports_));
      SwitchInputs& in = transmitter_.wires();
      in.m_tready = all_ports(ports_);
      model_.cycle(in, *out_);
      transmitter_.advance(in.s_tvalid & out_->s_tready, now_, scoreboard_);
      receiver_.take(
          out_->m_tvalid & all_ports(ports_), *out_, now_, scoreboard_,
          [&](const DeliveredPacket& packet) { cycles = packet.first_out_cycle - packet.first_in_cycle; });
      if (!receiver_.violations().empty()) return {};
    }
    return cycles;
  }
  void pause() {
    transmitter_.offer(0);
    model_.cycle(transmitter_.wires(), *out_);
    ++now_;
  }

 private:
  unsigned ports_, length_of_beat_;
  SwitchModel& model_;
  Transmitter transmitter_;
  Receiver receiver_;
  Scoreboard scoreboard_;
  std::unique_ptr<SwitchOutputs> out_ = std::make_unique<SwitchOutputs>();
  std::uint64_t now_ = 0;
};

/// Of the shortest packets, by input and output; the least of some tries.
std::optional<std::vector<std::uint64_t>> shortest_cycles(const Setup& setup, LonePackets& packets,
                                                          unsigned least) {
  const unsigned ports = setup.config.ports;
  const PortPairs connected = setup.device->claims.pairs(ports);
  std::vector<std::uint64_t> cycles(std::size_t{ports} * ports, kNotConnected);
  for (unsigned n = 0; n < cycles.size() * kTries; ++n) {
    const unsigned pair = n / kTries;
    if (!connected.connected(pair / ports, pair % ports)) continue;
    const auto measured = packets.send(pair / ports, pair % ports, least);
    if (!measured) return {};
    cycles[pair] = std::min(cycles[pair], *measured);
    packets.pause();
  }
  return cycles;
}

/// Cycles more for each further beat, 0 or 1, the same for all inputs.
std::optional<unsigned> cycles_per_beat(const Setup& setup, LonePackets& packets, unsigned least,
                                        const std::vector<std::uint64_t>& shortest) {
  const unsigned ports = setup.config.ports;
  const unsigned beats = std::min(setup.longest_packet, least + kMoreBeats);
  if (beats <= least) return 0;
  std::optional<unsigned> slope;
  const PortPairs connected = setup.device->claims.pairs(ports);
  for (unsigned input = 0; input < ports; ++input) {
    unsigned output = (input + 1) % ports;
    while (!connected.connected(input, output) && output != input) output = (output + 1) % ports;
    if (!connected.connected(input, output)) continue;
    const auto measured = packets.send(input, output, beats);
    if (!measured) return {};
    const std::uint64_t one = shortest[std::size_t{input} * ports + output];
    const bool grows = *measured == one + beats - least;
    if ((!grows && *measured != one) || (slope && *slope != (grows ? 1 : 0))) return {};
    slope = grows ? 1 : 0;
  }
  return slope;
}

}  // namespace

Setup with_zero_load(const Setup& setup, SwitchModel& model) {
  LonePackets packets(setup, model);
  const unsigned least = least_beats(*setup.device, setup.config);
  const auto cycles = shortest_cycles(setup, packets, least);
  const auto per_beat = cycles ? cycles_per_beat(setup, packets, least, *cycles) : std::nullopt;
  if (!per_beat) return setup;
  auto device = std::make_shared<Device>(*setup.device);
  LatencyRange range{kNotConnected, 0};
  for (const std::uint64_t one : *cycles) {
    if (one == kNotConnected) continue;
    range = {std::min(range.least, one), std::max(range.most, one)};
  }
  device->zero_load = range;
  device->entry.probes.zero_load = true;
  device->entry.zero_load_cycles = [cycles = *cycles, per_beat = *per_beat, least](const LonePacket& packet) {
    return cycles[std::size_t{packet.input} * packet.ports + packet.output] +
           std::uint64_t{per_beat} * (packet.length_beats - least);
  };
  Setup known = setup;
  known.entry = &device->entry;
  known.device = std::move(device);
  return known;
}

}  // namespace xb
