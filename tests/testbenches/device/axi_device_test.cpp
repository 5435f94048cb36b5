// SPDX-License-Identifier: Apache-2.0
// Devices with ports of AXI4: the example crossbar, faults in it, and what is said of descriptions that are
// wrong.
#include <fmt/format.h>

#include <cstdlib>
#include <fstream>
#include <set>

#include "host/base/errors.h"
#include "host/config/config_keys.h"
#include "host/config/setup.h"
#include "host/point/traffic_config.h"
#include "host/run/simulation.h"
#include "testbenches/engines/engines.h"
#include "testbenches/engines/paths.h"
#include "testbenches/sources/device_sources.h"
#include "testbenches/sources/source_search.h"
#include "testbenches/tracing/device_check.h"
#include "tests/catch.h"
#include "tests/host/message_of.h"
#include "tests/testbenches/planted_fault.h"
#include "tests/testbenches/scratch_folder.h"

using namespace xb;
namespace fs = std::filesystem;

namespace {

/// Their numbers begin with 1: `fault` in the module. `nth`: the burst or response of a master that is meant.
const std::vector<PlantedFault> kCrossbarFaults{
    {"a response is missing",
     {"b-missing"},
     {{"s_axi_bvalid[i] = b_busy[i] && bvalid[b_owner[i]];",
       "s_axi_bvalid[i] = b_busy[i] && bvalid[b_owner[i]] && !(fault == 1 && nth[2:0] == 7);"},
      {".done_i(s_axi_bvalid[i] && s_axi_bready[i]), .busy_o(b_busy",
       ".done_i(bvalid[b_owner[i]] && s_axi_bready[i]), .busy_o(b_busy"}}},
    {"a response comes twice",
     {"b-id", "b-early"},
     {{"bready[j] = s_axi_bready[i];", "bready[j] = s_axi_bready[i] && !(fault == 2 && again[i]);"}}},
    {"a response has the id of another write",
     {"b-id"},
     {{"bid[i*IdWidth +: IdWidth] = bid[b_owner[i]][IdWidth-1:0]",
       "bid[i*IdWidth +: IdWidth] = bid[b_owner[i]][IdWidth-1:0] ^ IdWidth'(fault == 3 && nth == 20 ? 8 : "
       "0)"}}},
    {"a burst loses its slave in the middle",
     {"wlast", "w-order"},
     {{".done_i(aw_now[j] && w_now[j])",
       ".done_i(aw_now[j] && (w_now[j] || (fault == 4 && wvalid[j] && wready[j])))"}}},
    {"addresses of nobody are answered as if all were well",
     {"decode"},
     {{"assign bresp[NumSlaves] = DecodeError;",
       "assign bresp[NumSlaves] = fault == 5 ? 2'b00 : DecodeError;"}}},
    {"writes of one id go to two slaves at a time",
     {"b-order"},
     {{"aw_allowed[i] && !writing[i]", "(aw_allowed[i] || fault == 6) && !writing[i]"}}},
    {"awlen changes on the way",
     {"burst"},
     {{"s_axi_awlen[i*8 +: 8], s_axi_awsize", "s_axi_awlen[i*8 +: 8] ^ 8'(fault == 7), s_axi_awsize"}}},
    {"a response is withdrawn",
     {"valid-holds"},
     {{"!(fault == 1 && nth[2:0] == 7);", "!(fault == 1 && nth[2:0] == 7) && !(fault == 8 && waited);"}}},
    {"a response says that the write failed",
     {"bresp"},
     {{"bresp[i*2 +: 2] = bresp[b_owner[i]];",
       "bresp[i*2 +: 2] = bresp[b_owner[i]] ^ (fault == 9 && nth == 20 ? 2'b10 : 2'b00);"}}},
    {"a burst goes to the wrong slave",
     {"burst"},
     {{"aw_target[i] = slave_at(s_axi_awaddr[i*AddrWidth +: AddrWidth]);",
       "aw_target[i] = slave_at(s_axi_awaddr[i*AddrWidth +: AddrWidth]) ^ SinkBits'(fault == 10 && nth == "
       "20);"}}},
    {"rlast comes too early",
     {"rlast"},
     {{"s_axi_rlast[i]} = r_in[r_owner[i]];",
       "s_axi_rlast[i]} = r_in[r_owner[i]] | ReadBits'(fault == 11 && reads == 20);"}}},
    {"reads of one id go to two slaves at a time",
     {"r-order"},
     {{"ar_allowed[i] &&", "(ar_allowed[i] || fault == 12 || fault == 20) &&"}}},
    {"data has the id of another read",
     {"r-id"},
     {{"rid[i*IdWidth +: IdWidth] = rid[r_owner[i]][IdWidth-1:0]",
       "rid[i*IdWidth +: IdWidth] = rid[r_owner[i]][IdWidth-1:0] ^ IdWidth'(fault == 13 && reads == 20 ? 8 : "
       "0)"}}},
    {"data comes with an error",
     {"rresp"},
     {{"| ReadBits'(fault == 11 && reads == 20)",
       "| ReadBits'(fault == 11 && reads == 20 ? 1 : fault == 14 && reads == 20 ? 4 : 0)"}}},
    {"data of two reads comes in turn",
     {"interleaving"},
     {{"s_axi_rready[i] && s_axi_rlast[i]), .busy_o(r_busy",
       "s_axi_rready[i] && (s_axi_rlast[i] || (fault == 15 && &go_q))), .busy_o(r_busy"}}},
    {"a read of nothing has one beat",
     {"rlast"},
     {{"left_q   <= arlen_i;", "left_q   <= fault == 16 ? '0 : arlen_i;"}}},
    {"an id changes while it is on offer",
     {"payload-holds"},
     {{"(fault == 3 && nth == 20 ? 8 : 0)",
       "(fault == 3 && nth == 20 ? 8 : fault == 17 && waited ? 1 : 0)"}}},
    {"strobes are lost",
     {"wstrb"},
     {{"s_axi_wstrb[i*DataWidth/8 +: DataWidth/8], s_axi_wlast[i]}",
       "s_axi_wstrb[i*DataWidth/8 +: DataWidth/8] & ~(DataWidth/8)'(fault == 18 && nth == 20), "
       "s_axi_wlast[i]}"}}},
    {"data is that of another master",
     {"w-order"},
     {{"assign w_out[j]   = w_in[aw_owner[j]];",
       "assign w_out[j]   = w_in[aw_owner[j] ^ (fault == 19 && began == '1 && s_axi_wvalid == '1)];"}}},
    {"reads of one id overtake each other",
     {"ar-order"},
     {{"assign m_axi_arvalid[j] = arvalid[j];",
       "logic [1:0] stash_q;\n    logic [RequestBits-1:0] stashed_q, merged;\n"
       "    assign m_axi_arvalid[j] = fault != 20 ? arvalid[j] : stash_q == 2 || (stash_q != 0 && "
       "arvalid[j]);\n"
       "    assign merged = stash_q == 2 ? stashed_q : ar_out[j];\n"
       "    always_ff @(posedge aclk or negedge aresetn) begin\n"
       "      if (!aresetn) stash_q <= 0;\n"
       "      else if (arvalid[j] && stash_q == 0) stash_q <= 1;\n"
       "      else if (m_axi_arvalid[j] && m_axi_arready[j] && stash_q != 3) stash_q <= stash_q + 1;\n"
       "      if (arvalid[j] && stash_q == 0) stashed_q <= ar_out[j];\n    end"},
      {"m_axi_arsize[j*3 +: 3], m_axi_arburst[j*2 +: 2]} = ar_out[j];",
       "m_axi_arsize[j*3 +: 3], m_axi_arburst[j*2 +: 2]} = fault != 20 || stash_q == 3 ? ar_out[j]\n"
       "      : merged & ~(RequestBits'(2**SlaveId - 1) << 13);"},
      {"assign arready[j] = m_axi_arready[j];",
       "assign arready[j] = fault != 20 ? m_axi_arready[j] : stash_q == 0 || (m_axi_arready[j] && stash_q != "
       "2);"}}},
    {"an address of nobody is never answered",
     {"decode"},
     {{"assign awready_o = !in_burst_q", "assign awready_o = fault != 21 && !in_burst_q"}}},
};

/// No fault: a master's AW is taken with the last W, cycles after its memory has it.
const PlantedFault kTakenLate{
    "",
    {},
    {{"s_axi_awready[i] = awready[j] && !aw_done_q[j];",
      "s_axi_awready[i] = fault == 22 ? aw_now[j] && w_now[j] : awready[j] && !aw_done_q[j];"}}};

fs::path axi_example(const char* name) { return source_dir() / "examples/axi-crossbar" / name; }

/// The example with two masters and two slaves, writes and reads, and all faults.
void write_faulty_crossbar(const fs::path& folder) {
  std::string text = text_of(axi_example("axi_crossbar.sv"));
  for (const PlantedFault& fault : kCrossbarFaults) {
    for (const auto& [from, to] : fault.changes) text = replaced(text, from, to);
  }
  for (const auto& [from, to] : kTakenLate.changes) text = replaced(text, from, to);
  const std::string chosen =
      ");\n  integer fault;\n  initial fault = $c32(\"std::atoi(std::getenv(\\\"XB_FAULT\\\") ? "
      "std::getenv(\\\"XB_FAULT\\\") : \\\"0\\\")\");\n";
  for (auto at = text.find("\n);\n"); at != std::string::npos; at = text.find("\n);\n", at + 4))
    text.replace(at + 1, 3, chosen);
  text =
      replaced(text, "  // What masters ask for.\n",
               "  logic [NumMasters-1:0] again, began;\n  logic [9:0] go_q;\n"
               "  always_ff @(posedge aclk or negedge aresetn) if (!aresetn) go_q <= 0; else go_q <= go_q + "
               "10'(!(&go_q));\n");
  text =
      replaced(text, "    logic [Sinks-1:0] b_request, r_request;\n",
               "    logic [Sinks-1:0] b_request, r_request;\n    logic [7:0] nth, reads;\n    logic waited;\n"
               "    assign again[i] = nth == 20;\n    assign began[i] = nth != 0;\n"
               "    always_ff @(posedge aclk or negedge aresetn) begin\n"
               "      if (!aresetn) {nth, reads, waited} <= '0;\n"
               "      else begin\n"
               "        nth <= nth + 8'(b_busy[i] && bvalid[b_owner[i]] && s_axi_bready[i]);\n"
               "        reads <= reads + 8'(s_axi_rvalid[i] && s_axi_rready[i]);\n"
               "        waited <= s_axi_bvalid[i] && !s_axi_bready[i];\n"
               "      end\n    end\n");
  std::ofstream(folder / "axi_crossbar.sv") << text;
  std::string description = text_of(axi_example("axi_both.toml"));
  description = replaced(description, "ports = 8", "ports = 4");
  description = replaced(description, "[parameters]\n", "[parameters]\nNumMasters = 2\nNumSlaves = 2\n");
  description = replaced(description, R"(["0..3>0..3", "4..7>4..7"])", R"(["0..1>0..1", "2..3>2..3"])");
  std::ofstream(folder / "faulty.toml") << description;
}

RunConfig axi_config(const fs::path& description, std::size_t fault) {
  setenv("XB_FAULT", std::to_string(fault).c_str(), 1);
  RunConfig config;
  set_key(config, "device", description.string(), "test");
  return config;
}

/// What is said of the example's description with a change, before a model is built.
std::string refusal(const char* name, const std::string& from, const std::string& to, unsigned ports = 4) {
  const ScratchFolder folder;
  fs::copy(axi_example("axi_crossbar.sv"), folder.path() / "axi_crossbar.sv");
  std::string text = text_of(axi_example(name));
  text = replaced(text, from, to);
  const fs::path file = folder.path() / "changed.toml";
  std::ofstream(file) << text;
  const std::string said = message_of<InputError>([&] {
    RunConfig config = axi_config(file, 0);
    config.ports = ports;
    const Setup setup = resolve(config);
    check_device_ports(*setup.device, setup.config);
  });
  return said.substr(said.find(": ") == std::string::npos ? 0 : said.find(": ") + 2);
}

}  // namespace

