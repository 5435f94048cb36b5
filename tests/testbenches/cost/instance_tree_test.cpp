// SPDX-License-Identifier: Apache-2.0
#include "testbenches/cost/circuit.h"
#include "tests/catch.h"

using namespace xb;

TEST_CASE("a cell is of the innermost instance that its name begins with", "[testbenches]") {
  const InstanceTree tree(R"(
attribute \hdlname "\\xb_fifo"
module $paramod$0f12\xb_fifo
  cell $paramod\xb_ram\Words=s32'00000000000000000000000000000100 \gen_ram.u_ram
    connect \clk_i \clk_i
  end
end
module \top
  parameter \W 3
  cell $paramod$0f12\xb_fifo \gen_input[1].u_fifo
    connect \q { }
  end
end
)",
                          "top");
  const auto found = [&](const std::string& cell) {
    const auto [name, module] = tree.of(cell);
    return name + " " + module;
  };
  CHECK(found("gen_input[1].u_fifo.gen_ram.u_ram.mem_q.0.0") == "gen_input[1].u_fifo.gen_ram.u_ram xb_ram");
  CHECK(found("gen_input[1].u_fifo.count_q_LUT4_Z") == "gen_input[1].u_fifo xb_fifo");
  CHECK(found("gen_input[2].x") == " top");
  CHECK(found("sum_q_TRELLIS_FF_Q") == " top");
}
