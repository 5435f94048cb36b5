// SPDX-License-Identifier: Apache-2.0
#include "testbenches/engines/engines.h"

#include "host/base/errors.h"
#include "testbenches/engines/paths.h"

namespace xb {

std::unique_ptr<SwitchModel> make_model(const RunConfig& config, const std::optional<TraceRequest>& trace) {
  if (trace && config.engine != "rtl") {
    throw InputError("trace: '" + config.engine + "' is not allowed as engine; allowed: rtl");
  }
  const auto rtl = [&] { return make_verilated_switch(config, trace, source_dir() / "rtl"); };
  if (config.engine == "rtl") return rtl();
  if (config.engine == "fast") return make_fast_switch(config);
  if (config.engine == "systemc") return make_systemc_switch(config);
  return make_lockstep(config, rtl(), make_systemc_switch(config));
}

}  // namespace xb
