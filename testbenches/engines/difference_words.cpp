// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "host/link/packet.h"
#include "testbenches/engines/engines.h"

namespace xb {
namespace {

std::string packet_in_words(std::uint64_t header) {
  const PacketHeader packet = PacketHeader::decode(header);
  return fmt::format("{}>{}#{}", packet.source, packet.destination, packet.sequence);
}

/// A signal of a port that has one bit, and what it says of the port when it is 1 and 0.
struct BitWords {
  const char *signal, *port, *one, *zero;
};

constexpr BitWords kBits[] = {
    {"s_axis_tready_o", "input", "takes beats", "takes none"},
    {"m_axis_tvalid_o", "output", "shows a beat", "shows nothing"},
    {"m_axis_tlast_o", "output", "shows a packet's last beat", "shows a beat that is not its packet's last"},
    {"m_axis_tuser_o", "output", "shows a packet's first beat",
     "shows a beat that is not its packet's first"},
    {"blocked_o", "input", "says that its head is blocked", "says that its head is not blocked"},
    {"hol_o", "input", "says that it is head-of-line blocked", "says that it is not head-of-line blocked"},
    {"idle_with_work_o", "output", "says that it is idle with work", "says that it is not idle with work"},
};

}  // namespace

std::string difference_in_words(const std::string& signal, const std::string& port, bool first_word,
                                std::uint64_t rtl, std::uint64_t twin) {
  for (const BitWords& words : kBits) {
    if (signal != words.signal) continue;
    return fmt::format("{} {} {}, where the twin's {}", words.port, port, rtl != 0 ? words.one : words.zero,
                       twin != 0 ? words.one : words.zero);
  }
  if (signal == "m_axis_tdata_o") {
    const auto to_port = [&](std::uint64_t header) {
      return fmt::format("{}", PacketHeader::decode(header).destination) == port;
    };
    if (first_word && to_port(rtl) && to_port(twin))
      return fmt::format("output {} shows packet {}, where the twin's shows {}", port, packet_in_words(rtl),
                         packet_in_words(twin));
    return fmt::format("output {} shows another beat than the twin's", port);
  }
  if (signal == "occ_beats_o")
    return fmt::format("queue {} holds {} beats, where the twin's holds {}", port, rtl, twin);
  if (signal == "occ_packets_o")
    return fmt::format("queue {} holds {} packets, where the twin's holds {}", port, rtl, twin);
  if (signal == "drop_full_o")
    return fmt::format("queue {} has discarded {} packets for want of room, where the twin's has {}", port,
                       rtl, twin);
  if (signal == "drop_misrouted_o")
    return fmt::format("input {} has discarded {} packets without an output, where the twin's has {}", port,
                       rtl, twin);
  return "";
}

}  // namespace xb
