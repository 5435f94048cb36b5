// SPDX-License-Identifier: Apache-2.0
#include "testbenches/labs/source_scan.h"

#include "tests/catch.h"
#include "tests/host/message_of.h"

using xb::mentions;
using xb::refused_character;
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
      {"`pragma protect begin_protected", "`pragma", "it speaks to the tool"},
      {"`define A 1", "`define", "it speaks to the tool"},
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

TEST_CASE("a word that a tool reads behind a number is not part of the number", "[testbenches]") {
  const auto [line, found] = GENERATE(table<std::string, std::string>({
      {"initial #1$c(\"x\");", "$c"},
      {"initial #1e5$c(\"x\");", "$c"},
      {"initial #1ns$c(\"x\");", "$c"},
      {"initial a = 'h ff$c(\"x\");", "$c"},
      {"initial a = 'b1?f$c(\"x\");", "$c"},
      {"initial a = 8'hf_$c(\"x\");", "$c"},
      {"initial #1force a = 1;", "1force"},
      {"initial #1_force a = 1;", "1_force"},
      {"initial #1e5force a = 1;", "1e5force"},
      {"initial #1.5nsforce a = 1;", "5nsforce"},
      {"initial #'d1force a = 1;", "'d1force"},
      {"initial #'h frelease a;", "'hfrelease"},
      {"initial #'1force a = 1;", "'1force"},
      {"initial #'sd1force a = 1;", "'sd1force"},
      {"initial #1stepforce a = 1;", "1stepforce"},
  }));
  CHECK(mentions(scan_of(line), {"rtl/a.sv:1: " + found + " is not allowed here"}));
}

TEST_CASE("numbers as they are written are allowed", "[testbenches]") {
  const std::string line =
      GENERATE("localparam int A = 1_000, B = 8'hFf, C = 4 'b 10x1;",
               "wire [3:0] a = '1, b = 'x, c = 4'sd3, d = 'h ff;", "wire a = b == 2'd1?c:d;",
               "wire [7:0] a = 8'(b), c = int'(d);", "t a = '{default: '0};",
               "localparam real R = 1.5e-3, S = 2e6, T = 1.0;", "`timescale 1ns/1ps", "initial #10ns a = 1;",
               "@(posedge clk_i) 1step;", "wire a = b ? 1'b0 : c;", "wire \\a'h5 = 1;");
  CHECK(scan_of("module a;\n" + line + "\nendmodule\n").empty());
}

TEST_CASE("what tools read differently is refused", "[testbenches]") {
  const auto [line, found] = GENERATE(table<std::string, std::string>({
      {"string s = \"\"\" \" \"\"\"; initial $c(\"x\");", "\"\"\" is not allowed"},
      {"string s = \"a\nb\"; initial $c(\"x\");", "a text is not allowed"},
      {"string s = \"a", "a text is not allowed"},
      {"\\/lab/log u_log();", "\\/lab/log is not allowed here: it is the name of a file"},
      {"`line 1 \"rtl/b.sv\" 0 $c(\"x\");", "`line 1 \"rtl/b.sv\" 0 $c(\"x\"); is not allowed"},
      {"`line `A", "`line `A is not allowed"},
      {"`A``B", "`A is not allowed"},
  }));
  CHECK(mentions(scan_of(line), {"rtl/a.sv:1: ", found}));
}

TEST_CASE("a path of names begins with none of others", "[testbenches]") {
  const std::set<std::string> others{"xb_top", "u_fifo"};
  const auto scan = [&](const std::string& line) {
    return refused_in_source(line, "rtl/a.sv", "rtl", others);
  };
  for (const char* line : {"wire a = u_fifo.b;", "assign xb_top.u_x.b = 1;", "wire a = u_fifo[2].b;",
                           "wire a = u_fifo [b[1]] /* */ . c;", "wire a = \\u_fifo .b;"}) {
    INFO(line);
    CHECK(mentions(scan(line),
                   {". is not allowed here: the lab has this name, so it may reach out of your module"}));
  }
  for (const char* line : {"mine u_fifo (.u_fifo(xb_top), .clk_i);", "wire a = mine.u_fifo;",
                           "wire a = b[u_fifo].c;", "wire u_fifo; mine m (u_fifo, .*);"}) {
    INFO(line);
    CHECK(scan(line).empty());
  }
}

TEST_CASE("a file has no control characters but tabs and line breaks", "[testbenches]") {
  CHECK(refused_character("a\tb\r\nc \xc3\xa9\n", "rtl/a.sv").empty());
  for (const char c : {'\f', '\v', '\0', '\x1b', '\x7f', '\r'}) {
    const std::string found = refused_character(std::string("a\n\\b") + c + "$c(x)", "rtl/a.sv");
    CHECK(mentions(found, {"rtl/a.sv:2: the character 0x"}));
  }
}
