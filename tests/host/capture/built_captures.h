// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace xb {

/// A frame from one address to another, each given by its last byte, of `length` bytes.
inline std::string test_frame(unsigned source, unsigned destination, std::size_t length = 60) {
  std::string bytes("\x0a\0\0\0\0\0\x0a\0\0\0\0\0\x08\0", 14);
  bytes[5] = static_cast<char>(destination);
  bytes[11] = static_cast<char>(source);
  for (std::size_t n = bytes.size(); n < length; ++n) bytes += static_cast<char>(n);
  bytes.resize(length);
  return bytes;
}

/// Bytes of a capture, number by number, in either order of bytes; knows nothing of the lab's own writer.
struct CaptureBuilder {
  bool big_endian = false;
  std::string bytes = {};

  void number(std::uint64_t value, unsigned count) {
    for (unsigned n = 0; n < count; ++n) {
      const unsigned byte = big_endian ? count - 1 - n : n;
      bytes += static_cast<char>(byte < sizeof(value) ? value >> 8U * byte & 0xffU : 0);
    }
  }

  // pcap
  void pcap_header(std::uint32_t magic, std::uint32_t link_type = 1) {
    number(magic, 4);
    number(2, 2);
    number(4, 2);
    number(0, 8);
    number(65535, 4);
    number(link_type, 4);
  }
  void pcap_frame(std::uint32_t seconds, std::uint32_t fraction, const std::string& data,
                  std::uint32_t longer = 0) {
    number(seconds, 4);
    number(fraction, 4);
    number(data.size(), 4);
    number(data.size() + longer, 4);
    bytes += data;
  }

  // pcapng
  struct Option {
    std::uint16_t code;
    std::uint64_t value;
    unsigned length;
  };
  void options(const std::vector<Option>& list) {
    for (const Option& option : list) {
      number(option.code, 2);
      number(option.length, 2);
      number(option.value, option.length);
      pad();
    }
    if (!list.empty()) number(0, 4);
  }
  void pad() { bytes.resize((bytes.size() + 3) / 4 * 4); }
  template <class Body>
  void block(std::uint32_t type, Body&& body) {
    const std::size_t begin = bytes.size();
    number(type, 4);
    number(0, 4);
    body();
    CaptureBuilder length{big_endian};
    length.number(bytes.size() - begin + 4, 4);
    bytes.replace(begin + 4, 4, length.bytes);
    bytes += length.bytes;
  }
  void section() {
    const auto body = [this] {
      number(0x1a2b3c4d, 4);
      number(1, 2);
      number(0, 2);
      number(~std::uint64_t{0}, 8);
    };
    block(0x0a0d0d0a, body);
  }
  void interface(const std::vector<Option>& list = {}, std::uint32_t snap_length = 0,
                 unsigned link_type = 1) {
    const auto body = [&] {
      number(link_type, 2);
      number(0, 2);
      number(snap_length, 4);
      options(list);
    };
    block(1, body);
  }
  void packet(std::uint32_t interface, std::uint64_t ticks, const std::string& data,
              const std::vector<Option>& list = {}, std::uint32_t longer = 0) {
    const auto body = [&] {
      number(interface, 4);
      number(ticks >> 32U, 4);
      number(ticks & 0xffffffffU, 4);
      number(data.size(), 4);
      number(data.size() + longer, 4);
      bytes += data;
      pad();
      options(list);
    };
    block(6, body);
  }
  void old_packet(std::uint16_t interface, std::uint64_t ticks, const std::string& data) {
    const auto body = [&] {
      number(interface, 2);
      number(7, 2);  // drops
      number(ticks >> 32U, 4);
      number(ticks & 0xffffffffU, 4);
      number(data.size(), 4);
      number(data.size(), 4);
      bytes += data;
      pad();
    };
    block(2, body);
  }
  void simple_packet(const std::string& data, std::uint32_t longer = 0) {
    const auto body = [&] {
      number(data.size() + longer, 4);
      bytes += data;
      pad();
    };
    block(3, body);
  }
};

constexpr std::uint32_t kPcapMicroseconds = 0xa1b2c3d4, kPcapNanoseconds = 0xa1b23c4d;

}  // namespace xb
