// SPDX-License-Identifier: Apache-2.0
#include "testbenches/program/run_point.h"

#include <new>
#include <nlohmann/json.hpp>

#include "host/base/errors.h"
#include "host/config/fabric_setup.h"
#include "host/config/flags.h"
#include "testbenches/process/child_process.h"
#include "testbenches/process/out_of_memory.h"

namespace xb {

namespace {

std::vector<std::unique_ptr<SwitchModel>> models_of(const Setup& setup,
                                                    const std::optional<SwitchTrace>& trace) {
  if (setup.fabric) return make_models(setup.fabric->switches, trace);
  std::vector<std::unique_ptr<SwitchModel>> models;
  models.push_back(make_model(setup, trace ? std::optional(trace->request) : std::nullopt));
  return models;
}

RunResult run_here(const Setup& setup, const std::optional<SwitchTrace>& trace, const Progress& progress,
                   const SampleSink& samples) {
  const auto owned = models_of(setup, trace);
  Models models;
  for (const auto& model : owned) models.push_back(model.get());
  return simulate(setup, models, progress, samples);
}

}  // namespace

RunResult run_point(const Setup& setup, const std::optional<SwitchTrace>& trace, const Progress& progress,
                    const SampleSink& samples) {
  const RunConfig& config = setup.config;
  const auto run = [&] { return run_here(setup, trace, progress, samples); };
  const bool apart = setup.fabric ? needs_own_process(setup.fabric->switches) : needs_own_process(setup);
  try {
    if (!apart) return run();
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
