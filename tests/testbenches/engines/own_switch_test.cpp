// SPDX-License-Identifier: Apache-2.0
// A switch of the user's: the key `device`.
#include <fmt/format.h>

#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "host/base/errors.h"
#include "host/config/config_keys.h"
#include "host/config/key_use.h"
#include "host/config/setup.h"
#include "host/point/traffic_config.h"
#include "host/run/run_result.h"
#include "host/theory/theory.h"
#include "testbenches/engines/model_library.h"
#include "testbenches/engines/paths.h"
#include "testbenches/tracing/run_point.h"
#include "tests/catch.h"
#include "tests/host/capture/built_captures.h"
#include "tests/host/keys_of.h"
#include "tests/host/message_of.h"
#include "tests/testbenches/planted_fault.h"
#include "tests/testbenches/scratch_folder.h"

using namespace xb;
namespace fs = std::filesystem;

namespace {

RunConfig own_run(const fs::path& device) {
  return config_of("ports 4, load 1, cycles 3000, warmup 0", {{"device", device.string()}});
}

/// The example with a change of its description; its source is where the example is.
class Changed {
 public:
  Changed(const std::string& from, const std::string& to) {
    const std::string text = replaced(text_of(quad_example("quad_switch.toml")), "\"quad_switch.v\"",
                                      "\"" + quad_example("quad_switch.v").string() + "\"");
    std::ofstream(file()) << replaced(text, from, to);
  }
  [[nodiscard]] fs::path file() const { return folder_.path() / "my.toml"; }

 private:
  ScratchFolder folder_;
};

/// What is said of the example with that change; one line, at `line` of the description.
std::string own_refusal(const std::string& from, const std::string& to, int line) {
  const Changed changed(from, to);
  const auto message = message_of<InputError>([&] { run_point(own_run(changed.file())); });
  CHECK(message.find('\n') == std::string::npos);
  CHECK(message.rfind(changed.file().string() + ":" + std::to_string(line) + ":", 0) == 0);
  return message;
}

}  // namespace

TEST_CASE("the example switch runs with all checks, and saturates as FIFO inputs do", "[testbenches]") {
  RunConfig config = own_run(quad_example("quad_switch.toml"));
  config.cycles = 20000;
  const RunResult result = run_point(config);
  // Round robin; without, 0.6553 (Karol, Hluchyj, Morgan 1987).
  CHECK(result.throughput.mean == Approx(0.6553).margin(0.02));
  CHECK(result.lost_packets == 0);
  CHECK(result.queueing.mean > 0);
  CHECK(result.latency.mean > result.queueing.mean);
  config.traffic->receiver_stall = 0.3;
  config.packet_max = 20;
  config.traffic->load = 0.5;
  CHECK(run_point(config).delivered_packets > 1000);
}

TEST_CASE("descriptions of which the same is built share a model", "[testbenches]") {
  const auto model_with = [](const std::string& from, const std::string& to) {
    const Changed changed(from, to);
    return model_library(ModelSpec::of(resolve(own_run(changed.file())), false));
  };
  const std::string claim = "zero-load-latency = 1";
  const fs::path model = model_with(claim, claim + "\n# as measured");
  CHECK(model_with(claim, "zero-load-latency = 2") == model);
  CHECK(model_with("LOG_DEPTH = 4", "LOG_DEPTH = 5") != model);
  CHECK(model_with("tkeep = ones", "tkeep = 255") != model);
  CHECK(model_with("mhz = 156.25", "mhz = 156.25\n\n") == model);
}

TEST_CASE("what a switch does not show is measured from its ports", "[testbenches]") {
  const RunResult result = run_point(own_run(quad_example("quad_switch.toml")));
  CHECK(result.known.flags);
  CHECK_FALSE(result.known.pool);
  CHECK(result.per_queue.size() == 16);
  CHECK(result.occupancy_packets.max > 0);
}

TEST_CASE("a latency without load that is not claimed is measured first", "[testbenches]") {
  const Changed changed("zero-load-latency = 1", "");
  const auto json_of = [](const fs::path& device) {
    auto json = result_to_json(own_run(device), run_point(own_run(device)));
    for (const char* key : {"cpu_seconds", "cycles_per_cpu_second"}) json.erase(key);
    return json;
  };
  const auto json = json_of(changed.file());
  CHECK(json["zero_load_latency"]["min"] == 1);
  CHECK(json["zero_load_latency"]["max"] == 1);
  CHECK(json["queueing"]["mean"] > 0);
  CHECK(json == json_of(quad_example("quad_switch.toml")));
}

