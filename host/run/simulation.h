// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "host/fabric/models.h"
#include "host/run/run_result.h"
#include "host/run/run_sinks.h"

namespace xb {

struct Setup;

/// How far a run is.
struct RunProgress {
  double share = -1;  ///< that is done where it is known (0..1, else negative)
  /// While the network drains behind the measured window: packets that are left. How long they take is not
  /// known.
  std::optional<std::uint64_t> packets_left = {};
};
using Progress = std::function<void(const RunProgress&)>;

/// Runs one point on `models`, one per switch: drives them with the workload that `setup` asks for, checks
/// every beat end to end, measures, drains, and checks that nothing is left. Throws RunError on any violation
/// or when the run makes no progress.
RunResult simulate(const Setup& setup, const Models& models, const Progress& progress = {},
                   const RunSinks& sinks = {});
/// The same for one switch.
RunResult simulate(const Setup& setup, SwitchModel& model, const Progress& progress = {},
                   const RunSinks& sinks = {});

}  // namespace xb
