// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace xb {

/// The names in a text of Verilog or SystemVerilog, whatever its macros say.
struct VerilogNames {
  std::vector<std::string> modules;        ///< that it declares: modules, interfaces, packages, primitives
  std::vector<std::string> packages;       ///< those of them that are packages
  std::vector<std::string> without_ports;  ///< those of them that have none, as testbenches
  std::set<std::string> macros;            ///< that it defines
  std::set<std::string> mentioned;         ///< every identifier outside of comments and strings
  std::map<std::string, unsigned> uses;    ///< how often each is the type of something, but in those
};

VerilogNames verilog_names(const std::string& text);

/// Names, strings and signs of a text of Verilog, in it.
std::vector<std::string_view> verilog_words(std::string_view text);

}  // namespace xb
