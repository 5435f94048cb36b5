// SPDX-License-Identifier: Apache-2.0
#pragma once
// A network of switches as one would write it first: every switch in every cycle, every beat by itself, no
// skipping, no windows, no sleep. The oracle for host/fabric, of which it uses nothing.

#include <algorithm>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "host/base/random.h"
#include "host/link/switch_model.h"
#include "host/network/routes.h"
#include "host/network/topology.h"

namespace xb::naive {

struct Packet {
  unsigned source, destination, beats;
  std::uint64_t at;  ///< the host has it from this cycle on
};

/// When a packet came out of its last switch.
struct Delivery {
  std::uint64_t first_in = 0, first_out = 0, last_out = 0;
  bool operator==(const Delivery& b) const {
    return first_in == b.first_in && first_out == b.first_out && last_out == b.last_out;
  }
};

class Fabric {
 public:
  Fabric(const Topology& topology, const Wiring& wiring, const Routes& routes,
         std::vector<std::unique_ptr<SwitchModel>> models, std::vector<Packet> packets,
         std::optional<std::uint64_t> random_port = {})
      : wiring_(wiring),
        routes_(routes),
        models_(std::move(models)),
        packets_(std::move(packets)),
        random_port_(random_port) {
    for (unsigned s = 0; s < wiring.switches(); ++s) {
      sides_.emplace_back(wiring.ports(s));
      in_.push_back(std::make_unique<SwitchInputs>());
      out_.push_back(std::make_unique<SwitchOutputs>());
      for (unsigned port = 0; port < wiring.ports(s); ++port) {
        const PortEnd& end = wiring.end(s, port);
        Side& side = sides_[s][port];
        if (end.host) {
          side.host_period = topology.switches[s].host_cable.period_cycles;
          continue;
        }
        const CableSpeed speed = topology.cables[end.cable].speed;
        side.period = speed.period_cycles;
        side.latency = speed.latency_cycles == 0 && side.period > 1 ? 1 : speed.latency_cycles;
        side.credits = std::max<std::uint64_t>(1, (2 * side.latency + side.period - 1) / side.period);
      }
    }
    phase_.resize(packets_.size(), 0);
    deliveries.resize(packets_.size());
    host_queue_.resize(wiring.hosts());
    std::map<std::pair<unsigned, unsigned>, unsigned> sent_so_far;
    for (const Packet& packet : packets_)
      sequence_.push_back(sent_so_far[{packet.source, packet.destination}]++);
    for (unsigned id = 0; id < packets_.size(); ++id) host_queue_[packets_[id].source].push_back(id);
  }

  /// Runs until all packets have come, `most` cycles at most; returns whether they have.
  bool run(std::uint64_t most) {
    for (; now < most && delivered_ < packets_.size(); ++now) cycle();
    return delivered_ == packets_.size();
  }

  /// One cycle; what was on the wires in it is to be seen until the next.
  void step() {
    cycle();
    ++now;
  }
  [[nodiscard]] const SwitchInputs& driven(unsigned s) const { return *in_[s]; }
  [[nodiscard]] const SwitchOutputs& shown(unsigned s) const { return *out_[s]; }
  /// A packet has come to a port, and not gone in whole: the output that it is for.
  [[nodiscard]] bool is_entering(unsigned s, unsigned port) const { return sides_[s][port].started; }
  [[nodiscard]] unsigned output_at(unsigned s, unsigned port) const { return sides_[s][port].output; }
  [[nodiscard]] const std::vector<Packet>& packets() const { return packets_; }
  /// Packets that hosts have begun to send, and that have not come.
  [[nodiscard]] std::size_t under_way() const { return sent_ - delivered_; }
  /// Hosts begin no more packets.
  void stop() { stopped_ = true; }

  std::vector<Delivery> deliveries;
  std::uint64_t now = 0;

 private:
  struct Beat {
    std::uint64_t at;
    unsigned id;
    bool first, last;
  };
  struct Side {
    // What comes in: beats that are at the port or on their way, by a link; of a host: the packet it sends.
    std::deque<Beat> beats;
    std::uint64_t latency = 0, period = 1, host_period = 1;
    bool held = false;  // a slow host's beat was on offer and not taken
    // What goes out.
    std::uint64_t credits = 0;
    std::deque<std::uint64_t> credits_back;
    unsigned bound = 0;
    unsigned output = 0;  // of the packet that is coming in
    bool started = false;
  };
  using Sides = std::vector<Side>;

  bool is_wire(unsigned s, unsigned port) const {
    return !wiring_.end(s, port).host && sides_[s][port].latency == 0;
  }

  void cycle() {
    for (unsigned s = 0; s < models_.size(); ++s) models_[s]->show(*out_[s]);
    for (unsigned s = 0; s < models_.size(); ++s) drive(s);
    for (unsigned s = 0; s < models_.size(); ++s) models_[s]->clock(*in_[s]);
    for (unsigned s = 0; s < models_.size(); ++s) move(s);
  }

  unsigned output_of(unsigned s, unsigned id) {
    const unsigned to = wiring_.switch_of(packets_[id].destination);
    if (to == s) return wiring_.port_of(packets_[id].destination);
    std::vector<unsigned> ports;
    for_each_port(routes_.ports(s, phase_[id], to), [&](unsigned port) { ports.push_back(port); });
    const unsigned own_port = routes_.fixed_port(s, phase_[id], to, packets_[id].destination);
    auto pick = static_cast<unsigned>(std::find(ports.begin(), ports.end(), own_port) - ports.begin());
    if (routes_.adaptive && random_port_) {
      pick = random_of_least(s, id, ports);
    } else if (routes_.adaptive) {
      const unsigned own = pick;
      for (unsigned n = 1; n < ports.size(); ++n) {
        const unsigned other = (own + n) % ports.size();
        if (sides_[s][ports[other]].bound < sides_[s][ports[pick]].bound) pick = other;
      }
    }
    phase_[id] = routes_.next_phase(s, phase_[id], ports[pick]);
    return ports[pick];
  }

