// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "host/device/device.h"
#include "testbenches/sources/model_sources.h"

namespace xb {

/// Whether a message of Verilator's is about a name in a file .v that is a keyword of SystemVerilog.
bool is_old_name(const std::string& message);

/// What a device is made of, its description included: a link for each folder.
ModelSources device_sources(const Device& device);

/// The netlist of a module with these parameters as XML, by Verilator, which works in `directory`, where the
/// links of `sources` are. Throws InputError, one line, if it does not compile, or takes more than `seconds`.
constexpr double kElaborationSeconds = 300;
std::string module_netlist(const std::string& top,
                           const std::vector<std::pair<std::string, std::string>>& parameters,
                           const ModelSources& sources, const std::filesystem::path& directory,
                           double seconds = kElaborationSeconds);

/// The netlist of a device's module at a point as XML, by Verilator, which works in `directory`, where the
/// links of `sources` are. Throws InputError, one line, if the module or a parameter is not there or does not
/// compile.
std::string device_netlist(const Device& device, const ModelSources& sources, const RunConfig& config,
                           const std::filesystem::path& directory, double seconds = kElaborationSeconds);

/// The file of the wrapper in `directory`: what Verilator has to compile besides the sources.
constexpr const char* kDeviceWrapperFile = "xb_device.sv";
void write_device_wrapper(const Device& device, const ModelSources& sources, const RunConfig& config,
                          const std::filesystem::path& directory);

/// What the shim that is compiled with a device's model has to know of it: macros.
std::vector<std::string> device_shim_flags(const Device& device, const RunConfig& config);

/// Sources of this program that decide what a wrapper is, relative to the checkout.
std::vector<std::string> device_wrapper_makers();

/// device_netlist() at a point, made in a folder of its own among the temporary ones; with flags of
/// Verilator's besides.
std::string device_netlist(const Device& device, const RunConfig& config,
                           const std::vector<std::string>& flags = {}, double seconds = kElaborationSeconds);

/// Throws InputErrors: what a description says of its module's ports at a point that is not so. What it has
/// in SystemVerilog is not looked at.
void check_device_ports(const Device& device, const RunConfig& config);

}  // namespace xb
