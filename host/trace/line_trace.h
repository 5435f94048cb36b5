// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "host/trace/port_cycle.h"
#include "host/trace/switch_shape.h"

namespace xb {

/// The cycles of a switch as text, one a line (docs/waveforms.md): a cell per port, `src>dst#seq` where a
/// beat moves (and `:4` behind it where it has 4 bytes, not all that it has room for), `#` valid without
/// ready, `.` ready without valid, blank neither, `?` where the run ended; the beats in every queue; a letter
/// per input for the cycle before, `-` nothing, `b` its head is blocked, `h` head-of-line blocked, `p` kept
/// out because the memory is full of packets for others; the packets discarded so far;
/// beside an ideal switch, for each output by how many cycles the packet that left last was late. The engine
/// does not show.
class LineTrace {
 public:
  explicit LineTrace(const SwitchShape& shape);

  /// What comes before the first line; lines that begin with `#`.
  [[nodiscard]] std::string header() const;
  /// The line of a cycle. It holds until the next call.
  const std::string& line(const PortCycle& cycle);

  static std::string packet_text(const PacketId& packet);
  /// A beat of it that moves; `keep`: its tkeep, where the switch has one.
  static std::string beat_text(const PacketId& packet, const SwitchShape& shape, std::uint64_t keep);
  static char letter_of(Hold hold);

 private:
  struct Ports {
    PortMask valid, ready;
    const std::vector<PacketId>& packets;
    const std::vector<std::uint64_t>& keep;
  };
  void add_ports(bool known, const Ports& ports);
  void add_queues(const PortCycle& cycle);

  SwitchShape shape_;
  unsigned cell_columns_;
  std::string line_;
};

}  // namespace xb
