// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "host/packet.h"
#include "host/packet_note.h"
#include "host/ring.h"

namespace xb {

/// A packet that the hosts have offered to the switch and not yet got back.
struct PacketInFlight {
  std::uint64_t header = 0;          ///< as encoded in its first beat
  std::uint64_t first_in_cycle = 0;  ///< cycle in which the switch took its first beat
  PacketNote note;                   ///< beside the beats, from host to host
};

/// End-to-end record of all packets inside the switch, one queue per flow (source, destination): a switch
/// must deliver each flow's packets once, whole, in order.
class Scoreboard {
 public:
  explicit Scoreboard(unsigned ports) : ports_(ports), flows_(std::size_t{ports} * ports) {}

  void sent(unsigned source, unsigned destination, const PacketInFlight& packet) {
    sent(source, destination) = packet;
  }
  /// The same for a packet whose every member the caller sets.
  PacketInFlight& sent(unsigned source, unsigned destination) {
    ++in_flight_;
    return flows_[index(source, destination)].extend();
  }
  /// Next packet due from `source` at `destination`, or null.
  [[nodiscard]] const PacketInFlight* due(unsigned source, unsigned destination) const {
    const auto& flow = flows_[index(source, destination)];
    return flow.empty() ? nullptr : &flow.front();
  }
  void delivered(unsigned source, unsigned destination) {
    flows_[index(source, destination)].pop();
    --in_flight_;
  }
  /// Takes the packets of a flow before the one with `header` as lost in the switch; false if there is none
  /// such.
  bool lose_before(unsigned source, unsigned destination, std::uint64_t header);
  /// The next packet due has the header of a later one that is under way as well: sequence numbers and stamps
  /// have gone round.
  [[nodiscard]] bool ambiguous(unsigned source, unsigned destination) const {
    const auto& flow = flows_[index(source, destination)];
    return flow.size() > PacketHeader::kSequences &&
           flow[PacketHeader::kSequences].header == flow.front().header;
  }
  /// Packets sent and neither delivered nor known to be lost; packets known to be lost.
  [[nodiscard]] std::uint64_t in_flight() const { return in_flight_; }
  [[nodiscard]] std::uint64_t lost() const { return lost_; }
  /// One line per flow that still misses packets, at most `limit` lines.
  [[nodiscard]] std::string missing(unsigned limit) const;

 private:
  [[nodiscard]] std::size_t index(unsigned source, unsigned destination) const {
    return std::size_t{source} * ports_ + destination;
  }
  unsigned ports_;
  std::vector<Ring<PacketInFlight>> flows_;
  std::uint64_t in_flight_ = 0;
  std::uint64_t lost_ = 0;
};

}  // namespace xb