TEST_CASE("what a switch does not show is null in the record, and read as such", "[testbenches]") {
  const RunConfig config = own_run(quad_example("quad_switch.toml"));
  const auto json = result_to_json(config, run_point(config));
  CHECK(json["hol"]["pool_fraction"].is_null());
  CHECK(json["lost_packets"] == 0);
  CHECK(json["latency"]["mean"] > 1);
  const RunResult again = result_from_json(json);
  CHECK(again.known.flags);
  CHECK(again.known.zero_load);
  CHECK_FALSE(again.known.pool);
  CHECK(again.zero_load->max == 1);
}

TEST_CASE("a claim of where packets wait gives the line of theory", "[testbenches]") {
  const Changed changed("[claims]", "[claims]\nqueue = \"per-input\"");
  const Theory& saturation = *find_theory("input-saturation");
  CHECK(saturation.value(own_run(changed.file())) == Approx(0.6553).margin(0.0001));
  CHECK_FALSE(saturation.value(own_run(quad_example("quad_switch.toml"))));
  RunConfig gone = own_run(changed.file());
  gone.device += ".gone";
  CHECK_FALSE(saturation.value(gone));
  RunConfig loaded = own_run(changed.file());
  loaded.traffic->load = 0.5;
  CHECK_FALSE(find_theory("input-wait")->value(loaded));  // how deep its queues are is not said
}

TEST_CASE("what a description says of ports that is not so is refused at its line", "[testbenches]") {
  CHECK(mentions(own_refusal("\"s{i}_axis_tdata\"", "\"s{i}_axis_tdta\"", 19),
                 {":19:9: in.tdata: quad_switch has no port 's0_axis_tdta'; allowed: 's0_axis_tdata', the "
                  "nearest, or another input"}));
  CHECK(mentions(own_refusal("\"s{i}_axis_tlast\"", "\"s{i}_axis_tkeep\"", 21),
                 {"in.tlast: 's0_axis_tkeep' has 8 bits; allowed: 1"}));
  CHECK(mentions(own_refusal("\"m{i}_axis_tlast\"", "\"s{i}_axis_tlast\"", 28),
                 {"out.tlast: 's0_axis_tlast' is an input of quad_switch; allowed: an output"}));
  CHECK(mentions(own_refusal("name = \"clk\"", "name = \"clock\"", 12),
                 {"clock.name: quad_switch has no port 'clock'; allowed: "}));
  CHECK(mentions(own_refusal("LOG_DEPTH", "LOG_SIZE", 9),
                 {"parameters.LOG_SIZE: quad_switch has no such parameter"}));
  CHECK(mentions(own_refusal("tkeep = \"s{i}_axis_tkeep = ones\"", "", 4),
                 {"tie: input 's0_axis_tkeep' of quad_switch has no value; allowed: a key of [in] for it"}));
  CHECK(mentions(own_refusal("top = \"quad_switch\"", "top = \"quadswitch\"", 4),
                 {"device.top: 'quadswitch' is not in the files"}));
}

TEST_CASE("a module of another number of ports says how many it has", "[testbenches]") {
  const unsigned ports = GENERATE(3U, 16U);
  RunConfig config = own_run(quad_example("quad_switch.toml"));
  config.ports = ports;
  const std::string message = message_of<InputError>([&] { run_point(config); });
  CHECK(mentions(message, {fmt::format(":4:7: ports: quad_switch has 4 ports, not {}; allowed: ports = 4 in "
                                       "[device], --ports 4, or a parameter that says it",
                                       ports)}));
  CHECK(message.find('\n') == std::string::npos);
}

