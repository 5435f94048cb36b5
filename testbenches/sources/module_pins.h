// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "host/base/input_errors.h"
#include "host/device/device.h"
#include "testbenches/sources/module_ports.h"

namespace xb {

/// The ports of a device's module, and what its instance connects to each. A name of one may be a part of a
/// vector, `PORT[HIGH:LOW]` or `PORT[BIT]`, expressions of a description. What is wrong with a description
/// throws InputError, `FILE:LINE:COLUMN: KEY: ...`.
class ModulePins {
 public:
  /// `count`: ports of the switch. `names`: of expressions. Device and ports outlive it.
  ModulePins(const Device& device, const std::vector<ModulePort>& ports, unsigned count,
             ExpressionNames names)
      : device_(device), ports_(ports), count_(count), names_(std::move(names)) {}

  /// The module's port of that name and direction, which is for so many ports of the switch.
  [[nodiscard]] ModulePort need(const std::string& place, const std::string& key, const std::string& name,
                                bool output, unsigned elements = 1) const;
  /// Bits that a signal has for each port of the switch. `wanted` 0: any number.
  [[nodiscard]] unsigned bits_of(const DevicePort& p, bool output, unsigned wanted) const;
  /// How many of the switch's ports a side of the module has, that has these bits of a valid: all, or, of a
  /// switch that is not square, as many as are connected.
  [[nodiscard]] unsigned count_of(const DevicePort& valid, bool output, unsigned connected) const;
  /// How many ports of the switch a valid of the module is for; 0: it has no such port.
  [[nodiscard]] unsigned ports_of(const DevicePort& valid) const;
  /// From now on signals are of a side with so many ports.
  void set_count(unsigned count) { count_ = count; }
  /// Connects a port, or those of a signal to a wire with `bits` for each port of the switch. Parts of a
  /// vector, members of a struct and unpacked arrays get a wire of their type between, in adapters().
  void pin(const std::string& place, const std::string& key, const std::string& name,
           const std::string& value, unsigned elements = 1);
  void pins(const DevicePort& p, const std::string& wire, unsigned bits);
  /// Connects an input, each bit with the value.
  void each_bit(const std::string& place, const std::string& key, const std::string& name,
                const std::string& value);
  /// What stands in front of the instance.
  [[nodiscard]] const std::string& adapters() const { return adapters_; }
  /// An input that nothing drives is an oversight: the first of them.
  void check_all_inputs(ErrorList& errors) const;
  /// The instance's list of connections.
  [[nodiscard]] std::string text() const;

 private:
  [[nodiscard]] const ModulePort* named(const std::string& name) const;
  [[nodiscard]] std::optional<ModulePort> find(const std::string& name, unsigned elements) const;
  [[nodiscard]] std::optional<ModulePort> part_of(const std::string& name, unsigned elements) const;
  [[nodiscard]] unsigned elements_of(const DevicePort& p) const { return p.per_port() ? 1 : count_; }
  [[nodiscard]] std::string port_0_first(const std::string& wire, unsigned bits) const;
  void use(const std::string& place, const std::string& key, const std::string& name);
  void use_part(const std::string& place, const std::string& key, const ModulePort& part);
  void adapt(const std::string& place, const std::string& key, const ModulePort& port,
             const std::string& wire, unsigned first_bit, bool same);

  const Device& device_;
  const std::vector<ModulePort>& ports_;
  unsigned count_;
  std::vector<std::string> pins_;
  ExpressionNames names_;
  std::set<std::string> used_, adapted_;
  std::map<std::string, std::vector<bool>> driven_;  // bits of an input that parts of it drive
  std::string adapters_;
};

}  // namespace xb
