// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "host/containers/ring.h"
#include "host/fabric/link_flows.h"
#include "host/fabric/switch_trips.h"

namespace xb {

/// A switch's ends of its links to other switches. Packets that come over a link start at the switch as those
/// of a host do. It knows its neighbours by their links alone, but for wires, whose two ends are one signal.
class LinkPorts {
 public:
  LinkPorts(SwitchTrips& trips, unsigned classes)
      : classes_(classes), trips_(trips), behind_(classes), credits_(classes), wanted_(classes) {}

  /// A link's other end is `far`.
  void add_out(FabricLink& link, LinkPorts& far);
  void add_in(FabricLink& link, LinkPorts& far) {
    if (link.is_wire()) return;
    flows_.add_in(link, far.flows_);
    senders_[link.in_port].far = &far;
    senders_[link.in_port].far_port = link.out_port;
    senders_[link.in_port].latency = link.latency;
  }
  /// Those of latency > 0.
  [[nodiscard]] LinkFlows& flows() { return flows_; }
  [[nodiscard]] const LinkFlows& flows() const { return flows_; }
  [[nodiscard]] PortMask wires() const { return wires_; }
  [[nodiscard]] PortMask cables() const { return cables_; }
  [[nodiscard]] const FabricLink* out_link(unsigned port) const {
    const FabricLink* link = flows_.out_link(port);
    return link != nullptr ? link : wire_ends_[port].out;
  }

  /// Inputs at which a beat is, and outputs that may send one in cycle `now`.
  [[nodiscard]] PortMask wet() const { return flows_.wet() | wire_valid_; }
  [[nodiscard]] PortMask ready(std::uint64_t now) const { return flows_.ready(now) | wire_ready_; }
  /// The switch that the link at `port` comes from gets a pause frame (flow pfc), whose last beat goes before
  /// cycle `end` and counts there `response` cycles after it has come. That switch is not ahead of it.
  /// Bit c: class c pauses.
  void send_pause(unsigned port, std::uint64_t end, std::uint64_t response, std::uint8_t classes) {
    const Sender& sender = senders_[port];
    sender.far->pauses_[sender.far_port].push({end - 1 + sender.latency + response, classes});
  }
  /// That switch begins a packet of a class while no more than `most` beats are not credited (flow cbfc).
  void give_credit(unsigned port, unsigned of_class, std::uint64_t most) {
    const Sender& sender = senders_[port];
    Credits& there = sender.far->credits_[of_class];
    there.of[sender.far_port].most = most;
    there.ports |= bit(sender.far_port);
  }
  /// It gets to know that so many beats from it have left this switch, the last before cycle `now`; that
  /// counts there `response` > 0 cycles after it has come.
  void send_credit(unsigned port, unsigned of_class, std::uint64_t now, std::uint64_t response,
                   std::uint64_t left) {
    const Sender& sender = senders_[port];
    std::uint64_t& known = credits_[of_class].left[port];
    if (left == known) return;
    known = left;
    sender.far->credits_[of_class].of[sender.far_port].coming.push(
        {now - 1 + sender.latency + response, left});
  }
  /// Finds the outputs at which no packet of a class begins in cycle `now`; sent(port, class) is the beats
  /// that an output has sent.
  template <class SentBeats>
  void look_at_pauses(std::uint64_t now, SentBeats&& sent) {
    take_pauses(now);
    for (unsigned c = 0; c < credits_.size(); ++c) {
      for_each_port(credits_[c].ports, [&](unsigned port) {
        const Credit& credit = credits_[c].of[port];
        put_port(paused_[c], port, sent(port, c) - credit.left > credit.most);
      });
    }
  }
  /// As they were then, by class.
  [[nodiscard]] const PortMask* paused() const { return paused_.data(); }
  [[nodiscard]] PortMask paused(unsigned of_class) const { return paused_[of_class]; }
  /// The other ends see what waits here for their outputs, a cable's latency later, and these what waits
  /// there by cycle `now`: SwitchTrips::wanted().
  void exchange_wanted(std::uint64_t now);
  /// Outputs that packets of a class wait for at the other end of the link to an input.
  [[nodiscard]] PortMask wanted(unsigned input, unsigned of_class) const { return wanted_[of_class][input]; }
  /// The packets whose first beats are at these ports, which are idle, start.
  [[gnu::noinline]] void start_packets(PortMask ports, std::uint64_t now, Transmitter& transmitter);

  /// The first beats of the packets that `receiver` has at these outputs have left the switch over links.
  void begun(PortMask outputs, const Receiver& receiver);
  /// A packet bound for `output` is taken as lost in the switch.
  void lost(unsigned output, const PacketNote& note) { trips_.lost(output, note.message); }

