// SPDX-License-Identifier: Apache-2.0
// Switches of many styles (foreign/), each described, checked and measured as a user's would be; and what is
// said of descriptions that are wrong.
#include <algorithm>
#include <fstream>
#include <sstream>

#include "host/base/errors.h"
#include "host/config/config_keys.h"
#include "host/config/setup.h"
#include "host/device/wire_format.h"
#include "host/point/traffic_config.h"
#include "host/run/simulation.h"
#include "testbenches/engines/device_ports.h"
#include "testbenches/engines/engines.h"
#include "testbenches/engines/paths.h"
#include "testbenches/sources/device_sources.h"
#include "testbenches/sources/module_ports.h"
#include "testbenches/sources/source_search.h"
#include "testbenches/tracing/device_check.h"
#include "testbenches/tracing/run_point.h"
#include "tests/catch.h"
#include "tests/host/message_of.h"
#include "tests/testbenches/scratch_folder.h"

using namespace xb;
namespace fs = std::filesystem;

namespace {

struct Foreign {
  const char* name;
  unsigned ports, width;
  double saturation;  ///< of FIFO inputs: 3/4 with two ports, 0.6825 three, 0.6553 four (Karol et al. 1987)
};
const std::vector<Foreign> kForeign{
    {"flat_user", 4, 64, 0.6553},    {"named_low", 2, 128, 0.75},
    {"async_reset", 3, 32, 0.6825},  {"no_buffers", 4, 256, 0.6553},
    {"bytes8", 2, 8, 0.75},          {"in_data16", 4, 16, 0.6553},
    {"lossy512", 2, 512, 0.75},      {"two_clocks", 2, 64, 0.75 * 100 / 156.25},
    {"fifo_names", 4, 32, 0.6553},   {"mac_table", 4, 64, 0.6553},
    {"flits", 3, 32, 0.6825},        {"listed", 2, 64, 0.404},  // as measured: a beat every other cycle
    {"credit_links", 4, 64, 0.6553}, {"ready_links", 4, 32, 0.6553},
    {"read_links", 4, 32, 0.6553},   {"granted_links", 4, 32, 0.6553},
    {"typed_flits", 4, 32, 0.6553},
};

fs::path foreign_folder() { return source_dir() / "tests/testbenches/device/foreign"; }
std::string description_of(const Foreign& one) {
  return text_of(foreign_folder() / (std::string(one.name) + ".toml"));
}

Setup setup_of(const Foreign& one, const fs::path& description) {
  RunConfig config;
  config.ports = one.ports;
  config.width = one.width;
  set_key(config, "device", description.string(), "test");
  config.packet_min = config.packet_max = least_beats(*read_device(config.device), config);
  config.traffic->load = 1;
  config.cycles = 30000;
  config.warmup = 2000;
  return resolve(config);
}

/// A description of theirs with a change, where it finds the sources.
class ChangedFile {
 public:
  explicit ChangedFile(std::string text) {
    for (const auto& entry : fs::directory_iterator(foreign_folder()))
      fs::create_symlink(entry.path(), folder_.path() / entry.path().filename());
    std::ofstream(file()) << text;
  }
  [[nodiscard]] fs::path file() const { return folder_.path() / "changed.toml"; }

