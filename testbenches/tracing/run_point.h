// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "host/run/run_result.h"
#include "host/run/simulation.h"
#include "testbenches/engines/engines.h"

namespace xb {

struct RunConfig;
struct Setup;

/// Runs one point, each switch on the engine that its configuration names. Engines with SystemC run in a
/// child process, because SystemC elaborates once per process; a failure there is the same exception here.
/// InputError if memory runs out. All sinks are called in the process that runs the
/// point, the sinks' end() also if it fails.
RunResult run_point(const Setup& setup, const std::optional<SwitchTrace>& trace = {},
                    const Progress& progress = {}, const RunSinks& sinks = {});

/// The same of a configuration that is not worked out yet.
RunResult run_point(const RunConfig& config);

/// The switches of a run, as run_point() makes them, in this process.
std::vector<std::unique_ptr<SwitchModel>> models_of(const Setup& setup,
                                                    const std::optional<SwitchTrace>& trace = {});

/// What a sink throws when it has seen enough of the run.
struct EnoughSeen {};

/// What came of a run for its traces alone.
struct Observation {
  std::string report;
  std::string failure;  ///< of the run, as run_point() throws it; empty: none
};

/// Runs one point for what the sinks of `trace` hear, in a child process: one that crashes, or does not get
/// on, is a RunError. `tell` is called at the end, in the process that ran the point, be the run whole, cut
/// by EnoughSeen, or failed.
Observation observe_point(const Setup& setup, const SwitchTrace& trace,
                          const std::function<std::string()>& tell, const Progress& progress = {});

/// Versions for a record: program and tools.
nlohmann::ordered_json version_record();

}  // namespace xb
