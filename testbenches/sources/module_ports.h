// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

namespace xb {

/// Where the bits of a port's element are: in elements of `stride` bits, `bits` of them from `offset` on.
struct PortLayout {
  std::string base;       ///< the module's port; empty: the port is a vector of bits as it is
  unsigned elements = 1;  ///< of it, element 0 the lowest
  unsigned stride = 0, offset = 0, bits = 0;
  bool unpacked = false;     ///< the elements are an unpacked array,
  long left = 0, right = 0;  ///< which is declared [left:right]
  bool ascending = false;    ///< a packed one is declared [0:N-1]: element 0 is the highest

  /// What stands behind the port's name for the bits of an element.
  [[nodiscard]] std::string part(unsigned element) const;
};

/// A port of a module as it is elaborated, or a member of one that is a packed struct, or an array of
/// structs.
struct ModulePort {
  std::string name;     ///< PORT or PORT.MEMBER
  bool output = false;  ///< or an input, or one that is both
  unsigned bits = 0;    ///< of all elements; 0: of a type that is no vector of bits
  PortLayout layout = {};
  bool both = false;  ///< an inout, which may stay open

  /// The module's port.
  [[nodiscard]] const std::string& base() const { return layout.base.empty() ? name : layout.base; }
};

/// A parameter of a module, and its value there.
struct ModuleParameter {
  std::string name;
  long value = 0;
  bool whole = true;  ///< a number; else a text, a real number, or more than 60 bits
  /// What it is as a text. Of one without a type that is bits, which may be meant as a number.
  std::string text = {};
  bool has_type_of_text = false;
};

/// A name as Verilator takes it with `-G`, and writes it: what is no letter, digit or single underscore has
/// its code in it.
std::string coded_name(const std::string& name);

/// An input of a module, at whose edges its registers change.
struct EdgeInput {
  std::string name;
  bool falling = false;
  bool clocks = false;      ///< the first of its list that rises: the others are
                            ///< asynchronous resets
  bool only_falls = false;  ///< it never rises, and nothing does without it: if it is a clock, it falls
};

/// Those of the top module in the netlist that `verilator --xml-only --flatten` writes.
std::vector<EdgeInput> edges_in_netlist(const std::string& xml);

/// The parameters of the top module in the netlist that `verilator --xml-only` writes, or of an interface.
std::vector<ModuleParameter> parameters_in_netlist(const std::string& xml, const std::string& interface = "");

/// The ports of the top module in the netlist that `verilator --xml-only` writes, in their order; of a struct
/// its members. Or the ports of an interface; or what a modport of it has besides.
std::vector<ModulePort> ports_in_netlist(const std::string& xml, const std::string& interface = "",
                                         const std::string& modport = "");

/// An instance of an interface, or an array of them, in the top module of such a netlist.
struct InterfaceInstance {
  std::string elaborated;   ///< the interface with its parameters, as the netlist calls it
  std::vector<long> range;  ///< of an array: [left:right]
};
std::map<std::string, InterfaceInstance> interfaces_in_netlist(const std::string& xml);

}  // namespace xb
