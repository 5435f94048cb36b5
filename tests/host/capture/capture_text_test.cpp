// SPDX-License-Identifier: Apache-2.0
#include "host/capture/capture_text.h"

#include "host/capture/capture.h"
#include "host/capture/ethernet.h"
#include "tests/catch.h"
#include "tests/host/capture/built_captures.h"

using namespace xb;

TEST_CASE("what is written as a capture is read back", "[host]") {
  const std::string data = test_frame(1, 2, 61);
  const std::string longest = test_frame(2, 1, kMostCapturedBytes + 1);
  for (const CaptureFormat format : {CaptureFormat::Pcap, CaptureFormat::Pcapng}) {
    std::string file = capture_header(format, {"output 0", "output 1"});
    file += capture_frame(format, {1, 1700000000123456789, data, 1500, "a comment"});
    file += capture_frame(format, {0, 0, longest, kMostCapturedBytes + 1, ""});
    const Capture capture = parse_capture(file, "x");
    REQUIRE(capture.frames.size() == 2);
    const CapturedFrame& frame = capture.frames[0];
    CHECK(frame.nanoseconds == 1700000000123456789);
    CHECK(frame.length == 1500);
    CHECK(capture.data(frame) == data);
    const bool pcapng = format == CaptureFormat::Pcapng;
    CHECK(capture.interfaces == (pcapng ? 2 : 1));
    CHECK(frame.interface == (pcapng ? 1 : 0));
    CHECK(frame.direction == (pcapng ? FrameDirection::Out : FrameDirection::Unknown));
    CHECK(capture.frames[1].captured == kMostCapturedBytes);
    CHECK(capture.frames[1].length == kMostCapturedBytes + 1);
  }
}

TEST_CASE("a capture's format is the ending of its name", "[host]") {
  CHECK(capture_format("a.b/x.pcap") == CaptureFormat::Pcap);
  CHECK(capture_format("x.pcapng") == CaptureFormat::Pcapng);
  for (const char* name : {"x", "x.cap", "pcap", ".pcap", "x.pcap.gz"}) CHECK_FALSE(capture_format(name));
}

TEST_CASE("addresses name the lab's hosts", "[host]") {
  CHECK(address_text(address_of_host(4095)) == "02:78:62:00:0f:ff");
  CHECK(host_of_address(address_of_host(3)) == 3U);
  CHECK_FALSE(host_of_address(0x027862010003));
  CHECK_FALSE(is_group_address(address_of_host(3)));
  CHECK(is_group_address(0xffffffffffff));
  CHECK(is_group_address(0x01005e000001));
  const EthernetHeader header{address_of_host(1), address_of_host(2), kLabEtherType};
  CHECK(is_lab_frame(ethernet_header(to_bytes(header))));
  CHECK_FALSE(is_lab_frame({header.destination, header.source, 0x0800}));
  CHECK_FALSE(is_lab_frame({header.destination, 0x0a0000000001, kLabEtherType}));
}
