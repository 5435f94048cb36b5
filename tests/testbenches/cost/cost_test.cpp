// SPDX-License-Identifier: Apache-2.0
#include "testbenches/cost/cost.h"

#include <nlohmann/json.hpp>

#include "testbenches/cost/circuit.h"
#include "tests/catch.h"

using namespace xb;
using Json = nlohmann::ordered_json;

namespace {

CostResult counted(CostTarget target, const Json& cells) {
  CostResult cost;
  count_cells(cost_flow(target), {{"design", {{"num_memory_bits", 99}, {"num_cells_by_type", cells}}}}, cost);
  return cost;
}

}  // namespace

TEST_CASE("cells of every target count as what they are, and what it has none of is 0", "[testbenches]") {
  const CostResult ecp5 = counted(CostTarget::Ecp5, {{"LUT4", 7}, {"TRELLIS_FF", 5}, {"L6MUX21", 3}});
  CHECK(ecp5.lut4 == 7);
  CHECK(ecp5.ff == 5);
  CHECK(ecp5.bram == 0);
  CHECK(!ecp5.gates);
  CHECK(!ecp5.memory_bits);
  const CostResult ice40 =
      counted(CostTarget::Ice40, {{"SB_DFF", 1}, {"SB_DFFESR", 2}, {"SB_RAM40_4KNR", 3}});
  CHECK(ice40.ff == 3);
  CHECK(ice40.bram == 3);
  CHECK(!ice40.lutram);
  const CostResult xc7 = counted(CostTarget::Xc7, {{"LUT2", 1},
                                                   {"LUT6", 1},
                                                   {"FDRE", 2},
                                                   {"FDCE", 2},
                                                   {"RAMB36E1", 2},
                                                   {"RAMB18E1", 1},
                                                   {"RAM32M", 4},
                                                   {"SRL16E", 1},
                                                   {"BUFG", 1}});
  CHECK(xc7.lut4 == 2);
  CHECK(xc7.ff == 4);
  CHECK(xc7.bram == 5);
  CHECK(xc7.lutram == 5);
  const CostResult generic =
      counted(CostTarget::Generic,
              {{"$_SDFFE_PN0P_", 3}, {"$_DFF_P_", 1}, {"$_ANDNOT_", 4}, {"$_MUX_", 1}, {"$memrd_v2", 1}});
  CHECK(generic.ff == 4);
  CHECK(generic.gates == 5);
  CHECK(generic.memory_bits == 99);
  CHECK(!generic.lut4);
}

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