 private:
  ScratchFolder folder_;
};

unsigned line_of(const std::string& text, const std::string& part) {
  const auto at = text.find(part) + (part[0] == '\n' ? 1 : 0);
  return 1 + static_cast<unsigned>(std::count(text.begin(), text.begin() + static_cast<long>(at), '\n'));
}

/// Lines that are not blank.
std::size_t lines_in(const std::string& text) {
  std::istringstream lines(text);
  std::size_t count = 0;
  for (std::string line; std::getline(lines, line);) count += line.empty() ? 0 : 1;
  return count;
}

/// What is said of a wrong description before its model runs: one line, at the line of `part`.
std::string foreign_refusal(const Foreign& one, const std::string& text, const std::string& part,
                            const char* key) {
  const ChangedFile changed(text);
  const auto message = message_of<InputError>([&] { make_random_start(setup_of(one, changed.file())); });
  CAPTURE(one.name, key, message);
  CHECK(message.find('\n') == std::string::npos);
  CHECK(message.rfind(changed.file().string() + ":" + std::to_string(line_of(text, part)) + ":", 0) == 0);
  CHECK(message.find(std::string(": ") + key + ": ") != std::string::npos);
  return message;
}

/// The text with that key of [clock], in the place of the one that may be there.
std::string with_clock(const std::string& text, const std::string& key, const std::string& value) {
  const std::string line = key + " = \"" + value + "\"\n";
  const auto table = text.find("[clock]\n");
  if (table == std::string::npos) return replaced(text, "[in]\n", "[clock]\n" + line + "\n[in]\n");
  const auto old = text.find("\n" + key + " = ", table);
  if (old == std::string::npos || old > text.find("[in]"))
    return replaced(text, "[clock]\n", "[clock]\n" + line);
  return std::string(text).replace(old + 1, text.find('\n', old + 1) - old, line);
}

/// The first value of a key, `from` on.
std::string value_of(const std::string& text, const std::string& key, const std::string& from = "") {
  const std::string start = "\n" + key + " = \"";
  const auto at = text.find(start, text.find(from));
  return at == std::string::npos
             ? ""
             : text.substr(at + start.size(), text.find('"', at + start.size()) - at - start.size());
}

/// With the other polarity of its reset a switch is found to stand still, in words that say why.
void check_inverted_reset(const Foreign& one) {
  CAPTURE(one.name);
  const std::string text = description_of(one);
  const bool low = value_of(text, "reset-active") == "low";
  const ChangedFile changed(with_clock(text, "reset-active", low ? "high" : "low"));
  const DeviceCheck check = check_device(setup_of(one, changed.file()));
  REQUIRE(check.violation);
  CHECK(check.violation->rule == "progress");
  CHECK(mentions(check.hint, {"comes out: are clock.name and clock.reset-active right?"}));
}

}  // namespace

TEST_CASE("seventeen switches of different styles break no rule, and saturate as theory says",
          "[testbenches]") {
  for (const Foreign& one : kForeign) {
    CAPTURE(one.name);
    const std::string text = description_of(one);
    CHECK(lines_in(text) < 30);
    const Setup setup = setup_of(one, foreign_folder() / (std::string(one.name) + ".toml"));
    const DeviceCheck check = check_device(setup);
    INFO((check.violation ? check.violation->text() + check.phase : ""));
    CHECK_FALSE(check.violation);
    const RunResult result = simulate(setup, *make_random_start(setup));
    CHECK(result.throughput.mean == Approx(one.saturation).margin(0.02));
    CHECK(result.delivered_packets > 10000);
    CHECK((result.lost_packets > 0) == (std::string(one.name) == "lossy512"));
  }
}

TEST_CASE("names in a file .v that are keywords of SystemVerilog are found to be Verilog 2005",
          "[testbenches]") {
  const ScratchFolder folder;
  fs::copy_file(foreign_folder() / "fx_parts.sv", folder.path() / "fx_parts.sv");
  const fs::path source = folder.path() / "old_names.v", file = folder.path() / "old_names.toml";
  std::ofstream(source)
      << "module old_names (input clk, input rst, input [1:0] do_valid, input [1:0] do_last, input [63:0] "
         "do,\n"
         "  input [1:0] do_dest, output [1:0] do_ready, output [1:0] bit_valid, output [1:0] bit_last,\n"
         "  output [63:0] bit, input [1:0] bit_ready);\n"
         "  fx_switch #(.N(2), .W(33)) u_switch (.clk(clk), .rst(rst), .in_valid(do_valid),\n"
         "    .in_ready(do_ready), .in_word({do_last[1], do[63:32], do_last[0], do[31:0]}), "
         ".in_dest(do_dest),\n"
         "    .out_valid(bit_valid), .out_ready(bit_ready),\n"
         "    .out_word({bit_last[1], bit[63:32], bit_last[0], bit[31:0]}));\nendmodule\n";
  GivenSources given;
  given.words = {source.string(), (folder.path() / "fx_parts.sv").string()};
  given.top = "old_names";
  const std::string text = new_description(given, folder.path());
  CHECK(mentions(text, {"language = \"verilog-2005\"", "tdata = \"do\"", "tdata = \"bit\""}));
  const auto setup_with = [&](const std::string& description) {
    std::ofstream(file) << description;
    return setup_of({"old_names", 2, 32, 0}, file);
  };
  const DeviceCheck check = check_device(setup_with(text));
  INFO((check.violation ? check.violation->text() : text));
  CHECK_FALSE(check.violation);
  CHECK(mentions(
      message_of<InputError>(
          [&] { make_random_start(setup_with(replaced(text, "\"verilog-2005\"", "\"systemverilog\""))); }),
      {"old_names.v:1:", "'do' is a SystemVerilog keyword", "language = \"verilog-2005\" in [device]"}));
}

