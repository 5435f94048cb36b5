// SPDX-License-Identifier: Apache-2.0
#include "testbenches/program/run_point.h"

#include <fmt/format.h>

#include <new>
#include <nlohmann/json.hpp>

#include "host/base/errors.h"
#include "host/config/flags.h"
#include "testbenches/process/child_process.h"
#include "testbenches/process/out_of_memory.h"

namespace xb {

RunResult run_point(const Setup& setup, const std::optional<TraceRequest>& trace, const Progress& progress,
                    const SampleSink& samples) {
  const RunConfig& config = setup.config;
  if (setup.fabric != nullptr)
    throw InputError(
        fmt::format("topology: '{}' is not allowed; allowed, so far: one-switch", config.topology));
  const auto run = [&] {
    const auto model = make_model(setup, trace);
    return simulate(setup, *model, progress, samples);
  };
  try {
    if (!needs_own_process(setup)) return run();
    const std::string json = in_child_process([&] { return result_to_json(config, run()).dump(); });
    return result_from_json(nlohmann::ordered_json::parse(json));
  } catch (const std::bad_alloc&) {
    throw InputError(out_of_memory("xbarlab run " + flags_of(config)));
  }
}

nlohmann::ordered_json version_record() {
  return {{"xbarlab", XBARLAB_VERSION},
          {"verilator", XBARLAB_VERILATOR_VERSION},
          {"systemc", XBARLAB_SYSTEMC_VERSION}};
}

}  // namespace xb
