// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace xb::twin {

/// Twin of xb_ingress: holds a packet's destination from its first beat on, and discards packets to a
/// destination that does not exist.
class Ingress {
 public:
  explicit Ingress(unsigned ports) : ports_(ports) {}

  void reset() {
    in_packet_ = false;
    destination_ = 0;
    dropped_ = 0;
  }

  struct Beat {
    bool keep;
    bool first;
    std::uint8_t destination;
  };
  /// Takes a beat with the given tdest and tlast.
  Beat take(std::uint8_t tdest, bool last) {
    const bool first = !in_packet_;
    if (first) destination_ = tdest;
    const bool keep = destination_ < ports_;
    in_packet_ = !last;
    if (!keep && last) ++dropped_;
    return {keep, first, destination_};
  }
  [[nodiscard]] std::uint32_t dropped_packets() const { return dropped_; }

 private:
  unsigned ports_;
  bool in_packet_ = false;
  std::uint8_t destination_ = 0;
  std::uint32_t dropped_ = 0;
};

}  // namespace xb::twin
