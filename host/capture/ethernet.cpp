// SPDX-License-Identifier: Apache-2.0
#include "host/capture/ethernet.h"

#include <fmt/format.h>

namespace xb {
namespace {

constexpr unsigned kTypeOffset = 12, kTagBytes = 4;

/// Its byte `at`; 0 behind what was captured.
unsigned byte_of(std::string_view frame, std::size_t at) {
  return at < frame.size() ? static_cast<unsigned char>(frame[at]) : 0;
}
unsigned type_at(std::string_view frame, std::size_t at) {
  return byte_of(frame, at) << 8U | byte_of(frame, at + 1);
}
/// IEEE 802.1Q: a customer's tag, and a provider's.
bool is_vlan_tag(unsigned type) { return type == 0x8100 || type == 0x88a8; }

}  // namespace

unsigned pcp_of(std::string_view frame) {
  return is_vlan_tag(type_at(frame, kTypeOffset)) ? byte_of(frame, kTypeOffset + 2) >> 5U : 0;
}

unsigned dscp_class_of(std::string_view frame) {
  std::size_t at = kTypeOffset;
  while (is_vlan_tag(type_at(frame, at))) at += kTagBytes;
  switch (type_at(frame, at)) {
    case 0x0800:
      return byte_of(frame, at + 3) >> 5U;  // IPv4, type of service
    case 0x86dd:
      return (byte_of(frame, at + 2) & 0xfU) >> 1U;  // IPv6, upper half of the traffic class
    default:
      return 0;
  }
}

std::string address_text(std::uint64_t address) {
  std::string text;
  for (unsigned byte = 0; byte < 6; ++byte)
    text += fmt::format("{}{:02x}", byte == 0 ? "" : ":", address >> 8U * (5 - byte) & 0xffU);
  return text;
}

}  // namespace xb
