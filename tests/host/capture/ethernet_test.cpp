// SPDX-License-Identifier: Apache-2.0
#include "host/capture/ethernet.h"

#include "tests/catch.h"

using namespace xb;

namespace {

const std::string kAddresses(12, '\x0a');

/// A frame's bytes behind its addresses.
std::string frame(std::initializer_list<unsigned> bytes) {
  std::string all = kAddresses;
  for (const unsigned byte : bytes) all += static_cast<char>(byte);
  return all;
}

}  // namespace

TEST_CASE("the PCP of a frame is that of its first VLAN tag", "[host]") {
  CHECK(pcp_of(frame({0x81, 0x00, 0xe0, 0x05, 0x08, 0x00, 0x45, 0x20})) == 7);
  CHECK(pcp_of(frame({0x81, 0x00, 0x1f, 0xff, 0x08, 0x00})) == 0);  // DEI and VLAN id are no part of it
  CHECK(pcp_of(frame({0x88, 0xa8, 0x60, 0x01, 0x81, 0x00, 0xa0, 0x02, 0x08, 0x00})) == 3);
  CHECK(pcp_of(frame({0x08, 0x00, 0xe0, 0xe0})) == 0);
  CHECK(pcp_of(frame({0x81, 0x00})) == 0);  // cut off
}

TEST_CASE("the class of a DSCP is its upper three bits, of IPv4 and IPv6, behind tags", "[host]") {
  CHECK(dscp_class_of(frame({0x08, 0x00, 0x45, 0xb8})) == 5);  // EF, 46
  CHECK(dscp_class_of(frame({0x08, 0x00, 0x45, 0x1c})) == 0);  // DSCP 7
  CHECK(dscp_class_of(frame({0x86, 0xdd, 0x6e, 0x00})) == 7);  // CS7
  CHECK(dscp_class_of(frame({0x86, 0xdd, 0x61, 0xf0})) == 0);  // the flow label is no part of it
  CHECK(dscp_class_of(frame({0x81, 0x00, 0xe0, 0x05, 0x08, 0x00, 0x45, 0x20})) == 1);
  CHECK(dscp_class_of(frame({0x88, 0xa8, 0, 1, 0x81, 0x00, 0, 2, 0x86, 0xdd, 0x64, 0x00})) == 2);
  CHECK(dscp_class_of(frame({0x08, 0x06, 0xff, 0xff, 0xff})) == 0);  // ARP
  CHECK(dscp_class_of(frame({0x08, 0x00, 0x45})) == 0);              // cut off
  CHECK(dscp_class_of(frame({0x81, 0x00, 0x81, 0x00, 0x81, 0x00})) == 0);
}