TEST_CASE("of a crossbar of AXI4 each fault is found by its rule, and without one none is", "[testbenches]") {
  const ScratchFolder folder;
  write_faulty_crossbar(folder.path());
  const Setup setup = resolve(axi_config(folder.path() / "faulty.toml", 0));
  const DeviceCheck good = check_device(setup);
  INFO((good.violation ? good.violation->text() : ""));
  REQUIRE_FALSE(good.violation);
  CHECK(good.runs == 3);
  CHECK(good.least_latency == 1);
  CHECK(good.most_latency == 3);  // a read: its AR, the memory, its data
  setenv("XB_FAULT", "22", 1);
  const DeviceCheck late = check_device(setup);
  INFO((late.violation ? late.violation->text() : ""));
  CHECK_FALSE(late.violation);
  for (std::size_t n = 0; n < kCrossbarFaults.size(); ++n) {
    setenv("XB_FAULT", std::to_string(n + 1).c_str(), 1);
    const DeviceCheck check = check_device(setup);
    CAPTURE(n + 1, kCrossbarFaults[n].name);
    CHECK(check.violation);
    if (!check.violation) continue;
    INFO(check.violation->text());
    CHECK(kCrossbarFaults[n].rules.count(check.violation->rule) == 1);
    CHECK(check.violation->text().find('\n') == std::string::npos);
  }
  RunConfig config = axi_config(folder.path() / "faulty.toml", 9);
  config.traffic->load = 1;
  const Setup run = resolve(config);
  const auto said = message_of<RunError>([&] { simulate(run, *make_random_start(run)); });
  CHECK(said.find("master") != std::string::npos);
  CHECK(said.find("bresp: expected 0 (OKAY), as memory") != std::string::npos);
}

