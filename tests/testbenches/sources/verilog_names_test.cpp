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
