// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "host/config/resolved_network.h"
#include "host/fabric/fabric_link.h"
#include "host/fabric/flow_book.h"
#include "host/fabric/ideal_network.h"
#include "host/fabric/output_choice.h"
#include "host/fabric/switch_run.h"
#include "host/fabric/trip.h"
#include "host/fabric/trip_measures.h"
#include "host/link/forwarding.h"
#include "host/link/output_counts.h"

namespace xb {

/// What all switches of a network share.
struct SharedByAll {
  const ResolvedNetwork& setup;
  FlowBook::Rules rules;
  IdealNetwork* ideal = nullptr;  ///< beside it; null: there is none
};

/// The packets in one switch of a network: gives each its output by the forwarding table, makes its trip
/// longer, and checks those for its hosts end to end.
class SwitchTrips : public Forwarding {
 public:
  SwitchTrips(const SharedByAll& network, unsigned at, const SwitchRun& run);
  /// Once: the books of the thread that it runs in; `of_class`: of each of several classes.
  void keep(TripPool& trips, TripCounts& counts, std::vector<TripCounts*> of_class) {
    trips_ = &trips;
    counts_ = &counts;
    class_counts_ = std::move(of_class);
  }

  unsigned enter(unsigned port, unsigned destination, unsigned length, std::uint64_t now,
                 PacketNote& note) override;
  /// The switch takes the first beat of one from a host, in cycle `now`.
  void taken(std::uint32_t slot, std::uint64_t now);
  /// A packet from another switch is at an input `port`, and starts there.
  Transmitter::StartOfClass start(unsigned port, std::uint32_t slot, PacketNote& note) {
    Trip& trip = (*trips_)[slot];
    const unsigned output = choice_.take(trip);
    if (!waiting_.empty()) wait(output, trip);
    ++held_;
    // What is looked for next: in this cycle, and when it comes to its host.
    const Scoreboard& board = run_.scoreboard();
    __builtin_prefetch(&board.flow(board.source_of(port, trip.note.of_class), output));
    if (output < begun_.size()) __builtin_prefetch(flows_.due(trip));
    note = {slot, 0, 0, 0};
    return {{output, trip.length}, trip.note.of_class};
  }
  /// That packet is about to start: its trip has left the cache since it began to come.
  void expect(std::uint32_t slot) const { __builtin_prefetch(&(*trips_)[slot]); }
  /// From now on wanted() is known.
  void watch();
  /// Outputs of the switch behind an output of this one that packets of a class wait for here; those that
  /// begin to leave are beginning().
  [[nodiscard]] PortMask wanted(unsigned output, unsigned of_class) const {
    return waiting_[std::size_t{of_class} * kMaxPorts + output].wanted();
  }
  void beginning(unsigned output, std::uint32_t slot) {
    if (!waiting_.empty()) wait_no_more(output, (*trips_)[slot]);
  }
  /// Outputs of this switch by which a packet from its hosts to a rank may leave.
  [[nodiscard]] PortMask outputs_to(unsigned rank) const;
  /// Its first beat leaves for another switch, over `cable` if that is no wire.
  void leaves(std::uint32_t slot, const DeliveredPacket& packet, const FabricLink* cable) {
    Trip& trip = (*trips_)[slot];
    if (trip.switches++ == 0) {
      trip.first_in_cycle = packet.first_in_cycle;
      flows_.number();
    }
    trip.note.marked |= packet.note.marked;
    trip.zero_load_cycles += run_.zero_load_cycles(packet);
    if (cable == nullptr) return;
    trip.zero_load_cycles += cable->latency;
    trip.cable_cycles += cable->latency;
  }
  /// The one that an output shows leaves over a wire. None: a fault that the switch's own checks report in
  /// this cycle.
  std::optional<std::uint32_t> leaves_over_wire(unsigned output, std::uint64_t now);
  /// It is for another switch to keep from now on.
  void forget() { --held_; }
  /// It has left whole.
  void release(unsigned output) { choice_.release(output); }
  void lost(unsigned output, std::uint32_t slot);
  /// It came to its host whole. Calls on_packet(get) as FlowBook::arrived() does.
  template <class OnPacket>
  void arrived(const DeliveredPacket& packet, OnPacket&& on_packet) {
    const std::uint32_t slot = packet.note.message;
    leaves(slot, packet, nullptr);
    const Trip& trip = (*trips_)[slot];
    counts_->packet(trip, packet.length_beats, packet.first_out_cycle, packet.last_out_cycle);
    if (!class_counts_.empty()) count_class(packet, trip);
    if (ideal_ != nullptr) ideal_->left(trip, packet.first_out_cycle, counts_->counts(packet.last_out_cycle));
    const auto whole = [&] { return arrival(packet, trip); };
    flows_.arrived(trip, whole, on_packet);
    remove(slot);
  }

  [[nodiscard]] const FlowBook& flows() const { return flows_; }
  /// Packets inside, or on their way in, that are bound for an output.
  [[nodiscard]] unsigned bound(unsigned port) const { return choice_.bound(port); }
  /// Packets here that have not begun to leave, or not come to their host whole.
  [[nodiscard]] std::size_t held() const { return held_; }
  /// What the host at a port has sent, of packets that have begun.
  [[nodiscard]] Sent begun_by_host(unsigned port) const { return begun_[port]; }
  /// The host at a port.
  [[nodiscard]] unsigned rank(unsigned port) const { return first_rank_ + port; }

 private:
  [[nodiscard]] PortMask outputs_behind(unsigned output, const Trip& trip) const;
  // Not inline: most networks do without.
  [[gnu::noinline]] void wait(unsigned output, const Trip& trip) {
    waiting(output, trip).add(outputs_behind(output, trip));
  }
  [[gnu::noinline]] void wait_no_more(unsigned output, const Trip& trip) {
    waiting(output, trip).remove(outputs_behind(output, trip));
  }
  [[gnu::noinline]] void count_class(const DeliveredPacket& packet, const Trip& trip) {
    class_counts_[packet.of_class]->packet(trip, packet.length_beats, packet.first_out_cycle,
                                           packet.last_out_cycle);
  }
  OutputCounts& waiting(unsigned output, const Trip& trip) {
    return waiting_[std::size_t{trip.note.of_class} * kMaxPorts + output];
  }
  static Arrival arrival(const DeliveredPacket& packet, const Trip& trip);
  void remove(std::uint32_t slot) {
    trips_->remove(slot);
    --held_;
  }

  const SwitchRun& run_;
  const Wiring& wiring_;
  unsigned at_;
  IdealNetwork* ideal_;
  TripPool* trips_ = nullptr;
  TripCounts* counts_ = nullptr;
  std::vector<TripCounts*> class_counts_;
  LengthUnit lengths_;
  unsigned first_rank_;
  OutputChoice choice_;
  FlowBook flows_;
  std::uint64_t entered_at_ = 0;       // cycle in which a host's packet started last
  std::size_t held_ = 0;               // trips, here
  std::vector<Sent> begun_;            // by host
  std::vector<OutputCounts> waiting_;  // by class and output; empty: nobody asks
  unsigned classes_;
};

}  // namespace xb
