// SPDX-License-Identifier: Apache-2.0
#include "host/device/wire_format.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "host/base/errors.h"
#include "host/base/random.h"
#include "host/point/run_config.h"
#include "host/point/traffic_config.h"

namespace xb {
namespace {

constexpr unsigned kHostHeaderBytes = 8;
constexpr unsigned kWholeMark = 4;  // bytes that hold input, output and all of the sequence number

std::uint8_t byte_of(const std::uint64_t* words, unsigned at) {
  return static_cast<std::uint8_t>(words[at / 8] >> at % 8 * 8);
}
void set_byte(std::uint64_t* words, unsigned at, std::uint8_t value) {
  const unsigned shift = at % 8 * 8;
  words[at / 8] = (words[at / 8] & ~(std::uint64_t{0xff} << shift)) | std::uint64_t{value} << shift;
}

/// The mark in so many bytes; what it does not fill differs from packet to packet. `burst`: it says how long
/// the packet is, and not where it goes, which its address does.
std::uint64_t mark_of(std::uint64_t header_word, std::size_t bytes, bool burst) {
  const auto packet = PacketHeader::decode(header_word);
  if (burst) return packet.source | (packet.length - 1U) << 6U | std::uint64_t{packet.sequence} << 14U;
  if (bytes == 1) return packet.source | std::uint64_t{packet.sequence} << 6U;
  return packet.source | std::uint64_t{packet.destination} << 6U | std::uint64_t{packet.sequence} << 12U |
         RandomStream::mix(header_word) << 30U;
}

std::int64_t value_of(const Device& device, const std::string& byte, const ExpressionNames& names) {
  try {
    return evaluate(byte, names);
  } catch (const std::invalid_argument& error) {
    throw InputError("{}: route.header: '{}' is not allowed; {}", device.route.place, byte, error.what());
  }
}

}  // namespace

bool WireFormat::is_needed(const Device& device, const RunConfig& config) {
  return config.width < 64 || !device.route.header.empty() ||
         (config.packet_in_bytes && shortest(config) < kHostHeaderBytes);
}

unsigned WireFormat::shortest(const RunConfig& config) {
  return config.schedule && config.packet_in_bytes ? 1 : config.lengths_of_all().least;
}

std::string WireFormat::shortest_text(const RunConfig& config) {
  const bool last = shortest(config) < config.packet_min && config.schedule;
  if (shortest(config) != config.packet_min && !last)
    return fmt::format("class-packet: '{}' is not allowed", config.traffic->class_packet.text());
  return fmt::format("packet: '{}{}'{} is not allowed", config.packet_min, config.packet_in_bytes ? "B" : "",
                     last ? ", with a schedule whose messages may end with one of a byte," : "");
}

WireFormat::WireFormat(const Device& device, const RunConfig& config)
    : ports_(config.ports),
      words_(config.data_words()),
      beat_bytes_(config.width / 8),
      header_bytes_(static_cast<unsigned>(device.route.header.size())),
      burst_(device.axi.is_there()),
      least_beats_(std::max(1U, (header_bytes_ + beat_bytes_ - 1) / beat_bytes_)) {
  for (const std::string& byte : device.route.header) is_free_.push_back(byte == DeviceRoute::kTag);
  // In beats a packet has at least a whole one.
  const unsigned there = config.packet_in_bytes ? std::min(beat_bytes_, shortest(config)) : beat_bytes_;
  for (unsigned at = 0; at < there && mark_.size() < 8; ++at) {
    if (at >= header_bytes_ || is_free_[at]) mark_.push_back(at);
  }
  const unsigned least = device.claims.lossless ? 1 : kWholeMark;
  if (mark_.size() < least && there < beat_bytes_) {
    throw InputError("{}; allowed: bytes, {}, by which packets are known{}{}", shortest_text(config),
                     least == 1 ? "one in the first beat" : "four in the first beat",
                     device.claims.lossless ? "" : ", as some may be lost",
                     header_bytes_ == 0 ? "" : ", besides the device's route.header or as {tag} in it");
  }
  if (mark_.size() < least) {
    const std::string where = header_bytes_ == 0 ? "width" : device.route.place + ": route.header";
    throw InputError(
        "{}: not allowed with a width of {}: it leaves {} bytes of a packet's first beat free; allowed: at "
        "least {}{}, {} in its place",
        where, config.width, mark_.size(), least, device.claims.lossless ? "" : " where packets may be lost",
        header_bytes_ == 0 ? "a wider beat" : "{tag}");
  }
  read_header(device, config);
}

void WireFormat::read_header(const Device& device, const RunConfig& config) {
  ExpressionNames names = expression_names(config);
  for (unsigned input = 0; input < ports_; ++input) {
    for (unsigned output = 0; output < ports_; ++output) {
      names["port"] = input;
      names["dest"] = output;
      for (unsigned at = 0; at < header_bytes_; ++at) {
        const std::string& byte = device.route.header[at];
        const std::int64_t value = is_free_[at] ? 0 : value_of(device, byte, names);
        if (value < 0 || value > 255)
          throw InputError("{}: route.header: '{}' is {} for input {} and output {}; allowed: 0..255",
                           device.route.place, byte, value, input, output);
        headers_.push_back(static_cast<std::uint8_t>(value));
      }
    }
  }
}

void WireFormat::to_wires(std::uint64_t header_word, unsigned index, const std::uint64_t* beat,
                          std::uint64_t* wires) const {
  std::copy_n(beat, words_, wires);
  if (beat_bytes_ < 8) wires[0] &= (std::uint64_t{1} << beat_bytes_ * 8) - 1;
  if (index == 0) {
    const std::uint64_t mark = mark_of(header_word, mark_.size(), burst_);
    for (unsigned n = 0; n < mark_.size(); ++n) set_byte(wires, mark_[n], byte_of(&mark, n));
  }
  const std::size_t first = std::size_t{index} * beat_bytes_;
  if (first >= header_bytes_) return;
  const std::uint8_t* header = header_of(PacketHeader::decode(header_word));
  for (unsigned at = 0; at < beat_bytes_ && first + at < header_bytes_; ++at) {
    if (!is_free_[first + at]) set_byte(wires, at, header[first + at]);
  }
}

unsigned WireFormat::source_of(const std::uint64_t* wires) const { return byte_of(wires, mark_[0]) & 63U; }

unsigned least_beats(const Device& device, const RunConfig& config) {
  const unsigned least = WireFormat::is_needed(device, config) ? WireFormat(device, config).least_beats() : 1;
  return std::max(least, device.claims.shortest_packet);
}

}  // namespace xb
