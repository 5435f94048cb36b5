// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "host/link/scoreboard.h"
#include "host/link/transmitter.h"

namespace xb {

/// What became of the packets of each flow, input*ports+output.
struct FlowCounts {
  std::vector<std::uint64_t> taken;      ///< by the switch, in the measured window
  std::vector<std::uint64_t> delivered;  ///< in the window
  std::vector<std::uint64_t> lost;       ///< taken in the window, and never delivered
  std::vector<bool> silent;              ///< some taken, none delivered from the window's begin to the end
  std::vector<std::uint64_t> lost_by_class;    ///< of `lost`
  std::vector<std::uint64_t> taken_by_source;  ///< of `taken`: of each class the inputs
};

/// Counts the packets of a switch's flows. While they move it costs nothing: it looks at transmitter and
/// scoreboard when the measured window opens and closes and when the run is over, and hears of packets that
/// are found to be lost. Both outlive it.
class FlowWatch {
 public:
  FlowWatch(unsigned ports, const Transmitter& transmitter, const Scoreboard& scoreboard)
      : ports_(ports), transmitter_(transmitter), scoreboard_(scoreboard) {}

  /// `now`: the first cycle of the window, and the first after it.
  void open(std::uint64_t now);
  void close(std::uint64_t now);
  /// A packet was overtaken by a later one of its flow.
  void lost(unsigned source, unsigned output, const PacketInFlight& packet);
  /// At the end of the run, when the switch has had its time: what is in flight is lost.
  [[nodiscard]] FlowCounts counts() const;

 private:
  /// Since the start. Differences count, so that 32 bits do.
  struct Count {
    std::uint32_t taken = 0, delivered = 0;
  };
  [[nodiscard]] std::vector<Count> look() const;
  [[nodiscard]] bool is_of_window(const PacketInFlight& packet) const {
    return packet.first_in_cycle >= opened_ && packet.first_in_cycle < closed_;
  }

  unsigned ports_;
  const Transmitter& transmitter_;
  const Scoreboard& scoreboard_;
  std::uint64_t opened_ = kNever, closed_ = kNever;
  std::vector<Count> begin_, end_;
  std::vector<std::uint64_t> lost_;  // of the window, source*ports+output; empty before it
  static constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();
};

}  // namespace xb
