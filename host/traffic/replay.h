// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "host/capture/capture.h"
#include "host/capture/ethernet.h"
#include "host/link/host_list.h"
#include "host/link/host_range.h"
#include "host/link/length_unit.h"
#include "host/wires/port_set.h"

namespace xb {

/// Nanoseconds to cycles of the switch's clock and back, each to the nearest, in whole numbers: the same on
/// every machine. A cycle that is a nanosecond or longer comes back as itself.
class ClockScale {
 public:
  /// `mhz`: 0.001..100000.
  explicit ClockScale(double mhz) : millihertz_(static_cast<std::uint64_t>(std::llround(mhz * 1e9))) {}

  [[nodiscard]] std::uint64_t cycles(std::uint64_t nanoseconds) const {
    return static_cast<std::uint64_t>((Wide{nanoseconds} * millihertz_ + kScale / 2) / kScale);
  }
  [[nodiscard]] std::uint64_t nanoseconds(std::uint64_t cycles) const {
    return static_cast<std::uint64_t>((Wide{cycles} * kScale + millihertz_ / 2) / millihertz_);
  }

 private:
  __extension__ using Wide = unsigned __int128;
  static constexpr std::uint64_t kScale = 1000000000000;  // nanoseconds x millihertz of a cycle

  std::uint64_t millihertz_;
};

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

/// How the frames of a capture become packets.
struct ReplayRules {
  HostList taking_part;             ///< addresses become these hosts
  unsigned hosts = 0;               ///< that there are
  unsigned width = 64;              ///< of a beat [bits]
  double clock_mhz = 0;             ///< of the switch
  std::optional<double> load = {};  ///< of each input, above 0; nothing: the capture's own times
  LengthUnit lengths = {};          ///< of the packets
  unsigned classes = 1;             ///< of traffic
  /// Priority 0 to 7 of a frame; used where there are several classes.
  unsigned (*priority)(std::string_view frame) = nullptr;
};

/// A frame as a packet.
struct ReplayedFrame {
  std::uint64_t at : 61;  ///< from the first frame on: cycles, or, at a load, beat times of its link
  std::uint64_t of_class : 3;
  std::uint32_t number = 0;       ///< among the capture's frames
  std::uint16_t destination = 0;  ///< host
  std::uint16_t length = 0;       ///< in the unit of the rules
};
static_assert(kMaxHosts <= 1U << 16U && kMaxClasses <= 1U << 3U);

/// What each host sends.
struct Replay {
  std::vector<std::vector<ReplayedFrame>> by_host;  ///< in order of `at`
  bool in_beat_times = false;                       ///< `at` is, not in cycles
  std::uint64_t frames = 0;
  std::uint64_t start_nanoseconds = 0;  ///< time of cycle 0, since 1970: that of the first frame
  unsigned shortest = 0, longest = 0;   ///< lengths of its packets, in the unit of the rules
};

/// Bytes of the packets that a capture's frames become, at least 1.
struct PacketBytes {
  std::uint64_t least = 0, most = 0;
};
PacketBytes packet_bytes(const Capture& capture);

/// Beats of a packet of so many bytes, at least 1.
std::uint64_t beats_of_bytes(std::uint64_t bytes, unsigned width);

/// Throws InputError, with the frame's offset in the file, for a frame that these rules give no host, no time
/// or no length.
Replay make_replay(const Capture& capture, const ReplayRules& rules);

}  // namespace xb
