// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace xb {

constexpr std::uint64_t kNanosecondsPerSecond = 1000000000;

/// Which way a frame passed the interface that it was captured at.
enum class FrameDirection : std::uint8_t { Unknown, In, Out };

/// A frame of a packet capture. Where its data begins is counted in bytes of the file.
struct CapturedFrame {
  std::uint64_t data = 0;         ///< offset of its first byte
  std::uint64_t nanoseconds = 0;  ///< since 1970; without a time of its own that of the frame before it
  std::uint32_t captured = 0;     ///< bytes in the file, at least those of an Ethernet header
  std::uint32_t length = 0;       ///< bytes that it had; captured or more
  std::uint32_t interface = 0;    ///< counted over the whole file
  FrameDirection direction = FrameDirection::Unknown;
  bool timed = true;  ///< it has a time of its own
};

/// A packet capture, all of it, in memory: pcap or pcapng of Ethernet frames.
struct Capture {
  std::string path;  ///< for messages
  std::string bytes;
  std::vector<CapturedFrame> frames;  ///< in the order of the file, at least one
  unsigned interfaces = 1;            ///< that the file describes

  /// The bytes that were captured of a frame.
  [[nodiscard]] std::string_view data(const CapturedFrame& frame) const {
    return std::string_view(bytes).substr(frame.data, frame.captured);
  }
};

/// Takes a capture's bytes apart. Throws InputError, `PATH: byte OFFSET: ...`, for what is damaged or no
/// capture of Ethernet frames.
Capture parse_capture(std::string bytes, const std::string& path);

/// The same of a file. Throws InputError if it cannot be read.
std::shared_ptr<const Capture> load_capture(const std::string& path);

/// Captures that points have in common, each read once.
class CaptureFiles {
 public:
  /// As load_capture().
  std::shared_ptr<const Capture> load(const std::string& path);

 private:
  std::map<std::string, std::shared_ptr<const Capture>> captures_;
};

}  // namespace xb