TEST_CASE("device check: a switch that loses ends of long packets is asked how long they may be",
          "[testbenches]") {
  const Foreign& one = kForeign[6];
  const ChangedFile changed(replaced(description_of(one), "longest-packet = 32\n", ""));
  const DeviceCheck check = check_device(setup_of(one, changed.file()));
  REQUIRE(check.violation);
  CHECK(check.violation->rule == "whole-packets");
  CHECK(mentions(check.hint, {"claims longest-packet"}));
}

TEST_CASE("a port that is not there, of another width, or no clock is one line at its key", "[testbenches]") {
  for (const Foreign& one : kForeign) {
    if (one.name == std::string("typed_flits")) continue;  // has no tlast of its own
    const std::string text = description_of(one);
    const std::string tlast = "tlast = \"" + value_of(text, "tlast");
    CHECK(mentions(foreign_refusal(one, replaced(text, tlast, tlast + "_x"), tlast, "in.tlast"),
                   {" has no port '", "allowed: '"}));
    const std::string tvalid = "tvalid = \"" + value_of(text, "tdata");
    CHECK(mentions(foreign_refusal(one, replaced(text, "tvalid = \"" + value_of(text, "tvalid"), tvalid),
                                   tvalid, "in.tvalid"),
                   {" bits; allowed: "}));
    const std::string clock = value_of(text, "name", "[clock]");
    const std::string misnamed = with_clock(text, "name", (clock.empty() ? "clk" : clock) + "_x");
    CHECK(mentions(foreign_refusal(one, misnamed, "\nname = ", "clock.name"),
                   {" has no port '", "_x'; allowed: "}));
  }
}

TEST_CASE("what is wrong with parts of a vector is one line at its key", "[testbenches]") {
  const Foreign& one = *std::find_if(kForeign.begin(), kForeign.end(),
                                     [](const Foreign& f) { return f.name == std::string("flits"); });
  const std::string text = description_of(one);
  const auto said = [&](const std::string& from, const std::string& to, const std::string& part,
                        const char* key) {
    return foreign_refusal(one, replaced(text, from, to), part, key);
  };
  const std::string tail = "tlast = \"in_flit[width+log2(ports)";
  CHECK(mentions(said(tail + "]", tail + "+2]", tail, "in.tlast"), {"'in_flit' has bits 35 to 0 a port"}));
  CHECK(mentions(said(tail + "]", tail + "-1]", "tdest = ", "in.tdest"),
                 {"a bit of 'in_flit[", "is in another part too"}));
  CHECK(mentions(said("out_flit[width]", "out_flit[widht]", "tlast = \"out_", "out.tlast"),
                 {"'widht' is not known"}));
  CHECK(mentions(said("out_flit[width]", "out_flit[3:4]", "tlast = \"out_", "out.tlast"),
                 {"has bits 33 to 0"}));
  CHECK(
      mentions(said("in_flit[width-1:0]", "in_flit", "tdata = ", "in.tdata"), {"has 108 bits; allowed: 96"}));
  CHECK(mentions(said("[tie]\n\"in_flit[width+log2(ports)+1]\" = 0\n", "", "top = ", "tie"),
                 {"bit 35 of input 'in_flit' of flits has no value; allowed: in_flit[35] in a key of [in]"}));
  CHECK(mentions(said("[tie]", "tdest = \"out_flit\"\n\n[tie]", "tdest = \"out_", "out.tdest"),
                 {"'out_flit' of flits is named twice"}));
}

TEST_CASE("what a type of flits means is found wrong, or refused in its line", "[testbenches]") {
  const Foreign one{"typed_flits", 4, 32, 0};
  const std::string text = description_of(one);
  const ChangedFile changed(replaced(text, "inside {3, 4}", "== 3"));
  const DeviceCheck check = check_device(setup_of(one, changed.file()));
  REQUIRE(check.violation);
  CHECK(check.violation->rule == "tlast");
  const auto said = [&](const std::string& from, const std::string& to, const char* key) {
    return foreign_refusal(one, replaced(text, from, to), key[0] == 'i' ? "tready = " : "tlast = \"out", key);
  };
  CHECK(mentions(said("inside {3, 4}", "== lst", "out.tlast"), {"'lst'"}));
  CHECK(mentions(said("in_room != 0", "!in_room == 0", "in.tready"), {"PORT == VALUE"}));
  CHECK(mentions(said("in_room != 0", "in_rom != 0", "in.tready"),
                 {"has no port 'in_rom'; allowed: 'in_room'"}));
}

