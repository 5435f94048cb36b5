// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "host/device/device.h"
#include "host/link/packet.h"

namespace xb {

struct RunConfig;

/// How packets look on the wires of a device that do not carry the hosts' beats as they are: beats of less
/// than 64 bits, a header of the description's at the front of each packet, or packets of fewer bytes than
/// the hosts' header has.
///
/// A beat on the wires is the lower bits of the hosts' beat; the description's header stands in the place of
/// its first bytes. The bytes that this leaves free in the first beat of the shortest packet are its mark:
/// input (6 bits) and sequence number, with two bytes or more output (6 bits) between them, or, of a burst of
/// AXI4, its beats less one (8 bits). By it the packet is found among those under way from that input; then
/// all of its bits are known.
class WireFormat {
 public:
  /// Whether a device needs one at a point.
  static bool is_needed(const Device& device, const RunConfig& config);
  /// Throws InputError if the header's bytes are no bytes, or the first beat has no room for the mark.
  WireFormat(const Device& device, const RunConfig& config);

  /// The shortest packet of a point, in its unit: the last one of a schedule's message may have a byte.
  static unsigned shortest(const RunConfig& config);
  /// For a message that refuses it.
  static std::string shortest_text(const RunConfig& config);

  /// Beats of the shortest packet that holds the header.
  [[nodiscard]] unsigned least_beats() const { return least_beats_; }
  /// 64-bit words of a beat.
  [[nodiscard]] unsigned words() const { return words_; }
  /// Beat `index` of a packet on the wires; `beat`: as hosts have it. Bits above the width are 0.
  void to_wires(std::uint64_t header_word, unsigned index, const std::uint64_t* beat,
                std::uint64_t* wires) const;
  /// The input that a packet's first beat names.
  [[nodiscard]] unsigned source_of(const std::uint64_t* wires) const;

 private:
  [[nodiscard]] const std::uint8_t* header_of(const PacketHeader& packet) const {
    return &headers_[(std::size_t{packet.source} * ports_ + packet.destination) * header_bytes_];
  }
  void read_header(const Device& device, const RunConfig& config);

  unsigned ports_, words_, beat_bytes_;
  unsigned header_bytes_;
  bool burst_;  // packets are bursts of AXI4
  unsigned least_beats_;
  std::vector<bool> is_free_;          // per byte of the header: kTag
  std::vector<std::uint8_t> headers_;  // per input and output
  std::vector<unsigned> mark_;         // bytes of the first beat that are free, at most 8
};

/// Beats of the shortest packet that a device is sent at a point. Throws as WireFormat.
unsigned least_beats(const Device& device, const RunConfig& config);

}  // namespace xb
