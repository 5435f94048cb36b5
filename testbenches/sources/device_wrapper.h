// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "host/device/device.h"
#include "testbenches/sources/module_ports.h"

namespace xb {

constexpr const char* kDeviceWrapper = "xb_device";  ///< its module

/// The lab's own SystemVerilog beside the wrapper of such a device, and what the build folder calls its
/// folder.
std::vector<std::string> wrapper_parts(const Device& device);
constexpr const char* kWrapperParts = "lab";

/// A module with the ports of the lab's switches around a device that has these ports at a point. A device
/// that shows no first-beat mark gets one behind its outputs, from the end of the packet before; where it
/// does not say for whom a packet is, the wrapper says the output's number. Throws InputErrors: what the
/// description says of ports that are not there, or not so wide, or left out. `in_shell`: it is the device's
/// interface_shell() that has the ports.
std::string device_wrapper(const Device& device, const std::vector<ModulePort>& ports,
                           const RunConfig& config, bool in_shell = false);

}  // namespace xb