TEST_CASE("a crossbar that gives its memories to one master at a time breaks no rule with ahead = 1",
          "[testbenches]") {
  // Each master's read is taken into a register, and goes on when those of the master before are answered.
  const ScratchFolder folder;
  fs::copy(axi_example("axi_crossbar.sv"), folder.path() / "axi_crossbar.sv");
  const std::string text = text_of(axi_example("axi_crossbar.sv"));
  const auto begin = text.find("module axi_crossbar #");
  std::ofstream(folder.path() / "taken_reads.sv")
      << replaced(text.substr(begin, text.find("\n);\n", begin) - begin), "axi_crossbar", "taken_reads")
      << R"(
);
  logic [NumMasters-1:0] held, arvalid, arready;
  logic [NumMasters*AddrWidth-1:0] araddr;
  logic [NumMasters*IdWidth-1:0] arid;
  logic [NumMasters*8-1:0] arlen;
  logic [MasterBits-1:0] owner;
  logic [7:0] open;
  assign s_axi_arready = ~held;
  always_comb begin
    arvalid = '0;
    arvalid[owner] = held[owner];
  end
  always_ff @(posedge aclk or negedge aresetn)
    if (!aresetn) {held, owner, open} <= '0;
    else begin
      for (int i = 0; i < NumMasters; i++) if (s_axi_arvalid[i] && !held[i]) begin
        held[i] <= 1'b1;
        araddr[i*AddrWidth +: AddrWidth] <= s_axi_araddr[i*AddrWidth +: AddrWidth];
        arid[i*IdWidth +: IdWidth] <= s_axi_arid[i*IdWidth +: IdWidth];
        arlen[i*8 +: 8] <= s_axi_arlen[i*8 +: 8];
      end
      if (arvalid[owner] && arready[owner]) held[owner] <= 1'b0;
      open <= open + 8'(|(arvalid & arready)) - 8'(|(s_axi_rvalid & s_axi_rready & s_axi_rlast));
      if (!held[owner] && open == 0) owner <= owner + 1'b1;
    end
  axi_crossbar #(.NumMasters(NumMasters), .NumSlaves(NumSlaves), .DataWidth(DataWidth)) u_crossbar (
    .s_axi_arvalid(arvalid), .s_axi_arready(arready), .s_axi_araddr(araddr), .s_axi_arid(arid),
    .s_axi_arlen(arlen), .*);
