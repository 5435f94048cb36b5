// SPDX-License-Identifier: Apache-2.0
#include "testbenches/tracing/device_check.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <set>

#include "host/base/errors.h"
#include "host/base/pattern.h"
#include "host/config/config_keys.h"
#include "host/device/device.h"
#include "host/point/traffic_config.h"
#include "host/run/simulation.h"
#include "testbenches/engines/engines.h"
#include "testbenches/engines/model_library.h"
#include "testbenches/engines/paths.h"
#include "testbenches/tracing/exercise.h"
#include "tests/catch.h"
#include "tests/host/keys_of.h"
#include "tests/host/message_of.h"
#include "tests/testbenches/planted_fault.h"
#include "tests/testbenches/scratch_folder.h"

using namespace xb;
namespace fs = std::filesystem;

namespace {

/// Their numbers begin with 1: `fault` in the module.
const std::vector<PlantedFault> kFaults{
    {"a word is lost when the FIFO is full",
     {"data", "packet", "order", "tlast", "whole-packets", "interleaving"},
     {{"assign in_ready  = !full;", "assign in_ready  = !full || fault == 1;"}}},
    {"a beat is corrupted after the FIFO has wrapped",
     {"data", "packet"},
     {{"<= in_data;", "<= (fault == 2 && wr == (1 << LOG_DEPTH)) ? in_data ^ 2 : in_data;"}}},
    {"packets are interleaved",
     {"interleaving"},
     {{"busy   <= !(out_ready && out_beat[BEAT-1]);",
       "busy   <= !(out_ready && (out_beat[BEAT-1] || fault == 3));"},
      {"if (out_ready && out_beat[BEAT-1]) first",
       "if (out_ready && (out_beat[BEAT-1] || fault == 3)) first"}}},
    {"valid is dropped under back-pressure",
     {"valid-holds"},
     {{"assign out_valid = wants[grant];",
       "reg waited;\n  always @(posedge clk) waited <= !rst && out_valid && !out_ready;\n"
       "  assign out_valid = wants[grant] && !(fault == 4 && waited);"}}},
    {"a port starves",
     {"progress"},
     {{"busy ? holder : next;", "busy ? holder : (fault == 5 && wants[0]) ? 2'd0 : next;"}}},
    {"it stops for good once a FIFO was full",
     {"progress"},
     {{"!full || fault == 1;",
       "(!full || fault == 1) && !(fault == 6 && was_full);\n  reg was_full;\n"
       "  always @(posedge clk) was_full <= !rst && (was_full || full);"},
      {"push = in_valid && !full;", "push = in_valid && !full && !(fault == 6 && was_full);"}}},
    {"a packet is torn when the FIFO is full",
     {"whole-packets"},
     {{"(!full || fault == 1)", "(!full || fault == 1 || fault == 7)"},
      {"push = in_valid && !full &&", "push = in_valid && !full && !(fault == 7 && tears) &&"},
      {"reg was_full;",
       "reg was_full, tears;  // up to its packet's last beat\n  always @(posedge clk) if (rst) tears <= 0;\n"
       "    else if (in_valid && in_data[WIDTH-3]) tears <= 0;\n    else if (in_valid && full) tears <= "
       "1;"}}},
    {"one address is misrouted",
     {"route"},
     {{"in_beat = {s3_axis_tdest, s3_axis_tlast, s3_axis_tkeep, s3_axis_tdata,\n                    "
       "s2_axis_tdest",
       "in_beat = {s3_axis_tdest, s3_axis_tlast, s3_axis_tkeep, s3_axis_tdata,\n                    "
       "(fault == 8 && s2_axis_tdest == 2'd3) ? 2'd1 : s2_axis_tdest"}}},
    {"a packet's last beat comes twice",
     {"packet"},
     {{"if (pop) rd", "if (pop && !(fault == 9 && out_data[WIDTH-3] && !again)) rd"},
      {"reg was_full, tears;",
       "reg again;\n  always @(posedge clk) again <= !rst && (again ^ (pop && out_data[WIDTH-3]));\n"
       "  reg was_full, tears;"}}},
    {"room of the FIFO leaks away",
     {"progress"},
     {{"full = used[LOG_DEPTH];",
       "full = used[LOG_DEPTH] || (fault == 10 && used >= (1 << LOG_DEPTH) - pops[13:9]);\n  reg [13:0] "
       "pops;\n"
       "  always @(posedge clk) pops <= rst ? 14'd0 : (pop && pops < 14'h2000) ? pops + 14'd1 : pops;"}}},
    {"a reset keeps a flag",
     {"reset"},
     {{"first  <= 2'd0;", "if (fault != 11) first <= 2'd0;"},
      {"reg [1:0] holder, first;", "reg [1:0] holder, first;\n  initial first = 2'd0;"}}},
    {"a register is not reset", {"idle", "initial-values"}, {{"wr <= 0;", "if (fault != 12) wr <= 0;"}}},
};

/// The example with all faults in it, of which the environment chooses one.
void write_faulty(const fs::path& folder) {
  std::string text = text_of(quad_example("quad_switch.v"));
  for (const PlantedFault& fault : kFaults) {
    for (const auto& [from, to] : fault.changes) text = replaced(text, from, to);
  }
  const std::string chosen =
      ");\n  integer fault;\n  initial fault = $c32(\"std::atoi(std::getenv(\\\"XB_FAULT\\\") ? "
      "std::getenv(\\\"XB_FAULT\\\") : \\\"0\\\")\");\n";
  for (auto at = text.find("\n);\n"); at != std::string::npos; at = text.find("\n);\n", at + 4))
    text.replace(at + 1, 3, chosen);
  std::ofstream(folder / "quad_switch.v") << text;
  fs::copy(quad_example("quad_switch.toml"), folder / "faulty.toml");
}

RunConfig faulty_config(const fs::path& description, std::size_t fault) {
  setenv("XB_FAULT", std::to_string(fault).c_str(), 1);
  return config_of("ports 4", {{"device", description.string()}});
}

DeviceCheck check_of(const fs::path& description, std::size_t fault) {
  return check_device(resolve(faulty_config(description, fault)));
}

/// What ends a user's run with packets of 1 to 9 beats and receivers that stall; empty if nothing does.
std::string verdict_of_run(const fs::path& description, std::size_t fault, const char* traffic = "uniform") {
  RunConfig config = faulty_config(description, fault);
  for (const auto& [key, value] : keys_of("load 1, packet 1..9, receiver-stall 0.1, cycles 60000, warmup 0"))
    set_key(config, key, value, "test");
  config.traffic->traffic = traffic;
  const Setup setup = resolve(config);
  try {
    simulate(setup, *make_random_start(setup));
  } catch (const RunError& error) {
    return error.what();
  }
  return "";
}

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

/// At a number of ports, with a fault, or otherwise changed.
Setup turns_setup(const ScratchFolder& folder, unsigned ports, int fault,
                  const std::vector<std::pair<const char*, const char*>>& changes = {}) {
  setenv("XB_FAULT", std::to_string(fault).c_str(), 1);
  std::string text = kTurns;
  for (const auto& [from, to] : changes) text = replaced(text, from, to);
  std::ofstream(folder.path() / "turns.sv") << text;
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

TEST_CASE("the example switch breaks no rule", "[testbenches]") {
  const DeviceCheck check = check_of(quad_example("quad_switch.toml"), 0);
  INFO((check.violation ? check.violation->text() : ""));
  CHECK_FALSE(check.violation);
  CHECK(check.least_latency == 1);
  CHECK(check.most_latency == 1);
  CHECK(check.saturation == Approx(0.6553).margin(0.02));
}

TEST_CASE("each of twelve faulty switches is found, by its rule, and without a fault none is",
          "[testbenches]") {
  const ScratchFolder folder;
  write_faulty(folder.path());
  const fs::path description = folder.path() / "faulty.toml";
  CHECK_FALSE(check_of(description, 0).violation);
  for (std::size_t n = 0; n < kFaults.size(); ++n) {
    const DeviceCheck check = check_of(description, n + 1);
    CAPTURE(kFaults[n].name);
    REQUIRE(check.violation);
    INFO(check.violation->text());
    CHECK(kFaults[n].rules.count(check.violation->rule) == 1);
    CHECK(check.violation->text().find('\n') == std::string::npos);
  }
  CHECK(kFaults.size() == 12);
}

TEST_CASE("a register of one output's arbiter that is not reset is found", "[testbenches]") {
  for (const char* reset : {"first  <= 2'd0;", "busy   <= 1'b0;"}) {
    CAPTURE(reset);
    const ScratchFolder folder;
    std::string text = replaced(text_of(quad_example("quad_switch.v")), "parameter BEAT = 8",
                                "parameter BEAT = 8, parameter SELF = 0");
    text = replaced(text, "quad_output #(.BEAT(BEAT))", "quad_output #(.BEAT(BEAT), .SELF(o))");
    std::ofstream(folder.path() / "quad_switch.v")
        << replaced(text, reset, std::string("if (SELF != 0) ") + reset);
    fs::copy(quad_example("quad_switch.toml"), folder.path() / "quad.toml");
    const std::string rule = broken(check_of(folder.path() / "quad.toml", 0).violation);
    CHECK(std::set<std::string>{"initial-values", "reset"}.count(rule) == 1);
  }
}

TEST_CASE("a user's run of a faulty switch ends with the rule that is broken", "[testbenches]") {
  const ScratchFolder folder;
  write_faulty(folder.path());
  const fs::path description = folder.path() / "faulty.toml";
  CHECK(verdict_of_run(description, 0).empty());
  CHECK(verdict_of_run(description, 0, "one-hot").empty());
  for (std::size_t n = 0; n < kFaults.size(); ++n) {
    const std::string name = kFaults[n].name;
    const std::string verdict =
        verdict_of_run(description, n + 1, name == "a port starves" ? "one-hot" : "uniform");
    CAPTURE(name, verdict);
    if (name == "a reset keeps a flag") {  // a run has one reset: `device check` finds it
      CHECK(verdict.empty());
      continue;
    }
    const auto is_named = [&](const std::string& rule) {
      return !Pattern("cycle [0-9]+: (in|out)put [0-9]: " + rule + ": expected .*; seen ")
                  .find(verdict)
                  .empty();
    };
    CHECK(std::any_of(kFaults[n].rules.begin(), kFaults[n].rules.end(), is_named));
  }
}

TEST_CASE("a claimed latency that is not so is found", "[testbenches]") {
  const ScratchFolder folder;
  std::string text = text_of(quad_example("quad_switch.toml"));
  text = replaced(text, "zero-load-latency = 1", "zero-load-latency = 2");
  std::ofstream(folder.path() / "quad.toml") << text;
  fs::copy(quad_example("quad_switch.v"), folder.path() / "quad_switch.v");
  const DeviceCheck check = check_of(folder.path() / "quad.toml", 0);
  REQUIRE(check.violation);
  CHECK(check.violation->rule == "zero-load-latency");
  CHECK(check.violation->expected == "2 cycles, as claimed");
  CHECK(check.violation->seen == "1");
}

TEST_CASE("device check: packets that do not fit into a switch's memory are noted, and no others",
          "[testbenches]") {
  const ScratchFolder folder;
  CHECK(check_device(turns_setup(folder, 4, 0)).held_back == 0);
  // A packet is sent once all of it is in, out of a memory of 20 beats.
  const DeviceCheck check = check_device(turns_setup(
      folder, 4, 0,
      {{"assign to = s_tdest[turn*L +: L];",
        "assign to = s_tdest[turn*L +: L];\n  logic [64:0] memory[20];\n  logic [4:0] in, out;\n"
        "  logic [L-1:0] target;\n  logic sends;\n"
        "  always_ff @(posedge clk) if (rst) begin in <= 0; out <= 0; sends <= 0; end else if (!sends) "
        "begin\n"
        "    if (moves) begin memory[in] <= {s_tlast[turn], s_tdata[turn*64 +: 64]}; in <= in + 1; target <= "
        "to; end\n    if (moves && ends) sends <= 1;\n  end else if (m_tready[target]) begin\n"
        "    out <= out + 1;\n    if (memory[out][64]) begin sends <= 0; in <= 0; out <= 0; end\n  end"},
       {"m_tdata = {N{s_tdata[turn*64 +: 64]}}; m_tlast = {N{s_tlast[turn]}};",
        "m_tdata = {N{memory[out][63:0]}}; m_tlast = {N{memory[out][64]}};"},
       {"s_tready[turn] = (m_tready[to] || lost) && !skipped;", "s_tready[turn] = !sends && in < 20;"},
       {"m_tvalid[to] = s_tvalid[turn] && !lost && !skipped;", "m_tvalid[target] = sends;"}}));
  CHECK(broken(check.violation).empty());
  CHECK(check.held_back == 24);
}

TEST_CASE("device check: packets that were tried are counted, at the output that had fewest too",
          "[testbenches]") {
  const ScratchFolder folder;
  const DeviceCheck check = check_device(turns_setup(folder, 4, 0));
  CHECK(check.packets > 4 * check.least_packets);
  CHECK(check.packets < check.beats);
  // What goes wrong behind more of them is not found.
  const auto after = [&](std::uint64_t packets) {
    const std::string less = "count < " + std::to_string(packets) + " && ";
    const std::string ready = "s_tready[turn] = " + less, valid = "m_tvalid[to] = " + less;
    return broken(
        check_device(
            turns_setup(folder, 4, 0,
                        {{"assign to = ",
                          "int count;\n  always_ff @(posedge clk) if (rst) count <= 0; else if (moves && "
                          "ends) count <= count + 1;\n  assign to = "},
                         {"s_tready[turn] = ", ready.c_str()},
                         {"m_tvalid[to] = ", valid.c_str()}}))
            .violation);
  };
  CHECK(after(check.packets - 100) == "progress");
  CHECK(after(check.packets + 1).empty());
}

TEST_CASE("device check: a ready latency, and data that follow what reads them, are asked for",
          "[testbenches]") {
  const ScratchFolder folder;
  const DeviceCheck late = check_device(turns_setup(
      folder, 4, 0,
      {{"assign to = ", "logic [N-1:0] were;\n  always_ff @(posedge clk) were <= m_tready;\n  assign to = "},
       {"(m_tready[to] || lost)", "(were[to] || lost)"},
       {"s_tvalid[turn] && !lost", "s_tvalid[turn] && were[to] && !lost"}}));
  CHECK(broken(late.violation) == "valid-holds");
  CHECK(
      mentions(late.hint, {"out.tvalid, m_tvalid, was only 1 where its receiver had been ready in the cycle "
                           "before: a readyLatency of 1 is ready-latency = 1 in [out]"}));
  const DeviceCheck behind = check_device(
      turns_setup(folder, 4, 0,
                  {{"assign to = ",
                    "logic [63:0] read;\n  always_ff @(posedge clk) if (moves) read <= s_tdata[turn*64 +: "
                    "64];\n  assign to = "},
                   {"m_tdata = {N{s_tdata[turn*64 +: 64]}}", "m_tdata = {N{read}}"}}));
  CHECK(broken(behind.violation) == "packet");
  CHECK(mentions(behind.hint,
                 {"none that was sent: is it in out.tdata, m_tdata, in the cycle",
                  "Data that follow out.tready, m_tready, by a cycle have read-latency = 1 in [out]"}));
}

TEST_CASE("device check: copies of a packet, and packets that are cut, are named", "[testbenches]") {
  const ScratchFolder folder;
  const DeviceCheck floods = check_device(turns_setup(
      folder, 4, 0,
      {{"s_tready[turn] = (m_tready[to] || lost)", "s_tready[turn] = (m_tready == '1)"},
       {"m_tvalid[to] = s_tvalid[turn]", "m_tvalid = {N{s_tvalid[turn]}}; m_tvalid[to] = s_tvalid[turn]"}}));
  CHECK(broken(floods.violation) == "idle");
  CHECK(mentions(floods.hint, {"outputs 0 1 2 3 offer the same beat: each packet is for one output"}));
  // Not if only data are the same.
  const DeviceCheck astray = check_device(turns_setup(
      folder, 4, 0, {{"assign to = s_tdest[turn*L +: L];", "assign to = ~s_tdest[turn*L +: L];"}}));
  CHECK(mentions(astray.hint, {"does the switch find the output in in.tdest"}));
  // Nor if packets have come out of each output.
  const DeviceCheck later =
      check_device(turns_setup(folder, 4, 0,
                               {{"assign to = s_tdest[turn*L +: L];",
                                 "assign to = s_tdest[turn*L +: L] ^ L'(beats > 100 && !amid);"}}));
  CHECK(broken(later.violation) == "route");
  CHECK(later.hint.empty());
  const DeviceCheck cut = check_device(turns_setup(
      folder, 4, 0, {{"m_tlast = {N{s_tlast[turn]}}", "m_tlast = {N{s_tlast[turn] || length[3:0] == 7}}"}}));
  CHECK(broken(cut.violation) == "tlast");
  CHECK(mentions(cut.hint, {"one that cuts longer ones longest-packet"}));
  // One that may lose packets loses beats in the middle of long ones.
  const Setup setup = turns_setup(folder, 4, 0, {{"assign lost = ", "assign lost = length == 20 || "}});
  const fs::path description = folder.path() / "turns.toml";
  std::ofstream(description, std::ios::app) << "[claims]\nlossless = false\n";
  RunConfig config = setup.config;
  set_key(config, "device", description.string(), "test");
  const DeviceCheck lossy = check_device(resolve(config));
  CHECK(broken(lossy.violation) == "data");
  CHECK(mentions(lossy.hint, {"holds no longer packets, claims longest-packet"}));
}

TEST_CASE("device check: credits that never come are named", "[testbenches]") {
  const ScratchFolder folder;
  const Setup setup =
      turns_setup(folder, 4, 0,
                  {{"input logic rst,", "input logic rst, input logic [N-1:0] m_credit,"},
                   {"assign to = ",
                    "logic [3:0] left;\n  always_ff @(posedge clk) if (rst) left <= 8; else left <= left + "
                    "4'(m_credit[0]) - 4'(moves);\n  assign to = "},
                   {"s_tready[turn] = ", "s_tready[turn] = left != 0 && "},
                   {"m_tvalid[to] = ", "m_tvalid[to] = left != 0 && "}});
  const fs::path description = folder.path() / "turns.toml";
  std::ofstream(description, std::ios::app) << "[tie]\nm_credit = 0\n";
  RunConfig config = setup.config;
  set_key(config, "device", description.string(), "test");
  const DeviceCheck check = check_device(resolve(config));
  CHECK(broken(check.violation) == "progress");
  CHECK(mentions(check.hint,
                 {"m_credit is tied: a link with credits has credit and credits in [in] and [out]"}));
}

TEST_CASE("device check: a reset through registers is asked how long it takes", "[testbenches]") {
  const ScratchFolder folder;
  const Setup setup = turns_setup(
      folder, 4, 0,
      {{"assign to = ",
        "logic [7:0] resets;\n  always_ff @(posedge clk) resets <= {resets[6:0], rst};\n  assign to = "},
       {"if (rst) begin turn", "if (resets[7]) begin turn"}});
  const DeviceCheck early = check_device(setup);
  CHECK(std::set<std::string>{"initial-values", "reset"}.count(broken(early.violation)) == 1);
  CHECK(mentions(early.hint, {"with setup.rest = 1000 no rule is broken", "a longer clock.reset-cycles"}));
  const fs::path description = folder.path() / "turns.toml";
  const std::string text = text_of(description);
  std::ofstream(description) << replaced(text, "[in]", "[clock]\nreset-cycles = 9\n[in]");
  RunConfig config = setup.config;
  set_key(config, "device", description.string(), "test");
  CHECK(broken(check_device(resolve(config)).violation).empty());
  // One that is reset only by a long one.
  const Setup long_reset = turns_setup(
      folder, 4, 0,
      {{"assign to = ",
        "logic [7:0] resets;\n  always_ff @(posedge clk) resets <= {resets[6:0], rst};\n  assign to = "},
       {"if (rst) begin turn", "if (&resets) begin turn"}});
  const DeviceCheck never = check_device(long_reset);
  Device device = *long_reset.device;
  device.clock.reset_cycles = 1000;
  Setup longer = long_reset;
  longer.device = std::make_shared<const Device>(device);
  CHECK(model_library(ModelSpec::of(longer, false)) == model_library(ModelSpec::of(long_reset, false)));
  CHECK(mentions(never.hint, {"with clock.reset-cycles = 1000 no rule is broken: 4 are not enough"}));
}

// Faults that the short check finds by luck only, and the long one for sure.

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
