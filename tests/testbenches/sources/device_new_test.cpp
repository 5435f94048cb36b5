// SPDX-License-Identifier: Apache-2.0
// Modules as designers write them, described from their sources alone: the description has to fit the module
// at another size than its own. What the switch inside does is not looked at.
#include <fmt/format.h>

#include <fstream>

#include "host/base/errors.h"
#include "host/config/config_keys.h"
#include "host/config/setup.h"
#include "host/device/device.h"
#include "testbenches/sources/device_sources.h"
#include "testbenches/sources/device_wrapper.h"
#include "testbenches/sources/module_ports.h"
#include "testbenches/sources/source_search.h"
#include "tests/catch.h"
#include "tests/host/keys_of.h"
#include "tests/host/message_of.h"
#include "tests/testbenches/scratch_folder.h"

using namespace xb;
namespace fs = std::filesystem;

namespace {

/// The names of a module's ports and parameters.
struct Style {
  const char *module, *ports, *width, *clock, *reset;
  const char *valid, *ready, *data, *last, *dest;
  const char *out_valid, *out_ready, *out_data, *out_last;
};
const std::vector<Style> kStyles{
    {"axis", "PORTS", "DATA_W", "clk", "rst", "s_axis_tvalid", "s_axis_tready", "s_axis_tdata",
     "s_axis_tlast", "s_axis_tdest", "m_axis_tvalid", "m_axis_tready", "m_axis_tdata", "m_axis_tlast"},
    {"in_out", "N_IN", "DW", "clk", "rst", "in_valid", "in_ready", "in_data", "in_last", "in_dest",
     "out_valid", "out_ready", "out_data", "out_last"},
    {"pins", "RADIX", "FLIT_WIDTH", "clk_i", "rst_ni", "valid_i", "ready_o", "data_i", "last_i", "sel_i",
     "valid_o", "ready_i", "data_o", "last_o"},
    {"pins_first", "NumInp", "W", "i_clk", "i_reset", "i_valid", "o_ready", "i_data", "i_last", "i_dest",
     "o_valid", "i_ready", "o_data", "o_last"},
    {"pins_last", "K", "FLITW", "clk", "arst_n_i", "valid_in", "ready_out", "data_in", "last_in", "dest_in",
     "valid_out", "ready_in", "data_out", "last_out"},
    {"avalon", "N", "W", "clock", "reset_n", "asi_valid", "asi_ready", "asi_data", "asi_endofpacket",
     "asi_channel", "aso_valid", "aso_ready", "aso_data", "aso_endofpacket"},
    {"push_pop", "P", "B", "clk", "rst", "push_valid", "push_ready", "push_data", "push_last", "push_dest",
     "pop_valid", "pop_ready", "pop_data", "pop_last"},
    {"din_dout", "N", "W", "clk", "rst", "din_vld", "din_rdy", "din", "din_last", "din_dest", "dout_vld",
     "dout_rdy", "dout", "dout_last"},
    {"camel", "NumPorts", "Bits", "clk", "rstN", "inValid", "inReady", "inData", "inLast", "inDest",
     "outValid", "outReady", "outData", "outLast"},
    {"memory", "CLIENTS", "W", "CLK", "RST", "req", "gnt", "wdata", "wlast", "waddr", "rvalid", "rready",
     "rdata", "rlast"},
};

std::string flat_module(const Style& s) {
  return fmt::format(
      "module {} #(parameter int {} = 2, parameter int {} = 8, parameter int DEPTH = 16,\n"
      "  parameter int BYTES = {} / 8) (input logic {}, input logic {},\n"
      "  input logic [{}-1:0] {}, output logic [{}-1:0] {}, input logic [{}*{}-1:0] {}, input logic [{}-1:0] "
      "{},\n"
      "  input logic [{}*$clog2({})-1:0] {}, output logic [{}-1:0] {}, input logic [{}-1:0] {},\n"
      "  output logic [{}*{}-1:0] {}, output logic [{}-1:0] {});\n"
      "  parameter CL = $clog2({});\n  assign {} = {}; assign {} = {}; assign {} = {}; assign {} = "
      "{};\nendmodule\n",
      s.module, s.ports, s.width, s.width, s.clock, s.reset, s.ports, s.valid, s.ports, s.ready, s.ports,
      s.width, s.data, s.ports, s.last, s.ports, s.ports, s.dest, s.ports, s.out_valid, s.ports, s.out_ready,
      s.ports, s.width, s.out_data, s.ports, s.out_last, s.ports, s.ready, s.out_ready, s.out_valid, s.valid,
      s.out_data, s.data, s.out_last, s.last);
}

void write_source(const std::string& text, const fs::path& path) { std::ofstream(path) << text; }

/// Describes what stands in a folder and checks that it fits a switch of that size.
std::string describe_module(const ScratchFolder& folder, const std::vector<std::string>& words,
                            const std::string& top, unsigned ports, unsigned width, unsigned classes = 1) {
  GivenSources given;
  for (const std::string& word : words) given.words.push_back((folder.path() / word).string());
  given.top = top;
  const std::string text = new_description(given, folder.path());
  const fs::path file = folder.path() / "new.toml";
  write_source(text, file);
  RunConfig config;
  set_key(config, "device", file.string(), "test");
  config.ports = ports;
  config.width = width;
  config.classes = classes;
  const Setup setup = resolve(config);
  check_device_ports(*setup.device, setup.config);
  return text;
}

std::string refused_module(const ScratchFolder& folder, const std::vector<std::string>& words,
                           const std::string& top) {
  return message_of<InputError>([&] { static_cast<void>(describe_module(folder, words, top, 4, 64)); });
}

}  // namespace

