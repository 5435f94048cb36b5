// SPDX-License-Identifier: Apache-2.0
#include "testbenches/tracing/switch_tracer.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <array>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>

#include "host/base/errors.h"
#include "host/config/resolved_network.h"
#include "host/config/setup.h"
#include "host/point/traffic_config.h"
#include "testbenches/process/child_process.h"
#include "testbenches/process/subprocess.h"
#include "testbenches/tracing/run_point.h"
#include "testbenches/tracing/wave_files.h"
#include "tests/catch.h"
#include "tests/host/keys_of.h"
#include "tests/host/message_of.h"
#include "tests/testbenches/own_heap.h"
#include "tests/testbenches/results/timeless.h"
#include "tests/testbenches/scratch_folder.h"
#include "waves/compare/compare.h"
#include "waves/write/fst_writer.h"

using namespace xb;

namespace {

namespace fs = std::filesystem;

RunConfig small(const std::string& engine, const std::string& name = "input") {
  RunConfig config = config_of("ports 3, load 1, cycles 200, packet 1..3");
  config.switch_name = name;
  config.engine = *find_choice<Engine>(engine);
  return config;
}

/// The run's line trace.
std::string lines_of(const RunConfig& config, Window window) {
  const ScratchFolder folder;
  const Setup setup = resolve(config);
  TracePlan request;
  request.line_trace = folder.path() / "lines.txt";
  request.line_window = window;
  SwitchTracer tracer(setup, request);
  const RunResult result = run_point(setup, tracer.trace());
  tracer.commit(result.cycles);
  return text_of(request.line_trace);
}

/// The signals of an FST, with their scopes.
std::set<std::string> signals_of(const fs::path& fst) {
  const fs::path vcd = fst.parent_path() / "text.vcd";
  REQUIRE(run_program({"fst2vcd", "-o", vcd.string(), fst.string()}, fst.parent_path(),
                      fst.parent_path() / "log") == 0);
  std::ifstream text(vcd);
  std::set<std::string> signals;
  std::vector<std::string> scopes;
  for (std::string word, kind, bits, id, name; text >> word && word != "$enddefinitions";) {
    if (word == "$scope") {
      text >> kind >> name;
      scopes.push_back(name);
    } else if (word == "$upscope") {
      scopes.pop_back();
    } else if (word == "$var") {
      text >> kind >> bits >> id >> name;
      std::string path;
      for (const auto& scope : scopes) path += scope + ".";
      signals.insert(path + name);
    }
  }
  return signals;
}

/// Counts the cycles that it hears of, until so many.
struct CountingSink : PortSink {
  explicit CountingSink(std::uint64_t at_most) : wanted(at_most) {}
  void cycle(const PortCycle&) override { ++heard; }
  [[nodiscard]] bool is_done() const override { return heard >= wanted; }
  std::uint64_t wanted, heard = 0;
};

/// A line of switches s0, s1, ... on these engines.
Setup line_of(const std::vector<std::string>& engines) {
  Topology topology{"line"};
  std::vector<Setup> switches;
  for (unsigned s = 0; s < engines.size(); ++s) {
    topology.switches.push_back({fmt::format("s{}", s), 2, {}});
    if (s > 0) topology.cables.push_back({s - 1, s, {}});
    RunConfig config;
    config.engine = *find_choice<Engine>(engines[s]);
    switches.push_back(resolve(config));
  }
  Setup setup = resolve(RunConfig{});
  const Wiring wiring(topology);
  const Routes routes = routes_of(topology, wiring);
  setup.fabric = std::make_shared<ResolvedNetwork>(ResolvedNetwork{topology, wiring, routes, switches});
  return setup;
}

std::string traced_refusal(const Setup& setup, const std::string& name) {
  return message_of<InputError>([&] { traced_switch(setup, name); });
}

}  // namespace

namespace {

void compare_line_traces(const char* name) {
  CAPTURE(name);
  const Window all{0, 1000000};
  const std::string rtl = lines_of(small("rtl", name), all);
  CHECK(rtl.size() > 200 * 30);
  for (const char* engine : {"systemc", "fast", "lockstep"}) {
    CAPTURE(engine);
    CHECK(lines_of(small(engine, name), all) == rtl);
  }
}

}  // namespace

TEST_CASE("every engine writes the same line trace", "[testbenches]") {
  for (const char* name : {"input", "shared"}) compare_line_traces(name);
}
TEST_CASE("every engine writes the same line trace, of other architectures", "[testbenches][long]") {
  for (const char* name : {"output", "voq", "crosspoint"}) compare_line_traces(name);
}

