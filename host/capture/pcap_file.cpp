// SPDX-License-Identifier: Apache-2.0
// pcap, as draft-ietf-opsawg-pcap has it.
#include <fmt/format.h>

#include "host/capture/capture_bytes.h"

namespace xb {
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

}  // namespace xb
