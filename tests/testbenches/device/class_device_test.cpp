// SPDX-License-Identifier: Apache-2.0
// Switches of the user's with traffic classes: examples/class-switch, and what is wrong with others.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>

#include "host/base/errors.h"
#include "host/config/config_keys.h"
#include "host/config/key_use.h"
#include "host/config/setup.h"
#include "host/point/traffic_config.h"
#include "testbenches/engines/paths.h"
#include "testbenches/tracing/device_check.h"
#include "testbenches/tracing/run_point.h"
#include "tests/catch.h"
#include "tests/host/keys_of.h"
#include "tests/host/message_of.h"
#include "tests/testbenches/planted_fault.h"
#include "tests/testbenches/scratch_folder.h"

using namespace xb;
namespace fs = std::filesystem;

namespace {

fs::path class_example(const char* name) { return source_dir() / "examples/class-switch" / name; }

/// A point of the description, at which it is checked.
RunConfig class_point_of(const fs::path& description) {
  const RunConfig config = config_of("ports 2, classes 2, class-load 0:1,1:.3, warmup 100, cycles 4000",
                                     {{"device", description.string()}});
  check_use({config});
  return config;
}

/// The example with a change in it.
class ChangedExample {
 public:
  ChangedExample(const std::string& from, const std::string& to) {
    std::string source = text_of(class_example("class_switch.sv")),
                description = text_of(class_example("class_switch.toml"));
    const auto change = [&](std::string& text) {
      const auto at = text.find(from);
      if (at != std::string::npos) text.replace(at, from.size(), to);
      return at != std::string::npos;
    };
    REQUIRE((change(source) || change(description)));
    std::ofstream(folder_.path() / "class_switch.sv") << source;
    std::ofstream(file()) << description;
  }
  [[nodiscard]] fs::path file() const { return folder_.path() / "changed.toml"; }

 private:
  ScratchFolder folder_;
};

/// What is said of packets of these lengths if it takes none of a beat.
std::string refused_lengths(const std::string& packet, const std::string& of_classes) {
  const ChangedExample changed("[claims]", "[claims]\nshortest-packet = 2");
  RunConfig config = class_point_of(changed.file());
  set_key(config, "packet", packet, "test");
  set_key(config, "class-packet", of_classes, "test");
  try {
    resolve(config);
  } catch (const InputError& error) {
    return error.what();
  }
  return {};
}

/// What is said of the example, if it is changed so.
template <class Error>
std::string said_of_changed(const std::string& from, const std::string& to) {
  const ChangedExample changed(from, to);
  return message_of<Error>([&] { run_point(class_point_of(changed.file())); });
}

/// The rule that `device check` finds broken; `none`.
std::string rule_broken(const fs::path& description) {
  const DeviceCheck check = check_device(resolve(class_point_of(description)));
  return check.violation ? check.violation->rule : "none";
}

RunConfig overloaded(const fs::path& device) {
  return config_of("ports 4, load 1, warmup 0", {{"device", device.string()}});
}

/// The example with these lines in its top module, in a folder of its own.
class Stopping {
 public:
  explicit Stopping(const std::string& lines) {
    std::string source = text_of(quad_example("quad_switch.v"));
    const std::size_t end = source.find("endmodule");
    source.insert(end, "reg [9:0] n = 0;\nalways @(posedge clk) n <= n + 1;\n" + lines + "\n");
    line_ = 1 +
            static_cast<unsigned>(std::count(source.begin(), source.begin() + static_cast<long>(end), '\n')) +
            2;
    std::ofstream(folder_.path() / "quad_switch.v") << source;
    fs::copy_file(quad_example("quad_switch.toml"), file());
  }
  [[nodiscard]] fs::path file() const { return folder_.path() / "mine.toml"; }
  /// `FILE:LINE:` of the lines.
  [[nodiscard]] std::string place() const {
    return fmt::format("{}:{}:", (folder_.path() / "quad_switch.v").string(), line_);
  }
  [[nodiscard]] Setup setup() const { return resolve(config_of("ports 4", {{"device", file().string()}})); }
  template <class Error>
  [[nodiscard]] std::string said() const {
    return message_of<Error>([&] { check_device(setup()); });
  }

 private:
  ScratchFolder folder_;
  unsigned line_ = 0;
};

}  // namespace

TEST_CASE("a device gets no packets of any class that are shorter than it takes", "[testbenches]") {
  CHECK(mentions(
      refused_lengths("4", "0:1"),
      {"class-packet: '0:1' is not allowed; allowed: at least 2 beats", "claims shortest-packet = 2"}));
  CHECK(mentions(refused_lengths("1", "0:4"), {"packet: '1' is not allowed"}));
  CHECK(refused_lengths("1", "0:4,1:3").empty());
}

