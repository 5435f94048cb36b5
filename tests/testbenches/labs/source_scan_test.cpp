// SPDX-License-Identifier: Apache-2.0
#include "testbenches/labs/source_scan.h"

#include "tests/catch.h"
#include "tests/host/message_of.h"

using xb::mentions;
using xb::refused_in_source;

namespace {

std::string scan_of(const std::string& text) { return refused_in_source(text, "rtl/a.sv", "rtl"); }

}  // namespace

TEST_CASE("what reaches out of the hardware is refused with its line and why", "[testbenches]") {
  const auto [line, word, why] = GENERATE(table<std::string, std::string, std::string>({
      {"initial $finish;", "$finish", "it ends the simulation"},
      {"initial $stop(0);", "$stop", "it ends the simulation"},
      {"initial $readmemh(\"m\", m);", "$readmemh", "it reads a file"},
      {"initial $writememb(\"m\", m);", "$writememb", "it writes a file"},
      {"int f = $fopen(\"x\");", "$fopen", "it reads or writes a file"},
      {"initial $fdisplay(f, 1);", "$fdisplay", "it reads or writes a file"},
      {"initial $dumpvars;", "$dumpvars", "it writes a file"},
      {"initial $system(\"id\");", "$system", "it starts a program"},
      {"initial $c(\"abort();\");", "$c", "it is C++"},
      {"initial $c1(\"x\");", "$c1", "it is C++"},
      {"initial if ($test$plusargs(\"x\")) a = 1;", "$test$plusargs", "it reads the command line"},
      {"wire a = $root.top.b;", "$root", "it reaches out of your module"},
      {"initial force b = 1;", "force", "it changes what is not yours"},
      {"bind xb_fifo mine m();", "bind", "it changes what is not yours"},
      {"import \"DPI-C\" function int f();", "import of C functions", "it is C++"},
      {"export \"DPI-C\" function f;", "export of C functions", "it is C++"},
      {"`systemc_header", "`systemc_header", "it is C++"},
      {"`verilator_config", "`verilator_config", "it configures the tool"},
      {"initial $unknown_task;", "$unknown_task", "it is no hardware"},
  }));
  const std::string found = scan_of("module a;\n  // begins\n  " + line + "\nendmodule\n");
  CHECK(mentions(found, {"rtl/a.sv:3: " + word + " is not allowed here: " + why}));
}

TEST_CASE("hardware, its assertions and its messages are allowed", "[testbenches]") {
  const std::string line = GENERATE(
      "localparam int W = $clog2(N);", "wire [3:0] a = $signed(b) >>> $bits(c);",
      "assert property (@(posedge clk_i) a |=> $stable(b)) else $error(\"%0d\", $time);",
      "initial $display(\"$finish, force\");", "// $finish", "/* $system(\"id\")\n   force */ wire a;",
      "wire \\force = a;", "logic enforce, binding, release_q;", "string s = \"\\\"$system\";",
      "import my_pkg::*;", "int q[$];");
  CHECK(scan_of("module a;\n" + line + "\nendmodule\n").empty());
}

TEST_CASE("a word behind a comment or a string is found", "[testbenches]") {
  const std::string line = GENERATE("/* x */ $finish;", "/**/$finish;", "$display(\"\\\\\"); $finish;",
                                    "wire \\a ; initial $finish;", "/*/ */ $finish;");
  CHECK(mentions(scan_of(line), {"rtl/a.sv:1: $finish"}));
}

TEST_CASE("the preprocessor's lines name the student's file, and no other", "[testbenches]") {
  CHECK(mentions(scan_of("`line 1 \"rtl/b.svh\" 1\n\n$finish;\n"), {"rtl/b.svh:2: $finish"}));
  for (const char* foreign : {"/etc/passwd", "rtl2/b.svh", "rtl/../b.svh", "b.svh"}) {
    const std::string name = foreign;
    CHECK(
        mentions(scan_of("wire a;\n`line 1 \"" + name + "\" 1\nwire b;\n"),
                 {"rtl/a.sv:2: `include \"" + name + "\" is not allowed here: it is not one of your files"}));
  }
}