TEST_CASE("device new: names of many styles are found, and parameters by what grows with them",
          "[testbenches]") {
  for (const Style& style : kStyles) {
    CAPTURE(style.module);
    const ScratchFolder folder;
    write_source(flat_module(style), folder.path() / "a.sv");
    const std::string text = describe_module(folder, {"a.sv"}, "", 5, 32);
    CHECK(mentions(text,
                   {fmt::format("{} = \"ports\"", style.ports), fmt::format("{} = \"width\"", style.width),
                    "# DEPTH = 16\n", fmt::format("tvalid = \"{}\"", style.valid),
                    fmt::format("tready = \"{}\"", style.out_ready)}));
    CHECK(text.find("\nBYTES") == std::string::npos);  // follows from the width
    CHECK(text.find("CL = ") == std::string::npos);    // of the body, and follows from the ports
    CHECK(text.find("[tie]") == std::string::npos);
  }
}

TEST_CASE("device new: a tid on both sides is the packet's class", "[testbenches]") {
  const ScratchFolder folder;
  fs::copy_file(XBARLAB_SOURCE_DIR "/examples/class-switch/class_switch.sv", folder.path() / "switch.sv");
  const std::string text = describe_module(folder, {"switch.sv"}, "", 4, 64, 4);
  CHECK(mentions(text, {"CLASSES = \"max(classes, 2)\"\n", "tid = \"s_tid\"\n", "tid = \"m_tid\"  # "}));
  // With a tid on one side there are no classes.
  std::ifstream file(folder.path() / "switch.sv");
  std::string source(std::istreambuf_iterator<char>(file), {});
  for (std::size_t at = 0; (at = source.find("m_tid", at)) != std::string::npos;)
    source.replace(at, 5, "m_tag");
  write_source(source, folder.path() / "tag.sv");
  CHECK_FALSE(mentions(describe_module(folder, {"tag.sv"}, "", 4, 64), {"m_tag"}));
}

TEST_CASE("device new: unpacked arrays and structs are driven", "[testbenches]") {
  const ScratchFolder folder;
  write_source(
      "module arrays #(parameter int N = 4, parameter int W = 64)(input logic clk, input logic rst,\n"
      "  input logic v_i [N], output logic r_o [N-1:0], input logic [W-1:0] d_i [N-1:0], input logic last_i "
      "[N],\n"
      "  input logic [$clog2(N)-1:0] dest_i [N], output logic v_o [N], input logic r_i [N],\n"
      "  output logic [W-1:0] d_o [N], output logic last_o [N]);\n"
      "  assign r_o = r_i; assign v_o = v_i; assign d_o = d_i; assign last_o = last_i;\nendmodule\n",
      folder.path() / "arrays.sv");
  CHECK(mentions(describe_module(folder, {"arrays.sv"}, "", 3, 32),
                 {"N = \"ports\"", "W = \"width\"", "tvalid = \"v_i\""}));
  write_source(
      "package p;\n"
      "  typedef struct packed { logic [1:0] dest; logic [2:0] prio; } head_t;\n"
      "  typedef struct packed { logic [31:0] data; logic last; head_t head; } beat_t;\nendpackage\n"
      "module structs import p::*; (input logic clk, input logic rst, input beat_t [3:0] in_beat,\n"
      "  input logic [3:0] in_valid, output logic [3:0] in_ready, output beat_t out_beat [4],\n"
      "  output logic [3:0] out_valid, input logic [3:0] out_ready);\n"
      "  assign in_ready = out_ready; assign out_valid = in_valid;\n"
      "  for (genvar i = 0; i < 4; i++) begin : gen assign out_beat[i] = in_beat[i]; end\nendmodule\n",
      folder.path() / "structs.sv");
  const std::string text = describe_module(folder, {"structs.sv"}, "", 4, 32);
  CHECK(
      mentions(text, {"ports = 4\nwidth = 32\n", "tdata = \"in_beat.data\"", "tdest = \"in_beat.head.dest\"",
                      "tlast = \"out_beat.last\"", "\"in_beat.head.prio\" = 0  # 12 bits"}));
}