TEST_CASE("a switch of the user's with classes is measured by class, and checked", "[testbenches]") {
  const RunConfig config = class_point_of(class_example("class_switch.toml"));
  const RunResult r = run_point(config);
  REQUIRE(r.classes.size() == 2);
  CHECK(r.classes[1].throughput.mean == Approx(0.3).margin(.02));
  CHECK(r.classes[1].latency.mean < r.classes[0].latency.mean);
  CHECK(r.classes[0].held_by_higher.value() > 0.1);
  CHECK(r.classes[1].held_by_higher.value() == 0);
  CHECK(r.classes[0].delivered_packets + r.classes[1].delivered_packets == r.delivered_packets);
  CHECK(r.hol.mean >= 0);
  CHECK(rule_broken(class_example("class_switch.toml")) == "none");
}

TEST_CASE("a switch of the user's that mixes classes is found", "[testbenches]") {
  // A packet leaves with the class of the one that goes first.
  CHECK(mentions(said_of_changed<RunError>("m_tid[j] = beat.id;", "m_tid[j] = beat.id | C'(valid[1][from]);"),
                 {"tid"}));
}

TEST_CASE("all that a switch of the user's can do wrong with classes is found", "[testbenches][.long]") {
  const ChangedExample mixed("m_tid[j] = beat.id;", "m_tid[j] = beat.id | C'(valid[1][from]);");
  CHECK(rule_broken(mixed.file()) == "tid");
  // It changes while a beat waits.
  const ChangedExample changing("m_tid[j] = beat.id;", "m_tid[j] = m_tready[j] ? beat.id : C'(1);");
  CHECK(rule_broken(changing.file()) == "payload-holds");
  // A higher class interrupts a packet.
  const ChangedExample interrupting("found = busy;", "found = 1'b0;");
  CHECK(rule_broken(interrupting.file()) == "whole-packets");
}

TEST_CASE("classes need a tid on both sides of a switch of the user's", "[testbenches]") {
  const char* const allowed = "does not describe in.tid, without a value of its own, and out.tid";
  CHECK(mentions(said_of_changed<InputError>("tid = \"m_tid\"", ""), {"classes: '2'", allowed}));
  CHECK(mentions(said_of_changed<InputError>("tid = \"s_tid\"", "tid = \"s_tid = 0\""),
                 {"classes: '2'", allowed}));
  RunConfig narrow = class_point_of(class_example("class_switch.toml"));
  narrow.width = 32;
  CHECK(mentions(message_of<InputError>([&] { resolve(narrow); }), {"classes: '2'", "64 bits or more"}));
}

// A switch of the user's that discards packets.

TEST_CASE("packets that a switch discards are counted from its ports, by flow", "[testbenches]") {
  const ScratchFolder folder;
  std::string source = text_of(quad_example("quad_switch.v"));
  const auto change = [](std::string& text, const std::string& from, const std::string& to) {
    REQUIRE(text.find(from) != std::string::npos);
    text.replace(text.find(from), from.size(), to);
  };
  change(source, "assign in_ready  = !full;", "assign in_ready  = 1'b1;");
  change(source, "wire               push = in_valid && !full;",
         "reg in_packet, dropping;  // a packet\n"
         "  wire drop = in_packet ? dropping : used > 16;  // no room for one of 16 beats\n"
         "  wire push = in_valid && !drop;\n"
         "  always @(posedge clk)\n"
         "    if (rst) {in_packet, dropping} <= 2'd0;\n"
         "    else if (in_valid) {in_packet, dropping} <= {!in_data[WIDTH-3], drop};");
  change(source, "wire               full = used[LOG_DEPTH];\n", "");
  std::ofstream(folder.path() / "quad_switch.v") << source;
  std::string description = text_of(quad_example("quad_switch.toml"));
  change(description, "[claims]", "[claims]\nlossless = false\nlongest-packet = 16");
  change(description, "LOG_DEPTH = 4", "LOG_DEPTH = 5");
  const fs::path file = folder.path() / "lossy.toml";
  std::ofstream(file) << description;

  RunConfig config = overloaded(file);
  config.packet_min = config.packet_max = 8;
  config.packet_given = true;
  config.cycles = 20000;
  const RunResult result = run_point(config);
  CHECK(result.known.drops);
  // What goes in and does not come out is lost, but for what is inside at the window's ends, and for the last
  // of each flow, of which nothing tells until the next comes out.
  const auto kept = static_cast<double>(result.delivered_packets + result.lost_packets);
  CHECK(kept == Approx(static_cast<double>(result.offered_packets)).margin(48));
  CHECK(result.loss.mean > 0.2);
  CHECK(result.dropped_full == result.lost_packets);
  CHECK(result.dropped_per_queue.size() == 16);
  CHECK(*std::min_element(result.dropped_per_queue.begin(), result.dropped_per_queue.end()) > 0);
  const DeviceCheck check = check_device(resolve(config));
  INFO((check.violation ? check.violation->text() : ""));
  CHECK_FALSE(check.violation);
}

