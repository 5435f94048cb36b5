// SPDX-License-Identifier: Apache-2.0
#include "testbenches/engines/engines.h"

#include <algorithm>

#include "host/base/errors.h"
#include "testbenches/engines/model_library.h"
#include "testbenches/engines/paths.h"

namespace xb {
namespace {

std::unique_ptr<SwitchModel> make_one(const Setup& setup, const std::optional<TraceRequest>& trace,
                                      ModelLibraries& libraries) {
  if (trace && setup.config.engine != "rtl") {
    throw InputError("trace: '" + setup.config.engine + "' is not allowed as engine; allowed: rtl");
  }
  const auto rtl = [&] { return make_verilated_switch(setup, trace, source_dir() / "rtl", libraries); };
  if (setup.config.engine == "rtl") return rtl();
  if (setup.config.engine == "fast") return make_fast_switch(setup);
  if (setup.config.engine == "systemc") return make_systemc_switch(setup);
  return make_lockstep(setup, rtl(), make_systemc_switch(setup));
}

}  // namespace

std::unique_ptr<SwitchModel> make_model(const Setup& setup, const std::optional<TraceRequest>& trace) {
  ModelLibraries libraries;
  return make_one(setup, trace, libraries);
}

std::vector<std::unique_ptr<SwitchModel>> make_models(const std::vector<Setup>& setups,
                                                      const std::optional<SwitchTrace>& trace) {
  ModelLibraries libraries;
  std::vector<std::unique_ptr<SwitchModel>> models(setups.size());
  // First, so that a wrong request is found before anything is built.
  if (trace) models.at(trace->index) = make_one(setups.at(trace->index), trace->request, libraries);
  for (std::size_t i = 0; i < setups.size(); ++i) {
    if (models[i] == nullptr) models[i] = make_one(setups[i], {}, libraries);
  }
  return models;
}

bool needs_own_process(const Setup& setup) {
  return setup.config.engine == "systemc" || setup.config.engine == "lockstep";
}
bool needs_own_process(const std::vector<Setup>& setups) {
  return std::any_of(setups.begin(), setups.end(),
                     [](const Setup& setup) { return needs_own_process(setup); });
}

}  // namespace xb