TEST_CASE("device new: escaped names of netlists, of the module and of its ports", "[testbenches]") {
  const ScratchFolder folder;
  // As yosys writes what was an array of structs, and a module with its parameters.
  std::string ports, pins;
  for (const char* i : {"0", "1"}) {
    ports += fmt::format(
        ",\n  input \\s[{0}].tvalid , output \\s[{0}].tready , input [63:0] \\s[{0}].tdata , input "
        "\\s[{0}].tlast ,"
        " input \\s[{0}].tdest ,\n  output \\m[{0}][tvalid] , input \\m[{0}][tready] , output [63:0] "
        "\\m[{0}][tdata] ,"
        " output \\m[{0}][tlast] ",
        i);
    pins += fmt::format(
        "  assign \\s[{0}].tready = \\m[{0}][tready] , \\m[{0}][tvalid] = \\s[{0}].tvalid ,\n"
        "    \\m[{0}][tdata] = \\s[{0}].tdata , \\m[{0}][tlast] = \\s[{0}].tlast ;\n",
        i);
  }
  write_source(
      "module part(input clk); endmodule\nmodule \\$paramod\\sw\\W=32'0100 (input clk, input \\rst/n , " +
          ("input [3:0] \\cfg.mode " + ports) + ");\n  part u(.clk(clk));\n" + pins + "endmodule\n",
      folder.path() / "netlist.v");
  const std::vector<const char*> said{"top = \"$paramod\\\\sw\\\\W=32'0100\"", "reset = \"rst/n\"",
                                      "tvalid = \"s[{i}].tvalid\"", "tdata = \"m[{i}][tdata]\"",
                                      "\"cfg.mode\" = 0"};
  for (const char* top : {"", "$paramod\\sw\\W=32'0100", "\\$paramod\\sw\\W=32'0100"}) {
    const std::string text = describe_module(folder, {"netlist.v"}, top, 2, 64);
    for (const char* one : said) CHECK(mentions(text, {one}));
  }
  std::ofstream(folder.path() / "new.toml", std::ios::app)
      << "[observe]\noccupancy = '\\gen[{i}].u_fifo.wr - \\gen[{i}].u_fifo.rd '\n";
  RunConfig config = config_of("ports 2", {{"device", (folder.path() / "new.toml").string()}});
  const Setup setup = resolve(config);
  const auto ports_there = ports_in_netlist(device_netlist(*setup.device, setup.config));
  CHECK(mentions(device_wrapper(*setup.device, ports_there, setup.config),
                 {"  \\$paramod\\sw\\W=32'0100  u_device (", ".\\s[1].tvalid (in_tvalid[1 +: 1])",
                  "u_device.\\gen[1].u_fifo.wr - u_device.\\gen[1].u_fifo.rd "}));
}

TEST_CASE("device new: a description in another folder names the sources relative to itself",
          "[testbenches]") {
  const ScratchFolder folder;
  write_source(flat_module(kStyles[0]), folder.path() / "a.sv");
  GivenSources given;
  given.words = {fs::relative(folder.path() / "a.sv").string()};
  CHECK(mentions(new_description(given, folder.path() / "out"), {"files = [\"../a.sv\"]"}));
  CHECK(mentions(new_description(given, fs::relative(folder.path())), {"files = [\"a.sv\"]"}));
}

TEST_CASE("device new: what is missing is looked for beside the file, and named", "[testbenches]") {
  const ScratchFolder folder;
  fs::create_directories(folder.path() / "lib" / "inc");
  std::string top = flat_module(kStyles[0]);
  top.insert(0, "`include \"sizes.vh\"\n");
  top.replace(top.find("endmodule"), 0, "  part u_part(.clk(clk));\n");
  write_source(top, folder.path() / "top.sv");
  write_source("module part import kinds::*; (input logic clk);\n  kind_t k; assign k = 1'b0;\nendmodule\n",
               folder.path() / "lib" / "part.sv");
  write_source("package kinds; typedef logic kind_t; endpackage\n", folder.path() / "z_kinds.sv");
  write_source("`define SIZE 4\n", folder.path() / "lib" / "inc" / "sizes.vh");
  const std::string text = describe_module(folder, {"top.sv"}, "axis", 4, 64);
  CHECK(mentions(text, {"part.sv was not given, and found: it declares 'part'", "'sizes.vh'",
                        "include = [\"lib/inc\"]", "it declares 'kinds'"}));
  CHECK(text.find("z_kinds.sv") < text.find("\"lib/part.sv\""));  // packages come first
  CHECK(mentions(describe_module(folder, {"."}, "axis", 4, 64), {"files = ["}));
  // Of two that declare it both are named.
  write_source("module part(input logic clk); endmodule\n", folder.path() / "part_old.sv");
  write_source("package kinds; typedef logic kind_t; endpackage\n", folder.path() / "z_old.sv");
  CHECK(mentions(describe_module(folder, {"top.sv"}, "axis", 4, 64),
                 {"# 'part' is declared in ", "lib/part.sv and in ", "part_old.sv: which one is right?",
                  "# 'kinds' is declared in ", "z_old.sv: which one is right?"}));
  // Also where the wrong one is taken, and does not fit.
  write_source("module part(input logic ck); endmodule\n", folder.path() / "part_old.sv");
  CHECK(
      mentions(refused_module(folder, {"part_old.sv", "top.sv", "lib/part.sv"}, "axis"),
               {"'clk'; 'part' is declared in ", "part_old.sv and in ", "lib/part.sv: which one is right?"}));
  fs::remove(folder.path() / "part_old.sv");
  fs::remove(folder.path() / "z_old.sv");
  fs::remove(folder.path() / "lib" / "part.sv");
  CHECK(mentions(refused_module(folder, {"top.sv"}, "axis"),
                 {"top.sv:", "'part'", "allowed: also the file that declares 'part' (looked for in "}));
}

