// SPDX-License-Identifier: Apache-2.0
// A right switch whose description, or whose clock, is not what hosts take it for: it is described as it is,
// or the mistake is a line, and never a verdict about the switch. And a fault that only longer packets show.
#include <fstream>

#include "host/base/errors.h"
#include "host/config/config_keys.h"
#include "host/config/setup.h"
#include "host/device/device.h"
#include "testbenches/sources/device_sources.h"
#include "testbenches/sources/source_search.h"
#include "testbenches/tracing/device_check.h"
#include "testbenches/tracing/run_point.h"
#include "tests/catch.h"
#include "tests/host/message_of.h"
#include "tests/testbenches/scratch_folder.h"

using namespace xb;
namespace fs = std::filesystem;

namespace {

/// Two inputs with a FIFO each. WORKS: the edge of its clock; CUT: the beat at which a packet ends too early;
/// HOLDS: beats of the longest packet that an input takes; PASSED_OVER: an output where input 1 waits for
/// input 0.
const char* const kSmall = R"sv(
`ifndef WORKS
`define WORKS posedge
`endif
`ifndef PASSED_OVER
`define PASSED_OVER 2
`endif
`ifndef CUT
`define CUT 999
`endif
`ifndef HOLDS
`define HOLDS 999
`endif
module tiny(input logic clk, input logic rst, input logic [1:0] s_tvalid, output logic [1:0] s_tready,
    input logic [127:0] s_tdata, input logic [1:0] s_tlast, input logic [1:0] s_tdest,
    output logic [1:0] m_tvalid, input logic [1:0] m_tready, output logic [127:0] m_tdata,
    output logic [1:0] m_tlast);
  logic [65:0] fifo_q [2][8];
  logic [3:0] in_q [2], out_q [2];
  logic [65:0] head [2];
  logic [9:0] beat_q [2];
  logic [1:0] has, lock_q, last_q, pick, pop;
  always_comb begin
    pop = '0;
    for (int i = 0; i < 2; i++) begin
      has[i] = in_q[i] != out_q[i];
      s_tready[i] = 4'(in_q[i] - out_q[i]) != 8 && beat_q[i] < `HOLDS;
      head[i] = fifo_q[i][out_q[i][2:0]];
    end
    for (int o = 0; o < 2; o++) begin
      pick[o] = last_q[o];
      if (!lock_q[o] && has[~last_q[o]] && head[~last_q[o]][65] == o[0]) pick[o] = ~last_q[o];
      if (!lock_q[o] && o == `PASSED_OVER && has[0] && head[0][65] == o[0]) pick[o] = 0;
      m_tvalid[o] = has[pick[o]] && head[pick[o]][65] == o[0];
      m_tdata[64*o +: 64] = head[pick[o]][63:0];
      m_tlast[o] = head[pick[o]][64];
      if (m_tvalid[o] && m_tready[o]) pop[pick[o]] = 1'b1;
    end
  end
  always_ff @(`WORKS clk) begin
    for (int n = 0; n < 2; n++) begin
      if (s_tvalid[n] && s_tready[n]) begin
        fifo_q[n][in_q[n][2:0]] <= {s_tdest[n], s_tlast[n] || beat_q[n] == `CUT, s_tdata[64*n +: 64]};
        beat_q[n] <= s_tlast[n] ? 0 : beat_q[n] + 1;
        in_q[n] <= in_q[n] + 1;
      end
      if (pop[n]) out_q[n] <= out_q[n] + 1;
      if (m_tvalid[n]) begin
        last_q[n] <= pick[n];
        lock_q[n] <= !(m_tready[n] && m_tlast[n]);
      end
      if (rst) begin
        in_q[n] <= 0; out_q[n] <= 0; lock_q[n] <= 0; last_q[n] <= 0; beat_q[n] <= 0;
      end
    end
  end
endmodule
module each_its_clock(input logic [1:0] clk, rst, input logic [1:0] s_tvalid, output logic [1:0] s_tready,
    input logic [127:0] s_tdata, input logic [1:0] s_tlast, input logic [1:0] s_tdest,
    output logic [1:0] m_tvalid, input logic [1:0] m_tready, output logic [127:0] m_tdata,
    output logic [1:0] m_tlast);
  tiny u_tiny(.clk(clk[1]), .rst(rst[0]), .*);
endmodule
)sv";

/// That source in a folder of its own.
class Small {
 public:
  Small() { std::ofstream(folder_.path() / "small.sv") << kSmall; }

  [[nodiscard]] std::string described(const std::string& define = "NONE=1",
                                      const std::string& top = "tiny") const {
    GivenSources given;
    given.words = {(folder_.path() / "small.sv").string()};
    given.defines = {define};
    given.top = top;
    return new_description(given, folder_.path());
  }
  [[nodiscard]] RunConfig config(const std::string& description) const {
    std::ofstream(file()) << description;
    RunConfig config;
    set_key(config, "device", file().string(), "test");
    return config;
  }
  [[nodiscard]] DeviceCheck check(const std::string& description) const {
    return check_device(resolve(config(description)));
  }
  /// The refusal of a model.
  [[nodiscard]] std::string refused(const std::string& description) const {
    return message_of<InputError>([&] { static_cast<void>(check(description)); });
  }
  [[nodiscard]] fs::path file() const { return folder_.path() / "small.toml"; }

 private:
  ScratchFolder folder_;
};

std::string violation_of(const DeviceCheck& check) { return check.violation ? check.violation->text() : ""; }

}  // namespace

TEST_CASE("a switch that works as its clock falls is described as that, or refused before a verdict",
          "[testbenches]") {
  const Small small;
  const std::string falling = small.described("WORKS=negedge");
  CHECK(mentions(falling, {"name = \"!clk\"\n"}));
  const DeviceCheck check = small.check(falling);
  CHECK(violation_of(check).empty());
  const std::string rising = replaced(falling, "\"!clk\"", "\"clk\"");
  CHECK(mentions(small.refused(rising),
                 {"small.toml:", ": clock.name: ", "at the falling edge of 'clk'; allowed: '!clk'"}));
  const Setup setup = resolve(small.config(rising));
  CHECK(mentions(message_of<InputError>([&] { check_device_ports(*setup.device, setup.config); }),
                 {"allowed: '!clk'"}));
  // A switch is measured at either edge alike.
  const auto measured = [&](const std::string& description) {
    RunConfig config = small.config(description);
    config.cycles = 3000;
    return run_point(config);
  };
  const std::string usual = small.described();
  CHECK(mentions(usual, {"name = \"clk\"\n"}));
  const RunResult one = measured(falling), other = measured(usual);
  CHECK(one.delivered_packets == other.delivered_packets);
  CHECK(one.latency.mean == other.latency.mean);
}

TEST_CASE("bits of a vector of clocks, or of resets, are driven alike", "[testbenches]") {
  const Small small;
  const std::string text = small.described("NONE=1", "each_its_clock");
  CHECK(mentions(text, {"name = \"clk\"\nreset = \"rst\"\n"}));
  CHECK(violation_of(small.check(text)).empty());
  CHECK(mentions(
      small.refused(replaced(text, "\"clk\"", "\"clk[1]\"")),
      {"small.toml:", ": clock.name: ", "has no port 'clk[1]'; allowed: 'clk', all of it, or a module"}));
}

TEST_CASE("a number of an output that its bits do not hold is a line at its key", "[testbenches]") {
  const Small small;
  const std::string text = small.described();
  const auto with = [&](const std::string& value) {
    return replaced(text, "tdest = \"s_tdest\"", "tdest = \"s_tdest = " + value + "\"");
  };
  CHECK(mentions(
      small.refused(with("1 << dest")),
      {"small.toml:", ": in.tdest: '2', of output 1, does not fit into 's_tdest', which has 1 bits"}));
  CHECK(mentions(small.refused(with("{dest, 1'b0}")), {"in.tdest: '2', of output 1, "}));
  // Of an int what is negative fits, and what is known in a cycle only is not looked at.
  CHECK(violation_of(small.check(with("port - port - dest"))).empty());
  CHECK(violation_of(small.check(with("valid ? dest : dest"))).empty());
}

TEST_CASE("a switch without in.tready that loses packets is asked for it", "[testbenches]") {
  const Small small;
  const std::string text = replaced(small.described(), "tready = \"s_tready\"\n", "");
  const DeviceCheck check = small.check(text);
  REQUIRE(check.violation);
  CHECK(mentions(check.hint,
                 {"in.tready is not there, so that hosts send in every cycle: has tiny an output"}));
  RunConfig config = small.config(text);
  set_key(config, "load", "1", "test");
  CHECK(mentions(message_of<RunError>([&] { run_point(config); }), {"small.toml: in.tready is not there"}));
}

TEST_CASE("device check: a packet that ends too early behind its 16th beat is found", "[testbenches]") {
  const Small small;
  for (const char* const cut : {"CUT=16", "CUT=63"}) {
    const DeviceCheck check = small.check(small.described(cut));
    REQUIRE(check.violation);
    CHECK(check.violation->rule == "tlast");
    CHECK(check.phase == "longer packets");
  }
  // One that holds longer packets back breaks no rule, unless these are short.
  CHECK(violation_of(small.check(small.described("HOLDS=16"))).empty());
  CHECK(violation_of(small.check(small.described("HOLDS=30"))).empty());
  CHECK(mentions(violation_of(small.check(small.described("HOLDS=15"))), {"progress"}));
  // Not where no packet is so long.
  const std::string most = "\n[claims]\nlongest-packet = 16\n";
  CHECK(violation_of(small.check(small.described("CUT=16") + most)).empty());
}

TEST_CASE("device check: an input that one output alone passes over is found", "[testbenches]") {
  const Small small;
  for (const char* const output : {"0", "1"}) {
    const std::string text = small.described(std::string("PASSED_OVER=") + output);
    const DeviceCheck check = small.check(text);
    REQUIRE(check.violation);
    CHECK(check.violation->rule == "progress");
    CHECK(mentions(check.violation->text(), {"input 1"}));
    CHECK(violation_of(small.check(text + "\n[claims]\nfair = false\n")).empty());
  }
}
