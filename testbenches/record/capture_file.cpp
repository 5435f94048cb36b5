// SPDX-License-Identifier: Apache-2.0
#include "testbenches/record/capture_file.h"

#include <fmt/format.h>

#include <algorithm>

#include "host/base/errors.h"
#include "host/capture/ethernet.h"
#include "host/link/packet.h"

namespace xb {
namespace {

CaptureFormat format_of(const std::filesystem::path& path) {
  if (const auto format = capture_format(path.string())) return *format;
  throw InputError(fmt::format(
      "--capture: '{}' is not allowed; allowed: a file whose name ends in .pcap or .pcapng", path.string()));
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

/// What the packet's beats carry, each the lowest byte first.
void add_beats(std::string& bytes, const DeliveredPacket& packet, unsigned width) {
  PayloadPattern pattern(packet.header);
  const unsigned words = packet.length_beats * (width / 64);
  for (unsigned word = 0; word < words && bytes.size() < kMostCapturedBytes; ++word) {
    std::uint64_t value = 0;
    pattern.write(&value, 1);
    for (unsigned byte = 0; byte < 8; ++byte) bytes += static_cast<char>(value >> 8U * byte & 0xffU);
  }
}

/// In a network the header's number is that of the last hop.
std::string comment_of(const DeliveredPacket& packet, bool network) {
  const std::string number =
      network ? std::string() : fmt::format("#{}", PacketHeader::decode(packet.header).sequence);
  return fmt::format("{}>{}{}: in from cycle {}, out in cycles {} to {}", packet.source, packet.destination,
                     number, packet.first_in_cycle, packet.first_out_cycle, packet.last_out_cycle);
}

}  // namespace

CaptureFile::CaptureFile(const std::filesystem::path& path, const Setup& setup)
    : setup_(setup),
      format_(format_of(path)),
      file_(path),
      clock_(setup.clock_mhz),
      start_nanoseconds_(start_of(setup)) {
  file_.write(capture_header(format_, interfaces_of(setup)));
}

DeliverySink CaptureFile::sink() {
  return [this](const DeliveredPacket& packet) { write(packet); };
}

std::string CaptureFile::frame_of(const DeliveredPacket& packet) const {
  std::string bytes =
      to_bytes({address_of_host(packet.destination), address_of_host(packet.source), kLabEtherType});
  add_beats(bytes, packet, setup_.config.width);
  return bytes;
}

void CaptureFile::write(const DeliveredPacket& packet) {
  WrittenFrame frame;
  frame.interface = packet.destination;
  frame.nanoseconds = start_nanoseconds_ + clock_.nanoseconds(packet.last_out_cycle);
  frame.comment = comment_of(packet, setup_.fabric != nullptr);
  std::string own;
  if (setup_.capture) {
    const CapturedFrame& captured = setup_.capture->frames.at(packet.note.message);
    frame.data = setup_.capture->data(captured);
    frame.length = captured.length;
  } else {
    own = frame_of(packet);
    frame.data = own;
    frame.length = kEthernetHeaderBytes + packet.length_beats * (setup_.config.width / 8);
  }
  file_.write(capture_record(format_, frame));
}

}  // namespace xb
