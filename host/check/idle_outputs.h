// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "host/link/rule_violation.h"
#include "host/link/scoreboard.h"
#include "host/link/switch_wires.h"

namespace xb {

/// An output shows nothing before a packet for it has come: rule `idle`.
class IdleOutputs {
 public:
  /// Looks at cycle `now`; costs next to nothing once each output has had a packet.
  void cycle(const SwitchInputs& in, const SwitchOutputs& out, std::uint64_t now,
             const Scoreboard& scoreboard) {
    if ((out.m_tvalid & ~used_) != 0) look(in, out, now, scoreboard);
  }
  [[nodiscard]] const std::optional<RuleViolation>& violation() const { return violation_; }

 private:
  void look(const SwitchInputs& in, const SwitchOutputs& out, std::uint64_t now,
            const Scoreboard& scoreboard);

  PortMask used_ = 0;  // outputs that a packet has come for
  std::optional<RuleViolation> violation_;
};

}  // namespace xb