TEST_CASE("handshakes, credits or latencies that are not the switch's are found", "[testbenches]") {
  const auto found = [](const char* name, const std::string& from, const std::string& to,
                        const std::string& behind) {
    const Foreign one{name, 4, 32, 0};
    const std::string text = description_of(one);
    const auto cut = text.find(behind);
    const ChangedFile changed(text.substr(0, cut) + replaced(text.substr(cut), from, to));
    const DeviceCheck check = check_device(setup_of(one, changed.file()));
    return check.violation ? check.violation->text() + "; " + check.hint : "";
  };
  CHECK(mentions(found("credit_links", "credits = 3", "credits = 2", "[out]"),
                 {"output ", ": credits: expected no beat, as all 2 credits are used; seen one"}));
  CHECK(found("credit_links", "credits = 3", "credits = 4", "[out]").empty());  // room that it does not use
  CHECK(mentions(found("credit_links", "credits = 8", "credits = 9", "[in]"), {"expected "}));
  // One is granted, and three after reset, where the switch has one.
  CHECK(mentions(found("granted_links", "initial-credits = 1", "initial-credits = 0", "[out]"),
                 {": progress: "}));
  // It gives credits in the reset, where no phase has begun.
  CHECK(
      mentions(found("granted_links", "initial-credits = 0\n", "", "[in]"),
               {"cycle 0: input 0: credits: expected no credit, as all 8 are there", "initial-credits = 0"}));
  CHECK(mentions(found("ready_links", "ready-latency = 2", "ready-latency = 1", "[in]"), {"expected "}));
  CHECK(mentions(found("ready_links", "ready-latency = 2\n", "", "[in]"),
                 {"expected ", "; with ready-latency = 2 in [in] no rule is broken"}));
  CHECK(mentions(found("fifo_names", "_push = valid && ready", "_push", "[in]"),
                 {"expected ", "in.tvalid = \"{i:n,e,s,w}_push = valid && ready\""}));
  for (const char* cycles : {"1", "3"})
    CHECK(mentions(found("ready_links", "latency = 2", std::string("latency = ") + cycles, "[out]"),
                   {": ready-latency: expected no beat, as ready was 0 ", cycles, " cycles before"}));
  CHECK(mentions(found("ready_links", "ready-latency = 2\n", "", "[out]"), {"has ready-latency in [out]"}));
  CHECK(mentions(found("read_links", "read-latency = 1\n", "", "[out]"), {"have read-latency = 1 in [out]"}));
  CHECK(mentions(found("read_links", "read-latency = 1", "read-latency = 2", "[out]"), {"expected "}));
}

TEST_CASE("a switch that gives a credit too many is found", "[testbenches]") {
  // Input 3, which sends nothing, gets one for each beat of output 3.
  const Foreign one{"credit_links", 4, 32, 0};
  const ChangedFile changed(replaced(description_of(one), "\"links.sv\"", "\"twice.sv\"") +
                            "connects = \"0..2>0..3\"\n");
  std::ofstream(changed.file().parent_path() / "twice.sv") << replaced(
      text_of(foreign_folder() / "links.sv"), "4'(taken[i])", "4'(taken[i] || (i == 3 && sent[i]))");
  const DeviceCheck check = check_device(setup_of(one, changed.file()));
  REQUIRE(check.violation);
  CHECK(
      mentions(check.violation->text(),
               {"input 3: credits: expected no credit, as all 8 are there; seen one: ", "initial-credits"}));
}

