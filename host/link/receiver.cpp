// SPDX-License-Identifier: Apache-2.0
#include "host/link/receiver.h"

#include <fmt/format.h>

#include "host/base/errors.h"

namespace xb {
namespace {
constexpr unsigned kMaxReported = 8;
}

bool Receiver::begin(unsigned port, std::uint64_t header_word, std::uint64_t now, Scoreboard& scoreboard) {
  const auto header = PacketHeader::decode(header_word);
  const auto refuse = [&](const std::string& what) {
    report(fmt::format("cycle {}: output {}: {}", now, port, what));
    return false;
  };
  if (header.source >= ports_)
    return refuse(fmt::format("data: first beat {:#018x} is no header", header_word));
  const PacketInFlight* due = scoreboard.due(header.source, port);
  if (lossy_) {
    // Up to the packet at hand; if it is not among those due, nothing is lost and the error stands.
    if (due != nullptr && due->header != header_word &&
        scoreboard.lose_before(header.source, port, header_word)) {
      due = scoreboard.due(header.source, port);
    }
    if (due != nullptr && scoreboard.ambiguous(header.source, port)) {
      throw RunError(fmt::format(
          "cycle {}: output {}: packet #{} from input {}, or the {}th after it: both are under way "
          "with the same header, since so many have been lost in a row",
          now, port, header.sequence, header.source, PacketHeader::kSequences));
    }
  }
  if (due == nullptr) {
    return refuse(fmt::format("a packet from input {} that was never sent here, or comes twice (#{})",
                              header.source, header.sequence));
  }
  if (due->header != header_word) {
    const auto want = PacketHeader::decode(due->header);
    return refuse(want.sequence != header.sequence
                      ? fmt::format("order: packet #{} from input {}, expected #{}", header.sequence,
                                    header.source, want.sequence)
                      : fmt::format("data: header {:#018x}, expected {:#018x}", header_word, due->header));
  }
  if (const char* fault = timing_.first_beat_fault(*due, now)) {
    report_timing(port, now, *due, "first", fault);
    return false;
  }
  Port& p = port_[port];
  if (data_words_ != 0) patterns_[port] = PayloadPattern(header_word);
  p.beats_left = header.length_beats;
  p.packet = {header.source, port, header.length_beats, due->first_in_cycle, now, now, due->note};
  return true;
}

void Receiver::report_beat(unsigned port, const SwitchOutputs& out, std::uint64_t now) {
  Port& p = port_[port];
  const PortMask bit = PortMask{1} << port;
  report(fmt::format(
      "cycle {}: output {}: data: beat {} of a packet from input {} is wrong: tdata {:#018x} tlast {} "
      "tuser {} tdest {}",
      now, port, p.packet.length_beats - p.beats_left - 1, p.packet.source,
      out.m_tdata[std::size_t{port} * stride_], (out.m_tlast & bit) != 0, (out.m_tuser & bit) != 0,
      out.m_tdest[port]));
}

void Receiver::report_timing(unsigned port, std::uint64_t now, const PacketInFlight& packet, const char* beat,
                             const char* fault) {
  const auto header = PacketHeader::decode(packet.header);
  report(fmt::format(
      "cycle {}: output {}: timing: the {} beat of packet #{} from input {} ({} beats, taken from cycle "
      "{} "
      "on) leaves {}",
      now, port, beat, header.sequence, header.source, header.length_beats, packet.first_in_cycle, fault));
}

void Receiver::report(const std::string& line) {
  if (reported_++ < kMaxReported) violations_ += "  " + line + "\n";
}

}  // namespace xb
