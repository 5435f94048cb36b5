// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "host/link/packet.h"
#include "host/wires/port_set.h"

namespace xb {

/// What a trace calls a packet: `src>dst#seq`, with classes `src>dst#seq/class`.
struct PacketId {
  std::uint8_t source = 0, destination = 0;  ///< ports
  std::uint32_t number = 0;                  ///< among the packets from source to destination, modulo 2^18
  std::optional<std::uint8_t> of_class{};  ///< of traffic, if there are several; each has numbers of its own

  static PacketId of(const PacketHeader& header) {
    return {static_cast<std::uint8_t>(header.source), static_cast<std::uint8_t>(header.destination),
            header.sequence};
  }
  friend bool operator==(const PacketId& a, const PacketId& b) {
    return a.source == b.source && a.destination == b.destination && a.number == b.number &&
           a.of_class == b.of_class;
  }
  friend bool operator!=(const PacketId& a, const PacketId& b) { return !(a == b); }
};

/// What the ports of a switch showed in one clock cycle, before the edge that ends it, with each beat's
/// packet. The flags (blocked .. pool_by) describe the cycle before.
struct PortCycle {
  std::uint64_t cycle = 0;
  bool inputs_known = true;  ///< false: the run ended before the hosts' side of this cycle was decided

  PortMask s_tvalid = 0, s_tready = 0, s_tlast = 0, s_tuser = 0;
  PortMask m_tvalid = 0, m_tready = 0, m_tlast = 0, m_tuser = 0;
  PortMask blocked = 0, blocked_backpressure = 0, hol = 0, pool = 0;  ///< per input
  PortMask higher_class = 0;                                          ///< per input: holds a packet of it
  PortMask idle_with_work = 0;                                        ///< per output

  // Of each port.
  std::vector<PacketId> in, out;                ///< counts where s_tvalid, m_tvalid
  std::vector<std::uint8_t> s_tdest, m_tdest;   ///< count likewise
  std::vector<std::uint64_t> s_tkeep, m_tkeep;  ///< likewise; empty: beats have none
  std::vector<std::uint8_t> blocked_by;         ///< output, where `blocked`
  std::vector<std::uint8_t> pool_by;            ///< output, where `pool`
  std::vector<PortMask> hol_victims;            ///< outputs, where `hol`
  std::vector<std::uint32_t> drop_misrouted;    ///< packets since reset
  // Of each queue.
  std::vector<std::uint32_t> occ_beats, occ_packets;
  std::vector<std::uint32_t> drop_full;  ///< packets since reset
  /// The packet that has been there longest, of those not all out; at an output the one that it shows, if
  /// any.
  std::vector<std::optional<PacketId>> head;
  /// Of each output, beside an ideal switch: how many cycles later than there the packet left that left last,
  /// 0 if it was early. Else empty.
  std::vector<std::optional<std::uint64_t>> lag;

  [[nodiscard]] PortMask moved_in() const { return s_tvalid & s_tready; }
  [[nodiscard]] PortMask moved_out() const { return m_tvalid & m_tready; }
  /// Packets discarded since reset, all causes.
  [[nodiscard]] std::uint64_t drops() const {
    std::uint64_t sum = 0;
    for (const auto n : drop_misrouted) sum += n;
    for (const auto n : drop_full) sum += n;
    return sum;
  }
};

/// Why an input did not go on in the cycle before, as a trace shows it.
enum class Hold : std::uint8_t { None, Blocked, HeadOfLine, Pool, HigherClass };

inline Hold hold_of(const PortCycle& c, unsigned input) {
  const PortMask mine = bit(input);
  if ((c.hol & mine) != 0) return Hold::HeadOfLine;
  if ((c.higher_class & mine) != 0) return Hold::HigherClass;
  if ((c.blocked & mine) != 0) return Hold::Blocked;
  return (c.pool & mine) != 0 ? Hold::Pool : Hold::None;
}

}  // namespace xb
