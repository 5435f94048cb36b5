// SPDX-License-Identifier: Apache-2.0
#include "host/switches/switch_entry.h"

namespace xb {

SwitchEntry describe_crosspoint_pipe();

/// As crosspoint with a pipeline, but for the choice of an input.
SwitchEntry describe_cicq_lqf_pipe() {
  SwitchEntry entry = describe_crosspoint_pipe();
  entry.name = "cicq-lqf";
  entry.variant = "pipelined cicq-lqf";
  entry.description = "as pipelined crosspoint, but that an input serves the longest of its queues first";
  entry.rtl_module = "xb_switch_cicq_lqf_pipe";
  return entry;
}

}  // namespace xb
