// SPDX-License-Identifier: Apache-2.0
#include "testbenches/tracing/capture_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "host/base/errors.h"
#include "host/capture/ethernet.h"
#include "host/config/setup.h"
#include "host/link/packet.h"

namespace xb {
namespace {

CaptureFormat format_of(const std::filesystem::path& path) {
  if (const auto format = capture_format(path.string())) return *format;
  throw not_allowed("--capture", path.string(), "a file whose name ends in .pcap or .pcapng");
}

std::vector<std::string> interfaces_of(const Setup& setup) {
  std::vector<std::string> names;
  for (unsigned host = 0; host < setup.config.ports; ++host)
    names.push_back(fmt::format("{} {}", setup.fabric ? "host" : "output", host));
  return names;
}

std::uint64_t start_of(const Setup& setup) {
  if (!setup.capture) return 0;
  const auto earlier = [](const CapturedFrame& a, const CapturedFrame& b) {
    return a.nanoseconds < b.nanoseconds;
  };
  const auto& frames = setup.capture->frames;
  return std::min_element(frames.begin(), frames.end(), earlier)->nanoseconds;
}

/// Bytes of a packet, the last beat's as far as its tkeep has them.
std::size_t bytes_of(const DeliveredPacket& packet, const Setup& setup) {
  if (setup.lengths.in_bytes()) return packet.length();
  return std::size_t{packet.length_beats} * setup.config.beat_bytes();
}

/// In a network the header's number is that of the last hop.
std::string comment_of(const DeliveredPacket& packet, const Setup& setup) {
  const std::string number =
      setup.fabric ? std::string() : fmt::format("#{}", PacketHeader::decode(packet.header).sequence);
  const std::string of_class = setup.config.has_classes() ? fmt::format("/{}", packet.of_class) : "";
  return fmt::format("{}>{}{}{}: in from cycle {}, out in cycles {} to {}", packet.source, packet.destination,
                     number, of_class, packet.first_in_cycle, packet.first_out_cycle, packet.last_out_cycle);
}

}  // namespace

CaptureFile::CaptureFile(const std::filesystem::path& path, const Setup& setup)
    : setup_(setup),
      format_(format_of(path)),
      file_(path),
      clock_(setup.clock_mhz),
      start_nanoseconds_(start_of(setup)) {
  if (setup.device && WireFormat::is_needed(*setup.device, setup.config))
    format_on_wires_.emplace(*setup.device, setup.config);
  file_.write(capture_header(format_, interfaces_of(setup)));
}

DeliverySink CaptureFile::sink() {
  return [this](const DeliveredPacket& packet) { write(packet); };
}

/// What the packet's beats carry, each the lowest byte first; as much of it as a capture takes.
std::string CaptureFile::frame_of(const DeliveredPacket& packet) const {
  std::string bytes =
      to_bytes({address_of_host(packet.destination), address_of_host(packet.source), kLabEtherType});
  const std::size_t end = std::min(bytes.size() + bytes_of(packet, setup_), std::size_t{kMostCapturedBytes});
  const unsigned beat_bytes = setup_.config.beat_bytes();
  const unsigned words = setup_.config.data_words();
  PayloadPattern pattern(packet.header);
  std::array<std::uint64_t, kMaxDataWords> beat{}, wires{};
  for (unsigned index = 0; bytes.size() < end; ++index) {
    pattern.write(beat.data(), words);
    if (format_on_wires_)
      format_on_wires_->to_wires(packet.header, index, beat.data(), wires.data());
    else
      wires = beat;
    for (unsigned byte = 0; byte < beat_bytes && bytes.size() < end; ++byte)
      bytes += static_cast<char>(wires[byte / 8] >> 8U * (byte % 8) & 0xffU);
  }
  return bytes;
}

void CaptureFile::write(const DeliveredPacket& packet) {
  WrittenFrame frame;
  frame.interface = packet.destination;
  frame.nanoseconds = start_nanoseconds_ + clock_.nanoseconds(packet.last_out_cycle);
  frame.comment = comment_of(packet, setup_);
  std::string own;
  if (setup_.capture) {
    const CapturedFrame& captured = setup_.capture->frames.at(packet.note.message);
    frame.data = setup_.capture->data(captured);
    frame.length = captured.length;
  } else {
    own = frame_of(packet);
    frame.data = own;
    frame.length = static_cast<std::uint32_t>(kEthernetHeaderBytes + bytes_of(packet, setup_));
  }
  file_.write(capture_frame(format_, frame));
}

}  // namespace xb