TEST_CASE("credits and latencies that do not belong together are one line at their key", "[testbenches]") {
  const auto said = [](const char* name, const std::string& from, const std::string& to, const char* key) {
    const Foreign one{name, 4, 32, 0};
    const std::string text = replaced(description_of(one), from, to);
    return foreign_refusal(one, text, to.empty() ? "\ncredit" : to.substr(to.rfind('\n', to.size() - 2) + 1),
                           key);
  };
  CHECK(mentions(said("credit_links", "credits = 8\n", "", "in.credits"), {"missing", "there is room for"}));
  CHECK(mentions(said("credit_links", "credit = \"credit_o\"\n", "", "in.credits"), {"without credit"}));
  CHECK(
      mentions(said("credit_links", "credits = 8", "credits = 8\ninitial-credits = 9", "in.initial-credits"),
               {"9 is not allowed; allowed: 0..8, of credits"}));
  CHECK(mentions(said("ready_links", "ready-latency = 2", "initial-credits = 1", "in.initial-credits"),
                 {"without credit"}));
  CHECK(mentions(said("credit_links", "credits = 8", "credits = 0", "in.credits"), {"1..65535 beats"}));
  CHECK(mentions(said("credit_links", "credits = 8", "credits = \"dpth\"", "in.credits"),
                 {"'dpth' is not known"}));
  CHECK(mentions(said("credit_links", "credits = 8", "credits = 8\nready-latency = 1", "in.ready-latency"),
                 {"without tready; allowed: 0"}));
  CHECK(mentions(said("ready_links", "tready = \"out_ready\"\nready-latency = 2\n", "read-latency = 1\n",
                      "out.read-latency"),
                 {"without tready; allowed: 0"}));
  CHECK(mentions(said("ready_links", "tready = \"out_ready\"\n", "tready = \"out_ready\"\nread-latency = 1\n",
                      "out.read-latency"),
                 {"beside ready-latency"}));
  CHECK(mentions(said("ready_links", "tready = \"in_ready\"\nready-latency = 2\n",
                      "tready = \"in_ready\"\ncredit = \"in_ready\"\n", "in.credit"),
                 {"beside tready"}));
}

TEST_CASE("parts of a vector have their places where one side has fewer ports", "[testbenches]") {
  const ScratchFolder folder;
  fs::copy_file(foreign_folder() / "fx_parts.sv", folder.path() / "fx_parts.sv");
  std::ofstream(folder.path() / "flits.sv")
      << text_of(foreign_folder() / "flits.sv")
      << "module fan #(parameter W = 32) (input wire clk, rst, input wire [1:0] in_valid, output wire [1:0] "
         "in_ready,\n  input wire [2*(W+4)-1:0] in_flit, output wire [W+1:0] out_flit [3],\n"
         "  input wire [2:0] out_ready);\n  wire [2:0] ready;\n  assign in_ready = ready[1:0];\n"
         "  flits #(.N(3), .W(W)) u_flits (.clk, .rst, .in_valid({1'b0, in_valid}), .in_ready(ready),\n"
         "    .in_flit({{(W+4){1'b0}}, in_flit}), .out_flit, .out_ready);\nendmodule\n";
  const Foreign one{"flits", 3, 32, 0};
  std::string text = replaced(description_of(one), "top = \"flits\"", "top = \"fan\"");
  text = replaced(text, "N = \"ports\"\n", "") + "connects = \"0..1>0..2\"\n";
  std::ofstream(folder.path() / "fan.toml") << text;
  const DeviceCheck check = check_device(setup_of(one, folder.path() / "fan.toml"));
  INFO((check.violation ? check.violation->text() : ""));
  CHECK_FALSE(check.violation);
}

TEST_CASE("a reset of the wrong polarity is found, with what to look at", "[testbenches]") {
  check_inverted_reset(kForeign[4]);
}

TEST_CASE("device check: beats that are taken while the switch is not out of reset are known by a rest",
          "[testbenches]") {
  const Foreign one{"flits", 3, 32, 0};
  const ScratchFolder folder;
  for (const char* file : {"flits.toml", "fx_parts.sv"})
    fs::copy_file(foreign_folder() / file, folder.path() / file);
  std::string source = replaced(text_of(foreign_folder() / "flits.sv"), "    .clk, .rst, .in_valid(",
                                "    .clk, .rst(late[20]), .in_ready(ready), .in_valid(");
  source = replaced(source, ".in_ready, ", "");
  source =
      replaced(source, "  localparam D =",
               "  logic [20:0] late;\n  wire [N-1:0] ready;\n  assign in_ready = ready | {N{late[20]}};\n"
               "  always_ff @(posedge clk) late <= {late[19:0], rst};\n  localparam D =");
  std::ofstream(folder.path() / "flits.sv") << source;
  const DeviceCheck check = check_device(setup_of(one, folder.path() / "flits.toml"));
  REQUIRE(check.violation);
  CHECK(mentions(check.hint, {"with setup.rest = 1000 no rule is broken"}));
}