TEST_CASE("device new: macros of a file that nobody includes, and files included from where a file is",
          "[testbenches]") {
  const ScratchFolder folder;
  fs::create_directories(folder.path() / "rtl" / "a");
  fs::create_directories(folder.path() / "rtl" / "common" / "more");
  const std::string top = flat_module(kStyles[0]);
  write_source("`include \"../common/defs.svh\"\n" +
                   replaced(top, "parameter int DEPTH = 16", "parameter int DEPTH = `DEPTH_OF_ALL"),
               folder.path() / "rtl" / "a" / "top.sv");
  write_source("`include \"more/sizes.svh\"\n", folder.path() / "rtl" / "common" / "defs.svh");
  write_source("`define DEPTH_OF_ALL 16\n", folder.path() / "rtl" / "common" / "more" / "sizes.svh");
  CHECK(mentions(describe_module(folder, {"rtl"}, "", 4, 64),
                 {"a was not given, and found: file '../common/defs.svh'", "files = [\"rtl/a/top.sv\"]"}));
  const ScratchFolder flat;
  write_source(replaced(top, "parameter int DEPTH = 16", "parameter int DEPTH = `DEPTH_OF_ALL"),
               flat.path() / "a_top.sv");
  write_source("`define DEPTH_OF_ALL_QUEUES 3\n", flat.path() / "b.vh");
  CHECK(mentions(refused_module(flat, {"."}, ""),
                 {"allowed: -D DEPTH_OF_ALL=VALUE, or in front the file that defines it"}));
  write_source("`define  DEPTH_OF_ALL 16\n", flat.path() / "sizes.vh");
  CHECK(mentions(describe_module(flat, {"."}, "", 4, 64),
                 {"sizes.vh was not given, and found: it defines `DEPTH_OF_ALL",
                  "files = [\"sizes.vh\", \"a_top.sv\"]"}));
  fs::rename(flat.path() / "sizes.vh", flat.path() / "sizes.v");
  write_source("`define DEPTH_OF_ALL 8\n", flat.path() / "zz.vh");
  CHECK(
      mentions(describe_module(flat, {"a_top.sv", "sizes.v"}, "axis", 4, 64),
               {"sizes.v is in front of the others: it defines `DEPTH_OF_ALL", "`DEPTH_OF_ALL is defined in ",
                "zz.vh: which one is right?", "files = [\"sizes.v\", \"a_top.sv\"]"}));
}

TEST_CASE("device new: what is missing is looked for beside what a link points to, too", "[testbenches]") {
  const ScratchFolder far, near;
  std::string top = flat_module(kStyles[0]);
  top.replace(top.find("endmodule"), 0, "  part u_part(.clk(clk));\n");
  write_source(top, far.path() / "top.sv");
  write_source("module part(input logic clk); endmodule\n", far.path() / "part.sv");
  fs::create_symlink(far.path() / "top.sv", near.path() / "top.sv");
  CHECK(mentions(describe_module(near, {"top.sv"}, "axis", 4, 64),
                 {"part.sv was not given, and found: it declares 'part'", "files = [\"top.sv\", "}));
}

TEST_CASE("device new: an interface that is missing, and read by its members, is looked for",
          "[testbenches]") {
  const ScratchFolder folder;
  fs::create_directory(folder.path() / "lib");
  write_source(
      "module top(input logic clk, rst, s_valid, s_last, m_ready, input logic [63:0] s_data,\n"
      "           output logic s_ready, m_valid, m_last, output logic [63:0] m_data);\n"
      "  link bus();\n"
      "  assign bus.valid = s_valid; assign m_valid = bus.valid;\n"
      "  assign m_last = s_last; assign m_data = s_data; assign s_ready = m_ready;\n"
      "endmodule\n",
      folder.path() / "top.sv");
  write_source("interface link; logic valid; endinterface\n", folder.path() / "lib" / "link.sv");
  CHECK(mentions(describe_module(folder, {"top.sv"}, "top", 2, 64),
                 {"lib/link.sv was not given, and found: it declares 'link'", "tvalid = \"s_valid\""}));
}

TEST_CASE("device new: names with $ and __, a bit an output, a reset by its edge, beside a testbench",
          "[testbenches]") {
  const ScratchFolder folder;
  const std::string sides =
      "  input logic [N-1:0] s$valid, output logic [N-1:0] s$ready, input logic [N*64-1:0] s__data,\n"
      "  input logic [N-1:0] s__last, output logic [N-1:0] m$valid, input logic [N-1:0] m$ready,\n"
      "  output logic [N*64-1:0] m__data, output logic [N-1:0] m__last);\n"
      "  logic [N-1:0] q; always_ff @(negedge go or posedge tick) if (!go) q <= '0; else q <= s$valid;\n"
      "  assign m$valid = q; assign s$ready = m$ready; assign m__data = s__data; assign m__last = s__last;\n";
  write_source(
      "module sums #(parameter N = 4)(input logic tick, input logic go, input logic [N*N-1:0] s__dest,\n" +
          sides + "endmodule\nmodule tb; sums dut(.tick(1'b0)); endmodule\n",
      folder.path() / "sums.sv");
  CHECK(mentions(describe_module(folder, {"sums.sv"}, "", 5, 64),
                 {"top = \"sums\"", "name = \"tick\"", "reset = \"go\"\nreset-active = \"low\"",
                  "tdest = \"s__dest = 64'd1 << dest\"", "tvalid = \"s$valid\""}));
  write_source(
      "module upper #(parameter N = 4)(input logic tick, input logic go,\n"
      "  input logic [N*($clog2(N)+2)-1:0] s__dest,\n" +
          sides + "endmodule\n",
      folder.path() / "upper.sv");
  CHECK(mentions(describe_module(folder, {"upper.sv"}, "", 5, 64), {"tdest = \"s__dest = {dest, 2'b0}\""}));
  write_source(
      "module few #(parameter N = 4)(input logic tick, input logic go, input logic [N*2-1:0] s__dest,\n" +
          sides + "endmodule\n",
      folder.path() / "few.sv");
  CHECK(mentions(describe_module(folder, {"few.sv"}, "", 4, 64),
                 {"ports = 4\n", "# N = 4  # the destination has 2 bits at any number of ports"}));
}

