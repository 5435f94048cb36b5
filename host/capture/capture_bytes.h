// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "host/capture/capture.h"

namespace xb {

/// The numbers in a capture's bytes, in the order of bytes that the file has. Offsets are the file's.
class CaptureBytes {
 public:
  CaptureBytes(std::string_view bytes, const std::string& path) : bytes_(bytes), path_(path) {}

  [[nodiscard]] std::uint64_t size() const { return bytes_.size(); }
  void set_big_endian(bool big_endian) { big_endian_ = big_endian; }
  /// Throws InputError.
  [[noreturn]] void refuse(std::uint64_t at, const std::string& why) const;
  /// Throws InputError unless `count` bytes from `at` on are there.
  void need(std::uint64_t at, std::uint64_t count, const char* what) const;

  // Of bytes that are there.
  [[nodiscard]] std::uint16_t u16(std::uint64_t at) const {
    return static_cast<std::uint16_t>(number(at, 2));
  }
  [[nodiscard]] std::uint32_t u32(std::uint64_t at) const {
    return static_cast<std::uint32_t>(number(at, 4));
  }
  [[nodiscard]] std::uint64_t u64(std::uint64_t at) const { return number(at, 8); }
  [[nodiscard]] std::uint8_t u8(std::uint64_t at) const { return static_cast<std::uint8_t>(number(at, 1)); }

  /// Throws InputError for a frame of another kind than Ethernet, one that is longer in the file than it was,
  /// or shorter than its header. `record`: where it is described.
  void check_frame(std::uint64_t record, std::uint64_t link_type, const CapturedFrame& frame) const;

 private:
  [[nodiscard]] std::uint64_t number(std::uint64_t at, unsigned bytes) const {
    std::uint64_t value = 0;
    for (unsigned n = 0; n < bytes; ++n) {
      const unsigned byte = static_cast<unsigned char>(bytes_[at + (big_endian_ ? n : bytes - 1 - n)]);
      value = value << 8U | byte;
    }
    return value;
  }

  std::string_view bytes_;
  const std::string& path_;
  bool big_endian_ = false;
};

/// The frames of a pcap file, whose first four bytes have been looked at: fractions of a second are
/// `fractions` of one.
void read_pcap(CaptureBytes& in, std::uint32_t fractions, Capture& capture);
/// The frames of a pcapng file.
void read_pcapng(CaptureBytes& in, Capture& capture);

}  // namespace xb
