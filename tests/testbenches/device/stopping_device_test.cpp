// SPDX-License-Identifier: Apache-2.0
// A switch of the user's that stops the simulation, or never comes to the end of a cycle.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>

#include "host/config/config_keys.h"
#include "testbenches/engines/paths.h"
#include "testbenches/recording/device_check.h"
#include "testbenches/recording/run_point.h"
#include "tests/catch.h"
#include "tests/host/message_of.h"
#include "tests/testbenches/scratch_folder.h"

using namespace xb;
namespace fs = std::filesystem;

namespace {

fs::path of_example(const char* name) { return source_dir() / "examples/quad-switch" / name; }

/// The example with these lines in its top module, in a folder of its own.
class Stopping {
 public:
  explicit Stopping(const std::string& lines) {
    std::string source = text_of(of_example("quad_switch.v"));
    const std::size_t end = source.find("endmodule");
    source.insert(end, "reg [9:0] n = 0;\nalways @(posedge clk) n <= n + 1;\n" + lines + "\n");
    line_ = 1 +
            static_cast<unsigned>(std::count(source.begin(), source.begin() + static_cast<long>(end), '\n')) +
            2;
    std::ofstream(folder_.path() / "quad_switch.v") << source;
    fs::copy_file(of_example("quad_switch.toml"), file());
  }
  [[nodiscard]] fs::path file() const { return folder_.path() / "mine.toml"; }
  /// `FILE:LINE:` of the lines.
  [[nodiscard]] std::string place() const {
    return fmt::format("{}:{}:", (folder_.path() / "quad_switch.v").string(), line_);
  }
  [[nodiscard]] Setup setup() const {
    RunConfig config;
    set_key(config, "device", file().string(), "test");
    config.ports = 4;
    return resolve(config);
  }
  template <class Error>
  [[nodiscard]] std::string said() const {
    return message_of<Error>([&] { check_device(setup()); });
  }

 private:
  ScratchFolder folder_;
  unsigned line_ = 0;
};

}  // namespace

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
