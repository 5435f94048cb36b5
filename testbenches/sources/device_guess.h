// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "testbenches/sources/module_ports.h"
#include "testbenches/sources/parameter_search.h"
#include "testbenches/sources/stream_search.h"

namespace xb {

/// What stands in a description's table [device].
struct GuessedSources {
  std::string top;
  std::vector<std::string> files, includes, defines;  ///< relative to the description
  std::vector<std::string> notes;                     ///< what a reader has to know of them, a line each
  bool verilog_2005 = false;                          ///< the files .v
};

/// A description of a switch as far as its elaborated ports and parameters tell, as TOML. What is not found
/// stands in it as a comment that names the candidates.
std::string guess_description(const GuessedSources& sources, const std::vector<ModulePort>& ports,
                              const FoundStreams& streams, const FoundParameters& parameters);

}  // namespace xb