  unsigned random_of_least(unsigned s, unsigned id, const std::vector<unsigned>& ports) {
    std::vector<unsigned> least;
    const auto bound = [&](unsigned n) { return sides_[s][ports[n]].bound; };
    for (unsigned n = 0; n < ports.size(); ++n) {
      if (!least.empty() && bound(n) > bound(least[0])) continue;
      if (!least.empty() && bound(n) < bound(least[0])) least.clear();
      least.push_back(n);
    }
    const Packet& packet = packets_[id];
    const std::uint64_t flow = packet.source * 0x100000000U + packet.destination;
    RandomStream draw(*random_port_ ^ RandomStream::mix(flow), StreamPurpose::AdaptivePort,
                      sequence_[id] * std::uint64_t{65536} + s);
    return least[draw.below(static_cast<unsigned>(least.size()))];
  }

  void drive(unsigned s) {
    SwitchInputs& in = *in_[s];
    in.s_tvalid = in.s_tlast = in.s_tuser = in.m_tready = 0;
    for (unsigned port = 0; port < wiring_.ports(s); ++port) {
      Side& side = sides_[s][port];
      const PortEnd& end = wiring_.end(s, port);
      // Out.
      if (end.host) {
        if (now % side.host_period == 0) in.m_tready |= bit(port);
      } else if (is_wire(s, port)) {
        if ((out_[end.index]->s_tready >> end.port & 1U) != 0) in.m_tready |= bit(port);
      } else {
        while (!side.credits_back.empty() && side.credits_back.front() <= now) {
          side.credits_back.pop_front();
          ++side.credits;
        }
        if (side.credits > 0 && now % side.period == 0) in.m_tready |= bit(port);
      }
      // In.
      if (end.host && side.beats.empty()) {
        auto& queue = host_queue_[end.index];
        if (!stopped_ && !queue.empty() && packets_[queue.front()].at <= now) {
          const unsigned id = queue.front();
          queue.pop_front();
          ++sent_;
          for (unsigned n = 0; n < packets_[id].beats; ++n)
            side.beats.push_back({0, id, n == 0, n + 1 == packets_[id].beats});
        }
      }
      if (is_wire(s, port)) {
        side.beats.clear();
        const SwitchOutputs& far = *out_[end.index];
        if ((far.m_tvalid >> end.port & 1U) != 0) {
          side.beats.push_back({now, static_cast<unsigned>(far.m_tdata[end.port]),
                                (far.m_tuser >> end.port & 1U) != 0, (far.m_tlast >> end.port & 1U) != 0});
        }
      }
      if (side.beats.empty() || side.beats.front().at > now) continue;
      const Beat& beat = side.beats.front();
      if (beat.first && !side.started) {
        side.output = output_of(s, beat.id);
        ++sides_[s][side.output].bound;
        side.started = true;
      }
      if (end.host && now % side.host_period != 0 && !side.held) continue;
      in.s_tvalid |= bit(port);
      if (beat.first) in.s_tuser |= bit(port);
      if (beat.last) in.s_tlast |= bit(port);
      in.s_tdest[port] = static_cast<std::uint8_t>(side.output);
      in.s_tdata[port] = beat.id;
    }
  }

  void move(unsigned s) {
    const SwitchInputs& in = *in_[s];
    const SwitchOutputs& out = *out_[s];
    for (unsigned port = 0; port < wiring_.ports(s); ++port) {
      Side& side = sides_[s][port];
      const PortEnd& end = wiring_.end(s, port);
      const bool taken = (in.s_tvalid & out.s_tready & bit(port)) != 0;
      side.held = (in.s_tvalid & bit(port)) != 0 && !taken;
      if (taken) {
        const Beat beat = side.beats.front();
        if (!is_wire(s, port)) side.beats.pop_front();
        if (beat.last) side.started = false;
        if (end.host && beat.first) deliveries[beat.id].first_in = now;
        if (!end.host && !is_wire(s, port))
          sides_[end.index][end.port].credits_back.push_back(now + side.latency);
      }
      if ((out.m_tvalid & in.m_tready & bit(port)) == 0) continue;
      const bool first = (out.m_tuser & bit(port)) != 0;
      const bool last = (out.m_tlast & bit(port)) != 0;
      const auto id = static_cast<unsigned>(out.m_tdata[port]);
      if (last) --side.bound;
      if (end.host) {
        if (first) deliveries[id].first_out = now;
        if (last) {
          deliveries[id].last_out = now;
          ++delivered_;
        }
      } else if (!is_wire(s, port)) {
        --side.credits;
        sides_[end.index][end.port].beats.push_back({now + side.latency, id, first, last});
      }
    }
  }

  const Wiring& wiring_;
  const Routes& routes_;
  std::vector<std::unique_ptr<SwitchModel>> models_;
  std::vector<Packet> packets_;
  std::vector<Sides> sides_;
  std::vector<std::unique_ptr<SwitchInputs>> in_;
  std::vector<std::unique_ptr<SwitchOutputs>> out_;
  std::vector<unsigned> phase_;
  std::vector<std::deque<unsigned>> host_queue_;  // per host, packets by number
  std::vector<unsigned> sequence_;                // of packets, in their flow
  std::optional<std::uint64_t> random_port_;
  std::size_t sent_ = 0, delivered_ = 0;
  bool stopped_ = false;
};

}  // namespace xb::naive
