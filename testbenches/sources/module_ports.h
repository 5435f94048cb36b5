// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace xb {

/// A port of a module as it is elaborated.
struct ModulePort {
  std::string name;
  bool output = false;  ///< or an input, or one that is both
  unsigned bits = 0;    ///< 0: of a type that is no vector of bits
};

/// A parameter of a module, and its value there.
struct ModuleParameter {
  std::string name;
  long value = 0;
};

/// The parameters of the top module in the netlist that `verilator --xml-only` writes.
std::vector<ModuleParameter> parameters_in_netlist(const std::string& xml);

/// The ports of the top module in the netlist that `verilator --xml-only` writes, in their order.
std::vector<ModulePort> ports_in_netlist(const std::string& xml);

}  // namespace xb
