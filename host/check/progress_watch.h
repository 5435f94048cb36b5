// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "host/link/length_unit.h"
#include "host/link/rule_violation.h"
#include "host/link/scoreboard.h"
#include "host/link/switch_wires.h"

namespace xb {

/// Whoever waits is served within a bound: rule `progress`. An input waits while it offers a beat that is not
/// taken, or has packets in the switch; it is served when a beat of its moves, in or out.
class ProgressWatch {
 public:
  struct Settings {
    unsigned ports = 0;
    std::uint64_t bound_cycles = 0;
    /// Besides the bound, for each packet in the switch, all of which may be older.
    std::uint64_t cycles_per_packet = 0;
    /// Packets in the switch may be lost ones: only an offer is waiting.
    bool lossy = false;
    LengthUnit lengths = {};  ///< of the packets, for messages
    /// Whoever waits is served; else somebody is.
    bool fair = true;
  };
  /// Many turns of all inputs with packets of `longest` beats.
  static constexpr std::uint64_t bound_cycles(unsigned ports, unsigned longest) {
    return 64ULL * ports * longest + 256;
  }
  explicit ProgressWatch(const Settings& settings) : settings_(settings) {}

  /// Looks at cycle `now`. `offered`, `accepted`: inputs; `first`: of those accepted, with a packet's first
  /// beat; `counts`: receivers would have taken what waits.
  void cycle(PortMask offered, PortMask accepted, PortMask first, bool counts, std::uint64_t now,
             const Scoreboard& scoreboard) {
    for_each_port(first, [&](unsigned input) { ++inside_[input]; });
    if (!settings_.lossy) waits_ |= first;
    const PortMask waits = waits_ | (offered & ~accepted);
    serve(accepted | (waits & ~waited_), now);
    waited_ = waits;
    counted_cycles_ += counts ? 1 : 0;
    if (counted_cycles_ >= next_look_) look(now, scoreboard);
  }
  /// A beat of `input`'s comes out; `last`: its packet's last.
  void leaves(unsigned input, bool last, std::uint64_t now) {
    serve(PortMask{1} << input, now);
    if (last && --inside_[input] == 0) waits_ &= ~(PortMask{1} << input);
  }

  [[nodiscard]] const std::optional<RuleViolation>& violation() const { return violation_; }

 private:
  void serve(PortMask inputs, std::uint64_t now) {
    if (!settings_.fair && inputs != 0) inputs = ~PortMask{0};
    for_each_port(inputs, [&](unsigned input) { served_[input] = {counted_cycles_, now}; });
  }
  void look(std::uint64_t now, const Scoreboard& scoreboard);

  struct Served {
    std::uint64_t counted, cycle;
  };
  static constexpr std::uint64_t kLookCycles = 64;  // counted cycles between looks

  Settings settings_;
  PortMask waits_ = 0;   // with packets inside
  PortMask waited_ = 0;  // in the cycle before, for whatever reason
  std::uint64_t counted_cycles_ = 0, next_look_ = 0;
  std::array<std::uint64_t, kMaxPorts> inside_{};  // per input: packets
  std::array<Served, kMaxPorts> served_{};         // per input, if it waits
  std::optional<RuleViolation> violation_;
};

}  // namespace xb