TEST_CASE("device new: an assertion at the end of a reset does not say that it is low", "[testbenches]") {
  const ScratchFolder folder;
  std::string module = flat_module(kStyles[0]);
  module.insert(module.find("endmodule"),
                "  always_ff @(negedge rst) assert (PORTS > 1);\n"
                "  logic q; always_ff @(posedge clk) q <= !rst && s_axis_tvalid[0];\n");
  write_source(module, folder.path() / "a.sv");
  const std::string text = describe_module(folder, {"a.sv"}, "", 4, 64);
  CHECK(mentions(text, {"reset = \"rst\"\n"}));
  CHECK_FALSE(mentions(text, {"reset-active"}));
}

TEST_CASE("device new: a module of one port, widths of both sides, headers in a folder beside",
          "[testbenches]") {
  const ScratchFolder folder;
  fs::create_directories(folder.path() / "src");
  fs::create_directories(folder.path() / "include" / "my");
  write_source("`define WIRE logic\n", folder.path() / "include" / "my" / "wire.svh");
  write_source(
      "`include \"my/wire.svh\"\n"
      "module ones #(parameter NI = 1, NO = 1, SW = 8, MW = 8, M = 1, H = SW / 2)(input logic clk, input "
      "`WIRE rst,\n"
      "  input logic [NI-1:0] s_valid, output logic [NI-1:0] s_ready, input logic [NI*SW-1:0] s_data,\n"
      "  input logic [NI-1:0] s_last, input logic [NI*(M+$clog2(NO))-1:0] s_dest, output logic [NO-1:0] "
      "m_valid,\n"
      "  input logic [NO-1:0] m_ready, output logic [NO*MW-1:0] m_data, output logic [NO-1:0] m_last);\n"
      "  assign m_valid = '0; assign s_ready = '0; assign m_data = '0; assign m_last = '0;\nendmodule\n",
      folder.path() / "src" / "ones.sv");
  CHECK(mentions(describe_module(folder, {"src/ones.sv"}, "", 5, 32),
                 {"NI = \"ports\"\nNO = \"ports\"\nSW = \"width\"\nMW = \"width\"\n# M = 1",
                  "tdest = \"s_dest = {dest, 1'b0}\"", "include = [\"include\"]"}));
}

TEST_CASE("device new: types whose defaults hold no data are said", "[testbenches]") {
  const bool wide = GENERATE(false, true);
  const ScratchFolder folder;
  write_source(
      fmt::format("module typed #(parameter type t = logic{})(input logic clk, input logic [1:0] valid_i,\n"
                  "  input t [1:0] data_i, output logic [1:0] ready_o, valid_o, output t [1:0] data_o,\n"
                  "  input logic [1:0] ready_i);\nendmodule\n",
                  wide ? " [63:0]" : ""),
      folder.path() / "typed.sv");
  GivenSources given;
  given.words = {(folder.path() / "typed.sv").string()};
  const std::string text = new_description(given, folder.path());
  CHECK((text.find("# typed has parameters that are types: ") == std::string::npos) == wide);
}

TEST_CASE("device new: a testbench with ports of its own names what is below it", "[testbenches]") {
  const ScratchFolder folder;
  write_source(
      flat_module(kStyles[0]) + "module tb(output logic done); axis dut(); assign done = 1; endmodule\n",
      folder.path() / "a.sv");
  GivenSources given;
  given.words = {(folder.path() / "a.sv").string()};
  CHECK(mentions(new_description(given, folder.path()),
                 {"top = \"tb\"", "# No stream is found in tb.", "as --top that: axis\n"}));
}

