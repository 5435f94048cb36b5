// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "host/device/device.h"

namespace xb {

/// device_netlist() at a point, made in a folder of its own among the temporary ones; with flags of
/// Verilator's besides.
std::string device_netlist(const Device& device, const RunConfig& config,
                           const std::vector<std::string>& flags = {});

/// Throws InputErrors: what a description says of its module's ports at a point that is not so. What it has
/// in SystemVerilog is not looked at.
void check_device_ports(const Device& device, const RunConfig& config);

}  // namespace xb
