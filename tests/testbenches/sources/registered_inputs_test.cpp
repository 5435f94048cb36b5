// SPDX-License-Identifier: Apache-2.0
#include "testbenches/sources/rtl_sources.h"
#include "tests/catch.h"

using namespace xb;

TEST_CASE("inputs go through registers, but clock and reset, and outputs and parameters as they are",
          "[testbenches]") {
  const std::string source =
      "/// A switch.\n"
      "module xb_switch_one #(\n"
      "  /// Ports.\n"
      "  parameter int unsigned NumPorts = 4,\n"
      "  parameter int unsigned Keep = 0,\n"
      "  localparam int unsigned Width = 2 * NumPorts\n"
      ") (\n"
      "  input  logic             clk_i,\n"
      "  input  logic             rst_ni,\n"
      "  /// Data.\n"
      "  input  logic [Width-1:0] s_data_i,\n"
      "  input  logic             cfg_drop_i,\n"
      "  output logic [Width-1:0] m_data_o\n"
      ");\n"
      "  assign m_data_o = s_data_i;\n"
      "endmodule\n";
  const std::string made = registered_inputs(source);
  CHECK(made.substr(0, made.find("\n  ///")) == "module xb_registered_inputs #(");
  CHECK(made.find("  input logic in_clk_i,\n  input  logic             clk_i,\n") != std::string::npos);
  CHECK(
      made.substr(made.find("\n);\n")) ==
      "\n);\n"
      "  logic [Width-1:0] s_data_i_q;\n"
      "  always_ff @(posedge in_clk_i) s_data_i_q <= s_data_i;\n"
      "  logic             cfg_drop_i_q;\n"
      "  always_ff @(posedge in_clk_i) cfg_drop_i_q <= cfg_drop_i;\n"
      "  xb_switch_one #(.NumPorts(NumPorts), .Keep(Keep)) u_switch (.clk_i, .rst_ni, .s_data_i(s_data_i_q), "
      ".cfg_drop_i(cfg_drop_i_q), .m_data_o);\n"
      "endmodule\n");
}