endmodule
)";
  const auto checked = [&](const std::string& outstanding) {
    const fs::path file = folder.path() / "taken_reads.toml";
    std::string description = text_of(axi_example("axi_reads.toml"));
    description = replaced(description, "top = \"axi_crossbar\"", "top = \"taken_reads\"");
    description = replaced(description, "\"axi_crossbar.sv\"]", "\"axi_crossbar.sv\", \"taken_reads.sv\"]");
    std::ofstream(file) << replaced(description, "outstanding = 2", outstanding);
    RunConfig config = axi_config(file, 0);
    config.ports = 4;
    return check_device(resolve(config));
  };
  const DeviceCheck waits = checked("outstanding = 2");
  REQUIRE(waits.violation);
  CHECK(waits.violation->rule == "progress");
  CHECK(mentions(waits.hint, {"needs ahead = 1 in [axi]"}));
  const DeviceCheck good = checked("outstanding = 2\nahead = 1");
  INFO((good.violation ? good.violation->text() : ""));
  CHECK_FALSE(good.violation);
}

TEST_CASE("what is wrong with a description of ports of AXI4 is said in one line", "[testbenches]") {
  const char* const writes = "axi_crossbar.toml";
  CHECK(refusal(writes, "\"s_axi\"", "\"t_axi\"")
            .rfind("in.axi: axi_crossbar has no port 't_axi_awvalid'", 0) == 0);
  CHECK(refusal(writes, "\"s_axi\"", "\"s axi\"")
            .find("in.axi: 's axi' is not allowed; allowed: what the names") != std::string::npos);
  CHECK(refusal(writes, "ids = 4", "ids = 17") ==
        "axi.ids: 17 do not fit into the 4 bits of awid or arid of axi_crossbar; allowed: 1..16  | base = "
        "\"port << "
        "24\"");
  CHECK(refusal(writes, "base = \"port << 24\"", "base = \"port << 11\"")
            .rfind("axi.base: 'port << 11' is 6144 for memory 3; allowed: a multiple of 4096 from 0 on", 0) ==
        0);
  CHECK(refusal(writes, "base = \"port << 24\"", "base = \"port <<\"")
            .rfind("axi.base: 'port <<' is not allowed; ", 0) == 0);
  CHECK(refusal(writes, "size = \"1 << 24\"\n", "").rfind("axi.size: missing", 0) == 0);
  CHECK(refusal(writes, "ids = 4", "traffic = \"both\"")
            .find("has 4 masters and 4 memories, with writes and reads, not 4 ports that are all connected; "
                  "allowed: "
                  "ports = 8 in [device] and connects = [\"0..3>0..3\", \"4..7>4..7\"]") !=
        std::string::npos);
  CHECK(refusal("axi_both.toml", "\"4..7>4..7\"", "\"4..7>0..3\"", 16).find("that are all connected") !=
        std::string::npos);
  RunConfig config = axi_config(axi_example(writes), 0);
  config.ports = 4;
  config.packet_min = config.packet_max = 300;
  CHECK(message_of<InputError>([&] {
          static_cast<void>(resolve(config));
        }).find("has bursts of at most 256 beats and 4096 bytes") != std::string::npos);
  config.packet_min = config.packet_max = 1;
  config.width = 16;
  CHECK(message_of<InputError>([&] {
          static_cast<void>(resolve(config));
        }).rfind("width: '16' is not allowed", 0) == 0);
}