TEST_CASE("device new: testbenches and old versions in a folder are beside the design", "[testbenches]") {
  const ScratchFolder folder;
  for (const char* name : {"bench", "src", "discarded"}) fs::create_directories(folder.path() / "all" / name);
  const std::string top =
      replaced(flat_module(kStyles[0]), "endmodule", "  part u_part(.clk(clk));\nendmodule");
  write_source(
      "// `define DEPTH_OF_ALL 3\nmodule cocotb_top(input clk); axis dut(); endmodule\n"
      "module model(input clk); endmodule\nmodule tb #(parameter N = 1) (); model u(); endmodule\n",
      folder.path() / "all" / "bench" / "a.sv");
  write_source("module axis(input clk); endmodule\nmodule part(input ck); endmodule\n",
               folder.path() / "all" / "discarded" / "axis.sv");
  write_source(replaced(top, "parameter int DEPTH = 16", "parameter int DEPTH = `DEPTH_OF_ALL"),
               folder.path() / "all" / "src" / "axis.sv");
  write_source("module part(input clk); endmodule\n", folder.path() / "all" / "src" / "part.sv");
  write_source("`define DEPTH_OF_ALL 16\n", folder.path() / "all" / "src" / "z.vh");
  const std::string text = describe_module(folder, {"all"}, "", 4, 64);
  CHECK(mentions(text, {"files = [\"all/src/z.vh\", \"all/src/axis.sv\", \"all/src/part.sv\"]",
                        "discarded/axis.sv: which one is right?"}));
  // Of several those first that have most below them; a testbench is one where there is nothing else.
  write_source("module a_cell(input clk); endmodule\n", folder.path() / "all" / "src" / "cells.v");
  CHECK(mentions(refused_module(folder, {"all"}, ""), {"--top: missing; ", "the switch, axis or a_cell"}));
  CHECK(mentions(refused_module(folder, {"all/bench"}, ""), {"--top: missing; ", "cocotb_top or model"}));
  fs::create_directories(folder.path() / "only" / "sim");
  fs::copy(folder.path() / "all" / "bench" / "a.sv", folder.path() / "only" / "sim");
  write_source("package p; endpackage\n", folder.path() / "only" / "p.sv");
  CHECK(mentions(refused_module(folder, {"only"}, ""), {"--top: missing; ", "cocotb_top or model"}));
}

TEST_CASE("device new: the top may be in a folder beside files that are given", "[testbenches]") {
  const ScratchFolder folder;
  fs::create_directory(folder.path() / "rtl");
  std::string module = flat_module(kStyles[0]);
  module.insert(module.find("endmodule"), "  part u_part(.clk(clk));\n");
  write_source(module, folder.path() / "rtl" / "axis.sv");
  write_source("module other(input clk); endmodule\n", folder.path() / "rtl" / "other.sv");
  write_source("module part(input clk); endmodule\n", folder.path() / "part.sv");
  CHECK(mentions(describe_module(folder, {"rtl", "part.sv"}, "axis", 4, 64),
                 {"files = [\"rtl/axis.sv\", \"part.sv\"]"}));
  CHECK(mentions(refused_module(folder, {"rtl", "part.sv"}, "axes"), {"'axes'", "axis, other, part"}));
  write_source(module, folder.path() / "rtl" / "axis_old.sv");
  CHECK(mentions(describe_module(folder, {"rtl", "part.sv"}, "axis", 4, 64),
                 {"'axis' is declared in ", "axis.sv and in ", "axis_old.sv: which one is right?"}));
}

TEST_CASE("device new: bytes of a last beat are no destination", "[testbenches]") {
  for (const char* const word : {"bytes", "empty", "mod"}) {
    CAPTURE(word);
    const ScratchFolder folder;
    Style style = kStyles[0];
    const std::string dest = style.dest, name = dest.substr(0, dest.rfind('_') + 1) + word;
    style.dest = name.c_str();
    write_source(flat_module(style), folder.path() / "a.sv");
    const std::string text = describe_module(folder, {"a.sv"}, "", 4, 64);
    CHECK_FALSE(mentions(text, {"\ntdest = "}));
    CHECK(mentions(text, {"\n" + name + " = 0"}));
  }
}

TEST_CASE("device new: a folder that is given is looked through to its end", "[testbenches]") {
  const ScratchFolder folder;
  const fs::path deep = folder.path() / "soc/design/chip/tile/router/xbar/rtl";
  fs::create_directories(deep);
  write_source(flat_module(kStyles[0]), deep / "a.sv");
  CHECK(mentions(describe_module(folder, {"soc"}, "", 5, 32), {"soc/design/chip/tile/router/xbar/rtl/a.sv"}));
}

TEST_CASE("device new: parameters with escaped names or two underscores, and texts", "[testbenches]") {
  const ScratchFolder folder;
  Style style = kStyles[1];
  style.ports = "\\N.in ";
  style.width = "D__W";
  std::string module = flat_module(style);
  module.replace(module.find("parameter int DEPTH"), 0,
                 "parameter KIND = \"FAST\", parameter string MODE = \"it's <a>\", parameter LONG = "
                 "\"BLOCK_RAM\",\n  parameter [15:0] ID = 16'h4142, parameter [7:0] TAG = 8'h41,\n  "
                 "parameter int PRIO [2] = '{1, 2},\n  ");
  write_source(module, folder.path() / "a.sv");
  const std::string text = describe_module(folder, {"a.sv"}, "", 5, 32);
  CHECK(mentions(text, {"\"N.in\" = \"ports\"\n", "D__W = \"width\"\n", "# KIND = '\"FAST\"'\n",
                        "# MODE = \"\\\"it's <a>\\\"\"\n", "# LONG = '\"BLOCK_RAM\"'\n", "# ID = 16706\n",
                        "# TAG = 65\n", "# PRIO: a text, an array, a real number or"}));
  // What stands there can be had as it is.
  std::string given = text;
  for (const char* name : {"KIND", "MODE", "LONG", "ID", "DEPTH"})
    given = replaced(given, std::string("# ") + name + " = ", std::string(name) + " = ");
  write_source(given, folder.path() / "given.toml");
  const Setup setup =
      resolve(config_of("ports 3, width 16", {{"device", (folder.path() / "given.toml").string()}}));
  CHECK_NOTHROW(check_device_ports(*setup.device, setup.config));
  const auto there = ports_in_netlist(device_netlist(*setup.device, setup.config));
  CHECK(mentions(device_wrapper(*setup.device, there, setup.config),
                 {".\\N.in (3)", ".D__W(16)", ".KIND(\"FAST\")", ".MODE(\"it's <a>\")"}));
  write_source(replaced(given, "\"N.in\" =", "\"N.out\" ="), folder.path() / "given.toml");
  const Setup wrong =
      resolve(config_of("ports 3, width 16", {{"device", (folder.path() / "given.toml").string()}}));
  CHECK(mentions(message_of<InputError>([&] { check_device_ports(*wrong.device, wrong.config); }),
                 {": parameters.N.out: in_out has no such parameter"}));
}

