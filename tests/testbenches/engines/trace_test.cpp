// SPDX-License-Identifier: Apache-2.0
#include <fstream>

#include "host/base/errors.h"
#include "host/config/setup.h"
#include "host/point/traffic_config.h"
#include "testbenches/process/subprocess.h"
#include "testbenches/process/trace_file.h"
#include "testbenches/tracing/run_point.h"
#include "tests/catch.h"
#include "tests/host/keys_of.h"
#include "tests/testbenches/results/timeless.h"
#include "tests/testbenches/run_traced.h"
#include "tests/testbenches/scratch_folder.h"
#include "waves/write/fst_signals.h"

using namespace xb;

namespace {

RunConfig small() {
  RunConfig config = config_of("ports 2, load 1, cycles 300");
  return config;
}

}  // namespace

TEST_CASE("a trace holds the window that was asked for", "[testbenches]") {
  const ScratchFolder folder;
  const auto file = folder.path() / "window.fst";
  run_traced(resolve(small()), file, {100, 50});
  REQUIRE(is_whole_fst(file));

  const auto text = folder.path() / "window.vcd";
  REQUIRE(run_program({"fst2vcd", "-o", text.string(), file.string()}, folder.path(),
                      folder.path() / "log") == 0);
  std::ifstream vcd(text);
  std::string line;
  std::uint64_t first = 0;
  std::uint64_t last = 0;
  bool flag_seen = false;
  for (bool any = false; std::getline(vcd, line);) {
    flag_seen |= line.find("hol_o") != std::string::npos;
    if (line.empty() || line[0] != '#') continue;
    last = std::stoull(line.substr(1));
    if (!any) first = last;
    any = true;
  }
  CHECK(flag_seen);
  CHECK(first == 1000);  // a cycle is 10 units
  CHECK(last == 1495);
}

TEST_CASE("a run goes on behind its window as one without a trace", "[testbenches][long]") {
  RunConfig config = config_of("ports 2, depth 12, load 1, packet 1..3, receiver-stall 0.1, cycles 20200");
  config.switch_name = GENERATE("input", "shared");
  config.flow = GENERATE(FlowControl::BackPressure, FlowControl::Drop);
  const Setup setup = resolve(config);
  const ScratchFolder folder;
  const auto record = [&](const RunResult& result) { return timeless(config, result); };
  CHECK(record(run_traced(setup, folder.path() / "w.fst", {100, 60})) == record(run_point(setup)));
}

TEST_CASE("behind its window a long run has the model for results alone", "[testbenches]") {
  const ScratchFolder folder;
  FstFile file(folder.path() / "w.fst");
  FstSignals signals(file);
  SwitchTrace trace;
  trace.signals = TraceRequest{&signals, 5, 10};
  RunConfig config = small();
  config.cycles = 20015;
  bool stays = true;  // the traced one
  SECTION("a long one") { stays = false; }
  SECTION("a short one") { --config.cycles; }
  SECTION("one whose window is late") {
    config.cycles = 150000;
    trace.signals->cycles = 100000;
  }
  SECTION("one that ends there") { trace.signals->ends_run = true; }
  const auto model = make_model(resolve(config), trace);
  SwitchOutputs out{};
  for (std::uint64_t c = 0; c < 15; ++c) {
    CHECK(model->shows_flags());
    model->cycle(SwitchInputs{}, out);
  }
  CHECK(model->shows_flags() == stays);
}

TEST_CASE("a truncated trace is not taken for a whole one", "[testbenches]") {
  const ScratchFolder folder;
  const auto file = folder.path() / "cut.fst";
  run_traced(resolve(small()), file, {0, 50});
  const auto size = std::filesystem::file_size(file);
  for (const auto keep : {size - 1, size / 2, std::uintmax_t{5}, std::uintmax_t{0}}) {
    std::filesystem::resize_file(file, keep);
    CHECK_FALSE(is_whole_fst(file));
  }
}

TEST_CASE("only the rtl engine has waveforms", "[testbenches]") {
  RunConfig config = small();
  config.engine = Engine::Systemc;
  CHECK_THROWS_AS(run_point(resolve(config), SwitchTrace{0, TraceRequest{}}), InputError);
}
