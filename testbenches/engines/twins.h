// SPDX-License-Identifier: Apache-2.0
#pragma once
// The twins, by the names that the configuration uses.

#include "host/base/errors.h"
#include "host/config/setup.h"
#include "systemc/crosspoint_classes.h"
#include "systemc/memory_switch_classes.h"
#include "systemc/memory_switch_pipe_classes.h"
#include "systemc/switch_ccf.h"
#include "systemc/switch_crosspoint_pipe_classes.h"
#include "systemc/switch_input_classes.h"
#include "systemc/switch_input_pipe_classes.h"
#include "systemc/switch_voq_classes.h"
#include "systemc/switch_voq_pipe_classes.h"
#include "systemc/wires.h"
#include "xb_twins.h"

namespace xb {

template <class T>
struct TwinType {
  using Type = T;
};

/// make(TwinType<T>) for the twin class T of that module with traffic classes.
template <class Make>
auto with_class_twin(const std::string& module, Make&& make) {
  if (module == "xb_switch_input") return make(TwinType<twin::SwitchInputClasses>{});
  if (module == "xb_switch_input_pipe") return make(TwinType<twin::SwitchInputPipeClasses>{});
  if (module == "xb_switch_output") return make(TwinType<twin::SwitchOutputClasses>{});
  if (module == "xb_switch_voq") return make(TwinType<twin::SwitchVoqClasses>{});
  if (module == "xb_switch_voq_pipe") return make(TwinType<twin::SwitchVoqPipeClasses>{});
  if (module == "xb_switch_crosspoint") return make(TwinType<twin::SwitchCrosspointClasses>{});
  if (module == "xb_switch_cicq_lqf") return make(TwinType<twin::SwitchCicqLqfClasses>{});
  if (module == "xb_switch_crosspoint_pipe") return make(TwinType<twin::SwitchCrosspointPipeClasses>{});
  if (module == "xb_switch_cicq_lqf_pipe") return make(TwinType<twin::SwitchCicqLqfPipeClasses>{});
  if (module == "xb_switch_shared") return make(TwinType<twin::SwitchSharedClasses>{});
  if (module == "xb_switch_output_pipe") return make(TwinType<twin::SwitchOutputPipeClasses>{});
  if (module == "xb_switch_shared_pipe") return make(TwinType<twin::SwitchSharedPipeClasses>{});
  throw InputError("switch: '" + module + "' has no twin with classes");
}

/// make(TwinType<T>) for the twin class T of the configured switch.
template <class Make>
auto with_twin(const Setup& setup, Make&& make) {
  const std::string& module = setup.entry->rtl_module;
  if (setup.config.critical_cells()) return make(TwinType<twin::SwitchCcf>{});
  if (setup.config.has_classes()) return with_class_twin(module, make);
  if (setup.config.own_sharing() && module == "xb_switch_shared")
    return make(TwinType<twin::SwitchSharedClasses>{});
#define XB_TWIN(name, Twin) \
  if (module == "xb_switch_" #name) return make(TwinType<twin::Twin>{});
  XB_TWINS(XB_TWIN)
#undef XB_TWIN
  throw InputError("switch: '" + module + "' has no twin");
}

/// `data_words` 0: a twin without payload.
twin::Params twin_params(const Setup& setup, unsigned data_words);

}  // namespace xb
