// SPDX-License-Identifier: Apache-2.0
// Switches that break a rule on purpose: the rule finds them, and a claim in the description takes just it
// away.
#include <cstdlib>
#include <fstream>

#include "host/base/errors.h"
#include "host/config/config_keys.h"
#include "host/config/setup.h"
#include "host/device/wire_format.h"
#include "host/point/traffic_config.h"
#include "testbenches/tracing/device_check.h"
#include "testbenches/tracing/run_point.h"
#include "tests/catch.h"
#include "tests/host/capture/built_captures.h"
#include "tests/host/message_of.h"
#include "tests/testbenches/scratch_folder.h"

using namespace xb;
namespace fs = std::filesystem;

namespace {

/// A crossbar of words without buffers, whose outputs choose among the inputs: kind 0 in turn, and keep their
/// choice until it is taken; 1 anew in each cycle; 2 the lowest input; 3 as 0, and words for an input's own
/// port vanish.
const char* const kWords = R"sv(
module words(input logic clk, input logic rst,
    input logic [3:0] s_tvalid, output logic [3:0] s_tready, input logic [255:0] s_tdata, input logic [3:0] s_tlast,
    input logic [7:0] s_tdest, output logic [3:0] m_tvalid, input logic [3:0] m_tready, output logic [255:0] m_tdata,
    output logic [3:0] m_tlast);
  integer kind;
  initial kind = $c32("std::atoi(std::getenv(\"XB_KIND\") ? std::getenv(\"XB_KIND\") : \"0\")");
  logic [3:0][1:0] last_q, pick;
  logic [3:0] held_q, own;
  always_comb begin
    s_tready = '0; m_tvalid = '0; m_tdata = '0; m_tlast = '0; pick = last_q;
    for (int i = 0; i < 4; i++) own[i] = kind == 3 && s_tdest[2*i +: 2] == 2'(i);
    for (int o = 0; o < 4; o++) begin
      if (!held_q[o] || kind == 1) for (int k = 4; k >= 1; k--) begin
        automatic int i = kind == 2 ? k - 1 : (int'(last_q[o]) + k) % 4;
        if (s_tvalid[i] && !own[i] && s_tdest[2*i +: 2] == 2'(o)) pick[o] = 2'(i);
      end
      m_tvalid[o] = s_tvalid[pick[o]] && !own[pick[o]] && s_tdest[2*pick[o] +: 2] == 2'(o);
      m_tdata[o*64 +: 64] = s_tdata[64*pick[o] +: 64];
      m_tlast[o] = s_tlast[pick[o]];
      if (m_tvalid[o] && m_tready[o]) s_tready[pick[o]] = 1'b1;
    end
    s_tready |= own;
  end
  always_ff @(posedge clk)
    if (rst) begin last_q <= '0; held_q <= '0; end
    else for (int o = 0; o < 4; o++) begin
      held_q[o] <= m_tvalid[o] && !m_tready[o];
      if (m_tvalid[o]) last_q[o] <= pick[o];
    end
endmodule
)sv";

const char* const kSides =
    "[in]\ntvalid = \"s_tvalid\"\ntready = \"s_tready\"\ntdata = \"s_tdata\"\ntlast = \"s_tlast\"\n"
    "tdest = \"s_tdest\"\n[out]\ntvalid = \"m_tvalid\"\ntready = \"m_tready\"\ntdata = \"m_tdata\"\n"
    "tlast = \"m_tlast\"\n";

/// A source and descriptions of it.
class Claimed {
 public:
  Claimed(const std::string& top, const std::string& source, unsigned ports) : top_(top), ports_(ports) {
    std::ofstream(folder_.path() / "a.sv") << source;
  }
  [[nodiscard]] RunConfig config(const std::string& claims) const {
    const fs::path file = folder_.path() / "a.toml";
    std::ofstream(file) << "[device]\ntop = \"" << top_ << "\"\nfiles = \"a.sv\"\nports = " << ports_ << "\n"
                        << kSides << "[claims]\n"
                        << claims;
    RunConfig config;
    set_key(config, "device", file.string(), "test");
    return config;
  }
  /// With the shortest packets that it takes.
  static Setup shortest(RunConfig config) {
    config.packet_min = config.packet_max = least_beats(*read_device(config.device), config);
    return resolve(config);
  }
  /// Of a kind of source.
  [[nodiscard]] DeviceCheck check(const std::string& claims, int kind) const {
    setenv("XB_KIND", std::to_string(kind).c_str(), 1);
    return check_device(shortest(config(claims)));
  }
  /// The rule that it finds broken; empty: none.
  [[nodiscard]] std::string rule(const std::string& claims, int kind = 0) const {
    const DeviceCheck checked = check(claims, kind);
    return checked.violation ? checked.violation->rule : "";
  }
  [[nodiscard]] std::string refused(const std::string& claims, const std::string& key,
                                    const std::string& value) const {
    RunConfig changed = config(claims);
    set_key(changed, key, value, "test");
    return message_of<InputError>([&] { resolve(changed); });
  }

 private:
  ScratchFolder folder_;
  std::string top_;
  unsigned ports_;
};

const std::string kOneBeat = "packets = \"one-beat\"\n";

}  // namespace

TEST_CASE("claims: a crossbar of words has packets of one beat", "[testbenches]") {
  const Claimed words("words", kWords, 4);
  CHECK(words.rule("") == "interleaving");
  CHECK(words.rule(kOneBeat).empty());
  CHECK(words.rule(kOneBeat, 1) == "payload-holds");
  CHECK(words.rule(kOneBeat, 2) == "progress");
  CHECK(words.rule(kOneBeat, 3) == "progress");
  CHECK(mentions(words.refused(kOneBeat, "packet", "1..4"), {"packet: 4 beats", "allowed: 1"}));
}

TEST_CASE("claims: what is offered may change, somebody is served, nothing goes back", "[testbenches]") {
  const Claimed words("words", kWords, 4);
  CHECK(words.rule(kOneBeat + "stable = false\n", 1).empty());
  CHECK(words.rule(kOneBeat + "fair = false\n", 2).empty());
  const std::string no_hairpin = kOneBeat + "hairpin = false\n";
  CHECK(words.rule(no_hairpin, 3).empty());
  // One that loses packets on purpose stands still nowhere: nothing comes of the flows that are not
  // connected.
  const DeviceCheck lossy = words.check(kOneBeat + "lossless = false\n", 3);
  CHECK(mentions(lossy.hint, {"hairpin = false or connects"}));
  // Random traffic has none to the own output, and all of it comes out.
  RunConfig config = words.config(no_hairpin);
  config.traffic->load = 0.3;
  config.cycles = 20000;
  const RunResult result = run_point(config);
  CHECK(result.throughput.mean == Approx(0.3).margin(0.01));
  CHECK(result.lost_packets == 0);
}

TEST_CASE("claims: a capture sends between connected ports", "[testbenches]") {
  const Claimed words("words", kWords, 4);
  const ScratchFolder folder;
  const std::string file = (folder.path() / "a.pcap").string();
  CaptureBuilder capture;
  capture.pcap_header(0xa1b2c3d4);
  for (unsigned n = 0; n < 4; ++n) capture.pcap_frame(n, 0, test_frame(n, (n + 1) % 4, 16));
  const std::string claims = "longest-packet = 2\n";
  const auto refused = [&](const std::string& more) {
    std::ofstream(file) << capture.bytes;
    return words.refused(claims + more, "traffic", "capture:" + file);
  };
  CHECK(mentions(
      refused("connects = \"0>0..3\"\n"),
      {file + ": byte 72: a frame from 0a:00:00:00:00:01 to 0a:00:00:00:00:02, of input 1 to output 2;",
       "a.toml connects"}));
  RunConfig config = words.config(claims + "hairpin = false\n");
  set_key(config, "traffic", "capture:" + file, "test");
  CHECK_NOTHROW(resolve(config));
  capture.pcap_frame(4, 0, test_frame(4, 0, 16));  // a fifth address, so at host 0
  CHECK(mentions(refused("hairpin = false\n"),
                 {"of input 0 to output 0; allowed: pairs that", "claims.hairpin"}));
}

TEST_CASE("claims: a switch with one input and three outputs", "[testbenches]") {
  const Claimed fan(
      "fan",
      "module fan(input logic clk, input logic rst, input logic s_tvalid, output logic s_tready,\n"
      "  input logic [63:0] s_tdata, input logic s_tlast, input logic [1:0] s_tdest,\n"
      "  output logic [2:0] m_tvalid, input logic [2:0] m_tready, output logic [191:0] m_tdata,\n"
      "  output logic [2:0] m_tlast);\n"
      "  assign m_tvalid = {2'b0, s_tvalid} << s_tdest; assign m_tdata = {3{s_tdata}};\n"
      "  assign m_tlast = {3{s_tlast}}; assign s_tready = m_tready[s_tdest];\nendmodule\n",
      3);
  const std::string one_input = "connects = \"0>0..2\"\n";
  CHECK(fan.rule(one_input).empty());
  CHECK(mentions(fan.refused(one_input, "schedule", "shift"), {"schedule: not allowed", "random traffic"}));
  CHECK(mentions(fan.refused("connects = [\"0>1\", \"0>2\"]\n", "traffic", "one-hot"),
                 {"traffic: 'one-hot' is not allowed", "input 0"}));
  CHECK(mentions(message_of<InputError>([&] { resolve(fan.config("connects = \"0>64\"\n")); }),
                 {"claims.connects: '0>64' is not allowed"}));
  CHECK(mentions(message_of<InputError>([&] { resolve(fan.config("connects = []\n")); }),
                 {"claims.connects: '[]' is not allowed; allowed: INPUTS>OUTPUTS"}));
  CHECK(mentions(message_of<InputError>([&] { resolve(fan.config("connects = \"0>3\"\n")); }),
                 {"a.toml:17:12", ": claims.connects: no two of the ports 0..2 are connected; allowed: "}));
}

TEST_CASE("claims: a switch that stops at the ninth beat of a packet holds eight", "[testbenches]") {
  const Claimed short_ones(
      "short_ones",
      "module short_ones(input logic clk, input logic rst, input logic s_tvalid, output logic s_tready,\n"
      "  input logic [63:0] s_tdata, input logic s_tlast, input logic s_tdest,\n"
      "  output logic [1:0] m_tvalid, input logic [1:0] m_tready, output logic [127:0] m_tdata,\n"
      "  output logic [1:0] m_tlast);\n  logic [3:0] beats_q;\n"
      "  assign m_tvalid = {1'b0, s_tvalid && beats_q < 8} << s_tdest; assign m_tdata = {2{s_tdata}};\n"
      "  assign m_tlast = {2{s_tlast}}; assign s_tready = m_tready[s_tdest] && beats_q < 8;\n"
      "  always_ff @(posedge clk) if (rst) beats_q <= 0;\n"
      "    else if (s_tvalid && s_tready) beats_q <= s_tlast ? 0 : beats_q + 1;\nendmodule\n",
      2);
  const std::string one_input = "connects = \"0>0..1\"\n", eight = one_input + "longest-packet = 8\n";
  CHECK(short_ones.rule(one_input) == "progress");
  CHECK(short_ones.rule(one_input + "longest-packet = 9\n") == "progress");
  CHECK(short_ones.rule(eight).empty());
  CHECK_FALSE(check_device_long(resolve(short_ones.config(eight))).violation);
  RunConfig held = short_ones.config(eight);
  set_key(held, "packet", "1..8", "test");
  CHECK_NOTHROW(resolve(held));
  CHECK(mentions(short_ones.refused(eight, "packet", "1..9"),
                 {"packet: 9 beats", "allowed: 1..8", "longest-packet = 8"}));
  CHECK(mentions(short_ones.refused(eight, "ports", "16"), {"ports: '16' is not allowed; allowed: 2"}));
}

TEST_CASE("device check: an output shows what it has before its receiver is ready", "[testbenches]") {
  const Claimed waits(
      "waits",
      "module waits(input logic clk, input logic rst, input logic s_tvalid, output logic s_tready,\n"
      "  input logic [63:0] s_tdata, input logic s_tlast, input logic s_tdest,\n"
      "  output logic [1:0] m_tvalid, input logic [1:0] m_tready, output logic [127:0] m_tdata,\n"
      "  output logic [1:0] m_tlast);\n"
      "  integer kind;\n"
      "  initial kind = $c32(\"std::atoi(std::getenv(\\\"XB_KIND\\\"))\");\n"
      "  assign m_tvalid = ({1'b0, s_tvalid} << s_tdest) & (kind == 0 ? 2'b11 : m_tready | 2'b01);\n"
      "  assign m_tdata = {2{s_tdata}};\n"
      "  assign m_tlast = {2{s_tlast}}; assign s_tready = m_tready[s_tdest];\nendmodule\n",
      2);
  const std::string one_input = "connects = \"0>0..1\"\n";
  CHECK(waits.rule(one_input, 0).empty());
  const DeviceCheck found = waits.check(one_input, 1);
  REQUIRE(found.violation);
  CHECK(mentions(found.violation->text(), {"output 1: valid-first: expected tvalid 1"}));
  CHECK(mentions(found.hint, {"stable = false"}));
  CHECK(waits.rule(one_input + "stable = false\n", 1).empty());
}

TEST_CASE("device check: where no lone packet comes out, there is no latency", "[testbenches]") {
  const Claimed runts(
      "runts",
      "module runts(input logic clk, input logic rst, input logic s_tvalid, output logic s_tready,\n"
      "  input logic [63:0] s_tdata, input logic s_tlast, input logic s_tdest,\n"
      "  output logic [1:0] m_tvalid, input logic [1:0] m_tready, output logic [127:0] m_tdata,\n"
      "  output logic [1:0] m_tlast);\n"
      "  logic first_q, drop;\n"
      "  assign drop = first_q && s_tlast;\n"
      "  assign m_tvalid = {1'b0, s_tvalid && !drop} << s_tdest; assign m_tdata = {2{s_tdata}};\n"
      "  assign m_tlast = {2{s_tlast}}; assign s_tready = m_tready[s_tdest] || drop;\n"
      "  always_ff @(posedge clk)\n"
      "    if (rst) first_q <= 1'b1; else if (s_tvalid && s_tready) first_q <= s_tlast;\nendmodule\n",
      2);
  const std::string claims = "connects = \"0>0..1\"\nlossless = false\n";
  const DeviceCheck checked = runts.check(claims, 0);
  CHECK_FALSE(checked.violation);
  CHECK_FALSE(latency_text(checked.least_latency, checked.most_latency));
  const DeviceCheck claimed = runts.check(claims + "zero-load-latency = 1\n", 0);
  REQUIRE(claimed.violation);
  CHECK(mentions(claimed.violation->text(), {"zero-load-latency", "seen none of them"}));
  CHECK(latency_text(3, 3) == "3");
  CHECK(latency_text(1, 3) == "1 to 3");
  // It claims that it takes longer ones only: nothing is lost then, and nothing shorter is sent.
  const std::string two = "connects = \"0>0..1\"\nshortest-packet = 2\n";
  CHECK(runts.rule("connects = \"0>0..1\"\n") == "order");
  CHECK(runts.rule(two).empty());
  CHECK(runts.rule(two + "zero-load-latency = 0\n").empty());
  CHECK_FALSE(check_device_long(Claimed::shortest(runts.config(two + "longest-packet = 9\n"))).violation);
  RunConfig sent = runts.config(two);
  set_key(sent, "packet", "2..4", "test");
  CHECK(run_point(sent).lost_packets == 0);
  CHECK(mentions(runts.refused(two, "packet", "1..4"),
                 {"packet: '1' is not allowed; allowed: at least 2 beats", "claims shortest-packet = 2"}));
  CHECK(mentions(runts.refused(two + "longest-packet = 4\n", "packet", "2..5"), {"allowed: 2..4"}));
  CHECK(mentions(
      runts.refused("shortest-packet = 3\nlongest-packet = 2\n", "packet", "3"),
      {"a.toml:17:19: claims.shortest-packet: '3' is not allowed; allowed: 1..2, as longest-packet says"}));
}

TEST_CASE("claims: with store-and-forward the latency of one beat is that of two less one", "[testbenches]") {
  const Claimed whole(
      "whole",
      "module whole(input logic clk, input logic rst, input logic s_tvalid, output logic s_tready,\n"
      "  input logic [63:0] s_tdata, input logic s_tlast, input logic s_tdest,\n"
      "  output logic [1:0] m_tvalid, input logic [1:0] m_tready, output logic [127:0] m_tdata,\n"
      "  output logic [1:0] m_tlast);\n"
      "  logic [63:0] beats_q [16]; logic [4:0] in_q, out_q; logic full_q, to_q;\n"
      "  assign s_tready = !full_q; assign m_tvalid = {1'b0, full_q} << to_q;\n"
      "  assign m_tdata = {2{beats_q[out_q[3:0]]}}; assign m_tlast = {2{out_q + 5'd1 == in_q}};\n"
      "  always_ff @(posedge clk) begin\n"
      "    if (s_tvalid && s_tready) begin\n"
      "      beats_q[in_q[3:0]] <= s_tdata; in_q <= in_q + 1; full_q <= s_tlast; to_q <= s_tdest; end\n"
      "    if (full_q && m_tready[to_q]) begin\n"
      "      out_q <= out_q + 1; if (out_q + 5'd1 == in_q) begin full_q <= 0; in_q <= 0; out_q <= 0; end "
      "end\n"
      "    if (rst) begin in_q <= 0; out_q <= 0; full_q <= 0; to_q <= 0; end end\nendmodule\n",
      2);
  const std::string claims =
      "connects = \"0>0..1\"\nforwarding = \"store-and-forward\"\nlongest-packet = 16\n"
      "zero-load-latency = 1\n";
  CHECK(whole.rule(claims).empty());
  CHECK(whole.rule(claims + "shortest-packet = 2\n").empty());
}

TEST_CASE("a tlast that means the opposite, of inputs or of outputs", "[testbenches]") {
  const Claimed fan(
      "fan",
      "module fan(input logic clk, input logic rst, input logic s_tvalid, output logic s_tready,\n"
      "  input logic [63:0] s_tdata, input logic s_tlast, input logic s_tdest,\n"
      "  output logic [1:0] m_tvalid, input logic [1:0] m_tready, output logic [127:0] m_tdata,\n"
      "  output logic [1:0] m_tlast);\n"
      "  assign m_tvalid = {1'b0, s_tvalid} << s_tdest; assign m_tdata = {2{s_tdata}};\n"
      "  assign m_tlast = {2{!s_tlast}}; assign s_tready = m_tready[s_tdest];\nendmodule\n",
      2);
  const auto rule = [&](const char* low) {
    const RunConfig config = fan.config("connects = \"0>0..1\"\n");
    const std::string name = low;
    const std::string text = replaced(text_of(config.device), '"' + name + '"', "\"!" + name + '"');
    std::ofstream(config.device) << text;
    const DeviceCheck checked = check_device(resolve(config));
    return checked.violation ? checked.violation->rule : "";
  };
  CHECK(fan.rule("connects = \"0>0..1\"\n") == "tlast");
  CHECK(rule("s_tlast").empty());
  CHECK(rule("m_tlast").empty());
}

TEST_CASE("a switch that gets ready late: check and run name setup.rest, with which it is right",
          "[testbenches]") {
  const Claimed late(
      "late",
      "module late(input logic clk, input logic rst, input logic s_tvalid, output logic s_tready,\n"
      "  input logic [63:0] s_tdata, input logic s_tlast, input logic s_tdest,\n"
      "  output logic [1:0] m_tvalid, input logic [1:0] m_tready, output logic [127:0] m_tdata,\n"
      "  output logic [1:0] m_tlast);\n"
      "  logic [12:0] clear_q;\n"
      "  assign m_tvalid = {1'b0, s_tvalid && clear_q[12]} << s_tdest; assign m_tdata = {2{s_tdata}};\n"
      "  assign m_tlast = {2{s_tlast}}; assign s_tready = m_tready[s_tdest] && clear_q[12];\n"
      "  always_ff @(posedge clk) if (rst) clear_q <= 0; else if (!clear_q[12]) clear_q <= clear_q + 1;\n"
      "endmodule\n",
      2);
  const std::string claims = "connects = \"0>0..1\"\n", rested = claims + "[setup]\nrest = 4096\n";
  CHECK(mentions(late.check(claims, 0).hint, {"no input ever gets ready: are clock", "needs setup.rest"}));
  CHECK(late.rule(claims + "[setup]\nrest = 1000\n") == "progress");
  CHECK(late.rule(rested).empty());
  const auto failure = [&](const std::string& of) {
    return message_of<RunError>([&] { run_point(late.config(of)); });
  };
  CHECK(mentions(failure(claims), {"progress: expected", "a.toml: no input ever gets ready", "setup.rest"}));
  CHECK_NOTHROW(run_point(late.config(rested)));
}

TEST_CASE("device check: port 0 is at index 0 of a vector, whichever way it is declared", "[testbenches]") {
  const std::string fan =
      "module fan(input logic clk, input logic rst, input logic s_tvalid, output logic s_tready,\n"
      "  input logic [63:0] s_tdata, input logic s_tlast, input logic [1:0] s_tdest,\n"
      "  output logic [0:2] m_tvalid, input logic [0:2] m_tready, output logic [0:2][63:0] m_tdata,\n"
      "  output logic [0:2] m_tlast);\n"
      "  always_comb begin m_tvalid = '0; m_tvalid[s_tdest] = s_tvalid; m_tdata = {3{s_tdata}}; end\n"
      "  assign m_tlast = {3{s_tlast}}; assign s_tready = m_tready[s_tdest];\nendmodule\n";
  CHECK(Claimed("fan", fan, 3).rule("connects = \"0>0..2\"\n").empty());
  std::string wrong = fan;
  wrong.replace(wrong.find("m_tvalid[s_tdest]"), 17, "m_tvalid[2 - s_tdest]");
  wrong.replace(wrong.find("m_tready[s_tdest]"), 17, "m_tready[2 - s_tdest]");
  CHECK(Claimed("fan", wrong, 3).rule("connects = \"0>0..2\"\n") == "idle");
}
