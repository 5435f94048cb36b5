// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "host/link/receiver.h"
#include "host/link/transmitter.h"
#include "host/measure/ideal_outputs.h"
#include "host/measure/lag.h"
#include "host/measure/lone_cycles.h"
#include "host/measure/measures.h"
#include "host/measure/strict_outputs.h"

namespace xb {

struct Setup;

/// Runs an ideal switch beside one, packet by packet, and checks that no output is ahead of it.
class LagWatch {
 public:
  explicit LagWatch(const Setup& setup);

  /// The link of an output moves a beat in every so many cycles.
  void set_output_period(unsigned output, unsigned cycles) { ideal_.set_output_period(output, cycles); }

  [[nodiscard]] std::uint64_t soonest_out(std::uint64_t now) const { return now + soonest_; }
  /// Of all packets that hosts send; 0: they differ.
  [[nodiscard]] unsigned only_beats() const { return only_beats_; }
  /// Packets of so many beats leave soonest_out() cycles later, if they are alone, and no others have come.
  [[nodiscard]] bool are_plain(unsigned beats) const { return beats == plain_beats_ && ideal_.all_of(beats); }
  /// Those that the switch takes the first beats of in cycle `now`.
  [[nodiscard]] IdealOutputs::Slot slot(std::uint64_t now) const { return ideal_.slot(soonest_out(now)); }
  /// The switch takes the first beat of one of them: when it leaves the ideal one.
  [[gnu::always_inline]] std::uint64_t plain_arrived(unsigned output, const IdealOutputs::Slot& slot) {
    return ideal_.arrived(output, slot);
  }
  /// The same with classes.
  [[gnu::always_inline]] std::uint64_t plain_arrived(const StrictOutputs::Flow& flow,
                                                     const IdealOutputs::Slot& slot,
                                                     std::uint64_t soonest_out) {
    ideal_.arrived(flow.destination, slot);
    return strict_->arrived(flow, slot.length, soonest_out, soonest_out);
  }
  /// Packets of so many beats leave soonest_out() cycles later or more, by their input, their output and the
  /// cycle, and no others have come: varied() of that cycle has after how many, alone.
  [[nodiscard]] bool are_varied(unsigned beats) const {
    return beats == varied_beats_ && ideal_.all_of(beats);
  }
  [[nodiscard]] LoneCycles::Inputs varied(std::uint64_t now) const {
    const LoneCycles* const table = table_of(varied_beats_);
    return table == nullptr ? LoneCycles::Inputs{} : table->in(now % phases_);
  }
  [[gnu::always_inline]] std::uint64_t varied_arrived(unsigned input, unsigned output,
                                                      const IdealOutputs::Slot& slot, std::uint64_t now,
                                                      const LoneCycles::Inputs& varied) {
    return ideal_.arrived(output, slot, now + varied(input, output), soonest_out(now));
  }
  [[gnu::always_inline]] std::uint64_t varied_arrived(const StrictOutputs::Flow& flow,
                                                      const IdealOutputs::Slot& slot, std::uint64_t now,
                                                      const LoneCycles::Inputs& varied) {
    ideal_.arrived(flow.destination, slot);
    return strict_->arrived(flow, slot.length, now + varied(flow.source, flow.destination), soonest_out(now));
  }
  /// Of a packet that is alone: from first beat in, in cycle `now`, to first beat out.
  [[nodiscard]] std::uint64_t alone(unsigned input, unsigned output, unsigned beats, std::uint64_t now) {
    const LoneCycles* const table = table_of(beats);
    return table == nullptr ? find_alone(input, output, beats, now) : table->in(now % phases_)(input, output);
  }
  /// The switch takes the first beats of any packets, those that `transmitter` has at these inputs, in cycle
  /// `now`: arrival() has when they leave the ideal one.
  void arrived(PortMask inputs, const Transmitter& transmitter, std::uint64_t now);
  /// The same with classes.
  void strict_arrived(PortMask inputs, const Transmitter& transmitter, std::uint64_t now);
  [[nodiscard]] std::uint64_t arrival(unsigned input) const { return arrivals_[input]; }
  [[nodiscard]] bool has_classes() const { return strict_.has_value(); }
  /// A packet has come out whole, which `counts` or not: the measures are open. There are no classes.
  [[gnu::always_inline]] void left(const DeliveredPacket& packet, Measures& measures, bool counts) {
    leave(packet,
          ideal_.left(packet.destination, packet.length_beats, packet.ideal_out_cycle, packet.first_out_cycle,
                      packet.last_out_cycle),
          measures, counts);
  }
  /// The same of one that counts, while is_plain().
  [[gnu::always_inline]] void left_plain(const DeliveredPacket& packet, Measures& measures) {
    leave(packet,
          ideal_.left_plain(packet.destination, packet.ideal_out_cycle, packet.first_out_cycle,
                            packet.last_out_cycle),
          measures, true);
  }
  /// All packets so far are alike to the ideal switch.
  [[nodiscard]] bool is_plain() const { return ideal_.is_plain(); }
  /// left() with classes, of the packets that `receiver` has of these outputs, in cycle `now`. The lag of one
  /// that is early is known, and counts, with a later one.
  void left_strict(PortMask outputs, const Receiver& receiver, std::uint64_t now, Measures& measures,
                   bool counts);
  /// No more packets come. Those that the ideal switch still has are known now: only where packets are lost,
  /// which it sends.
  void end();
  /// Of the last packets that have come out, by output.
  [[nodiscard]] const std::int64_t* latest() const { return latest_.data(); }
  /// A later packet of its flow has come out instead.
  void lost(unsigned output, const PacketInFlight& packet, unsigned of_class, std::uint64_t now) {
    const unsigned source = PacketHeader::decode(packet.header).source;
    ideal_.lost(output, strict_ ? 0 : packet.ideal_out_cycle);
    if (!strict_) return;
    DeliveredPacket late{source, output, 1, packet.first_in_cycle, now, now, packet.note};
    late.ideal_out_cycle = packet.ideal_out_cycle;
    late.of_class = of_class;
    strict_->lost(late, soonest_out(now + 1));
  }

