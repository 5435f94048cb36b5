// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace xb {

/// The first thing in a text of SystemVerilog that a submission may not have, in a line that begins with file
/// and line: what reaches out of the hardware (files, programs, C++), ends the simulation, or changes what
/// is not its own. Empty: nothing. `file` names the text, until a `line directive of the preprocessor names
/// another file; `folder` is the one in which all files have to be.
std::string refused_in_source(const std::string& text, const std::string& file, const std::string& folder);

}  // namespace xb
