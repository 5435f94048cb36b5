// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "host/containers/fifo_lists.h"
#include "host/link/length_unit.h"
#include "host/link/packet.h"
#include "host/link/packet_note.h"

namespace xb {

/// A packet that the hosts have offered to the switch and not yet got back.
struct PacketInFlight {
  std::uint64_t header = 0;          ///< as encoded in its first beat
  std::uint64_t first_in_cycle = 0;  ///< cycle in which the switch took its first beat
  PacketNote note;                   ///< beside the beats, from host to host
  /// cycle in which the switch took its last beat
  std::uint64_t last_in_cycle = kNotYet;
  /// cycle in which it leaves an ideal switch beside this one; kNotYet: not known, or there is none
  std::uint64_t ideal_out_cycle = kNotYet;

  static constexpr std::uint64_t kNotYet = std::numeric_limits<std::uint64_t>::max();
};

/// End-to-end record of all packets inside the switch, one queue per flow (source, destination): a switch
/// must deliver each flow's packets once, whole, in order. A source is an input and a class of its traffic,
/// source_of(): without classes, the input.
class Scoreboard {
 public:
  explicit Scoreboard(unsigned ports, LengthUnit unit = {}, unsigned classes = 1)
      : ports_(ports), unit_(unit), flows_(std::size_t{ports} * ports * classes), bound_for_(ports) {}

  /// All sources there are; source % ports is the input.
  [[nodiscard]] unsigned sources() const { return static_cast<unsigned>(flows_.size() / ports_); }
  [[nodiscard]] unsigned source_of(unsigned input, unsigned of_class) const {
    return of_class * ports_ + input;
  }

  void sent(unsigned source, unsigned destination, const PacketInFlight& packet) {
    sent(source, destination, length_of(packet)) = packet;
  }
  /// The same for a packet of `beats` whose every member the caller sets.
  PacketInFlight& sent(unsigned source, unsigned destination, unsigned beats) {
    ++in_flight_;
    ++bound_for_[destination];
    Flow& flow = flows_[index(source, destination)];
    flow.beats += beats;
    return packets_.extend(flow.packets);
  }
  /// The packet sent last, while it is in flight.
  [[nodiscard]] const PacketInFlight& newest(unsigned source, unsigned destination) const {
    return packets_.back(flows_[index(source, destination)].packets);
  }
  /// The switch took the last beat of the packet sent last.
  void all_in(unsigned source, unsigned destination, std::uint64_t now) {
    Flow& flow = flows_[index(source, destination)];
    if (!flow.packets.empty()) packets_.back(flow.packets).last_in_cycle = now;
  }
  /// Next packet due from `source` at `destination`, or null.
  [[nodiscard]] const PacketInFlight* due(unsigned source, unsigned destination) const {
    const Flow& flow = flows_[index(source, destination)];
    return flow.packets.empty() ? nullptr : &packets_.front(flow.packets);
  }
  /// The first packet of a flow with `header`, or null.
  [[nodiscard]] const PacketInFlight* find(unsigned source, unsigned destination, std::uint64_t header) const;
  void delivered(unsigned source, unsigned destination) {
    delivered(source, destination, length_of(*due(source, destination)));
  }
  /// The next packet due, of so many beats, has come.
  [[gnu::always_inline]] void delivered(unsigned source, unsigned destination, unsigned beats) {
    Flow& flow = flows_[index(source, destination)];
    flow.beats -= beats;
    packets_.pop(flow.packets);
    --bound_for_[destination];
    --in_flight_;
  }
  /// Takes the packets of a flow before the one with `header` as lost in the switch; false if there is none
  /// such.
  bool lose_before(unsigned source, unsigned destination, std::uint64_t header);
  /// Hears of each packet that is taken as lost.
  using OnLost = std::function<void(unsigned source, unsigned destination, const PacketInFlight& packet)>;
  void tell_lost(OnLost on_lost) { on_lost_ = std::move(on_lost); }
  /// The next packet due has the header of a later one that is under way as well: sequence numbers and stamps
  /// have gone round.
  [[nodiscard]] bool ambiguous(unsigned source, unsigned destination) const {
    const auto& packets = flows_[index(source, destination)].packets;
    return packets.size() > PacketHeader::kSequences &&
           packets_.at(packets, PacketHeader::kSequences).header == packets_.front(packets).header;
  }
  /// Packets sent and neither delivered nor known to be lost; packets known to be lost.
  [[nodiscard]] std::uint64_t in_flight() const { return in_flight_; }
  [[nodiscard]] std::uint64_t lost() const { return lost_; }
  /// A flow's packets that are in flight, and all their beats. Small, since a switch has many.
  struct Flow {
    FifoLists<PacketInFlight>::List packets;
    std::uint32_t beats = 0;
  };
  [[nodiscard]] const Flow& flow(unsigned source, unsigned destination) const {
    return flows_[index(source, destination)];
  }
  /// A flow's packets that are known to be lost.
  [[nodiscard]] std::uint64_t lost(unsigned source, unsigned destination) const {
    return lost_of_.empty() ? 0 : lost_of_[index(source, destination)];
  }
  /// Packet `index` of those of a flow, the first is 0.
  [[nodiscard]] const PacketInFlight& packet(const Flow& flow, std::uint32_t index) const {
    return packets_.at(flow.packets, index);
  }
  /// Calls visit(packet) for all of a flow's packets that are in flight, the first one first.
  template <class Visit>
  void for_each(unsigned source, unsigned destination, Visit&& visit) const {
    const auto look = [&](const PacketInFlight& packet) {
      visit(packet);
      return false;
    };
    static_cast<void>(packets_.find(flow(source, destination).packets, look));
  }
  /// Packets in flight from whatever source.
  [[nodiscard]] std::uint64_t bound_for(unsigned destination) const { return bound_for_[destination]; }
  /// One line per flow that still misses packets, at most `limit` lines.
  [[nodiscard]] std::string missing(unsigned limit) const;

 private:
  [[nodiscard]] std::size_t index(unsigned source, unsigned destination) const {
    return std::size_t{source} * ports_ + destination;
  }
  /// Its beats.
  [[nodiscard]] unsigned length_of(const PacketInFlight& packet) const {
    return unit_.beats_of(PacketHeader::decode(packet.header).length);
  }

  unsigned ports_;
  LengthUnit unit_;
  std::vector<Flow> flows_;
  FifoLists<PacketInFlight> packets_;     // of all flows
  std::vector<std::uint64_t> bound_for_;  // per destination
  std::uint64_t in_flight_ = 0;
  std::uint64_t lost_ = 0;
  std::vector<std::uint64_t> lost_of_;  // per flow; empty until there is one
  OnLost on_lost_;
};

}  // namespace xb
