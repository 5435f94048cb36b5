// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace xb {

// A name of a module's port, or a text of SystemVerilog, with the number of the switch's port in it: `{i}`,
// from 0 on; `{i+1}`, from 1 on; `{i:02}` and `{i+1:02}`, with two digits; `{i:x}`, `{i:X}`, `{i:02x}`,
// hexadecimal; `{i/4}_{i%4}`, of ports in groups of four; `{i:north,east}`, names. At most 99 is added or
// divided by, and at most 9 digits are written.

/// Whether a port's number stands in it.
bool has_port_number(std::string_view text);
/// The text for one port.
std::string with_port_number(std::string_view text, unsigned port);
/// Each text, of those with a number one for each port.
std::vector<std::string> with_port_numbers(const std::vector<std::string>& texts, unsigned ports);

}  // namespace xb