TEST_CASE("a reset of the wrong polarity is found in each style", "[testbenches][long]") {
  for (const Foreign& one : kForeign) {
    const std::string name = one.name;
    // One has none; of others the first rule is interleaving, or credits, whose message asks for the reset.
    if (name != "lossy512" && name != "no_buffers" && name != "granted_links" && name != "credit_links")
      check_inverted_reset(one);
  }
}

TEST_CASE("clocks that are exchanged are found", "[testbenches]") {
  const Foreign& one = kForeign[7];
  std::string text = replaced(description_of(one), "\"port_clk\"", "\"core_clk\"");
  text = replaced(text, "inner = {core_clk", "inner = {port_clk");
  const ChangedFile changed(text);
  const DeviceCheck check = check_device(setup_of(one, changed.file()));
  REQUIRE(check.violation);
  CHECK(mentions(check.hint, {"clock.name, core_clk,", "clock.inner, port_clk?"}));
  // So does a run.
  const auto message = message_of<RunError>([&] { run_point(setup_of(one, changed.file())); });
  CHECK(
      mentions(message, {"changed.toml: are the ports at clock.name, core_clk,", "clock.inner, port_clk?"}));
}

TEST_CASE("an elaboration that takes too long is a line with the parameters", "[testbenches]") {
  const ScratchFolder folder;
  std::ofstream(folder.path() / "a.sv") << "module a #(parameter int N = 1, W = 1)(input clk); endmodule\n";
  ModelSources sources;
  sources.users = "a.toml";
  sources.files = {{"a.sv", folder.path() / "a.sv"}};
  const auto netlist = [&](double seconds) {
    return module_netlist("a", {{"N", "9"}, {"W", "2"}}, sources, folder.path(), seconds);
  };
  CHECK(parameters_in_netlist(netlist(kElaborationSeconds)).size() == 2);
  CHECK(mentions(message_of<InputError>([&] { netlist(0); }),
                 {"a.toml: verilator --xml-only of a with N = 9, W = 2 takes more than 0 s; allowed: "}));
}

TEST_CASE("a parameter's value has its sign, and is none where it is too long", "[testbenches]") {
  const ScratchFolder folder;
  std::ofstream(folder.path() / "a.sv")
      << "module a #(parameter signed [7:0] A = -3, parameter int B = -7, C = 7,\n"
         "  parameter [7:0] D = 253, parameter [63:0] E = '1)(input clk);\n"
         "endmodule\n";
  ModelSources sources;
  sources.files = {{"a.sv", folder.path() / "a.sv"}};
  std::vector<long> values;
  for (const ModuleParameter& one : parameters_in_netlist(module_netlist("a", {}, sources, folder.path())))
    values.push_back(one.whole ? one.value : 999);
  CHECK(values == std::vector<long>{-3, -7, 7, 253, 999});
}

TEST_CASE("what is wrong with a value is one line at its key", "[testbenches]") {
  const Foreign& one = kForeign[0];
  const std::string text = description_of(one);
  const auto refusal = [&](const char* key, const std::string& from, const std::string& to) {
    return foreign_refusal(one, replaced(text, from, to), to, key);
  };
  CHECK(mentions(refusal("in.tdest", "= {dest, 1'b0}\"", "= {dst, 1'b0}\""), {"'dst'"}));
  CHECK(mentions(refusal("in.tdest", "= {dest, 1'b0}\"", "= dest +\""), {"syntax error"}));
  CHECK(mentions(refusal("in.tuser", "tuser = 0\"", "tuser = no\""), {"'no'"}));
  const std::string tie = "[tie]\ns_axis_tuser = \"nothing\"\n[out]\n";
  const std::string tied = replaced(replaced(text, "tuser = \"s_axis_tuser = 0\"\n", ""), "[out]\n", tie);
  CHECK(mentions(foreign_refusal(one, tied, "s_axis_tuser = \"noth", "tie.s_axis_tuser"), {"'nothing'"}));
}

