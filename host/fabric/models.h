// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "host/link/switch_model.h"

namespace xb {

/// The switches of a network, in the topology's order, or the one switch of a run.
using Models = std::vector<SwitchModel*>;

}  // namespace xb
