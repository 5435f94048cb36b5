// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>

namespace xb {

/// The first character of a file that ends words for some tools and not for others: a control character that
/// is neither tab nor the end of a line. A line that begins with file and line; empty: there is none.
std::string refused_character(const std::string& text, const std::string& file);

/// The first thing in a preprocessed text of SystemVerilog that a submission may not have, in a line that
/// begins with file and line: what reaches out of the hardware (files, programs, C++), ends the simulation,
/// speaks to the tool, or changes what is not its own. Empty: nothing. Words end where Verilator has them
/// end, or are refused. `file` names the text, until a `line directive names another file; `folder` is the
/// one in which all files have to be. `others`: names outside; a path of names (`a.b`) may not begin with one
/// of them.
std::string refused_in_source(const std::string& text, const std::string& file, const std::string& folder,
                              const std::set<std::string>& others = {});

}  // namespace xb
