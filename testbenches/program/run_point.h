// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "host/run/run_result.h"
#include "host/run/simulation.h"
#include "testbenches/engines/engines.h"

namespace xb {

/// Runs one point, each switch on the engine that its configuration names. Engines with SystemC run in a
/// child process, because SystemC elaborates once per process; a failure there is the same exception here.
/// InputError if memory runs out. `samples` is called in the process that runs the point.
RunResult run_point(const Setup& setup, const std::optional<SwitchTrace>& trace = {},
                    const Progress& progress = {}, const SampleSink& samples = {});

/// The same of a configuration that is not worked out yet.
inline RunResult run_point(const RunConfig& config) { return run_point(resolve(config)); }

/// Versions for a record: program and tools.
nlohmann::ordered_json version_record();

}  // namespace xb
