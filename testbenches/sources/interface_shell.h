// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace xb {

constexpr const char* kInterfaceShell = "xb_shell";  ///< its module
constexpr const char* kInterfaceShellFile = "xb_shell.sv";
constexpr const char* kInterfaceShellDevice = "u_switch";  ///< the module in it

/// A module with plain ports around one whose ports are interfaces; empty if none is. It has the parameters
/// and other ports of that one; a port for each member of an interface, `s_axis[0].tdata`, and each of its
/// inputs, `s_axis.clk`; and the interfaces' parameters, of one port's interface `s_axis.WIDTH`.
/// `text`: all sources, preprocessed. `values`: of parameters. `netlist`: of what this makes without one,
/// which says what the interfaces have. Throws std::invalid_argument: which port, and what is wrong with it.
std::string interface_shell(const std::string& text, const std::string& top,
                            const std::vector<std::pair<std::string, std::string>>& values,
                            const std::string& netlist = "");

}  // namespace xb
