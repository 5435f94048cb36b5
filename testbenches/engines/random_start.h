// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "host/config/setup.h"
#include "host/link/switch_model.h"

namespace xb {

/// The Verilated switch of a setup; whatever is not reset begins with a random value, by the seed of its
/// settings.
std::unique_ptr<SwitchModel> make_random_start(const Setup& setup);

}  // namespace xb
