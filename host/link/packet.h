// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "host/base/random.h"
#include "host/link/switch_wires.h"

namespace xb {

constexpr unsigned kMaxPacketBeats = 65535;  // length field of the header
constexpr unsigned kMaxPacketBytes = 65535;

/// The header in a packet's first beat; wide enough for every beat to be checked at the far end.
struct PacketHeader {
  unsigned source;         ///< port, 6 bits
  unsigned destination;    ///< port, 6 bits
  unsigned length;         ///< in the run's unit (LengthUnit), 1..kMaxPacketBeats, 16 bits
  std::uint32_t sequence;  ///< within (source, destination), modulo 2^18
  std::uint64_t stamp;     ///< cycle of the first offer, modulo 2^18

  static constexpr std::uint32_t kSequences = 1U << 18U;
  static constexpr std::uint32_t kSequenceMask = kSequences - 1;
  static constexpr std::uint64_t kStampMask = (1U << 18U) - 1;

  [[nodiscard]] constexpr std::uint64_t encode() const {
    return std::uint64_t{source} | std::uint64_t{destination} << 6U | std::uint64_t{length} << 12U |
           std::uint64_t{sequence & kSequenceMask} << 28U | (stamp & kStampMask) << 46U;
  }
  static constexpr PacketHeader decode(std::uint64_t word) {
    return {static_cast<unsigned>(word & 63U), static_cast<unsigned>(word >> 6U & 63U),
            static_cast<unsigned>(word >> 12U & 0xffffU),
            static_cast<std::uint32_t>(word >> 28U) & kSequenceMask, word >> 46U};
  }
};

/// Payload: word n of a packet (counting 64-bit words, the header being word 0) is a function of the header,
/// so that a beat of another packet, a repeated, a lost or a damaged beat is seen.
class PayloadPattern {
 public:
  PayloadPattern() = default;
  explicit PayloadPattern(std::uint64_t header) : header_(header), word_(RandomStream::mix(header)) {}

  /// Fills (or compares with) the next beat. `words` = 64-bit words of a beat, 1..kMaxDataWords.
  void write(std::uint64_t* beat, unsigned words) {
    for (unsigned w = 0; w < words; ++w) beat[w] = next();
  }
  bool matches(const std::uint64_t* beat, unsigned words) {
    bool same = true;
    for (unsigned w = 0; w < words; ++w) same &= beat[w] == next();
    return same;
  }
  /// The same of the bytes that `keep` has, bit i being byte i of the beat.
  bool matches(const std::uint64_t* beat, unsigned words, std::uint64_t keep) {
    bool same = true;
    for (unsigned w = 0; w < words; ++w) same &= ((beat[w] ^ next()) & bits_of(keep >> 8 * w)) == 0;
    return same;
  }

  /// All bits of the bytes in a set of eight.
  static std::uint64_t bits_of(std::uint64_t bytes) {
    std::uint64_t bits = 0;
    for (unsigned byte = 0; byte < 8; ++byte) {
      if ((bytes >> byte & 1U) != 0) bits |= std::uint64_t{0xff} << 8 * byte;
    }
    return bits;
  }

 private:
  std::uint64_t next() {
    if (first_) {
      first_ = false;
      return header_;
    }
    return word_ += 0x9e3779b97f4a7c15U;
  }

  std::uint64_t header_ = 0;
  std::uint64_t word_ = 0;
  bool first_ = true;
};

}  // namespace xb
