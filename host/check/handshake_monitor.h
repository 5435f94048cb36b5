// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "host/link/rule_violation.h"
#include "host/link/switch_wires.h"

namespace xb {

/// AXI4-Stream rule on the switch's outputs, checked in every run: a beat on offer that the receiver did not
/// take is on offer again in the next cycle, unchanged.
class HandshakeMonitor {
 public:
  /// `data_words` of a beat; 0: one word, the packet's header. `keep`: beats have a tkeep. Not `stable`: of a
  /// protocol without these rules nothing is looked at.
  explicit HandshakeMonitor(unsigned data_words, bool keep = false, bool stable = true)
      : data_words_(data_words == 0 ? 1 : data_words),
        keep_(keep),
        looked_at_(stable ? ~PortMask{0} : 0),
        offered_{0, 0, {}, {}, Words(kMaxPorts * data_words_), {}} {}

  /// Looks at cycle `now`; costs next to nothing while no receiver stalls.
  void cycle(const SwitchInputs& in, const SwitchOutputs& out, std::uint64_t now) {
    if (stalled_ != 0) compare(out, now);
    stalled_ = out.m_tvalid & ~in.m_tready & looked_at_;
    if (stalled_ != 0) remember(out);
  }
  /// Beats that these outputs offered in the last cycle may be withdrawn.
  void may_withdraw(PortMask outputs) { stalled_ &= ~outputs; }
  /// The first violation: of `valid-holds` or of `payload-holds`.
  [[nodiscard]] const std::optional<RuleViolation>& violation() const { return violation_; }

 private:
  void compare(const SwitchOutputs& out, std::uint64_t now);
  void compare(unsigned port, const SwitchOutputs& out, std::uint64_t now);
  void remember(const SwitchOutputs& out);

  using Words = std::vector<std::uint64_t>;
  /// As SwitchOutputs has it; payload counts for stalled_ only.
  struct Offered {
    PortMask m_tlast, m_tuser;
    std::uint8_t m_tdest[kMaxPorts], m_tid[kMaxPorts];
    Words m_tdata;
    std::uint64_t m_tkeep[kMaxPorts];
  };

  unsigned data_words_;
  bool keep_;
  PortMask looked_at_;
  PortMask stalled_ = 0;
  Offered offered_;
  std::optional<RuleViolation> violation_;
};

}  // namespace xb
