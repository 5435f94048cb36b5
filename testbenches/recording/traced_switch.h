// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "host/config/setup.h"

namespace xb {

/// The switch that `--trace-switch NAME` means, by its index; empty: the first one on the engine rtl, or else
/// the first. Throws InputError if there is none of that name.
std::size_t traced_switch(const Setup& setup, const std::string& name);

}  // namespace xb