  /// What the other ends of wires see from cycle `now` on, until that changes: whether there is a beat, but
  /// for outputs in a gap, and whether the switch takes one. Packets that are shown now and were not before
  /// go over to the other ends. Returns the wires that show something else than before.
  PortMask show_wires(const SwitchOutputs& out, PortMask delivered, PortMask in_gap, std::uint64_t now) {
    const PortMask valid = out.m_tvalid & wires_ & ~in_gap;
    const PortMask ready = out.s_tready & wires_;
    const PortMask new_valid = valid ^ shows_valid_, new_ready = ready ^ shows_ready_;
    shows_valid_ = valid;
    shows_ready_ = ready;
    shows_packet_ &= ~delivered;
    const PortMask packets = valid & out.m_tuser & ~shows_packet_;
    shows_packet_ |= packets;
    for_each_port(new_valid | new_ready | packets, [&](unsigned port) {
      const WireEnd& end = wire_ends_[port];
      Seen& seen = end.far->seen_[now & 1];
      seen.at = now;
      seen.valid |= (new_valid >> port & 1U) << end.far_port;
      seen.ready |= (new_ready >> port & 1U) << end.far_port;
    });
    for_each_port(packets, [&](unsigned port) { show_packet(port, now); });
    return new_valid | new_ready | (classes_ > 1 ? show_classes(out, now) : 0);
  }
  /// The other ends of wires begin to show something else in cycle `now`.
  [[nodiscard]] bool sees_new(std::uint64_t now) const { return seen_[now & 1].at == now; }
  /// This is what they show in cycle `now`.
  void look_at_wires(std::uint64_t now) {
    if (sees_new(now)) take_seen(seen_[now & 1]);
  }
  /// What the other ends of wires take is for the classes that this switch shows.
  void look_at_classes(const SwitchOutputs& out) {
    wire_ready_ = 0;
    for_each_port(wires_ & out.m_tvalid,
                  [&](unsigned port) { wire_ready_ |= wire_class_ready_[out.m_tid[port]] & bit(port); });
  }

 private:
  static constexpr std::uint64_t kNoCycle = TokenStream::kNever;
  static constexpr std::uint32_t kNoTrip = ~std::uint32_t{0};
  struct WireEnd {
    FabricLink* out = nullptr;  ///< the direction that leaves here
    LinkPorts* far = nullptr;
    unsigned far_port = 0;
  };
  /// What changes in a cycle at the other ends of wires.
  struct Seen {
    std::uint64_t at = kNoCycle;
    PortMask valid = 0, ready = 0, packets = 0;
    std::array<PortMask, kMaxClasses> class_ready{};
    std::array<std::uint32_t, kMaxPorts> packet{};  ///< of `packets`: its trip
  };
  struct PauseChange {
    std::uint64_t at;
    std::uint8_t classes;
  };
  using Pauses = Ring<PauseChange>;
  struct WantedChange {
    std::uint64_t at;
    PortMask outputs;
  };
  /// What an output's far end has got to know of it, and will.
  struct Behind {
    PortMask sent = 0;
    Ring<WantedChange> coming;
  };
  struct CreditChange {
    std::uint64_t at, left;
  };
  /// Of an output: beats that have left its far end, and all that may be there and on their way.
  struct Credit {
    std::uint64_t left = 0, most = 0;
    Ring<CreditChange> coming;
  };
  /// Of a class: of the outputs that have any, and of inputs, what is known at their other ends.
  struct Credits {
    std::array<Credit, kMaxPorts> of{};
    PortMask ports = 0;
    std::array<std::uint64_t, kMaxPorts> left{};
  };
  /// Of an input: where its link comes from.
  struct Sender {
    LinkPorts* far = nullptr;
    unsigned far_port = 0;
    std::uint32_t latency = 0;
  };
  void show_packet(unsigned port, std::uint64_t now);
  PortMask show_classes(const SwitchOutputs& out, std::uint64_t now);
  void take_seen(Seen& seen);
  void take_pauses(std::uint64_t now);

  unsigned classes_;
  SwitchTrips& trips_;
  LinkFlows flows_;
  std::array<WireEnd, kMaxPorts> wire_ends_{};
  PortMask wires_ = 0;                          // ports, of both directions
  PortMask wire_valid_ = 0, wire_ready_ = 0;    // what the other ends show
  PortMask shows_valid_ = 0, shows_ready_ = 0;  // and this one
  PortMask shows_packet_ = 0;                   // ... whose first beat waits there
  std::array<Seen, 2> seen_;  // in even and in odd cycles: the next one, while this one is on
  std::array<std::uint32_t, kMaxPorts> wire_packet_{};  // at the other ends
  PortMask wire_faults_ = 0;  // ... of which no packet is known: a fault that the other end reports
  std::array<PortMask, kMaxClasses> wire_class_ready_{}, shows_class_ready_{};
  // Flow pfc and cbfc: what the other ends ask for and have got, by output; and where this end asks, by
  // input.
  std::array<Pauses, kMaxPorts> pauses_{};
  std::array<Sender, kMaxPorts> senders_{};
  std::vector<std::array<Behind, kMaxPorts>> behind_;  // by class, as the next two
  std::vector<Credits> credits_;
  std::vector<std::array<PortMask, kMaxPorts>> wanted_;
  std::array<PortMask, kMaxClasses> paused_{};  // outputs
  PortMask cables_ = 0;
};

}  // namespace xb
