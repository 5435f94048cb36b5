// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "host/base/input_errors.h"
#include "host/device/device.h"
#include "testbenches/sources/module_pins.h"

namespace xb {

/// What stands in such a wrapper between the lab's streams and the module: hosts, wires, and the module's
/// pins. `start`: SystemVerilog that is 1 from the first cycle of traffic on. What is wrong with the
/// description goes into `errors`.
std::string axi_hosts(const Device& device, const RunConfig& config, const std::string& start,
                      ModulePins& pins, ErrorList& errors);

}  // namespace xb
