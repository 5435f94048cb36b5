// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "host/config/setup.h"
#include "host/device/device.h"
#include "testbenches/sources/model_sources.h"
#include "testbenches/sources/module_ports.h"

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

constexpr const char* kHarness = "xb_cost_harness";  ///< its module
constexpr const char* kHarnessFile = "xb_cost_harness.sv";

/// The module whose cost is asked for, as its instance has it.
struct CostedModule {
  std::string name;
  std::vector<std::pair<std::string, std::string>> parameters;
  std::vector<ModulePort> ports;
  std::map<std::string, std::string> settings;  ///< value of each `cfg_NAME_i`, by NAME
  bool keep = false;                            ///< tkeep is part of its streams
  bool classes = false;                         ///< so is tid
};

struct Harness {
  std::string text;
  unsigned flip_flops = 0;
};

/// A module around a switch in which every pin of its streams is a flip-flop's: a shift register before it, a
/// chain of registered sums behind it, so that nothing is thrown away. Its settings are tied, what it shows
/// of itself is open, and what else it has are pins.
Harness cost_harness(const CostedModule& module);

/// The switch of a point, to be synthesized: of what its traffic is, nothing.
class Circuit {
 public:
  explicit Circuit(const Setup& setup);

  /// All that it is made of, as a text.
  [[nodiscard]] std::string identity() const;
  /// Leaves links to the sources and the harness in a folder; its flip-flops. Throws InputError, one line, if
  /// a user's modules do not fit.
  [[nodiscard]] unsigned write(const std::filesystem::path& folder) const;
  /// What yosys reads there.
  [[nodiscard]] std::string read_command() const;
  [[nodiscard]] const ModelSources& sources() const { return sources_; }

 private:
  CostedModule module_;  // its ports are not known yet
  ModelSources sources_;
  std::shared_ptr<const Device> device_;  // of a user; null: the lab's switch
  RunConfig config_;
};

}  // namespace xb
