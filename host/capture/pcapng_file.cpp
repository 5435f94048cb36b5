// SPDX-License-Identifier: Apache-2.0
// pcapng, as draft-ietf-opsawg-pcapng has it: blocks, each with its type, its length, and that length again.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "host/capture/capture_bytes.h"

namespace xb {
namespace {

enum BlockType : std::uint32_t {
  kInterface = 1,
  kOldPacket = 2,
  kSimplePacket = 3,
  kEnhancedPacket = 6,
  kSectionHeader = 0x0a0d0d0a
};
enum Option : std::uint16_t { kEndOfOptions = 0, kPacketFlags = 2, kTimeResolution = 9, kTimeOffset = 14 };

constexpr std::uint32_t kByteOrder = 0x1a2b3c4d;
constexpr std::uint64_t kLeastBlock = 12;

std::uint64_t padded(std::uint64_t bytes) { return (bytes + 3) / 4 * 4; }

struct Interface {
  std::uint32_t link_type = 0, snap_length = 0;
  std::uint64_t ticks_per_second = 1000000;
  std::uint64_t offset_seconds = 0;  // signed, as it is added
};

class PcapngReader {
 public:
  PcapngReader(CaptureBytes& in, Capture& capture) : in_(in), capture_(capture) {}

  void read() {
    std::uint64_t at = 0;
    while (at < in_.size()) at = block(at);
    capture_.interfaces = static_cast<unsigned>(interfaces_.size());
  }

 private:
  /// Returns where the next one begins.
  std::uint64_t block(std::uint64_t at);
  void section(std::uint64_t at, std::uint64_t end) const;
  void interface(std::uint64_t at, std::uint64_t end);
  void timed_packet(std::uint64_t at, std::uint64_t end);
  void simple_packet(std::uint64_t at, std::uint64_t end);
  [[nodiscard]] const Interface& interface_of(std::uint64_t at, std::uint32_t number) const;
  [[nodiscard]] std::uint64_t nanoseconds(std::uint64_t at, const Interface& interface,
                                          std::uint64_t ticks) const;
  template <class Take>
  void options(std::uint64_t at, std::uint64_t end, Take&& take) const;
  [[nodiscard]] std::uint64_t ticks_per_second(std::uint64_t at, unsigned resolution) const;

