// SPDX-License-Identifier: Apache-2.0
#include "host/capture/capture_text.h"

#include <filesystem>

#include "host/capture/capture.h"
#include "host/capture/ethernet.h"

namespace xb {
namespace {

template <class Number>
void add_number(std::string& bytes, Number value) {
  for (std::size_t n = 0; n < sizeof(Number); ++n)
    bytes += static_cast<char>(static_cast<std::uint64_t>(value) >> 8U * n & 0xffU);
}

void pad(std::string& bytes) { bytes.resize((bytes.size() + 3) / 4 * 4); }

void add_option(std::string& body, std::uint16_t option, std::string_view value) {
  add_number(body, option);
  add_number(body, static_cast<std::uint16_t>(value.size()));
  body += value;
  pad(body);
}

/// Of pcapng.
std::string block(std::uint32_t type, const std::string& body) {
  const auto length = static_cast<std::uint32_t>(body.size() + 12);
  std::string bytes;
  add_number(bytes, type);
  add_number(bytes, length);
  bytes += body;
  add_number(bytes, length);
  return bytes;
}

std::string pcap_header() {
  std::string bytes;
  add_number(bytes, std::uint32_t{0xa1b23c4d});  // nanoseconds
  add_number(bytes, std::uint16_t{2});
  add_number(bytes, std::uint16_t{4});
  add_number(bytes, std::uint64_t{0});
  add_number(bytes, kMostCapturedBytes);
  add_number(bytes, std::uint32_t{kEthernetLinkType});
  return bytes;
}

std::string pcapng_header(const std::vector<std::string>& interfaces) {
  std::string section;
  add_number(section, std::uint32_t{0x1a2b3c4d});
  add_number(section, std::uint16_t{1});
  add_number(section, std::uint16_t{0});
  add_number(section, ~std::uint64_t{0});  // of a length that is not said
  add_option(section, 4, "xbarlab");
  add_number(section, std::uint32_t{0});
  std::string bytes = block(0x0a0d0d0a, section);
  for (const std::string& name : interfaces) {
    std::string interface;
    add_number(interface, std::uint16_t{kEthernetLinkType});
    add_number(interface, std::uint16_t{0});
    add_number(interface, kMostCapturedBytes);
    add_option(interface, 2, name);
    add_option(interface, 9, "\x09");  // nanoseconds
    add_number(interface, std::uint32_t{0});
    bytes += block(1, interface);
  }
  return bytes;
}

}  // namespace

std::optional<CaptureFormat> capture_format(const std::string& path) {
  const auto ending = std::filesystem::path(path).extension();
  if (ending == ".pcap") return CaptureFormat::Pcap;
  if (ending == ".pcapng") return CaptureFormat::Pcapng;
  return {};
}

std::string capture_header(CaptureFormat format, const std::vector<std::string>& interfaces) {
  return format == CaptureFormat::Pcap ? pcap_header() : pcapng_header(interfaces);
}

std::string capture_frame(CaptureFormat format, const WrittenFrame& frame) {
  const std::string_view data = frame.data.substr(0, kMostCapturedBytes);
  std::string bytes;
  if (format == CaptureFormat::Pcap) {
    add_number(bytes, static_cast<std::uint32_t>(frame.nanoseconds / kNanosecondsPerSecond));
    add_number(bytes, static_cast<std::uint32_t>(frame.nanoseconds % kNanosecondsPerSecond));
    add_number(bytes, static_cast<std::uint32_t>(data.size()));
    add_number(bytes, frame.length);
    bytes += data;
    return bytes;
  }
  add_number(bytes, std::uint32_t{frame.interface});
  add_number(bytes, static_cast<std::uint32_t>(frame.nanoseconds >> 32U));
  add_number(bytes, static_cast<std::uint32_t>(frame.nanoseconds));
  add_number(bytes, static_cast<std::uint32_t>(data.size()));
  add_number(bytes, frame.length);
  bytes += data;
  pad(bytes);
  add_option(bytes, 2, std::string_view("\x02\0\0\0", 4));  // it went out
  if (!frame.comment.empty()) add_option(bytes, 1, frame.comment);
  add_number(bytes, std::uint32_t{0});
  return block(6, bytes);
}

}  // namespace xb
