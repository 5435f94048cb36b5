// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace xb {

/// The programs that say what a circuit costs, as a shell takes them, and their versions.
struct CostTools {
  std::string yosys, yosys_version;
  std::string nextpnr, nextpnr_version;
  std::string no_nextpnr;  ///< why there is none
};

/// Those that YOSYS and NEXTPNR name, or on PATH. Throws InputError, one line, if yosys is missing.
CostTools find_cost_tools(bool placed);

}  // namespace xb
