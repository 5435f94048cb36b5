// SPDX-License-Identifier: Apache-2.0
// Modules of a user's in the place of the lab's: the key `rtl`.
#include <fstream>
#include <nlohmann/json.hpp>

#include "host/base/errors.h"
#include "host/config/config_keys.h"
#include "host/point/traffic_config.h"
#include "host/run/run_result.h"
#include "testbenches/engines/model_library.h"
#include "testbenches/engines/paths.h"
#include "testbenches/tracing/run_point.h"
#include "tests/catch.h"
#include "tests/host/keys_of.h"
#include "tests/host/message_of.h"
#include "tests/testbenches/results/timeless.h"
#include "tests/testbenches/scratch_folder.h"

using namespace xb;
namespace fs = std::filesystem;

namespace {

RunConfig small_run(const std::string& engine, const fs::path& rtl) {
  RunConfig config = config_of("ports 4, load 0.9, cycles 3000, warmup 0");
  config.engine = *find_choice<Engine>(engine);
  set_key(config, "rtl", rtl.string(), "test");
  return config;
}

std::string arbiter() { return text_of(source_dir() / "rtl/xb_rr_arbiter.sv"); }

/// An arbiter that moves on at every third grant only.
std::string wrong_arbiter() {
  return replaced(arbiter(), "else if (advance_i) ptr_q", "else if (advance_i && idx_o != '0) ptr_q");
}

void write(const fs::path& file, const std::string& text) { std::ofstream(file) << text; }

/// Of a run with what is in the folder; one line.
std::string overlay_refusal(const fs::path& folder) {
  std::string message = message_of<InputError>([&] { run_point(small_run("rtl", folder)); });
  CHECK(message.find('\n') == std::string::npos);
  return message;
}

nlohmann::ordered_json record_without_times(const RunConfig& config) {
  return timeless(config, run_point(config));
}

}  // namespace

TEST_CASE("a wrong arbiter in a folder is found in lock-step, with the first cycle that differs",
          "[testbenches]") {
  const ScratchFolder folder;
  write(folder.path() / "mine.sv", wrong_arbiter());
  const auto message = message_of<RunError>([&] { run_point(small_run("lockstep", folder.path())); });
  CHECK(mentions(message, {"lock-step difference in cycle ", "rtl ", "systemc ", "where the twin's ",
                           "--rtl " + folder.path().string()}));
  // It is a switch all the same, which can be measured.
  const RunResult wrong = run_point(small_run("rtl", folder.path()));
  CHECK(wrong.throughput.mean > 0.4);
  CHECK(wrong.queueing.mean != run_point(small_run("rtl", "")).queueing.mean);
}

TEST_CASE("the lab's own modules in a folder give what they give without", "[testbenches][long]") {
  const ScratchFolder folder;
  fs::copy(source_dir() / "rtl/xb_rr_arbiter.sv", folder.path() / "same.sv");
  const auto own = record_without_times(small_run("rtl", ""));
  CHECK(record_without_times(small_run("rtl", folder.path())) == own);
  CHECK_NOTHROW(run_point(small_run("lockstep", folder.path())));
}

TEST_CASE("models are kept apart by what is in the folder, wherever it is", "[testbenches]") {
  const ScratchFolder here, there;
  const auto library = [](const fs::path& folder) {
    return model_library(ModelSpec::of(resolve(small_run("lockstep", folder)), false));
  };
  for (const auto* folder : {&here, &there}) fs::create_directory(folder->path() / "a");
  write(here.path() / "a/xb_rr_arbiter.sv", arbiter());
  write(there.path() / "a/xb_rr_arbiter.sv", arbiter());
  const auto same = library(here.path() / "a");
  CHECK(library(there.path() / "a") == same);
  CHECK(library("") != same);
  write(there.path() / "a/xb_rr_arbiter.sv", arbiter() + "// changed\n");
  CHECK(library(there.path() / "a") != same);
}

TEST_CASE("a module may bring others, and headers", "[testbenches]") {
  const ScratchFolder folder;
  std::string text = replaced(arbiter(), "candidates & (~candidates + 1'b1)", "found");
  text.insert(text.find("  assign valid_o"),
              "  logic [NumReq-1:0] found;\n  my_lowest #(.W(NumReq)) u_lowest "
              "(.a_i(candidates), .y_o(found));\n");
  write(folder.path() / "xb_rr_arbiter.sv", text);
  write(
      folder.path() / "my_lowest.v",
      "// verilator lint_off WIDTHTRUNC\n`include \"width.svh\"\nmodule my_lowest #(parameter W = `MY_WIDTH) "
      "(input [W-1:0] a_i, output [W-1:0] y_o);\n  assign y_o = a_i & (~a_i "
      "+ 1'b1);\nendmodule\n");
  write(folder.path() / "width.svh", "`define MY_WIDTH 4\n");
  CHECK_NOTHROW(run_point(small_run("lockstep", folder.path())));
}

TEST_CASE("a folder that cannot be used is refused in one line", "[testbenches]") {
  const ScratchFolder folder;
  const fs::path file = folder.path() / "mine.sv";
  SECTION("there is none") {
    CHECK(overlay_refusal("/no/such") ==
          "rtl: '/no/such' is not allowed; allowed: a folder with .sv or .v files, or nothing");
  }
  SECTION("nothing is in it") {
    CHECK(mentions(overlay_refusal(folder.path()), {"rtl: ", "no .sv or .v file"}));
  }
  SECTION("a file has no module") {
    write(file, "// module in a comment\n");
    CHECK(mentions(overlay_refusal(folder.path()), {file.string() + ": rtl: no module is in this file"}));
  }
  SECTION("two files have one module") {
    write(file, arbiter());
    write(folder.path() / "other.sv", arbiter());
    CHECK(mentions(overlay_refusal(folder.path()),
                   {"other.sv: rtl: module 'xb_rr_arbiter' is in mine.sv as well", "each module once"}));
  }
  SECTION("the switch does not use a module") {
    write(file, "module xb_voq_matcher; endmodule\n");
    CHECK(mentions(overlay_refusal(folder.path()),
                   {file.string() + ": rtl: xb_switch_input does not use module "
                                    "'xb_voq_matcher'; allowed: ",
                    " xb_rr_arbiter "}));
  }
  SECTION("it does not compile") {
    write(file, "module xb_rr_arbiter;\n  wire wire;\nendmodule\n");
    CHECK(mentions(overlay_refusal(folder.path()), {file.string() + ":2:", "syntax error"}));
  }
  SECTION("it does not fit") {
    write(file, replaced(replaced(arbiter(), "advance_i,\n", "go_on_i,\n"), "(advance_i)", "(go_on_i)"));
    CHECK(mentions(overlay_refusal(folder.path()),
                   {"rtl/xb_arbiter.sv:", "advance_i", "(with " + folder.path().string() + ")"}));
  }
}
