// SPDX-License-Identifier: Apache-2.0
#include "host/check/idle_outputs.h"

namespace xb {

void IdleOutputs::look(const SwitchInputs& in, const SwitchOutputs& out, std::uint64_t now,
                       const Scoreboard& scoreboard) {
  // A combinational output may show what is on offer in this cycle.
  for_each_port(in.s_tvalid, [&](unsigned input) { used_ |= PortMask{1} << in.s_tdest[input]; });
  for_each_port(out.m_tvalid & ~used_, [&](unsigned port) {
    if (scoreboard.bound_for(port) > 0) used_ |= PortMask{1} << port;
  });
  for_each_port(out.m_tvalid & ~used_, [&](unsigned port) {
    if (!violation_)
      violation_ = RuleViolation{now, output_name(port), "idle",
                                 "tvalid 0, since no packet for it has ever come", "tvalid 1"};
  });
}

}  // namespace xb