TEST_CASE("a beat of 8 bits does not say where it goes", "[testbenches]") {
  const Foreign& one = kForeign[4];
  const std::string text = description_of(one);
  const std::string silent = replaced(text, "tdest = \"a_dest{i}\"\n", "");
  CHECK(mentions(foreign_refusal(one, silent, "tvalid = ", "in.tdest"), {"route.header", "16 or more"}));
  // One output needs no number.
  const ChangedFile lines(replaced(silent, "[claims]\n", "[claims]\nconnects = [\"0>0\", \"1>1\"]\n"));
  CHECK_NOTHROW(setup_of(one, lines.file()));
}

TEST_CASE("a switch that sends elsewhere is asked where it finds the output", "[testbenches]") {
  const auto hint_of = [](const Foreign& one, const std::string& from, const std::string& to) {
    const ChangedFile changed(replaced(description_of(one), from, to));
    const DeviceCheck check = check_device(setup_of(one, changed.file()));
    REQUIRE(check.violation);
    CHECK((check.violation->rule == "route" || check.violation->rule == "idle"));
    return check.hint;
  };
  CHECK(mentions(hint_of(kForeign[0], "= {dest, 1'b0}\"", "= {~dest, 1'b0}\""),
                 {"in.tdest, ", "64'd1 << dest"}));
  CHECK(mentions(hint_of(kForeign[9], "table_port = \"port\"", "table_port = \"3 - port\""),
                 {"in route.header?"}));
}

TEST_CASE("ports are checked without a model, once for points whose ports are alike", "[testbenches]") {
  const Foreign& one = kForeign[0];
  const std::string text = description_of(one);
  const std::string tlast = "tlast = \"" + value_of(text, "tlast");
  const ChangedFile changed(replaced(text, tlast, tlast + "_x"));
  DevicePorts ports;
  RunConfig config = setup_of(one, changed.file()).config;
  CHECK(mentions(message_of<InputError>([&] { ports.check(config); }),
                 {"changed.toml:", "in.tlast", " has no port '"}));
  config.traffic->load = 0.5;
  CHECK_NOTHROW(ports.check(config));
  config.ports = 2;
  CHECK(mentions(message_of<InputError>([&] { ports.check(config); }), {"in.tlast"}));
  const ChangedFile right(text);
  DevicePorts fitting;
  CHECK_NOTHROW(fitting.check(setup_of(one, right.file()).config));
}

TEST_CASE("edges of inner clocks are where the exact ratio of frequencies puts them", "[testbenches]") {
  const ChangedFile changed(
      "[device]\ntop = \"counts\"\nfiles = \"counts.sv\"\n[clock]\nmhz = 156.25\nreset-cycles = 3\n"
      "inner = {core = 322.265625, slow = 62.5}\n[in]\ntvalid = \"v\"\ntdata = \"d\"\ntlast = \"l\"\n"
      "[out]\ntvalid = \"ov\"\ntdata = \"od\"\ntlast = \"ol\"\n");
  std::ofstream(changed.file().parent_path() / "counts.sv")
      << "module counts(input wire clk, rst, core, slow, input wire [1:0] v, l, input wire [127:0] d,\n"
         "  output wire [1:0] ov, ol, output wire [127:0] od);\n"
         "  logic [63:0] a = 0, b = 0;\n"
         "  always @(posedge core) a <= a + 1;\n"
         "  always @(posedge slow) b <= b + 1;\n"
         "  assign {ov, ol, od} = {2'b11, l | 2'b11, b, a};\n"
         "endmodule\n";
  const auto model = make_random_start(setup_of({"counts", 2, 64, 0}, changed.file()));
  const auto in = std::make_unique<SwitchInputs>();
  const auto out = std::make_unique<SwitchOutputs>();
  // Rising edges before the end of cycle n from the begin of the reset on, at multiples of 16/33 and 5/2
  // cycles.
  const auto core_edges = [](std::uint64_t n) { return (n * 33 - 1) / 16; };
  const auto slow_edges = [](std::uint64_t n) { return (n * 2 - 1) / 5; };
  std::uint64_t core = 0, slow = 0, wrong = 0;
  for (std::uint64_t n = 6; n < 100006; ++n) {
    model->cycle(*in, *out);
    if (n == 6) {
      core = out->m_tdata[0] - core_edges(n);
      slow = out->m_tdata[1] - slow_edges(n);
    }
    wrong += out->m_tdata[0] - core != core_edges(n) || out->m_tdata[1] - slow != slow_edges(n) ? 1 : 0;
  }
  CHECK(wrong == 0);
}
