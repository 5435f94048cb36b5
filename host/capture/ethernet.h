// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace xb {

constexpr std::uint16_t kEthernetLinkType = 1;  // as captures have it
constexpr unsigned kEthernetHeaderBytes = 14;
/// EtherType of the lab's own packets: the first that IEEE 802 keeps for local experiments.
constexpr unsigned kLabEtherType = 0x88b5;

/// What an Ethernet header says; addresses are 48 bits, the first byte highest.
struct EthernetHeader {
  std::uint64_t destination = 0, source = 0;
  unsigned type = 0;
};

/// The first kEthernetHeaderBytes of `frame`.
inline EthernetHeader ethernet_header(std::string_view frame) {
  const auto number = [&](std::size_t at, unsigned bytes) {
    std::uint64_t value = 0;
    for (unsigned n = 0; n < bytes; ++n) value = value << 8U | static_cast<unsigned char>(frame[at + n]);
    return value;
  };
  return {number(0, 6), number(6, 6), static_cast<unsigned>(number(12, 2))};
}

// Priority 0 to 7 that a frame asks for; 0: none, or cut off.
/// The PCP of its first VLAN tag (IEEE 802.1Q).
unsigned pcp_of(std::string_view frame);
/// The class selector in its IPv4 or IPv6 header, behind VLAN tags or not: the upper three bits of its DSCP
/// (RFC 2474).
unsigned dscp_class_of(std::string_view frame);

/// Broadcast or multicast.
inline bool is_group_address(std::uint64_t address) { return (address >> 40U & 1U) != 0; }

/// 02:78:62:00:HH:HH: the address of a host, by its number in two bytes. ("xb", administered locally.)
constexpr std::uint64_t kLabAddress = 0x027862000000;
inline std::uint64_t address_of_host(unsigned host) { return kLabAddress | host; }
inline std::optional<unsigned> host_of_address(std::uint64_t address) {
  if (address >> 16U != kLabAddress >> 16U) return {};
  return static_cast<unsigned>(address & 0xffffU);
}

/// The lab's own: its hosts' addresses, its type. What follows the header is the packet's beats.
inline bool is_lab_frame(const EthernetHeader& header) {
  return header.type == kLabEtherType && host_of_address(header.source) &&
         host_of_address(header.destination);
}

/// The bytes of a header.
inline std::string to_bytes(const EthernetHeader& header) {
  std::string bytes;
  const auto add = [&](std::uint64_t value, unsigned count) {
    for (unsigned n = count; n-- > 0;) bytes += static_cast<char>(value >> 8U * n & 0xffU);
  };
  add(header.destination, 6);
  add(header.source, 6);
  add(header.type, 2);
  return bytes;
}

/// `02:78:62:00:00:03`.
std::string address_text(std::uint64_t address);

}  // namespace xb
