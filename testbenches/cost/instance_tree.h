// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

namespace xb {

/// Which instance a cell of a flattened design is of, and of which module that is.
class InstanceTree {
 public:
  /// `dump`: the instances as yosys' `dump` writes them, before they are flattened.
  InstanceTree(const std::string& dump, std::string top);

  struct Instance {
    std::string name, module;
  };
  /// The innermost of a cell's or net's name, `u_switch.u_fifo.count_q_LUT4_Z`; of the top its own module.
  [[nodiscard]] Instance of(const std::string& cell) const;

 private:
  using Instances = std::map<std::string, std::string>;  // modules, with parameters, by name

  std::map<std::string, Instances> modules_;
  std::string top_;
};

}  // namespace xb
