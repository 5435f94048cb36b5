// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "host/link/host_list.h"
#include "host/link/host_range.h"
#include "host/link/length_unit.h"
#include "host/traffic/incast.h"
#include "host/wires/port_set.h"

namespace xb {

/// Flows of the hosts of one switch: so many bytes for one destination, there at once, which go in packets of
/// the longest of the run's lengths; the last one has what is left, and is no shorter than the shortest. A
/// host sends a packet of each of its flows in turn.
class HostFlows {
 public:
  /// `taking_part`: of all hosts.
  HostFlows(const RunConfig& config, const HostRange& hosts, const HostList& taking_part);

  /// The next cycle in which a flow arrives anywhere, perhaps at a host of another switch.
  [[nodiscard]] std::uint64_t next_cycle() const { return incast_.next().cycle; }
  /// Takes all flows that arrive up to cycle `now`, included; calls arrive(port, destination, packets).
  template <class Arrive>
  void take_until(std::uint64_t now, Arrive&& arrive) {
    for (; incast_.next().cycle <= now; incast_.take()) {
      const Incast::Start& start = incast_.next();
      if (!hosts_.has(start.source)) continue;
      const unsigned port = hosts_.port(start.source);
      arrive(port, start.destination, add(port, start.destination, burst_));
    }
  }
  /// Hosts with a flow of which not all packets have started.
  [[nodiscard]] PortMask waiting() const { return waiting_; }
  [[nodiscard]] bool waits(unsigned port) const { return (waiting_ >> port & 1U) != 0; }
  struct Packet {
    unsigned destination, length;
  };
  /// Takes the next packet of a host that waits.
  Packet take(unsigned port);

  [[nodiscard]] std::uint64_t offered_beats() const { return offered_beats_; }
  [[nodiscard]] std::uint64_t offered_packets() const { return offered_packets_; }
  [[nodiscard]] std::uint64_t offered_packets_of(unsigned port) const { return sources_[port].packets; }
  [[nodiscard]] std::uint64_t missing_bytes() const { return missing_bytes_; }

 private:
  struct Flow {
    unsigned destination;
    std::uint64_t left;  // beats or bytes
  };
  struct Source {
    std::deque<Flow> flows;
    std::uint64_t packets = 0;  // offered
  };

  /// A flow has arrived: counts it. Returns its packets.
  std::uint64_t add(unsigned port, unsigned destination, std::uint64_t size);
  void count(unsigned length, std::uint64_t packets);

  HostRange hosts_;
  unsigned shortest_, longest_;  // packets
  LengthUnit lengths_;
  Incast incast_;
  std::uint64_t burst_;  // size of its flows
  std::vector<Source> sources_;
  PortMask waiting_ = 0;
  std::uint64_t offered_beats_ = 0, offered_packets_ = 0, missing_bytes_ = 0;
};

}  // namespace xb