TEST_CASE("device new: what is elaborated is heard of", "[testbenches]") {
  const ScratchFolder folder;
  write_source(flat_module(kStyles[0]), folder.path() / "a.sv");
  GivenSources given;
  given.words = {(folder.path() / "a.sv").string()};
  std::string heard;
  new_description(given, folder.path(), [&](const std::string& what) { heard += what + "; "; });
  CHECK(mentions(heard, {"axis; axis with PORTS = 4; ", "axis with DATA_W = "}));
}

TEST_CASE("device new: parameters that would take too long are left as they are", "[testbenches]") {
  const ScratchFolder folder;
  write_source(flat_module(kStyles[0]), folder.path() / "a.sv");
  GivenSources given;
  given.words = {(folder.path() / "a.sv").string()};
  CHECK(mentions(
      new_description(given, folder.path(), {}, 0),
      {"ports = 2\nwidth = 8\n", "# PORTS = 2  # not tried, as elaborations took 0 s in all", "tvalid = "}));
  CHECK_FALSE(mentions(new_description(given, folder.path()), {"not tried"}));
}

TEST_CASE("device new: parameters without a default", "[testbenches]") {
  const ScratchFolder folder;
  std::string module = flat_module(kStyles[0]);
  for (const char* own : {" = 2", " = 8", " = 16"}) module.erase(module.find(own), std::string(own).size());
  write_source(module, folder.path() / "a.sv");
  const std::string text = describe_module(folder, {"a.sv"}, "", 5, 32);
  CHECK(mentions(text, {"PORTS = \"ports\"\n", "DATA_W = \"width\"\n",
                        "DEPTH = \"8\"  # it has no default: which value is right?"}));
}

TEST_CASE("device new: what cannot be a switch is said in one line", "[testbenches]") {
  const ScratchFolder folder;
  write_source("entity part is\nend;\n", folder.path() / "part.VHD");
  write_source("module whole(input logic clk);\n  part u(.clk(clk));\nendmodule\n",
               folder.path() / "whole.sv");
  CHECK(mentions(refused_module(folder, {"whole.sv"}, ""),
                 {"whole.sv:2", "'part'", "part.VHD', which declares it, is VHDL"}));
  write_source("`pragma protect begin_protected\n", folder.path() / "secret.v");
  CHECK(mentions(refused_module(folder, {"secret.v"}, ""), {"secret.v' is encrypted"}));
  write_source("#include <systemc>\nSC_MODULE(a) {};\n", folder.path() / "a.h");
  CHECK(mentions(refused_module(folder, {"a.h"}, ""), {"a.h' is SystemC or C++"}));
  write_source("// nothing\n", folder.path() / "none.sv");
  CHECK(mentions(refused_module(folder, {"none.sv"}, ""), {"no module with ports is in", "none.sv'"}));
  write_source("module escaped(input logic \\s=0 );\nendmodule\n", folder.path() / "escaped.sv");
  CHECK(mentions(refused_module(folder, {"escaped.sv"}, ""), {"port '\\s=0 '", "a module around it"}));
  write_source("module \\a.b (input clk); endmodule\nmodule c(input clk); \\a.b u(.clk(clk)); endmodule\n",
               folder.path() / "inner.v");
  CHECK(
      mentions(refused_module(folder, {"inner.v"}, "a.b"), {"'a.b' is instantiated", "a module around it"}));
  write_source(
      "module typed #(parameter type t = logic)(input t s);\n  logic v; assign v = s.valid;\nendmodule\n",
      folder.path() / "typed.sv");
  CHECK(mentions(refused_module(folder, {"typed.sv"}, ""),
                 {"parameters that are types", "a module around it"}));
  write_source("entity a is end;\n", folder.path() / "a.vhd");
  CHECK(mentions(refused_module(folder, {"a.vhd"}, ""), {"a.vhd' is VHDL", "Verilog"}));
  CHECK(mentions(refused_module(folder, {"none.v"}, ""),
                 {"none.v' is not a file that is there; allowed: files of Verilog"}));
  write_source("module a(input clk); endmodule\nmodule b(input clk); endmodule\n", folder.path() / "two.v");
  CHECK(mentions(refused_module(folder, {"two.v"}, ""), {"--top: missing; allowed:", "a or b"}));
  CHECK(mentions(refused_module(folder, {"two.v"}, "c"), {"--top: 'c' is not allowed; allowed: a, b"}));
  std::string many;
  for (unsigned n = 100; n < 200; ++n) many += fmt::format("module m{}(input clk); endmodule\n", n);
  write_source(many, folder.path() / "many.v");
  CHECK(mentions(refused_module(folder, {"many.v"}, ""), {"m110 or m111 and 88 more"}));
  write_source(
      "interface bus_if; logic v; endinterface\n"
      "module faced(input logic clk, bus_if s);\nendmodule\n",
      folder.path() / "faced.sv");
  CHECK(mentions(refused_module(folder, {"faced.sv"}, "faced"),
                 {"--top: ", "interface", "a module around it"}));
}

