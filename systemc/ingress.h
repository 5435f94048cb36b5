// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace xb::twin {

/// Twin of xb_ingress: holds a packet's destination from its first beat on, and discards whole packets: to a
/// destination that does not exist, and, under tail drop, those that find no room at their first beat.
class Ingress {
 public:
  /// `count_start`: as Params has it.
  explicit Ingress(unsigned ports, std::uint32_t count_start = 0)
      : ports_(ports), count_start_(count_start), misrouted_(count_start) {}

  void reset() { *this = Ingress(ports_, count_start_); }

  [[nodiscard]] bool in_packet() const { return in_packet_; }
  /// The destination of the packet whose beat is on offer with that tdest.
  [[nodiscard]] std::uint8_t offered_dest(std::uint8_t tdest) const {
    return in_packet_ ? destination_ : tdest;
  }
  /// A beat on offer in this cycle is taken to be discarded. `room`: the queue has room for a whole packet.
  [[nodiscard]] bool refuses(bool drop, bool room) const { return in_packet_ ? refused_ : drop && !room; }

  /// A beat in the middle of a packet is kept.
  [[nodiscard]] bool keeps() const { return !refused_ && destination_ < ports_; }

  struct Beat {
    bool keep;
    bool first;
    bool refused;  ///< discarded for want of room; with the packet's last beat it counts
    std::uint8_t destination;
  };
  /// A packet of one beat is taken that is not discarded: no more than that need be known of it.
  [[nodiscard]] bool takes_single(std::uint8_t tdest) const { return !in_packet_ && tdest < ports_; }
  /// Takes a beat with the given tdest and tlast; `refused` as refuses() said.
  Beat take(std::uint8_t tdest, bool last, bool refused) {
    const bool first = !in_packet_;
    if (first) destination_ = tdest;
    const bool misrouted = destination_ >= ports_;
    in_packet_ = !last;
    refused_ = refused;
    if (misrouted && last) ++misrouted_;
    return {!misrouted && !refused, first, refused && !misrouted, destination_};
  }
  /// Takes the first beat, not the last, of a packet that is kept.
  void begin(std::uint8_t tdest) {
    in_packet_ = true;
    refused_ = false;
    destination_ = tdest;
  }
  /// Takes the last beat of a packet that is kept.
  void end() { in_packet_ = false; }
  [[nodiscard]] std::uint32_t misrouted_packets() const { return misrouted_; }

 private:
  unsigned ports_;
  std::uint32_t count_start_;
  bool in_packet_ = false;
  bool refused_ = false;
  std::uint8_t destination_ = 0;
  std::uint32_t misrouted_;
};

}  // namespace xb::twin