TEST_CASE("packets of any number of bytes go through a switch with tkeep on both sides", "[testbenches]") {
  const ScratchFolder folder;
  std::string text = text_of(quad_example("quad_switch.toml"));
  std::string source = text_of(quad_example("quad_switch.v"));
  const auto write = [&] {
    std::ofstream(folder.path() / "my.toml") << text;
    std::ofstream(folder.path() / "quad_switch.v") << source;
  };
  const auto run = [&](const char* packet) {
    write();
    RunConfig config = own_run(folder.path() / "my.toml");
    set_key(config, "packet", packet, "test");
    config.traffic->load = 0.6;
    return run_point(config);
  };
  text = replaced(text, "tdata = \"m{i}_axis_tdata\"",
                  "tdata = \"m{i}_axis_tdata\"\ntkeep = \"m{i}_axis_tkeep\"");
  CHECK(mentions(message_of<InputError>([&] { run("64B"); }), {"packet: '64B'", "in.tkeep", "out.tkeep"}));
  text = replaced(text, "s{i}_axis_tkeep = ones", "s{i}_axis_tkeep");
  const RunResult result = run("8B..100B");
  REQUIRE(result.bytes);
  CHECK(result.bytes->delivered_bytes > 10000);
  // So do the frames of a capture.
  CaptureBuilder capture;
  capture.pcap_header(kPcapNanoseconds);
  std::uint64_t bytes = 0;
  for (unsigned n = 0; n < 40; ++n) {
    capture.pcap_frame(0, 100 * n, test_frame(n % 3, n % 5, 60 + n));
    bytes += 60 + n;
  }
  std::ofstream(folder.path() / "in.pcap", std::ios::binary) << capture.bytes;
  RunConfig replay = own_run(folder.path() / "my.toml");
  replay.traffic->traffic = kCapturePrefix + (folder.path() / "in.pcap").string();
  const RunResult replayed = run_point(replay);
  REQUIRE(replayed.bytes);
  CHECK(replayed.bytes->delivered_bytes == bytes);
  CHECK(run("1B..9B").bytes->delivered_bytes > 3000);
  const std::string good = source;
  source = replaced(source, "s0_axis_tlast, s0_axis_tkeep,", "s0_axis_tlast, {(DATA_WIDTH/8){1'b1}},");
  CHECK(mentions(message_of<RunError>([&] { run("8B..100B"); }), {"tkeep: expected 0x", "seen 0xff"}));
  CHECK(mentions(message_of<RunError>([&] { run_point(replay); }), {"tkeep: expected 0x", "seen 0xff"}));
  source = good;
  for (const unsigned width : {8U, 16U, 32U}) {
    write();
    RunConfig narrow = own_run(folder.path() / "my.toml");
    set_key(narrow, "packet", "1B..50B", "test");
    narrow.width = width;
    narrow.traffic->load = 0.6;
    CAPTURE(width);
    CHECK(run_point(narrow).bytes->delivered_bytes > 3000);
  }
  // Without one tkeep of the two a packet is whole beats.
  text = replaced(text, "tkeep = \"m{i}_axis_tkeep\"\n", "");
  write();
  const RunResult whole = run_point(replay);
  CHECK_FALSE(whole.bytes);
  CHECK(whole.delivered_packets == 40);
  // A beat of 8 bits is a byte all the same.
  RunConfig bytewise = own_run(folder.path() / "my.toml");
  set_key(bytewise, "packet", "1B..50B", "test");
  bytewise.width = 8;
  CHECK(run_point(bytewise).bytes->delivered_bytes > 3000);
}

TEST_CASE("messages of any number of bytes go through a switch of the user's", "[testbenches]") {
  const ScratchFolder folder;
  std::string text = text_of(quad_example("quad_switch.toml"));
  std::string source = text_of(quad_example("quad_switch.v"));
  text = replaced(text, "tdata = \"m{i}_axis_tdata\"",
                  "tdata = \"m{i}_axis_tdata\"\ntkeep = \"m{i}_axis_tkeep\"");
  text = replaced(text, "s{i}_axis_tkeep = ones", "s{i}_axis_tkeep");
  const auto point = [&](unsigned width) {
    std::ofstream(folder.path() / "my.toml") << text;
    std::ofstream(folder.path() / "quad_switch.v") << source;
    RunConfig config = own_run(folder.path() / "my.toml");
    config.traffic->load = RunConfig().traffic->load;
    config.width = width;
    config.schedule = "linear";
    config.packets_per_message = 3;
    config.message_spread = 0.9;
    set_key(config, "packet", "50B", "test");
    return config;
  };
  const auto run = [&](unsigned width) { return run_point(resolve(point(width)).config); };
  for (const unsigned width : {8U, 64U}) {
    CAPTURE(width);
    const RunResult result = run(width);
    REQUIRE(result.bytes);
    CHECK(result.bytes->delivered_bytes == result.bytes->offered_bytes);
    CHECK(result.bytes->delivered_bytes > 12 * 50);
  }
  source = replaced(source, "s0_axis_tlast, s0_axis_tkeep,", "s0_axis_tlast, {(DATA_WIDTH/8){1'b0}},");
  CHECK(mentions(message_of<RunError>([&] { run(64); }), {"tkeep: expected 0x", "seen 0x0"}));
  CHECK(mentions(message_of<RunError>([&] { run(8); }), {"tkeep: expected 0x1", "seen 0x0"}));
  // Where packets may be lost, one of a byte is not known from others.
  text = replaced(text, "[claims]", "[claims]\nlossless = false");
  RunConfig lossy = point(64);
  lossy.reliability = Reliability::GoBackN;
  CHECK(mentions(message_of<InputError>([&] { resolve(lossy); }),
                 {"packet: '50B', with a schedule whose messages may end with one of a byte, is not allowed",
                  "four in the first beat"}));
}

