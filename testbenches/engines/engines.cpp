// SPDX-License-Identifier: Apache-2.0
#include "testbenches/engines/engines.h"

#include "host/base/errors.h"
#include "testbenches/engines/paths.h"

namespace xb {

std::unique_ptr<SwitchModel> make_model(const Setup& setup, const std::optional<TraceRequest>& trace) {
  if (trace && setup.config.engine != "rtl") {
    throw InputError("trace: '" + setup.config.engine + "' is not allowed as engine; allowed: rtl");
  }
  const auto rtl = [&] { return make_verilated_switch(setup, trace, source_dir() / "rtl"); };
  if (setup.config.engine == "rtl") return rtl();
  if (setup.config.engine == "fast") return make_fast_switch(setup);
  if (setup.config.engine == "systemc") return make_systemc_switch(setup);
  return make_lockstep(setup, rtl(), make_systemc_switch(setup));
}

}  // namespace xb