namespace {

/// How a module names its ports, and what is said of them.
struct Names {
  const char *before, *between, *input, *output, *in, *out;
};
constexpr Names kNames[] = {{"_AXI_", "", "", "", "S{i:02}_AXI", "M{i:02}_AXI"},
                            {"_", "_", "", "", "S{i:02}_*_*", "M{i:02}_*_*"},
                            {"", "_", "", "", "S{i:02}*_*", "M{i:02}*_*"},
                            {"_", "_", "_i", "_o", "S{i:02}_*_*_i", "M{i:02}_*_*_o"}};

}  // namespace

TEST_CASE("ports of AXI4 are found, whatever their names are", "[testbenches]") {
  const Names names = GENERATE(from_range(std::begin(kNames), std::end(kNames)));
  const std::vector<std::pair<const char*, unsigned>> master{
      {"AWVALID", 1}, {"AWADDR", 32}, {"AWID", 2},    {"AWLEN", 8},  {"AWSIZE", 3},
      {"AWBURST", 2}, {"WVALID", 1},  {"WDATA", 32},  {"WSTRB", 4},  {"WLAST", 1},
      {"BREADY", 1},  {"ARVALID", 1}, {"ARADDR", 32}, {"ARID", 2},   {"ARLEN", 8},
      {"ARSIZE", 3},  {"ARBURST", 2}, {"RREADY", 1},  {"AWPROT", 3}, {"AWATOP", 6}};
  const std::vector<std::pair<const char*, unsigned>> memory{
      {"AWREADY", 1}, {"WREADY", 1}, {"BVALID", 1}, {"BID", 2},   {"BRESP", 2}, {"ARREADY", 1},
      {"RVALID", 1},  {"RDATA", 32}, {"RLAST", 1},  {"RRESP", 2}, {"RID", 2}};
  std::string text = "module named (input ACLK, ARESETN";
  for (unsigned port = 0; port < 2; ++port) {
    for (const char* side : {"S", "M"}) {
      for (const auto* signals : {&master, &memory}) {
        const bool output = (signals == &master) == (side[0] == 'M');
        for (const auto& [name, bits] : *signals) {
          const std::size_t channel = name[0] == 'A' ? 2 : 1;
          text += fmt::format(",\n  {} [{}:0] {}{:02}{}{}{}{}{}", output ? "output" : "input", bits - 1, side,
                              port, names.before, std::string(name, channel), names.between, name + channel,
                              output ? names.output : names.input);
        }
      }
    }
  }
  const ScratchFolder folder;
  std::ofstream(folder.path() / "named.v") << text << ");\nendmodule\n";
  GivenSources given;
  given.words = {(folder.path() / "named.v").string()};
  const std::string made = new_description(given, folder.path());
  CAPTURE(made);
  CHECK(made.find(fmt::format("[in]\naxi = \"{}\"\n\n[out]\naxi = \"{}\"\n", names.in, names.out)) !=
        std::string::npos);
  CHECK(made.find("ports = 2\nwidth = 32\n") != std::string::npos);
  CHECK(made.find("[tie]") == std::string::npos);
  std::ofstream(folder.path() / "named.toml") << made;
  const Setup setup = resolve(axi_config(folder.path() / "named.toml", 0));
  CHECK_NOTHROW(check_device_ports(*setup.device, setup.config));
}
