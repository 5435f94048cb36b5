// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "host/link/switch_wires.h"

namespace xb {

constexpr unsigned kMaxOutputPeriod = 1000;
struct OutputPeriods {
  std::array<unsigned, kMaxPorts> of{};
  bool listed = false;  ///< each output by itself

  /// All take a beat in every beat time.
  [[nodiscard]] bool full() const {
    return std::all_of(of.begin(), of.end(), [](unsigned period) { return period == 1; });
  }
};

/// Parses the key `output-period`: `4` (every output), or `0:100,3:2` (those; the others 1). Nothing if it is
/// neither.
std::optional<OutputPeriods> parse_output_periods(std::string_view text);

/// When the hosts' links move beats. A switch with a speed-up of s has links that move a beat in every s-th
/// cycle only: a *beat time* is s cycles. The receiver of an output of period k takes a beat in every k-th
/// beat time only. All begin at cycle 0.
class LinkRates {
 public:
  LinkRates(unsigned ports, unsigned speedup, const OutputPeriods& periods);

  /// The hosts whose transmit side may move a beat in cycle `now`.
  [[nodiscard]] PortMask may_send(std::uint64_t now) const {
    return speedup_ == 1 || now % speedup_ == 0 ? all_ : 0;
  }
  /// The hosts whose receive side may move a beat in cycle `now`.
  [[nodiscard]] PortMask may_receive(std::uint64_t now) const {
    PortMask ready = may_send(now);
    for_each_port(ready & slow_, [&](unsigned port) {
      if (now % cycles_per_beat_[port] != 0) ready &= ~(PortMask{1} << port);
    });
    return ready;
  }
  /// Whether every link moves a beat in every cycle.
  [[nodiscard]] bool full_rate() const { return speedup_ == 1 && slow_ == 0; }
  /// Cycles of a beat time.
  [[nodiscard]] unsigned cycles_per_beat() const { return speedup_; }
  /// The same of the link that an output's receiver is at.
  [[nodiscard]] unsigned cycles_per_beat(unsigned port) const { return cycles_per_beat_[port]; }

 private:
  PortMask all_;
  PortMask slow_ = 0;
  unsigned speedup_;
  std::array<unsigned, kMaxPorts> cycles_per_beat_{};
};

}  // namespace xb
