// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "host/switch_wires.h"

namespace xb {

/// A switch that is stepped one clock cycle at a time; every engine is one.
class SwitchModel {
 public:
  virtual ~SwitchModel() = default;
  SwitchModel() = default;
  SwitchModel(const SwitchModel&) = delete;
  SwitchModel& operator=(const SwitchModel&) = delete;

  /// Runs one cycle: applies `in`, fills `out` with what the switch shows in this cycle, then clocks it.
  /// A beat moves on a port iff valid and ready are both set.
  virtual void cycle(const SwitchInputs& in, SwitchOutputs& out) = 0;

  /// The run has ended well: finish what is being recorded. Throws RunError if that fails.
  virtual void end_of_run() {}
};

}  // namespace xb
