// SPDX-License-Identifier: Apache-2.0
#include "host/capture/capture.h"

#include <fmt/format.h>

#include <utility>

#include "host/base/errors.h"
#include "host/base/text_file.h"
#include "host/capture/capture_bytes.h"
#include "host/capture/ethernet.h"

namespace xb {

// pcap, as draft-ietf-opsawg-pcap has it.

namespace {

constexpr std::uint64_t kFileHeaderBytes = 24, kFrameHeaderBytes = 16;

}  // namespace

void read_pcap(CaptureBytes& in, std::uint32_t fractions, Capture& capture) {
  in.need(0, kFileHeaderBytes, "the header of a pcap file");
  if (in.u16(4) != 2 || in.u16(6) != 4)
    in.refuse(4, fmt::format("pcap version {}.{}; allowed: 2.4", in.u16(4), in.u16(6)));
  const std::uint32_t link_type = in.u32(20) & 0xffffU;  // above it: what is known of checksums
  for (std::uint64_t at = kFileHeaderBytes; at < in.size();) {
    in.need(at, kFrameHeaderBytes, "the header of a frame");
    const std::uint32_t fraction = in.u32(at + 4);
    if (fraction >= fractions)
      in.refuse(at + 4, fmt::format("a fraction of a second of {}; allowed: below {}", fraction, fractions));
    CapturedFrame frame;
    frame.nanoseconds =
        in.u32(at) * kNanosecondsPerSecond + std::uint64_t{fraction} * (kNanosecondsPerSecond / fractions);
    frame.captured = in.u32(at + 8);
    frame.length = in.u32(at + 12);
    frame.data = at + kFrameHeaderBytes;
    in.check_frame(at, link_type, frame);
    in.need(frame.data, frame.captured, "the bytes of a frame");
    capture.frames.push_back(frame);
    at = frame.data + frame.captured;
  }
}

namespace {

constexpr std::uint32_t kMicroseconds = 0xa1b2c3d4, kNanoseconds = 0xa1b23c4d, kSection = 0x0a0d0d0a;

/// By the first four bytes, which say format, order of bytes, and unit of time.
void read_frames(CaptureBytes& in, Capture& capture) {
  in.need(0, 4, "the first bytes of a capture");
  for (const bool big_endian : {false, true}) {
    in.set_big_endian(big_endian);
    const std::uint32_t magic = in.u32(0);
    if (magic == kSection) return read_pcapng(in, capture);
    if (magic == kMicroseconds) return read_pcap(in, 1000000, capture);
    if (magic == kNanoseconds) return read_pcap(in, 1000000000, capture);
  }
  in.refuse(0, fmt::format("{:#010x} begins no capture; allowed: pcap or pcapng, not compressed", in.u32(0)));
}

}  // namespace

void CaptureBytes::refuse(std::uint64_t at, const std::string& why) const {
  throw InputError("{}: byte {}: {}", path_, at, why);
}

void CaptureBytes::need(std::uint64_t at, std::uint64_t count, const char* what) const {
  if (at <= size() && size() - at >= count) return;
  refuse(at, fmt::format("the file ends after {} bytes more; expected {}, {} bytes",
                         at <= size() ? size() - at : 0, what, count));
}

void CaptureBytes::check_frame(std::uint64_t record, std::uint64_t link_type,
                               const CapturedFrame& frame) const {
  if (link_type != kEthernetLinkType)
    refuse(record,
           fmt::format("a frame of link type {}; allowed: {}, Ethernet", link_type, kEthernetLinkType));
  if (frame.captured > frame.length)
    refuse(record, fmt::format("{} bytes captured of a frame of {}; allowed: at most so many", frame.captured,
                               frame.length));
  if (frame.captured < kEthernetHeaderBytes)
    refuse(record, fmt::format("a frame of which {} bytes were captured; allowed: at least {}, the header",
                               frame.captured, kEthernetHeaderBytes));
}

Capture parse_capture(std::string bytes, const std::string& path) {
  Capture capture;
  capture.path = path;
  capture.bytes = std::move(bytes);
  CaptureBytes in(capture.bytes, capture.path);
  read_frames(in, capture);
  constexpr std::uint64_t kMostFrames = 0xfffffff0;
  if (capture.frames.empty()) in.refuse(in.size(), "the capture ends, and has no frame; allowed: at least 1");
  if (capture.frames.size() > kMostFrames)
    in.refuse(in.size(), fmt::format("{} frames; allowed: {}", capture.frames.size(), kMostFrames));
  return capture;
}

std::shared_ptr<const Capture> load_capture(const std::string& path) {
  return std::make_shared<const Capture>(
      parse_capture(read_text_file(path, "traffic", "a file that can be read"), path));
}

std::shared_ptr<const Capture> CaptureFiles::load(const std::string& path) {
  auto& capture = captures_[path];
  if (capture == nullptr) capture = load_capture(path);
  return capture;
}

}  // namespace xb
