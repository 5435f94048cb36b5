// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>

#include "host/link/switch_model.h"
#include "host/trace/signal_sink.h"

namespace xb {

/// Whether models are to run apart: the environment has XBARLAB_APART. For whom runs what others wrote.
bool models_run_apart();

/// Before a model is there: this process, and what is forked from it, can be read and written by no
/// other process of the same user.
void guard_from_models();

/// `signals` hears of those of the model, if they are wanted.
using MakeSwitch = std::function<std::unique_ptr<SwitchModel>(SignalSink* signals)>;

/// The switch that `make` makes, in a child process that has nothing of this one but a copy of what it was:
/// what runs there counts nothing and writes no record. Of what it shows, ports that there are not say
/// nothing, and `signals` hears of what it has to say. What it throws is a RunError here, as is its end. What
/// `make` holds lives here as long.
std::unique_ptr<SwitchModel> make_apart_switch(MakeSwitch make, unsigned ports,
                                               SignalSink* signals = nullptr);

}  // namespace xb