  CaptureBytes& in_;
  Capture& capture_;
  std::vector<Interface> interfaces_;  // of all sections
  std::size_t first_of_section_ = 0;
};

std::uint64_t PcapngReader::block(std::uint64_t at) {
  in_.need(at, kLeastBlock, "a block");
  const std::uint32_t type = in_.u32(at);
  if (type == kSectionHeader) {
    in_.set_big_endian(false);
    if (in_.u32(at + 8) != kByteOrder) in_.set_big_endian(true);
    if (in_.u32(at + 8) != kByteOrder)
      in_.refuse(at + 8, fmt::format("{:#010x} says no order of bytes; allowed: {:#010x}, either way",
                                     in_.u32(at + 8), kByteOrder));
    first_of_section_ = interfaces_.size();
  }
  const std::uint32_t length = in_.u32(at + 4);
  if (length < kLeastBlock || length % 4 != 0)
    in_.refuse(at + 4, fmt::format("a block of {} bytes; allowed: a multiple of 4, at least {}", length,
                                   kLeastBlock));
  in_.need(at, length, "a block");
  const std::uint64_t end = at + length - 4;
  if (in_.u32(end) != length)
    in_.refuse(end, fmt::format("a block that ends with the length {}; expected {}, as it begins",
                                in_.u32(end), length));
  if (type == kSectionHeader)
    section(at, end);
  else if (type == kInterface)
    interface(at, end);
  else if (type == kSimplePacket)
    simple_packet(at, end);
  else if (type == kEnhancedPacket || type == kOldPacket)
    timed_packet(at, end);
  return end + 4;
}

void PcapngReader::section(std::uint64_t at, std::uint64_t end) const {
  if (end - at < 24) in_.refuse(at + 4, "a section header of less than 28 bytes");
  if (in_.u16(at + 12) != 1)
    in_.refuse(at + 12, fmt::format("pcapng version {}.{}; allowed: 1", in_.u16(at + 12), in_.u16(at + 14)));
}

/// Calls take(option, offset of its value, its length) for each up to `end`.
template <class Take>
void PcapngReader::options(std::uint64_t at, std::uint64_t end, Take&& take) const {
  while (end - at >= 4) {
    const std::uint16_t option = in_.u16(at);
    const std::uint16_t length = in_.u16(at + 2);
    if (option == kEndOfOptions) return;
    if (end - at - 4 < padded(length))
      in_.refuse(at + 2,
                 fmt::format("an option of {} bytes in a block that has {} more; allowed: whole options",
                             length, end - at - 4));
    take(option, at + 4, length);
    at += 4 + padded(length);
  }
  if (at != end) in_.refuse(at, "bytes behind the options of a block; allowed: whole options");
}

std::uint64_t PcapngReader::ticks_per_second(std::uint64_t at, unsigned resolution) const {
  constexpr unsigned kMostTens = 18, kMostTwos = 62;  // of ticks that 63 bits can count
  const unsigned exponent = resolution & 0x7fU;
  const bool binary = (resolution & 0x80U) != 0;
  if (exponent > (binary ? kMostTwos : kMostTens))
    in_.refuse(at, fmt::format("a resolution of {}^-{} s; allowed: 10^-{} s or 2^-{} s at the finest",
                               binary ? 2 : 10, exponent, kMostTens, kMostTwos));
  std::uint64_t ticks = 1;
  for (unsigned n = 0; n < exponent; ++n) ticks *= binary ? 2 : 10;
  return ticks;
}

void PcapngReader::interface(std::uint64_t at, std::uint64_t end) {
  if (end - at < 16) in_.refuse(at + 4, "the description of an interface in less than 20 bytes");
  Interface interface;
  interface.link_type = in_.u16(at + 8);
  interface.snap_length = in_.u32(at + 12);
  const auto take = [&](std::uint16_t option, std::uint64_t value, std::uint16_t length) {
    if (option == kTimeResolution && length == 1)
      interface.ticks_per_second = ticks_per_second(value, in_.u8(value));
    if (option == kTimeOffset && length == 8) interface.offset_seconds = in_.u64(value);
  };
  options(at + 16, end, take);
  interfaces_.push_back(interface);
}

const Interface& PcapngReader::interface_of(std::uint64_t at, std::uint32_t number) const {
  const std::size_t known = interfaces_.size() - first_of_section_;
  if (number >= known)
    in_.refuse(at, fmt::format("a frame of interface {}; allowed: below {}, those described before it",
                               number, known));
  return interfaces_[first_of_section_ + number];
}

std::uint64_t PcapngReader::nanoseconds(std::uint64_t at, const Interface& interface,
                                        std::uint64_t ticks) const {
  constexpr std::uint64_t kMostSeconds = 9000000000;  // in the year 2255
  const std::uint64_t per_second = interface.ticks_per_second;
  const std::uint64_t seconds = ticks / per_second + interface.offset_seconds;
  if (seconds > kMostSeconds)
    in_.refuse(at, fmt::format("a time of {} s since 1970; allowed: 0..{}",
                               static_cast<std::int64_t>(seconds), kMostSeconds));
  // To the nearest; in floating point where the ticks are finer than those that 64 bits can multiply.
  const std::uint64_t rest = ticks % per_second;
  const std::uint64_t part = per_second <= kNanosecondsPerSecond
                                 ? (rest * kNanosecondsPerSecond + per_second / 2) / per_second
                                 : static_cast<std::uint64_t>(std::llround(
                                       static_cast<double>(rest) / static_cast<double>(per_second) * 1e9));
  return seconds * kNanosecondsPerSecond + part;
}

void PcapngReader::timed_packet(std::uint64_t at, std::uint64_t end) {
  constexpr std::uint64_t kHeader = 28;
  if (end - at < kHeader) in_.refuse(at + 4, "a frame's block of less than 32 bytes");
  CapturedFrame frame;
  const std::uint32_t number = in_.u32(at) == kOldPacket ? in_.u16(at + 8) : in_.u32(at + 8);
  const Interface& interface = interface_of(at + 8, number);
  const std::uint64_t ticks = std::uint64_t{in_.u32(at + 12)} << 32U | in_.u32(at + 16);
  frame.interface = static_cast<std::uint32_t>(first_of_section_) + number;
  frame.nanoseconds = nanoseconds(at + 12, interface, ticks);
  frame.captured = in_.u32(at + 20);
  frame.length = in_.u32(at + 24);
  frame.data = at + kHeader;
  if (end - frame.data < padded(frame.captured))
    in_.refuse(at + 20, fmt::format("{} bytes captured, in a block that has room for {}", frame.captured,
                                    end - frame.data));
  const auto take = [&](std::uint16_t option, std::uint64_t value, std::uint16_t length) {
    if (option != kPacketFlags || length != 4) return;
    const std::uint32_t direction = in_.u32(value) & 3U;
    if (direction == 1) frame.direction = FrameDirection::In;
    if (direction == 2) frame.direction = FrameDirection::Out;
  };
  options(frame.data + padded(frame.captured), end, take);
  in_.check_frame(at, interface.link_type, frame);
  capture_.frames.push_back(frame);
}

/// A frame without a time, of the section's first interface.
void PcapngReader::simple_packet(std::uint64_t at, std::uint64_t end) {
  constexpr std::uint64_t kHeader = 12;
  if (end - at < kHeader) in_.refuse(at + 4, "a frame's block of less than 16 bytes");
  const Interface& interface = interface_of(at, 0);
  CapturedFrame frame;
  frame.interface = static_cast<std::uint32_t>(first_of_section_);
  frame.length = in_.u32(at + 8);
  frame.captured = interface.snap_length == 0 ? frame.length : std::min(frame.length, interface.snap_length);
  frame.data = at + kHeader;
  frame.timed = false;
  if (!capture_.frames.empty()) frame.nanoseconds = capture_.frames.back().nanoseconds;
  if (end - frame.data < padded(frame.captured))
    in_.refuse(at + 8, fmt::format("a frame of {} bytes, in a block that has room for {}", frame.captured,
                                   end - frame.data));
  in_.check_frame(at, interface.link_type, frame);
  capture_.frames.push_back(frame);
}

}  // namespace

void read_pcapng(CaptureBytes& in, Capture& capture) { PcapngReader(in, capture).read(); }

}  // namespace xb
