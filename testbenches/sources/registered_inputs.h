// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace xb {

constexpr const char* kRegisteredInputs = "xb_registered_inputs";  ///< its module

/// A module with the ports and parameters of a switch of the lab's, whose text is `source`, around that
/// switch: each input but clock and reset goes through a register, whose clock is the port in_clk_i.
std::string registered_inputs(const std::string& source);

}  // namespace xb