  /// Of all classes.
  [[nodiscard]] SwitchLag lag() const;
  /// By traffic class, from class 0 on; empty: there is one.
  [[nodiscard]] const std::vector<SwitchLag>& by_class() const { return by_class_; }
  /// Nothing has been lost, so that ranks compare.
  [[nodiscard]] bool compares_ranks() const { return ideal_.lost_packets() == 0; }
  /// What was wrong first; empty: nothing.
  [[nodiscard]] const std::string& violation() const { return violation_; }

 private:
  [[gnu::noinline]] std::uint64_t find_alone(unsigned input, unsigned output, unsigned beats,
                                             std::uint64_t now) const;
  [[nodiscard]] const LoneCycles* table_of(unsigned beats) const {
    return beats < tables_.size() ? tables_[beats].get() : nullptr;
  }
  const LoneCycles* make_table(unsigned beats);
  /// Of packets that are alone: cycles from first beat in to first beat out.
  struct alignas(32) Alone {
    std::uint64_t least = 1, most = 0;  ///< not known yet
    const LoneCycles* table = nullptr;  ///< that of the length
  };
  const Alone& alone_of(unsigned destination, unsigned beats) {
    const std::size_t kind = std::size_t{beats} * ports_ + destination;
    return kind < known_.size() && known_[kind].least <= known_[kind].most ? known_[kind]
                                                                           : find_range(destination, beats);
  }
  [[gnu::noinline]] const Alone& find_range(unsigned destination, unsigned beats);
  [[nodiscard]] bool is_connected(unsigned source, unsigned destination) const;
  void set_usual(unsigned beats);
  IdealOutputs::LoneOut lone(unsigned input, unsigned output, unsigned beats, std::uint64_t now,
                             std::uint64_t soonest_out, std::uint64_t phase);
  [[gnu::noinline]] IdealOutputs::LoneOut find_lone(unsigned input, unsigned output, unsigned beats,
                                                    std::uint64_t now);
  [[gnu::always_inline]] void leave(const DeliveredPacket& packet, const IdealOutputs::Lag& lag,
                                    Measures& measures, bool counts) {
    latest_[packet.destination] = lag.of_packet;
    add_rank(packet, lag.by_rank, counts);
    if (!counts) return;
    lag_.add_packet(packet.source, packet.destination, lag.of_packet);
    measures.lag(lag.of_packet);
  }
  [[gnu::always_inline]] void add_rank(const DeliveredPacket& packet, std::int64_t cycles, bool counts) {
    if (!counts && cycles < 0) report_ahead(packet, -cycles);
    // One below 0 is among those that are rare.
    if (counts && !lag_.add_near_rank(cycles)) add_far_rank(packet, cycles);
  }
  [[gnu::noinline]] std::int64_t add_early(const DeliveredPacket& packet, std::uint64_t now);
  [[gnu::cold, gnu::noinline]] void add_far_rank(const DeliveredPacket& packet, std::int64_t cycles);
  [[gnu::noinline]] void report_ahead(const DeliveredPacket& packet, std::int64_t cycles);

  IdealOutputs ideal_;  // with classes for ranks alone; first, so that it lies where the watch itself does
  const Setup& setup_;
  std::optional<StrictOutputs> strict_;  // with classes
  SwitchLag lag_;                        // with classes by rank alone
  std::vector<SwitchLag> by_class_;
  std::vector<Alone> known_;  // by beats and output
  unsigned ports_;
  unsigned phases_;           // what packets take alone repeats after so many cycles
  std::uint64_t soonest_{0};  // the least of all packets that hosts send
  unsigned only_beats_;       // of all packets that hosts send; 0: they differ
  // Packets of so many beats, those of the first one, take soonest_ from and to everywhere, or until the link
  // moves its first beat from then on; 0: none has come.
  // There are none once packets have had to wait for others to overtake them. With classes they take just
  // that.
  unsigned plain_beats_ = 0;
  // Or they take soonest_ at least to everywhere, and all that they take is in a table.
  unsigned varied_beats_ = 0;
  std::vector<std::unique_ptr<LoneCycles>> tables_;  // by beats, of the lengths that came first
  std::size_t room_ = 65536;  // for more of them [numbers]; small, since networks have many switches
  static constexpr unsigned kNone = ~0U;
  std::array<std::int64_t, kMaxPorts> latest_{};  // lags, by port
  std::array<std::uint64_t, kMaxPorts> arrivals_;
  std::string violation_;
};

}  // namespace xb
