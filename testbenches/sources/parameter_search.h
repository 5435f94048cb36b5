// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "testbenches/sources/module_ports.h"
#include "testbenches/sources/stream_search.h"

namespace xb {

/// A module with values for some of its parameters.
struct Elaboration {
  std::vector<ModulePort> ports;
  std::vector<ModuleParameter> parameters;
};

/// Elaborates a module with one parameter changed (empty name: none); nothing where it refuses the value.
using Elaborate = std::function<std::optional<Elaboration>(const std::string& name, long value)>;

/// What a parameter is to the ports.
struct FoundParameter {
  ModuleParameter parameter;
  std::string expression;  ///< of `ports` and `width`, as device.h reads it; empty: none is found
  std::string note;        ///< why none, or what to look at
};

struct FoundParameters {
  std::vector<FoundParameter> all;  ///< but for those whose values follow from others, as $clog2(PORTS)
  bool sets_ports = false, sets_width = false;
  bool sets_each_side = false;  ///< one sets the inputs, another the outputs, both to `ports`
  std::string dest_value;       ///< SystemVerilog of `dest`, where the destination is not just that number
};

/// What grows with each parameter when it is changed: the number of the switch's ports, the width of data, or
/// of what goes with that. `usual`: the module with its own values, `streams` what was found in it.
FoundParameters find_parameters(const Elaboration& usual, const FoundStreams& streams,
                                const Elaborate& elaborate);

}  // namespace xb
