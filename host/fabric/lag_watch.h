// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "host/config/setup.h"
#include "host/link/receiver.h"
#include "host/link/switch_wires.h"
#include "host/measure/ideal_outputs.h"
#include "host/measure/lag.h"
#include "host/measure/measures.h"

namespace xb {

/// Runs an ideal switch beside one, packet by packet, and checks that no output is ahead of it.
class LagWatch {
 public:
  /// `data_words`: of a beat's payload; 0: word i is the header of the packet at port i.
  LagWatch(const Setup& setup, unsigned data_words);

  /// The link of an output moves a beat in every so many cycles.
  void set_output_period(unsigned output, unsigned cycles) { ideal_.set_output_period(output, cycles); }

  /// First beats that the switch took in cycle `now`.
  void arrived(PortMask begun, const SwitchInputs& in, std::uint64_t now);
  /// A packet has come out; it counts while the measures are open. Its lag.
  std::int64_t left(const DeliveredPacket& packet, Measures& measures);
  /// A later packet of its flow has come out instead.
  void lost(unsigned source, unsigned destination, std::uint64_t now) {
    ideal_.lost(source, destination, now);
  }

  [[nodiscard]] const Lag& lag() const { return lag_; }
  /// Nothing has been lost, so that ranks compare.
  [[nodiscard]] bool compares_ranks() const { return ideal_.lost_packets() == 0; }
  /// What was wrong first; empty: nothing.
  [[nodiscard]] const std::string& violation() const { return violation_; }

 private:
  [[gnu::noinline, nodiscard]] std::uint64_t alone(unsigned source, unsigned destination, unsigned beats,
                                                   std::uint64_t now) const;
  /// Of packets that are alone: cycles from first beat in to first beat out.
  struct Alone {
    std::uint64_t least = 1, most = 0;  ///< not known yet
  };
  const Alone& alone_of(unsigned destination, unsigned beats) {
    const std::size_t kind = std::size_t{beats} * setup_.config.ports + destination;
    return kind < known_.size() && known_[kind].least <= known_[kind].most ? known_[kind]
                                                                           : find_alone(destination, beats);
  }
  [[gnu::noinline]] const Alone& find_alone(unsigned destination, unsigned beats);
  [[gnu::noinline]] void report_ahead(const DeliveredPacket& packet, std::int64_t cycles);

  const Setup& setup_;
  unsigned stride_;
  IdealOutputs ideal_;
  Lag lag_;
  std::vector<Alone> known_;   // by beats and output, from whatever input and in whatever cycle
  std::uint64_t soonest_ = 0;  // the least of all packets
  std::string violation_;
};

}  // namespace xb
