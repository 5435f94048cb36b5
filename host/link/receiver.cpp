// SPDX-License-Identifier: Apache-2.0
#include "host/link/receiver.h"

#include <fmt/format.h>

#include <algorithm>

#include "host/base/errors.h"

namespace xb {
namespace {
constexpr std::size_t kMostReported = 8;
}

bool Receiver::begin(unsigned port, const SwitchOutputs& out, std::uint64_t now, Scoreboard& scoreboard) {
  const std::uint64_t header_word = out.m_tdata[std::size_t{port} * stride_];
  const unsigned of_class = out.m_tid[port];
  const auto header = PacketHeader::decode(header_word);
  const unsigned source = scoreboard.source_of(header.source, of_class);
  const bool known = header.source < ports_ && of_class < classes_;
  const PacketInFlight* due = known ? scoreboard.due(source, port) : nullptr;
  if (lossy_ && due != nullptr) {
    // Up to the packet at hand; if it is not among those due, nothing is lost and the error stands.
    if (due->header != header_word && scoreboard.lose_before(source, port, header_word))
      due = scoreboard.due(source, port);
    if (scoreboard.ambiguous(source, port)) {
      throw RunError(
          "cycle {}: output {}: packet #{} from input {}, or the {}th after it: both are under way "
          "with the same header, since so many have been lost in a row",
          now, port, header.sequence, header.source, PacketHeader::kSequences);
    }
  }
  if (due == nullptr || due->header != header_word) {
    refuse(port, header_word, of_class, now, scoreboard);
    return false;
  }
  if (const TimingFault* fault = timing_.first_beat_fault(*due, now)) {
    report_timing(port, now, *due, *fault);
    return false;
  }
  Port& p = port_[port];
  p.beats_left = headers_only_ ? header.length : begin_content(port, header_word);
  // Member by member: what is left comes with its last beat.
  DeliveredPacket& packet = p.packet;
  packet.source = header.source;
  packet.destination = port;
  packet.of_class = of_class;
  packet.length_beats = p.beats_left;
  packet.header = header_word;
  packet.first_in_cycle = due->first_in_cycle;
  packet.first_out_cycle = packet.last_out_cycle = now;
  packet.ideal_out_cycle = due->ideal_out_cycle;
  packet.note = due->note;
  return true;
}

/// Returns the packet's beats.
unsigned Receiver::begin_content(unsigned port, std::uint64_t header_word) {
  if (data_words_ != 0) patterns_[port] = PayloadPattern(header_word);
  return unit_.beats_of(PacketHeader::decode(header_word).length);
}

/// The class of a packet with that header that has been sent and has not come; as many as there are: of none.
unsigned Receiver::class_of(std::uint64_t header_word, const Scoreboard& scoreboard) const {
  const auto header = PacketHeader::decode(header_word);
  if (header.source >= ports_ || header.destination >= ports_) return classes_;
  unsigned sent_as = 0;
  while (sent_as < classes_ && scoreboard.find(scoreboard.source_of(header.source, sent_as),
                                               header.destination, header_word) == nullptr)
    ++sent_as;
  return sent_as;
}

/// A first beat that is not that of the packet due: has it been sent, and where to?
void Receiver::refuse(unsigned port, std::uint64_t header_word, unsigned of_class, std::uint64_t now,
                      const Scoreboard& scoreboard) {
  const auto header = PacketHeader::decode(header_word);
  const unsigned sent_as = class_of(header_word, scoreboard);
  if (sent_as == classes_) {
    return report(now, port, "packet", "the first beat of a packet that has come in and not gone out",
                  shown_bits_ < 64 ? fmt::format("tdata {}", shown(header_word))
                                   : fmt::format("tdata {}; as a header: {}", shown(header_word),
                                                 packet_name(header_word, unit_)));
  }
  if (header.destination != port)
    return report(now, port, "route", "packets to " + output_name(port), packet_name(header_word, unit_));
  if (sent_as != of_class)
    return report(now, port, "tid", fmt::format("{} of class {}", packet_name(header_word, unit_), sent_as),
                  std::to_string(of_class));
  const unsigned source = scoreboard.source_of(header.source, of_class);
  report(now, port, "order", packet_name(scoreboard.due(source, port)->header, unit_),
         packet_name(header_word, unit_));
}

void Receiver::report_beat(unsigned port, const SwitchOutputs& out, std::uint64_t now,
                           const Scoreboard& scoreboard) {
  const Port& p = port_[port];
  const std::uint64_t header = scoreboard.due(source_of(p.packet), port)->header;
  report_data(port, &out.m_tdata[std::size_t{port} * stride_], now, scoreboard);
  const unsigned index = p.packet.length_beats - p.beats_left - 1;
  const auto compare = [&](const char* signal, unsigned expected, unsigned seen) {
    if (expected == seen) return;
    report(now, port, signal, fmt::format("{} at beat {} of {}", expected, index, packet_name(header, unit_)),
           std::to_string(seen));
  };
  if (unit_.in_bytes() && out.m_tkeep[port] != keep_due(p)) {
    report(now, port, "tkeep",
           fmt::format("{:#x} at beat {} of {}", keep_due(p), index, packet_name(header, unit_)),
           fmt::format("{:#x}", out.m_tkeep[port]));
  }
  compare("tdest", port, out.m_tdest[port]);
  compare("tid", p.packet.of_class, out.m_tid[port]);
  compare("tuser", index == 0 ? 1 : 0, out.m_tuser >> port & 1U);
  compare("tlast", p.beats_left == 0 ? 1 : 0, out.m_tlast >> port & 1U);
}

/// Is the data that of the packet's next beat? If not, whose is it?
void Receiver::report_data(unsigned port, const std::uint64_t* beat, std::uint64_t now,
                           const Scoreboard& scoreboard) {
  if (data_words_ == 0) return;
  const Port& p = port_[port];
  const std::uint64_t header = scoreboard.due(source_of(p.packet), port)->header;
  const unsigned index = p.packet.length_beats - p.beats_left - 1;
  std::array<std::uint64_t, kMaxDataWords> wanted{};
  PayloadPattern pattern(header);
  for (unsigned n = 0; n <= index; ++n) pattern.write(wanted.data(), data_words_);
  const std::uint64_t keep = unit_.in_bytes() ? keep_due(p) : ~std::uint64_t{0};
  unsigned word = 0;
  while (word < data_words_ && ((beat[word] ^ wanted[word]) & PayloadPattern::bits_of(keep >> 8 * word)) == 0)
    ++word;
  if (word == data_words_) return;
  const std::string expected = fmt::format("beat {} of {}", index, packet_name(header, unit_));
  if (class_of(*beat, scoreboard) < classes_) {  // a first beat
    const bool is_own = PacketHeader::decode(*beat).source == p.packet.source;
    return report(now, port, is_own ? "whole-packets" : "interleaving", expected,
                  "the first beat of " + packet_name(*beat, unit_));
  }
  report(now, port, "data",
         fmt::format("tdata[{}:{}] {}, {}", std::min(64 * word + 64, shown_bits_) - 1, 64 * word,
                     shown(wanted[word], word), expected),
         shown(beat[word], word));
}

std::string Receiver::shown(std::uint64_t word, unsigned n) const {
  const unsigned bits = std::min(64U, shown_bits_ - 64 * n);
  return fmt::format("{:#0{}x}", word & ~std::uint64_t{0} >> (64 - bits), bits / 4 + 2);
}

void Receiver::report_timing(unsigned port, std::uint64_t now, const PacketInFlight& packet,
                             const TimingFault& fault) {
  report(now, port, fault.rule, fault.expected,
         fmt::format("{}, taken from cycle {} on", packet_name(packet.header, unit_), packet.first_in_cycle));
}

void Receiver::report(std::uint64_t now, unsigned port, const char* rule, const std::string& expected,
                      const std::string& seen) {
  if (violations_.size() < kMostReported)
    violations_.push_back({now, output_name(port), rule, expected, seen});
}

}  // namespace xb
