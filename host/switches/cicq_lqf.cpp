// SPDX-License-Identifier: Apache-2.0
#include "host/switches/switch_entry.h"

namespace xb {

SwitchEntry describe_crosspoint();

/// As crosspoint, but for the choice of an input.
SwitchEntry describe_cicq_lqf() {
  SwitchEntry entry = describe_crosspoint();
  entry.name = "cicq-lqf";
  entry.description = "as crosspoint, but that an input serves the longest of its queues first (LQF-RR)";
  entry.rtl_module = "xb_switch_cicq_lqf";
  return entry;
}

}  // namespace xb
