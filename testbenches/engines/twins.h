// SPDX-License-Identifier: Apache-2.0
#pragma once
// The twins, by the names that the configuration uses.

#include "host/base/errors.h"
#include "host/config/run_config.h"
#include "systemc/switch_crosspoint.h"
#include "systemc/switch_input.h"
#include "systemc/switch_output.h"
#include "systemc/switch_shared.h"
#include "systemc/switch_voq.h"
#include "systemc/switch_window.h"
#include "systemc/wires.h"

namespace xb {

template <class T>
struct TwinType {
  using Type = T;
};

/// make(TwinType<T>) for the twin class T of the configured switch.
template <class Make>
auto with_twin(const RunConfig& config, Make&& make) {
  if (config.switch_name == "input" && config.window > 1) return make(TwinType<twin::SwitchWindow>{});
  if (config.switch_name == "input") return make(TwinType<twin::SwitchInput>{});
  if (config.switch_name == "output") return make(TwinType<twin::SwitchOutput>{});
  if (config.switch_name == "shared") return make(TwinType<twin::SwitchShared>{});
  if (config.switch_name == "voq") return make(TwinType<twin::SwitchVoq>{});
  if (config.switch_name == "crosspoint") return make(TwinType<twin::SwitchCrosspoint>{});
  throw InputError("switch: '" + config.switch_name + "' has no twin");
}

/// `data_words` 0: a twin without payload.
twin::Params twin_params(const RunConfig& config, unsigned data_words);

}  // namespace xb