TEST_CASE("a recorded run has the result of one that is not", "[testbenches]") {
  for (const char* engine : {"rtl", "systemc", "fast", "lockstep"}) {
    CAPTURE(engine);
    const ScratchFolder folder;
    const RunConfig config = small(engine);
    const Setup setup = resolve(config);
    TracePlan request;
    request.waveform = folder.path() / "some.fst";
    request.waveform_window = {10, 20};
    SwitchTracer tracer(setup, request);
    const RunResult recorded = run_point(setup, tracer.trace());
    tracer.commit(recorded.cycles);
    auto with = result_to_json(config, recorded), without = result_to_json(config, run_point(config));
    for (auto* record : {&with, &without}) {
      record->erase("cpu_seconds");
      record->erase("cycles_per_cpu_second");
    }
    CHECK(with == without);
  }
}

TEST_CASE("a recorded run whose outputs pass over a class that pauses is the run", "[testbenches]") {
  const std::string keys = GENERATE(as<std::string>(), "ports 4, host-pause 0/0:100..300",
                                    "ports 4, host-pause 0/0:100..300, engine systemc",
                                    "topology two-switches(2,2), link-latency 3");
  CAPTURE(keys);
  const Setup setup = resolve(
      config_of("classes 2, flow pfc, depth 64, load .9, engine fast, warmup 0, cycles 1000, " + keys));
  CountingSink all(1'000'000);
  SwitchTrace trace;
  trace.ports = &all;
  const RunResult recorded = run_point(setup, trace);
  CHECK((needs_own_process(setup) || all.heard > 1000));
  CHECK(timeless(setup.config, recorded).dump() == record_of(setup));
}

TEST_CASE("a line trace is the same as the waveform of its run", "[testbenches]") {
  const std::string keys = GENERATE(as<std::string>(), "packet 1..3", "packet 64B..200B",
                                    "packet 1..3, classes 2", "packet 1..3, reference oq");
  CAPTURE(keys);
  const ScratchFolder folder;
  const Setup setup = resolve(config_of("ports 3, load 0.7, cycles 200, engine fast, " + keys));
  TracePlan request;
  request.line_trace = folder.path() / "run.trace";
  request.waveform = folder.path() / "run.fst";
  request.line_window = request.waveform_window = {0, 1000000};
  SwitchTracer tracer(setup, request);
  tracer.commit(run_point(setup, tracer.trace()).cycles);
  DiffOptions options;
  options.want = request.line_trace;
  options.got = request.waveform;
  CHECK(compare_traces(options).same);
  std::swap(options.want, options.got);
  CHECK(compare_traces(options).same);
}

TEST_CASE("a window of a line trace has its cycles", "[testbenches]") {
  std::istringstream lines(lines_of(small("fast"), {50, 3}));
  std::vector<std::string> cycles;
  for (std::string line; std::getline(lines, line);) {
    if (line[0] != '#') cycles.push_back(line.substr(0, 6));
  }
  CHECK(cycles == std::vector<std::string>{"    50", "    51", "    52"});
}

TEST_CASE("what is done hears of no further cycle, and its run is what it was", "[testbenches]") {
  const RunConfig config =
      small(GENERATE(as<std::string>(), "fast", "rtl"), GENERATE(as<std::string>(), "input", "shared"));
  const Setup setup = resolve(config);
  SwitchTrace trace;
  CountingSink some(50), all(1'000'000);
  trace.ports = &some;
  const RunResult result = run_point(setup, trace);
  CHECK(some.heard == 50);
  trace.ports = &all;
  CHECK(run_point(setup, trace).delivered_packets == result.delivered_packets);
  CHECK(all.heard == result.cycles);
}

TEST_CASE("sinks of a window are done behind it, when all are, unless the run is to end there",
          "[testbenches]") {
  CountingSink soon(1), late(40);
  WindowSinks sinks({10, 20}, false), ending({10, 20}, true);
  for (WindowSinks* const of : {&sinks, &ending}) of->add(soon);
  sinks.add(late);
  std::uint64_t heard = 0;
  for (PortCycle cycle; !sinks.is_done() && heard < 100; ++cycle.cycle, ++heard) sinks.cycle(cycle);
  CHECK(heard == 40);
  WindowSinks none({10, 20}, false);
  CHECK_FALSE(none.is_done());
  PortCycle cycle;
  for (cycle.cycle = 0; cycle.cycle < 30; ++cycle.cycle) ending.cycle(cycle);
  CHECK_FALSE(ending.is_done());
  CHECK_THROWS_AS(ending.cycle(cycle), EnoughSeen);
}

