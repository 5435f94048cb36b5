// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <limits>
#include <optional>
#include <vector>

#include "host/base/geometric.h"
#include "host/base/random.h"
#include "host/link/flow_sizes.h"
#include "host/link/host_list.h"
#include "host/link/host_range.h"
#include "host/link/length_unit.h"
#include "host/link/packet_note.h"
#include "host/traffic/flow_times.h"
#include "host/wires/port_set.h"

namespace xb {

struct TrafficConfig;

/// Bursts of many hosts to one: every `period` cycles, from cycle 0 on, one host that takes part is drawn, or
/// it is the `victim`, and `fan-in` others, of the `senders`, begin to send to it, each in a cycle drawn from
/// the `jitter` next ones. All switches of a network draw the same.
class Incast {
 public:
  Incast(const TrafficConfig& config, std::uint64_t seed, const HostList& taking_part);

  struct Start {
    std::uint64_t cycle;
    unsigned source, destination;
  };
  /// The sender that begins next, of all bursts: cycles never go back.
  [[nodiscard]] const Start& next() const { return burst_[taken_]; }
  void take() {
    if (++taken_ == burst_.size()) draw();
  }

 private:
  void draw();

  std::uint64_t period_, begin_ = 0;
  std::uint32_t jitter_;
  std::size_t fan_in_;
  HostList hosts_;
  std::vector<unsigned> senders_;  // positions
  std::optional<unsigned> victim_;
  RandomStream stream_;
  std::vector<Start> burst_;
  std::size_t taken_ = 0;
};

/// Throws InputError where hosts of the bursts take no part, or are too few. `hosts`: what messages call
/// them.
void check_incast(const TrafficConfig& config, const HostList& taking_part, const char* hosts);

struct RunConfig;

/// Whether the hosts of a point send flows: traffic incast, or the key `flow-sizes`.
bool sends_flows(const RunConfig& config);

/// Flows of the hosts of one switch: so many bytes for one destination, there at once, which go in packets of
/// the longest of the run's lengths; the last one has what is left, and is no shorter than the shortest. A
/// host sends a packet of each of its flows in turn. Flows are those of bursts, and of the key `flow-sizes`:
/// these come to each host by itself, in any beat time with the same probability.
class HostFlows {
 public:
  /// `taking_part`: of all hosts. `cycles_per_beat`: of the hosts' links. `times`, or null, hears of all.
  HostFlows(const RunConfig& config, const HostRange& hosts, const HostList& taking_part,
            const HostList& senders, std::uint64_t cycles_per_beat, FlowTimes* times);

  /// The next cycle in which a flow arrives anywhere, perhaps at a host of another switch.
  [[nodiscard]] std::uint64_t next_cycle() const { return std::min(next_burst(), next_flow_); }
  /// Takes all flows that arrive up to cycle `now`, included; calls arrive(port, destination, packets).
  /// destination(port): of the next flow of the key `flow-sizes`.
  template <class Destination, class Arrive>
  void take_until(std::uint64_t now, Destination&& destination, Arrive&& arrive) {
    while (next_cycle() <= now) {
      if (next_flow_ <= next_burst()) {
        const unsigned port = next_port_;
        const unsigned to = destination(port);
        arrive(port, to, add(port, to, sizes_->draw(sources_[port].sizes), next_flow_));
        draw_next(port);
        continue;
      }
      const Incast::Start start = incast_->next();
      incast_->take();
      if (!hosts_.has(start.source)) continue;
      const unsigned port = hosts_.port(start.source);
      arrive(port, start.destination, add(port, start.destination, burst_bytes_, start.cycle));
    }
  }
  /// Hosts with a flow of which not all packets have started.
  [[nodiscard]] PortMask waiting() const { return waiting_; }
  [[nodiscard]] bool waits(unsigned port) const { return (waiting_ >> port & 1U) != 0; }
  struct Packet {
    unsigned destination, length;
    PacketNote note;  ///< names its flow
  };
  /// Takes the next packet of a host that waits.
  Packet take(unsigned port);

  [[nodiscard]] std::uint64_t offered_beats() const { return offered_beats_; }
  [[nodiscard]] std::uint64_t offered_packets() const { return offered_packets_; }
  [[nodiscard]] std::uint64_t offered_packets_of(unsigned port) const { return sources_[port].packets; }
  [[nodiscard]] std::uint64_t missing_bytes() const { return missing_bytes_; }

 private:
  static constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();
  struct Flow {
    unsigned destination;
    std::uint64_t left;  // beats or bytes
    PacketNote note;     // of its next packet
  };
  struct Source {
    RandomStream gaps, sizes;
    std::uint64_t next_beat = kNever;  // in which a flow arrives
    std::deque<Flow> flows = {};
    std::uint64_t packets = 0;  // offered
  };

  [[nodiscard]] std::uint64_t next_burst() const { return incast_ ? incast_->next().cycle : kNever; }
  void begin_sizes(const RunConfig& config, const HostList& senders);
  void draw_next(unsigned port);
  void look_ahead();
  /// A flow has arrived: counts it. Returns its packets.
  std::uint64_t add(unsigned port, unsigned destination, std::uint64_t bytes, std::uint64_t now);
  void count(unsigned length, std::uint64_t packets);
  /// Byte times that a packet of so many bytes takes of its link.
  [[nodiscard]] std::uint64_t line(std::uint64_t bytes) const;

  HostRange hosts_;
  unsigned shortest_, longest_;  // packets
  LengthUnit lengths_;
  unsigned beat_bytes_, gap_bytes_;
  std::uint64_t cycles_per_beat_;
  FlowTimes* times_;
  std::optional<Incast> incast_;
  std::uint64_t burst_bytes_;
  std::optional<FlowSizes> sizes_;
  std::optional<RareGeometric> gap_;  // beat times from one flow of a host to the next, less 1
  std::vector<Source> sources_;
  std::uint64_t next_flow_ = kNever;  // cycle, of those of the key `flow-sizes`
  unsigned next_port_ = 0;
  PortMask waiting_ = 0;
  std::uint64_t offered_beats_ = 0, offered_packets_ = 0, missing_bytes_ = 0;
};

}  // namespace xb
