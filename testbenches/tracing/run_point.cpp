// SPDX-License-Identifier: Apache-2.0
#include "testbenches/tracing/run_point.h"

#include <fmt/format.h>

#include <new>
#include <nlohmann/json.hpp>

#include "host/base/called_as.h"
#include "host/base/errors.h"
#include "host/config/key_use.h"
#include "host/config/resolved_network.h"
#include "host/config/setup.h"
#include "host/device/clock_times.h"
#include "host/run/point_facts.h"
#include "testbenches/cost/cost.h"
#include "testbenches/engines/apart_switch.h"
#include "testbenches/process/child_process.h"
#include "testbenches/process/large_pages.h"

namespace xb {

std::vector<std::unique_ptr<SwitchModel>> models_of(const Setup& setup,
                                                    const std::optional<SwitchTrace>& trace) {
  if (setup.fabric) {
    constexpr std::size_t kBytes = std::size_t{1} << 18;  // of a switch with what is at its ports
    use_large_pages(setup.fabric->switches.size() * kBytes);
    return make_models(setup.fabric->switches, trace, results_alone());
  }
  std::vector<std::unique_ptr<SwitchModel>> models;
  models.push_back(make_model(setup, trace.value_or(results_alone())));
  return models;
}

namespace {

using Json = nlohmann::ordered_json;

/// A failure with what it may come from besides the switch: its description.
RunError with_cause(const RunError& error, const Setup& setup) {
  const std::string cause = setup.device ? clocks_to_look_at(setup.device->clock) : "";
  const std::string said = error.what();
  if (cause.empty()) return error;
  RunError caused(
      fmt::format("{}{}  {}: {}", said, said.back() == '\n' ? "" : "\n", setup.device->file, cause));
  return caused;
}

RunResult simulate_point(const Setup& point, const std::optional<SwitchTrace>& trace,
                         const Progress& progress, const RunSinks& sinks) {
  const Setup setup = with_known_latency(point);
  const auto owned = models_of(setup, trace);
  Models models;
  for (const auto& model : owned) models.push_back(model.get());
  return simulate(setup, models, progress, sinks);
}

RunResult simulate_here(const Setup& setup, const std::optional<SwitchTrace>& trace, const Progress& progress,
                        const RunSinks& sinks) {
  try {
    return simulate_point(setup, trace, progress, sinks);
  } catch (const RunError& error) {
    throw with_cause(error, setup);
  }
}

void end_sinks(const std::optional<SwitchTrace>& trace) {
  if (!trace) return;
  for (PortSink* const sink : {trace->ports, trace->twin_ports}) {
    if (sink != nullptr) sink->end();
  }
}

RunResult run_here(const Setup& setup, const std::optional<SwitchTrace>& trace, const Progress& progress,
                   const RunSinks& sinks) {
  try {
    std::optional<CostResult> cost;
    if (setup.config.cost != CostTarget::None) cost = cost_of(setup);
    RunResult result = simulate_here(setup, trace, progress, sinks);
    result.cost = std::move(cost);
    result.facts = facts_of(setup);
    end_sinks(trace);
    return result;
  } catch (const RunError&) {
    end_sinks(trace);
    throw;
  }
}

bool apart(const Setup& setup) {
  return setup.fabric ? needs_own_process(setup.fabric->switches) : needs_own_process(setup);
}

/// Says so if memory runs out.
template <class Work>
auto guarded(const Setup& setup, Work&& work) {
  try {
    return work();
  } catch (const std::bad_alloc&) {
    throw InputError(out_of_memory(called_as() + " run " + flags_of(setup.config)));
  }
}

}  // namespace

RunResult run_point(const RunConfig& config) { return run_point(resolve(config)); }

RunResult run_point(const Setup& setup, const std::optional<SwitchTrace>& trace, const Progress& progress,
                    const RunSinks& sinks) {
  if (models_run_apart()) guard_from_models();
  if (!apart(setup)) return guarded(setup, [&] { return run_here(setup, trace, progress, sinks); });
  const std::string json = guarded(setup, [&] {
    return in_child_process(
        [&] { return result_to_json(setup.config, run_here(setup, trace, progress, sinks)).dump(); });
  });
  return result_from_json(Json::parse(json));
}

Observation observe_point(const Setup& setup, const SwitchTrace& trace,
                          const std::function<std::string()>& tell, const Progress& progress) {
  const auto observe = [&] {
    std::string failure;
    try {
      simulate_here(setup, trace, progress, {});
    } catch (const EnoughSeen&) {
    } catch (const RunError& error) {
      failure = error.what();
    }
    end_sinks(trace);
    return Json{{"report", tell()}, {"failure", failure}}.dump();
  };
  const Json seen = Json::parse(guarded(setup, [&] { return in_child_process(observe); }));
  return {seen["report"].get<std::string>(), seen["failure"].get<std::string>()};
}

nlohmann::ordered_json version_record() {
  return {{"xbarlab", XBARLAB_VERSION},
          {"verilator", XBARLAB_VERILATOR_VERSION},
          {"systemc", XBARLAB_SYSTEMC_VERSION}};
}

}  // namespace xb