TEST_CASE("a wrong polarity of the reset ends the run", "[testbenches]") {
  const Changed changed("reset = \"rst\"", "reset = \"rst\"\nreset-active = \"low\"");
  RunConfig config = own_run(changed.file());
  CHECK(mentions(message_of<RunError>([&] { run_point(config); }),
                 {"input 0: progress: expected one of its beats to move within "}));
}

TEST_CASE("an error in the user's source names its file and line", "[testbenches]") {
  const ScratchFolder folder;
  const fs::path source = folder.path() / "mine.v";
  std::ofstream(source) << replaced(text_of(quad_example("quad_switch.v")), "wire [3:0]            in_valid",
                                    "wire wire [3:0]            in_valid");
  const Changed changed(quad_example("quad_switch.v").string(), source.string());
  const auto message = message_of<InputError>([&] { run_point(own_run(changed.file())); });
  CHECK(mentions(message, {source.string() + ":", "syntax error"}));
  CHECK(message.find('\n') == std::string::npos);
}

TEST_CASE("warnings of later Verilators may be silenced, and a failing optimisation is left out",
          "[testbenches]") {
  const ScratchFolder folder;
  const std::string text = text_of(quad_example("quad_switch.v"));
  // Verilator 5.006 does not know the warning, and says `Internal Error` of `first`.
  std::ofstream(folder.path() / "quad_switch.v") << "/* verilator lint_off WIDTHTRUNC */\n"
                                                 << text.substr(0, text.rfind("endmodule")) << R"(
  unused u_unused(.clk(clk), .ask(1'b0));
endmodule
module unused(input clk, input ask);
  reg go;
  wire [1:0] busy, match, first;
  genvar n;
  generate for (n = 0; n < 2; n = n + 1)
    assign first[n] = (match[n] || (!busy[n] && !match && !(first & ({2{1'b1}} >> (2 - n))))) && go;
  endgenerate
  always @* begin
    go = 1'b0;
    case (ask) 1'b0: begin end endcase
  end
  always @(posedge clk) if (go) begin end
endmodule
)";
  fs::copy(quad_example("quad_switch.toml"), folder.path() / "my.toml");
  const RunResult usual = run_point(own_run(quad_example("quad_switch.toml")));
  CHECK(run_point(own_run(folder.path() / "my.toml")).latency.mean == usual.latency.mean);
}

TEST_CASE("keys of the lab's switches are refused beside a device", "[testbenches]") {
  const auto with = [](const std::string& key, const std::string& value) {
    RunConfig config = own_run(quad_example("quad_switch.toml"));
    set_key(config, key, value, "test");
    return config;
  };
  for (const auto& [key, value] : keys_of(
           "switch voq, arbiter random, flow drop, forwarding store-and-forward, route-delay 3, rtl rtl")) {
    CAPTURE(key);
    CHECK(mentions(message_of<InputError>([&] { check_use({with(key, value)}); }), {key + ": "}));
  }
  CHECK(mentions(message_of<InputError>([&] { resolve(with("engine", "fast")); }),
                 {"engine: 'fast' is not allowed with a device; allowed: rtl"}));
  CHECK(mentions(message_of<InputError>([&] { resolve(with("topology", "mesh(2,2)")); }),
                 {"topology: 'mesh(2,2)' is not allowed with a device"}));
  CHECK(mentions(message_of<InputError>([&] { resolve(with("depth", "64")); }),
                 {"depth: '64' is not allowed here", "a device whose parameters use it"}));
}
