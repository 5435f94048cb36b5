// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "host/capture/capture.h"
#include "host/link/host_list.h"
#include "host/link/host_range.h"
#include "host/link/length_unit.h"
#include "host/wires/port_set.h"

namespace xb {

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