// A switch of the user's that stops the simulation, or never comes to the end of a cycle.

TEST_CASE("a switch that ends the simulation is named with its line and the cycle", "[testbenches][device]") {
  const Stopping finish("always @(posedge clk) if (n == 50) $finish;");
  CHECK(mentions(finish.said<RunError>(), {finish.place() + " $finish in cycle ",
                                           " ends the simulation; allowed: a switch that goes on"}));
  CHECK(finish.said<RunError>().find('\n') == std::string::npos);
  const Stopping stop("always @(posedge clk) if (n == 50) $stop;");
  CHECK(
      mentions(stop.said<RunError>(), {"an assertion of the RTL failed in cycle ", stop.place() + " $stop"}));
  const Stopping at_once("initial $finish;");
  CHECK(mentions(at_once.said<RunError>(), {at_once.place() + " $finish in the reset ends"}));
}

TEST_CASE("a memory of a switch whose file is not there is named", "[testbenches][device]") {
  const std::string memory = "reg [7:0] m [0:3]; initial $readmemh(\"";
  const Stopping none(memory + "none.hex\", m);");
  CHECK(
      mentions(none.said<RunError>(),
               {none.file().string() +
                ": $readmem: 'none.hex' is not a file that is there; allowed: a whole path, or one from /"}));
  const ScratchFile two("1\n2\n", "two.hex");  // fewer than the memory has
  CHECK_FALSE(check_device(Stopping(memory + two.name() + "\", m);").setup()).violation);
  CHECK_FALSE(check_device(Stopping("initial $display(\"%%Warning: m:0: $readmem file not found\");").setup())
                  .violation);
}

TEST_CASE("of what a switch prints only the message of its error counts", "[testbenches][device]") {
  const Stopping noisy(
      "always @(posedge clk) begin $display(\"n is %0d\", n); if (n == 50) $error(\"bad %0d\", n); end");
  const std::string said = noisy.said<RunError>();
  CHECK(mentions(said, {"an assertion of the RTL failed in cycle ", noisy.place(), " quad_switch: bad 50"}));
  CHECK(said.find("n is") == std::string::npos);
  CHECK_FALSE(check_device(Stopping("final $fatal(1, \"too late\");").setup()).violation);
}

TEST_CASE("logic that does not settle is named as the user knows it", "[testbenches][device]") {
  const Stopping loop("reg a; always @* a = ~a;\nalways @(posedge clk) if (a) $display(\"a\");");
  CHECK(mentions(loop.said<RunError>(),
                 {loop.file().string() + ": its logic does not settle in ", "did not converge", loop.place(),
                  "Circular combinational logic: 'quad_switch.a'"}));
}

TEST_CASE("an evaluation without an end is a line, not a wait", "[testbenches][device]") {
  setenv("XBARLAB_STALL", "1", 1);
  const Stopping endless(
      "reg [7:0] k; always @* begin k = 0; while (n > 50) k = k + 1; end\n"
      "always @(posedge clk) if (k == 3) $display(\"k\");");
  SwitchTrace trace;
  const Observation seen = [&]() -> Observation {
    try {
      return observe_point(endless.setup(), trace, [] { return std::string(); });
    } catch (const RunError& error) {
      return {"", error.what()};
    }
  }();
  CHECK(mentions(seen.failure,
                 {endless.file().string() + ": one evaluation of the RTL does not end, 1 s of CPU time in "
                                            "cycle ",
                  "; an endless loop?"}));
}

TEST_CASE("a switch that cannot be built or loaded is bad input", "[testbenches][device]") {
  const Stopping fatal("generate if (DATA_WIDTH > 8) $fatal(1, \"DATA_WIDTH is too large\"); endgenerate");
  CHECK(mentions(fatal.said<InputError>(), {fatal.place(), "DATA_WIDTH is too large"}));
  const Stopping unknown("nothere u_nothere ();");
  CHECK(mentions(unknown.said<InputError>(), {unknown.place(), "nothere"}));
}
