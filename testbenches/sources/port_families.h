// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "testbenches/sources/module_ports.h"
#include "testbenches/sources/port_words.h"

namespace xb {

/// All ports, those that differ in a number that counts, or in two, as one signal.
std::vector<Signal> signals_of(const std::vector<const ModulePort*>& ports);

}  // namespace xb
