// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <queue>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "host/config/resolved_network.h"
#include "host/fabric/trip.h"
#include "host/measure/lag.h"

namespace xb {

/// The network of a run, of ideal switches: output queues, and memory for all. A packet comes to it when the
/// first switch takes its first beat, and takes the same way, each switch and cable for as long as if it were
/// alone, behind those that came to its outputs before it. Nothing adapts, and no switch holds another off.
class IdealNetwork {
 public:
  explicit IdealNetwork(const ResolvedNetwork& setup);

  /// The first switch takes the first beat of a packet.
  void entered(const Trip& trip);
  /// It has left the last switch of the real network; `counts`: in the measured window.
  void left(const Trip& trip, std::uint64_t first_out_cycle, bool counts);
  void lost(const Trip& trip) { left(trip, 0, false); }
  /// No packet that has not entered will do so before cycle `now`.
  void advance(std::uint64_t now);

  /// First beats out of the network, by host and host.
  [[nodiscard]] const NetworkLag& lag() const { return lag_; }

 private:
  static constexpr std::uint64_t kNotYet = ~std::uint64_t{0};
  struct Packet {
    unsigned source, destination;  ///< ranks
    unsigned beats;
    unsigned phase = 0;
    std::uint64_t ideal = kNotYet, real = kNotYet;  ///< when its first beat leaves
    bool counts = false;
  };
  /// A packet reaches an output: of several in one cycle first which came to the switch first, of these that
  /// of the lowest input, as in an ideal switch by itself.
  struct Reached {
    std::uint64_t cycle, came;
    unsigned at, input, output;
    std::uint64_t packet;
    bool operator>(const Reached& other) const {
      return std::tie(cycle, came, input, packet) >
             std::tie(other.cycle, other.came, other.input, other.packet);
    }
  };
  struct Output {
    std::uint64_t period;  ///< its cable moves a beat in every so many cycles
    std::uint64_t free = 0;
  };
  using Packets = std::unordered_map<std::uint64_t, Packet>;

  static std::uint64_t name_of(const Trip& trip) {
    return std::uint64_t{trip.source} << 48U | std::uint64_t{trip.destination} << 32U | trip.sequence;
  }
  void arrive(std::uint64_t name, Packet& packet, unsigned at, unsigned port, std::uint64_t now);
  void finish(Packets::iterator at);

  const ResolvedNetwork& setup_;
  std::vector<std::vector<Output>> outputs_;  // by switch
  Packets packets_;
  std::priority_queue<Reached, std::vector<Reached>, std::greater<>> reached_;
  NetworkLag lag_;
};

}  // namespace xb
