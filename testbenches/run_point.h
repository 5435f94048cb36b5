// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>

#include "host/run_result.h"
#include "host/simulation.h"
#include "testbenches/engines.h"

namespace xb {

/// Runs one point on the engine that it names. Engines with SystemC run in a child process, because SystemC
/// elaborates once per process; a failure there is the same exception here.
RunResult run_point(const RunConfig& config, const std::optional<TraceRequest>& trace = {},
                    const Progress& progress = {});

/// Runs `work` in a child process and returns what it returned; its InputError or RunError is rethrown here.
std::string in_child_process(const std::function<std::string()>& work);

/// Versions for a record: program and tools.
nlohmann::ordered_json version_record();

}  // namespace xb
