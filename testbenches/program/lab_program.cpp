// SPDX-License-Identifier: Apache-2.0
#include "testbenches/program/verbs.h"

namespace xb {

Program this_program() {
  return {"xbarlab",
          "co-simulation lab for switch buffer architectures",
          {run_verb, export_verb, report_verb, reproduce_verb, wave_verb, diff_verb, convert_verb,
           golden_verb, benchmark_verb, list_verb, schedule_verb, topology_verb, device_verb, cost_verb,
           lab_verb, demo_verb, prebuild_verb, work_verb, completion_verb}};
}

}  // namespace xb
