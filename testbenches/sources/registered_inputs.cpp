// SPDX-License-Identifier: Apache-2.0
#include "testbenches/sources/registered_inputs.h"

#include <fmt/format.h>

#include <sstream>

namespace xb {
namespace {

bool starts_with(const std::string& text, const std::string& begin) { return text.rfind(begin, 0) == 0; }

/// A port's or parameter's line in two: what comes before its name, and that.
struct Declaration {
  std::string before, name;

  explicit Declaration(const std::string& line) {
    const std::size_t equals = line.find(" =");
    const std::size_t end = line.find_last_not_of(" ,", equals == std::string::npos ? equals : equals - 1);
    const std::size_t begin = line.rfind(' ', end) + 1;
    before = line.substr(0, begin);
    name = line.substr(begin, end + 1 - begin);
  }
};

}  // namespace

std::string registered_inputs(const std::string& source) {
  const std::size_t begin = source.find("\nmodule ") + 1;
  std::istringstream lines(source.substr(begin, source.find("\n);\n", begin) - begin));
  std::string head, module, parameters, registers, pins;
  for (std::string line; std::getline(lines, line);) {
    if (starts_with(line, "module ")) {
      module = line.substr(7, line.find(' ', 7) - 7);
      line = fmt::format("module {} #(", kRegisteredInputs);
    }
    head += line + "\n";
    if (line == ") (") head += "  input logic in_clk_i,\n";
    const Declaration one(line);
    if (starts_with(line, "  parameter ")) {
      parameters += fmt::format("{}.{}({})", parameters.empty() ? "" : ", ", one.name, one.name);
    } else if (starts_with(line, "  output ") || one.name == "clk_i" || one.name == "rst_ni") {
      pins += fmt::format("{}.{}", pins.empty() ? "" : ", ", one.name);
    } else if (starts_with(line, "  input ")) {
      registers += fmt::format("  {}{}_q;\n  always_ff @(posedge in_clk_i) {}_q <= {};\n",
                               one.before.substr(one.before.find("logic")), one.name, one.name, one.name);
      pins += fmt::format(", .{}({}_q)", one.name, one.name);
    }
  }
  return fmt::format("{});\n{}  {} #({}) u_switch ({});\nendmodule\n", head, registers, module, parameters,
                     pins);
}

}  // namespace xb
