// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace xb {

enum class CaptureFormat { Pcap, Pcapng };

/// The format that a file's name asks for: .pcap or .pcapng; nothing: neither.
std::optional<CaptureFormat> capture_format(const std::string& path);

/// A frame as it is to be written: one that has left the switch.
struct WrittenFrame {
  unsigned interface = 0;  ///< pcapng only
  std::uint64_t nanoseconds = 0;
  std::string_view data;
  std::uint32_t length = 0;  ///< data, or more
  std::string comment;       ///< pcapng only
};

/// The longest data of a frame that programs read; what is behind it is cut off.
constexpr std::uint32_t kMostCapturedBytes = 262144;

/// The bytes before the first frame: of Ethernet, in nanoseconds, little-endian. `interfaces`: their names;
/// pcap has none.
std::string capture_header(CaptureFormat format, const std::vector<std::string>& interfaces);
/// The bytes of a frame.
std::string capture_frame(CaptureFormat format, const WrittenFrame& frame);

}  // namespace xb
