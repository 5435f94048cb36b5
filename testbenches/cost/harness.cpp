// SPDX-License-Identifier: Apache-2.0
#include "testbenches/cost/harness.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace xb {
namespace {

bool begins(const std::string& name, const char* beginning) { return name.rfind(beginning, 0) == 0; }

/// The connections of the switch, port by port.
class Pins {
 public:
  explicit Pins(const CostedModule& module) : module_(module) {
    for (const ModulePort& port : module.ports)
      pins_.push_back(fmt::format(".{}({})", port.name, wire(port)));
  }
  [[nodiscard]] unsigned in() const { return in_; }
  [[nodiscard]] unsigned out() const { return out_; }
  [[nodiscard]] std::string text() const { return fmt::format("{}", fmt::join(pins_, ",\n    ")); }
  [[nodiscard]] const std::string& other() const { return other_; }

 private:
  static std::string part(const char* vector, unsigned& used, unsigned bits) {
    used += bits;
    return fmt::format("{}[{}:{}]", vector, used - 1, used - bits);
  }
  std::string wire(const ModulePort& port) {
    const std::string& name = port.name;
    const bool stream = (begins(name, "s_axis_") || begins(name, "m_axis_")) &&
                        (module_.keep || name.find("tkeep") == std::string::npos) &&
                        name.find("_tid_") == std::string::npos;  // none: its ports are not there
    if (port.output) return stream ? part("out", out_, port.bits) : "";
    if (stream) return part("in_q", in_, port.bits);
    if (name == "clk_i" || name == "rst_ni") return name;
    if (begins(name, "s_axis_tkeep")) return "'1";
    if (begins(name, "s_axis_tid")) return "'0";
    if (begins(name, "cfg_")) {
      const auto setting = module_.settings.find(name.substr(4, name.size() - 6));
      if (setting != module_.settings.end()) return fmt::format("{}'d{}", port.bits, setting->second);
    }
    other_ += fmt::format("  input  wire [{}:0] {},\n", port.bits - 1, name);
    return name;
  }

  const CostedModule& module_;
  std::vector<std::string> pins_;
  std::string other_;
  unsigned in_ = 0, out_ = 0;
};

}  // namespace

Harness cost_harness(const CostedModule& module) {
  const Pins pins(module);
  std::vector<std::string> parameters;
  for (const auto& [name, value] : module.parameters)
    parameters.push_back(fmt::format(".{}({})", name, value));
  const std::string text = fmt::format(
      "`default_nettype none\n"
      "module {} (\n"
      "  input  wire clk_i, reset_ni, serial_i,\n{}"
      "  output reg  serial_o\n"
      ");\n"
      "  reg           rst_ni;\n"
      "  reg  [{}:0] in_q;\n"
      "  wire [{}:0] out;\n"
      "  reg  [{}:0] out_q, sum_q;\n"
      "  always_ff @(posedge clk_i) begin\n"
      "    rst_ni   <= reset_ni;\n"
      "    in_q     <= {{in_q, serial_i}};\n"
      "    out_q    <= out;\n"
      "    sum_q    <= out_q ^ (sum_q >> 1);\n"
      "    serial_o <= sum_q[0];\n"
      "  end\n"
      "  {} {}u_switch (\n    {}\n  );\n"
      "endmodule\n"
      "`default_nettype wire\n",
      kHarness, pins.other(), pins.in() - 1, pins.out() - 1, pins.out() - 1, module.name,
      parameters.empty() ? "" : fmt::format("#({}) ", fmt::join(parameters, ", ")), pins.text());
  return {text, pins.in() + 2 * pins.out() + 2};
}

}  // namespace xb
