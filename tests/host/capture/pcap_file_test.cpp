// SPDX-License-Identifier: Apache-2.0
#include "host/base/errors.h"
#include "host/capture/capture.h"
#include "tests/catch.h"
#include "tests/host/capture/built_captures.h"
#include "tests/host/message_of.h"

using namespace xb;

namespace {

std::string pcap_refusal(const std::string& bytes) {
  return message_of<InputError>([&] { parse_capture(bytes, "x.pcap"); });
}

CaptureBuilder two_frames(bool big_endian, std::uint32_t magic) {
  CaptureBuilder file{big_endian};
  file.pcap_header(magic);
  file.pcap_frame(1700000000, 123456, test_frame(1, 2));
  file.pcap_frame(1700000001, 0, test_frame(2, 1, 14), 1500);
  return file;
}

}  // namespace

TEST_CASE("pcap is read in both orders of bytes and both units of time", "[host]") {
  for (const bool big_endian : {false, true}) {
    for (const bool nanoseconds : {false, true}) {
      const auto file = two_frames(big_endian, nanoseconds ? kPcapNanoseconds : kPcapMicroseconds);
      const Capture capture = parse_capture(file.bytes, "x.pcap");
      REQUIRE(capture.frames.size() == 2);
      CHECK(capture.interfaces == 1);
      const CapturedFrame& first = capture.frames[0];
      CHECK(first.nanoseconds == 1700000000000000000U + (nanoseconds ? 123456U : 123456000U));
      CHECK(capture.data(first) == test_frame(1, 2));
      CHECK(first.length == 60);
      CHECK(first.timed);
      CHECK(first.direction == FrameDirection::Unknown);
      const CapturedFrame& second = capture.frames[1];
      CHECK(second.captured == 14);
      CHECK(second.length == 1514);
      CHECK(capture.data(second) == test_frame(2, 1, 14));
    }
  }
}

TEST_CASE("a pcap file that is cut off is refused, but for between two frames", "[host]") {
  const std::string whole = two_frames(true, kPcapNanoseconds).bytes;
  const std::size_t one_frame = 24 + 16 + 60;
  for (std::size_t size = 0; size < whole.size(); ++size) {
    CAPTURE(size);
    const std::string cut = whole.substr(0, size);
    if (size == one_frame) {
      CHECK(parse_capture(cut, "x.pcap").frames.size() == 1);
      continue;
    }
    CHECK(mentions(pcap_refusal(cut), {"x.pcap: byte "}));
  }
  CHECK(pcap_refusal(whole.substr(0, one_frame + 20)) ==
        "x.pcap: byte 116: the file ends after 4 bytes more; expected the bytes of a frame, 14 bytes");
}

TEST_CASE("damage in a pcap file is named by its offset", "[host]") {
  const auto with = [](std::size_t at, std::uint32_t value) {
    std::string bytes = two_frames(false, kPcapMicroseconds).bytes;
    CaptureBuilder number;
    number.number(value, 4);
    return pcap_refusal(bytes.replace(at, 4, number.bytes));
  };
  CHECK(mentions(with(0, 0x04034b50), {"x.pcap: byte 0: 0x504b0304 begins no capture", "pcap or pcapng"}));
  CHECK(mentions(with(4, 0x00010003), {"byte 4: pcap version 3.1; allowed: 2.4"}));
  CHECK(mentions(with(20, 113), {"byte 24: a frame of link type 113; allowed: 1, Ethernet"}));
  CHECK(mentions(with(28, 1000000), {"byte 28: a fraction of a second of 1000000; allowed: below 1000000"}));
  CHECK(mentions(with(32, 13), {"byte 24: a frame of which 13 bytes were captured; allowed: at least 14"}));
  CHECK(mentions(with(32, 61), {"byte 24: 61 bytes captured of a frame of 60"}));
  CHECK(mentions(with(36, 59), {"byte 24: 60 bytes captured of a frame of 59"}));
  CHECK(mentions(with(108, 0xfffffff0), {"byte 100: 4294967280 bytes captured of a frame of 1514"}));
  CaptureBuilder none;
  none.pcap_header(kPcapMicroseconds);
  CHECK(mentions(pcap_refusal(none.bytes), {"byte 24: the capture ends, and has no frame"}));
  CHECK(mentions(pcap_refusal(""), {"byte 0: the file ends after 0 bytes more; expected the first bytes"}));
}

TEST_CASE("checksums that a pcap file tells of are no part of its link type", "[host]") {
  CaptureBuilder file;
  file.pcap_header(kPcapMicroseconds, 0x24000001);
  file.pcap_frame(0, 0, test_frame(1, 2));
  CHECK(parse_capture(file.bytes, "x").frames.size() == 1);
}