TEST_CASE("device new: a destination has as many bits as outputs need, however many inputs there are",
          "[testbenches]") {
  const auto source = [](unsigned dest) {
    return fmt::format(
        "module m(input clk, input rst, input [3:0] s_tvalid, output [3:0] s_tready, input [255:0] s_tdata,\n"
        "  input [3:0] s_tlast, input [{}:0] s_tdest, output [2:0] m_tvalid, input [2:0] m_tready,\n"
        "  output [191:0] m_tdata, output [2:0] m_tlast);\nendmodule\n",
        4 * dest - 1);
  };
  const ScratchFolder folder;
  write_source(source(2), folder.path() / "m.sv");
  CHECK(mentions(describe_module(folder, {"m.sv"}, "", 4, 64), {"connects = \"0..3>0..2\""}));
  write_source(source(1), folder.path() / "m.sv");
  CHECK(mentions(refused_module(folder, {"m.sv"}, ""), {"'s_tdest' has 1 bits a port; allowed: at least 2"}));
  std::string two = source(1);
  for (const auto& [wide, narrow] : {std::pair("[2:0]", "[1:0]"), std::pair("[191:0]", "[127:0]")}) {
    for (auto at = two.find(wide); at != std::string::npos; at = two.find(wide))
      two.replace(at, std::string(wide).size(), narrow);
  }
  write_source(two, folder.path() / "m.sv");
  CHECK(mentions(describe_module(folder, {"m.sv"}, "", 4, 64), {"connects = \"0..3>0..1\""}));
}

TEST_CASE("device new: a module with a parameter for each side has all outputs connected", "[testbenches]") {
  const ScratchFolder folder;
  write_source(
      "module m #(parameter NoIn = 5, parameter NoOut = 3)(input clk, input rst,\n"
      "  input [NoIn-1:0] s_tvalid, output [NoIn-1:0] s_tready, input [NoIn*64-1:0] s_tdata,\n"
      "  input [NoIn-1:0] s_tlast, input [NoIn*$clog2(NoOut)-1:0] s_tdest, output [NoOut-1:0] m_tvalid,\n"
      "  input [NoOut-1:0] m_tready, output [NoOut*64-1:0] m_tdata, output [NoOut-1:0] "
      "m_tlast);\nendmodule\n",
      folder.path() / "m.sv");
  const std::string text = describe_module(folder, {"m.sv"}, "", 6, 64);
  CHECK(mentions(text, {"NoIn = \"ports\"  # 5 by itself", "NoOut = \"ports\"  # 3 by itself"}));
  CHECK_FALSE(mentions(text, {"connects"}));
}

TEST_CASE("device new: the side of a mesh is no share of its ports", "[testbenches]") {
  const ScratchFolder folder;
  std::string mesh = flat_module(kStyles[0]);
  mesh = replaced(mesh, "PORTS = 2, ", "SIDE = 4, localparam int PORTS = SIDE * SIDE, ");
  write_source(mesh, folder.path() / "a.sv");
  const std::string text = describe_module(folder, {"a.sv"}, "", 16, 64);
  CHECK(mentions(
      text, {"ports = 16\n", "# SIDE = 4  # 16 ports with 4, 64 with 8: which expression of ports is it?"}));
}

TEST_CASE("device new: what is given twice, or declared beside the sources again, is one", "[testbenches]") {
  const ScratchFolder folder;
  const std::string package = "package sizes; localparam int N = 4; endpackage\n";
  std::string module = flat_module(kStyles[0]);
  module.replace(module.find("PORTS = 2"), 9, "PORTS = sizes::N");
  write_source(package + module, folder.path() / "b.sv");
  write_source(package + "module other(input logic clk); endmodule\n", folder.path() / "a.sv");
  CHECK(mentions(describe_module(folder, {"b.sv", "./b.sv"}, "", 4, 64), {"files = [\"b.sv\"]"}));
  CHECK(mentions(refused_module(folder, {"no.sv"}, ""),
                 {"no.sv' is not a file that is there; allowed: files"}));
  write_source(std::string("m\0o\0d\0", 6), folder.path() / "utf16.sv");
  CHECK(mentions(refused_module(folder, {"utf16.sv"}, ""),
                 {"utf16.sv' is not a text in UTF-8; allowed: files"}));
  // Two files that declare one module.
  write_source("module axis(input logic clk); endmodule\n", folder.path() / "old.sv");
  const std::string text = describe_module(folder, {"b.sv", "old.sv"}, "", 4, 64);
  CHECK(mentions(text, {"# 'axis' is declared in ", "b.sv and in ", "old.sv: which one is right?"}));
  fs::remove(folder.path() / "old.sv");
  write_source("module m(input logic [`LEFT:0] a); endmodule\n", folder.path() / "m.sv");
  CHECK(mentions(refused_module(folder, {"m.sv"}, ""), {"m.sv:1:", "'`LEFT'; allowed: -D LEFT=VALUE, or"}));
}
