// SPDX-License-Identifier: Apache-2.0
#include "host/capture/capture.h"

#include "host/base/errors.h"
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

std::string pcapng_refusal(const std::string& bytes) {
  return message_of<InputError>([&] { parse_capture(bytes, "x.pcapng"); });
}

constexpr std::uint16_t kFlags = 2, kResolution = 9, kTimeOffset = 14;

/// Sections of 28, interfaces of 20, frames of 60 bytes in blocks of 92.
CaptureBuilder small_file(bool big_endian) {
  CaptureBuilder file{big_endian};
  file.section();
  file.interface();
  file.interface();
  file.packet(1, 5, test_frame(1, 2));
  file.packet(0, 9, test_frame(2, 1));
  return file;
}

std::uint64_t pcapng_time(const std::vector<CaptureBuilder::Option>& options, std::uint64_t ticks) {
  CaptureBuilder file;
  file.section();
  file.interface(options);
  file.packet(0, ticks, test_frame(1, 2));
  return parse_capture(file.bytes, "x").frames.at(0).nanoseconds;
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

TEST_CASE("pcapng is read in both orders of bytes, with interfaces, directions and lengths", "[host]") {
  for (const bool big_endian : {false, true}) {
    CaptureBuilder file{big_endian};
    file.section();
    file.interface({{2, 0x656e6f, 3}});          // a name
    file.block(5, [&] { file.number(77, 8); });  // of a type that says nothing here
    file.interface({{kResolution, 9, 1}}, 96);
    file.packet(1, 1700000000000000001U, test_frame(1, 2, 61), {{kFlags, 1, 4}}, 1000);
    file.packet(0, 3, test_frame(2, 1), {{1, 0x6869, 2}, {kFlags, 0x22, 4}});
    file.old_packet(1, 7, test_frame(3, 1));
    file.simple_packet(test_frame(1, 3, 200));
    file.section();
    file.interface({}, 20);
    file.simple_packet(test_frame(1, 3, 20), 40);
    const Capture capture = parse_capture(file.bytes, "x");
    CHECK(capture.interfaces == 3);
    REQUIRE(capture.frames.size() == 5);
    const auto& frames = capture.frames;
    CHECK(frames[0].interface == 1);
    CHECK(frames[0].nanoseconds == 1700000000000000001U);
    CHECK(frames[0].direction == FrameDirection::In);
    CHECK(frames[0].length == 1061);
    CHECK(capture.data(frames[0]) == test_frame(1, 2, 61));
    CHECK(frames[1].interface == 0);
    CHECK(frames[1].nanoseconds == 3000);
    CHECK(frames[1].direction == FrameDirection::Out);
    CHECK(frames[2].interface == 1);
    CHECK(frames[2].nanoseconds == 7);
    CHECK(capture.data(frames[2]) == test_frame(3, 1));
    CHECK_FALSE(frames[3].timed);
    CHECK(frames[3].nanoseconds == 7);
    CHECK(capture.data(frames[3]) == test_frame(1, 3, 200));
    CHECK(frames[4].interface == 2);
    CHECK(frames[4].captured == 20);
    CHECK(frames[4].length == 60);
  }
}

TEST_CASE("a time of pcapng is in the units of its interface", "[host]") {
  CHECK(pcapng_time({}, 1) == 1000);
  CHECK(pcapng_time({{kResolution, 0, 1}}, 3) == 3000000000);
  CHECK(pcapng_time({{kResolution, 3, 1}}, 1) == 1000000);
  CHECK(pcapng_time({{kResolution, 12, 1}}, 1499) == 1);
  CHECK(pcapng_time({{kResolution, 12, 1}}, 1500) == 2);
  CHECK(pcapng_time({{kResolution, 0x80 | 10, 1}}, 1024 + 512) == 1500000000);
  // Of 1/2048 s, 488281.25 ns each, to the nearest.
  CHECK(pcapng_time({{kResolution, 0x80 | 11, 1}}, 1) == 488281);
  CHECK(pcapng_time({{kResolution, 0x80 | 11, 1}}, 2) == 976563);
  CHECK(pcapng_time({{kResolution, 0x80 | 11, 1}}, 2048 + 3) == 1001464844);
  CHECK(pcapng_time({{kResolution, 0x80 | 62, 1}}, std::uint64_t{1} << 61U) == 500000000);
  CHECK(pcapng_time({{kTimeOffset, 100, 8}}, 1) == 100000001000);
  CHECK(pcapng_time({{kTimeOffset, ~std::uint64_t{0}, 8}}, 1000001) == 1000);  // a second less
}

TEST_CASE("two sections may have different orders of bytes", "[host]") {
  CaptureBuilder file = small_file(false);
  file.bytes += small_file(true).bytes;
  const Capture capture = parse_capture(file.bytes, "x");
  REQUIRE(capture.frames.size() == 4);
  CHECK(capture.interfaces == 4);
  CHECK(capture.frames[2].interface == 3);
  CHECK(capture.frames[2].nanoseconds == 5000);
}

TEST_CASE("a pcapng file that is cut off is refused, but for between two blocks", "[host]") {
  const std::string whole = small_file(false).bytes;
  for (std::size_t size = 0; size < whole.size(); ++size) {
    CAPTURE(size);
    const std::string cut = whole.substr(0, size);
    if (size == 28 + 20 + 20 + 92) {
      CHECK(parse_capture(cut, "x").frames.size() == 1);
      continue;
    }
    CHECK(mentions(pcapng_refusal(cut), {"x.pcapng: byte "}));
  }
  CHECK(pcapng_refusal(whole.substr(0, 100)) ==
        "x.pcapng: byte 68: the file ends after 32 bytes more; expected a block, 92 bytes");
}

TEST_CASE("damage in a pcapng file is named by its offset", "[host]") {
  const auto with = [](std::size_t at, std::uint32_t value) {
    CaptureBuilder number;
    number.number(value, 4);
    return pcapng_refusal(small_file(false).bytes.replace(at, 4, number.bytes));
  };
  CHECK(mentions(with(8, 0x11111111), {"byte 8: 0x11111111 says no order of bytes"}));
  CHECK(mentions(with(12, 2), {"byte 12: pcapng version 2.0; allowed: 1"}));
  CHECK(mentions(with(4, 11), {"byte 4: a block of 11 bytes; allowed: a multiple of 4, at least 12"}));
  CHECK(mentions(with(32, 8), {"byte 32: a block of 8 bytes"}));
  CHECK(mentions(with(44, 24), {"byte 44: a block that ends with the length 24; expected 20"}));
  CHECK(mentions(with(36, 113), {"byte 160: a frame of link type 113; allowed: 1, Ethernet"}));
  CHECK(mentions(with(76, 2), {"byte 76: a frame of interface 2; allowed: below 2"}));
  CHECK(mentions(with(80, 0xffffffff), {"byte 80: a time of 18446744069414 s", "0..9000000000"}));
  CHECK(mentions(with(88, 61), {"byte 88: 61 bytes captured, in a block that has room for 60"}));
  CHECK(mentions(with(92, 59), {"byte 68: 60 bytes captured of a frame of 59"}));

  CaptureBuilder file;
  file.section();
  file.interface({{kResolution, 19, 1}});
  CHECK(mentions(pcapng_refusal(file.bytes), {"byte 48: a resolution of 10^-19 s"}));
  CaptureBuilder late;
  late.section();
  late.interface({{kResolution, 0, 1}});
  late.packet(0, 9000000001, test_frame(1, 2));
  CHECK(mentions(pcapng_refusal(late.bytes), {"a time of 9000000001 s since 1970; allowed: 0..9000000000"}));
  CaptureBuilder option;
  option.section();
  option.interface({{2, 0, 200}});
  option.bytes[46] = static_cast<char>(255);
  CHECK(mentions(pcapng_refusal(option.bytes),
                 {"byte 46: an option of 255 bytes in a block that has 204 more"}));
}