TEST_CASE("a waveform has the same ports on each engine, and the RTL's signals where there is RTL",
          "[testbenches]") {
  const ScratchFolder folder;
  TraceFlags flags;
  flags.cycles = 20;
  const auto wave = [&](const char* engine) {
    return signals_of(
        write_wave_files(resolve(small(engine)), flags, folder.path() / engine, false).waveform);
  };
  const auto fast = wave("fast"), systemc = wave("systemc"), rtl = wave("rtl"), lockstep = wave("lockstep");
  CHECK(fast == systemc);
  CHECK(fast.count("ports.in[0].beat") == 1);
  CHECK(fast.count("ports.queue[2].head") == 1);
  CHECK(std::includes(rtl.begin(), rtl.end(), fast.begin(), fast.end()));
  CHECK(rtl.count("TOP.xb_switch_input.hol_o") + rtl.count("TOP.hol_o") > 0);
  for (const std::string& signal : fast) {
    CHECK(lockstep.count("rtl." + signal) == 1);
    CHECK(lockstep.count("systemc." + signal) == 1);
  }
}

TEST_CASE("a picture has the usual window around a trigger", "[testbenches]") {
  const ScratchFolder folder;
  TraceFlags flags;
  flags.on = "latency>40";
  const RunConfig config = config_of("ports 3, load 1, cycles 2000, engine fast");
  const WaveFiles files = write_wave_files(resolve(config), flags, folder.path() / "late", true);
  REQUIRE(files.hit);
  CHECK(files.first_cycle == files.hit->cycle - kUsualCyclesBefore);
  CHECK(files.last_cycle == files.hit->cycle + kUsualCyclesAfter);
  CHECK(fs::exists(files.picture));
}

TEST_CASE("a trace that never starts is refused and leaves no file", "[testbenches]") {
  for (const char* engine : {"rtl", "fast", "systemc"}) {
    const ScratchFolder folder;
    const Setup setup = resolve(small(engine));
    TracePlan request;
    request.waveform = folder.path() / "late.fst";
    request.waveform_window = {1000000, 50};
    {
      SwitchTracer tracer(setup, request);
      const RunResult result = run_point(setup, tracer.trace());
      CHECK(mentions(message_of<InputError>([&] { tracer.commit(result.cycles); }),
                     {"--trace-from: '1000000' is not allowed; allowed: below"}));
    }
    CHECK(fs::is_empty(folder.path()));
  }
}

namespace {

/// So many cycles of two sources, of a signal and a text each.
void write_counters(const fs::path& path, std::uint64_t cycles) {
  FstFile file(path);
  std::array<FstWriter, 2> writers{FstWriter(file), FstWriter(file)};
  for (FstWriter& writer : writers) {
    writer.add("count", 64);
    writer.add_text("text");
  }
  for (std::uint64_t cycle = 0; cycle < cycles; ++cycle) {
    for (FstWriter& writer : writers) {
      writer.at(kCycleTime * cycle);
      writer.set(0, cycle * 0x123456789abcdef);
      writer.set_text(1, fmt::format("{:a>1000}", cycle % 700));
    }
  }
}

/// Of a process that does this.
double most_bytes(std::uint64_t cycles) {
  const ScratchFolder folder;
  return std::stod(in_child_process([&] {
    write_counters(folder.path() / "all.fst", cycles);
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return std::to_string(usage.ru_maxrss * 1024);
  }));
}

}  // namespace

TEST_CASE("a waveform takes no more memory, however long it is", "[testbenches]") {
  if (has_own_heap()) return;
  const double few = most_bytes(20000), many = most_bytes(100000);
  CHECK((many - few) / 80000 < 10);  // bytes a cycle, of 2000 and more that it has in values
}

TEST_CASE("the first switch on rtl is traced unless another is named", "[testbenches]") {
  const Setup setup = line_of({"fast", "rtl", "rtl"});
  CHECK(traced_switch(setup, "") == 1);
  CHECK(traced_switch(setup, "s2") == 2);
  CHECK(traced_switch(setup, "s0") == 0);
  CHECK(traced_switch(line_of({"fast", "systemc"}), "") == 0);
  CHECK(traced_switch(resolve(RunConfig{}), "") == 0);
}

TEST_CASE("a trace says which switch of a network it is of, unless it is that without a name",
          "[testbenches]") {
  const Setup setup = line_of({"rtl", "rtl", "rtl"});
  const std::string point = traced_shape(setup, 0).point;
  CHECK_FALSE(mentions(point, {"--trace-switch"}));
  CHECK(traced_shape(setup, 2).point == point + " --trace-switch s2");
}

TEST_CASE("a switch that is not there is refused, with those that are", "[testbenches]") {
  const Setup setup = line_of({"fast", "rtl", "rtl"});
  CHECK(traced_refusal(setup, "west") == "--trace-switch: 'west' is not allowed; allowed: s0 s1 s2");
  CHECK(mentions(traced_refusal(setup, "s3"),
                 {"'s3' is not allowed; allowed: 's0', the nearest; of s0 s1 s2"}));
  CHECK(mentions(traced_refusal(line_of(std::vector<std::string>(20, "rtl")), "west"), {"s11 (and 8 more)"}));
  CHECK(traced_refusal(resolve(RunConfig{}), "s0") ==
        "--trace-switch: 's0' is not allowed here; allowed: with a topology of several switches");
}
