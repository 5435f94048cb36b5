// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "host/capture/capture.h"
#include "host/capture/ethernet.h"
#include "host/link/host_list.h"

namespace xb {

/// Which host a frame of a capture comes from, and which it goes to, as docs/captures.md has it.
class AddressHosts {
 public:
  /// Looks at the frames in this order. Throws InputError for an interface or address of a host that takes no
  /// part. `capture` outlives it.
  AddressHosts(const Capture& capture, const std::vector<std::uint32_t>& order, const HostList& taking_part,
               unsigned hosts);

  struct Ends {
    unsigned source, destination;
  };
  [[nodiscard]] Ends ends(const CapturedFrame& frame) const;

 private:
  struct Sides {
    bool source_by_interface, destination_by_interface;
  };
  [[nodiscard]] Sides sides(const CapturedFrame& frame) const {
    const bool by_interface = capture_.interfaces > 1;
    const bool out = frame.direction == FrameDirection::Out;
    return {by_interface && !out, by_interface && out};
  }
  [[nodiscard]] unsigned host_of(std::uint64_t address) const;
  void check_address(const CapturedFrame& frame, std::uint64_t address, const char* which) const;
  void learn(const CapturedFrame& frame);
  void place(const CapturedFrame& frame);

  const Capture& capture_;
  HostList taking_part_;
  std::vector<bool> takes_part_;                          // by host
  std::unordered_map<std::uint64_t, unsigned> position_;  // in the list, by address
  unsigned next_ = 0;
};

}  // namespace xb
