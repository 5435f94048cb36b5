// SPDX-License-Identifier: Apache-2.0
// Faults that the short check finds by luck only, and the long one for sure.
#include <cstdlib>
#include <fstream>

#include "host/config/config_keys.h"
#include "testbenches/engines/engines.h"
#include "testbenches/recording/device_check.h"
#include "testbenches/recording/exercise.h"
#include "tests/catch.h"
#include "tests/testbenches/scratch_folder.h"

using namespace xb;

namespace {

/// One packet at a time, input by input. Faults: 1 its turn ends after 128 beats, 2 the 65,536th beat of
/// output 0 is lost, 3 input 2 has no turn while inputs 0 to 2 send and no other, 4 data of output 5 are
/// wrong.
const char* const kTurns = R"sv(
module turns #(parameter int N = 4)(input logic clk, input logic rst,
    input logic [N-1:0] s_tvalid, output logic [N-1:0] s_tready, input logic [N*64-1:0] s_tdata,
    input logic [N-1:0] s_tlast, input logic [N*$clog2(N)-1:0] s_tdest, output logic [N-1:0] m_tvalid,
    input logic [N-1:0] m_tready, output logic [N*64-1:0] m_tdata, output logic [N-1:0] m_tlast);
  localparam int L = $clog2(N);
  integer fault;
  initial fault = $c32("std::atoi(std::getenv(\"XB_FAULT\") ? std::getenv(\"XB_FAULT\") : \"0\")");
  logic [L-1:0] turn, to;
  logic amid, lost, skipped, moves, ends;
  logic [31:0] beats, length;
  assign to = s_tdest[turn*L +: L];
  assign lost = fault == 2 && beats == 65535 && to == 0;
  assign skipped = fault == 3 && s_tvalid == N'(7) && turn == 2 && !amid;
  assign moves = s_tvalid[turn] && s_tready[turn];
  assign ends = s_tlast[turn] || (fault == 1 && length == 127);
  always_comb begin
    s_tready = '0; m_tvalid = '0; m_tdata = {N{s_tdata[turn*64 +: 64]}}; m_tlast = {N{s_tlast[turn]}};
    if (fault == 4 && N > 5 && to == L'(5)) m_tdata = ~m_tdata;
    s_tready[turn] = (m_tready[to] || lost) && !skipped;
    m_tvalid[to] = s_tvalid[turn] && !lost && !skipped;
  end
  always_ff @(posedge clk)
    if (rst) begin turn <= '0; amid <= 1'b0; beats <= '0; length <= '0; end
    else begin
      if (moves) begin amid <= !ends; length <= ends ? '0 : length + 1; end
      if (moves && to == 0) beats <= beats + 1;
      if (skipped || (s_tvalid[turn] ? moves && ends : !amid)) turn <= turn == L'(N - 1) ? '0 : turn + 1'b1;
    end
endmodule
)sv";

/// At a number of ports, with a fault.
Setup turns_setup(const ScratchFolder& folder, unsigned ports, int fault) {
  setenv("XB_FAULT", std::to_string(fault).c_str(), 1);
  std::ofstream(folder.path() / "turns.sv") << kTurns;
  std::ofstream(folder.path() / "turns.toml")
      << "[device]\ntop = \"turns\"\nfiles = \"turns.sv\"\n[parameters]\nN = \"ports\"\n[in]\ntvalid = "
         "\"s_tvalid\"\n"
         "tready = \"s_tready\"\ntdata = \"s_tdata\"\ntlast = \"s_tlast\"\ntdest = \"s_tdest\"\n[out]\n"
         "tvalid = \"m_tvalid\"\ntready = \"m_tready\"\ntdata = \"m_tdata\"\ntlast = \"m_tlast\"\n";
  RunConfig config;
  set_key(config, "device", (folder.path() / "turns.toml").string(), "test");
  config.ports = ports;
  return resolve(config);
}

std::string broken(const std::optional<RuleViolation>& violation) { return violation ? violation->rule : ""; }

}  // namespace

TEST_CASE("device check --long: what only long packets, many beats or some inputs show", "[testbenches]") {
  const ScratchFolder folder;
  for (const int fault : {0, 1, 2, 3, 4}) {
    CAPTURE(fault);
    const Setup setup = turns_setup(folder, 4, fault);
    CHECK(broken(check_device(setup).violation).empty());
    const ExerciseResult subsets = exercise_subsets(setup, *make_random_start(setup));
    CHECK(broken(subsets.violation) == (fault == 3 ? "progress" : ""));
    if (fault != 1 && fault != 2) continue;
    const ExerciseResult many = exercise_many(setup, *make_random_start(setup));
    CHECK(broken(many.violation) == (fault == 1 ? "interleaving" : "data"));
  }
}

TEST_CASE("device check --long: a fault of port 5 needs six ports", "[testbenches]") {
  const ScratchFolder folder;
  CHECK(broken(check_device(turns_setup(folder, 6, 4)).violation) == "packet");
}

TEST_CASE("device check --long: a switch without a fault breaks no rule", "[testbenches]") {
  const ScratchFolder folder;
  const DeviceCheck check = check_device_long(turns_setup(folder, 4, 0));
  CHECK(broken(check.violation).empty());
  CHECK(check.runs == 5);
  CHECK(check.beats > 4000000);
}
