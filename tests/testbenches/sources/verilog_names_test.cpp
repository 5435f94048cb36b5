// SPDX-License-Identifier: Apache-2.0
#include "testbenches/sources/verilog_names.h"

#include "tests/catch.h"

using namespace xb;
using Names = std::vector<std::string>;

TEST_CASE("modules, packages and interfaces of a text are found", "[testbenches]") {
  const VerilogNames names = verilog_names(R"(
`default_nettype none
/* module no; */ // module nor_this;
package my_pkg; localparam string S = "module \" text"; endpackage
module automatic a #(parameter N = 4'd3) (input wire clk); b u_b (.c(clk)); endmodule : a
macromodule m; endmodule
interface bus; endinterface
primitive p (o, i); endprimitive
)");
  CHECK(names.modules == Names{"my_pkg", "a", "m", "bus", "p"});
  CHECK(names.packages == Names{"my_pkg"});
  for (const char* name : {"b", "u_b", "clk", "my_pkg"}) CHECK(names.mentioned.count(name) == 1);
  for (const char* name : {"no", "nor_this", "text", "d3", "default_nettype"})
    CHECK(names.mentioned.count(name) == 0);
}

TEST_CASE("a module is used where something else follows its name, but not by a testbench", "[testbenches]") {
  const VerilogNames names = verilog_names(R"(
module a(input clk, input b, bus.slave s); c #(2) u_c (.b(b)); d u_d(.clk(clk));
always @(posedge b or negedge e) ; endmodule
bind f checks u_checks(.*);
module tb; a dut(.clk(clk)); endmodule
)");
  for (const char* used : {"bus", "c", "d", "checks"}) CHECK(names.uses.count(used) == 1);
  for (const char* named : {"a", "b", "e", "f", "clk"}) CHECK(names.uses.count(named) == 0);
  CHECK(names.without_ports == Names{"tb"});
}

TEST_CASE("a module without ports has none in parentheses either, whatever its parameters", "[testbenches]") {
  const VerilogNames names = verilog_names(R"(
module t1(); a dut(); endmodule
module t2 #(parameter A = (1 + 2), type T = logic) ( /* none */ ); b dut(); endmodule
module t3 import p::*; #(parameter A = 1); c dut(); endmodule
module t4 import p::*, q::*; (); d dut(); endmodule
module m1 #() (input clk); e u(); endmodule
module m2 #(parameter A = 1) (`PORTS); endmodule
module m3 import p::*; (clk, (r)); endmodule
module m4 (.a(b)); endmodule
module m5 ("x", {b}); endmodule
)");
  CHECK(names.without_ports == Names{"t1", "t2", "t3", "t4"});
  for (const char* used : {"a", "b", "c", "d"}) CHECK(names.uses.count(used) == 0);
  CHECK(names.uses.count("e") == 1);
}

TEST_CASE("macros are those of code, not of comments", "[testbenches]") {
  const VerilogNames names = verilog_names(
      "`define A 1\n// `define B\n/* `define C */ `define\tD(x) \"x\n"
      "`ifdef E\n`undef F\n  `define  G\n`endif\n`define");
  CHECK(names.macros == std::set<std::string>{"A", "D", "G", ""});
}

TEST_CASE("an escaped name goes up to a blank, and is no keyword", "[testbenches]") {
  const VerilogNames names = verilog_names(
      "`define M(x) \\\n  x\n"
      "module \\a.b (input clk, input \\module ); \\$paramod\\c\\W=4'd3  u(.clk(clk)); endmodule\n"
      "module \\$paramod\\c\\W=4'd3 (input clk); \\// r (clk); \\endmodule e(clk); endmodule");
  CHECK(names.modules == Names{"a.b", "$paramod\\c\\W=4'd3"});
  CHECK(names.uses.count("$paramod\\c\\W=4'd3") == 1);
  CHECK(names.uses.count("a.b") == 0);
  for (const char* used : {"//", "endmodule"}) CHECK(names.uses.count(used) == 1);
}

TEST_CASE("a text that ends anywhere is read to its end", "[testbenches]") {
  const std::string whole = "module a; /* x */ string s = \"y\\\"\"; // z\nendmodule";
  for (std::size_t length = 0; length <= whole.size(); ++length) {
    const VerilogNames names = verilog_names(whole.substr(0, length));
    CHECK(names.modules.size() == (length > 7U ? 1 : 0));
  }
  CHECK(verilog_names("module").modules.empty());
  CHECK(verilog_names("module (x").modules.empty());
  CHECK(verilog_names("\"\\").mentioned.empty());
}
