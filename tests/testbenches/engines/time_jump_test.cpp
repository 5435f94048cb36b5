// SPDX-License-Identifier: Apache-2.0
// While hosts compute or wait, time jumps on every engine, and no result is other than with every cycle
// stepped.
#include <fmt/format.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "host/base/errors.h"
#include "host/base/random.h"
#include "host/config/config_keys.h"
#include "host/config/key_use.h"
#include "host/config/setup.h"
#include "host/run/simulation.h"
#include "host/switches/switch_registry.h"
#include "testbenches/engines/engines.h"
#include "testbenches/tracing/run_point.h"
#include "tests/catch.h"
#include "tests/host/message_of.h"
#include "tests/testbenches/results/measured.h"
#include "tests/testbenches/results/timeless.h"
#include "tests/testbenches/scratch_folder.h"

using namespace xb;

namespace {

/// The fast engine, stepped through every cycle but, if it may rest, those at rest.
class Stepped : public SwitchModel {
 public:
  Stepped(const RunConfig& config, bool rests) : inner_(make_fast_switch(resolve(config))), rests_(rests) {}
  void reset(const SwitchSettings& settings) override { inner_->reset(settings); }
  void show(SwitchOutputs& out) override { inner_->show(out); }
  void clock(const SwitchInputs& in) override {
    inner_->clock(in);
    ++cycles;
  }
  [[nodiscard]] bool carries_payload() const override { return false; }
  [[nodiscard]] std::uint64_t rest_period() const override { return rests_ ? inner_->rest_period() : 0; }

  std::uint64_t cycles = 0;

 private:
  std::unique_ptr<SwitchModel> inner_;
  bool rests_;
};

/// Rounds of a message to the next rank and one from the rank before, with calculations of up to
/// `nanoseconds` between: they are not begun before, nor is what has come received.
std::string rounds(unsigned ranks, unsigned count, unsigned nanoseconds) {
  std::string text = fmt::format("num_ranks {}\n", ranks);
  RandomStream random(2026, StreamPurpose::Test, 0);
  for (unsigned rank = 0; rank < ranks; ++rank) {
    text += fmt::format("rank {} {{\n", rank);
    for (unsigned n = 0; n < count; ++n) {
      // What comes in round n has the length that the rank before draws for it: a function of n.
      const unsigned bytes = 8 * (1 + n * 7 % 40);
      text +=
          fmt::format("c{0}: calc {1}\ns{0}: send {2}b to {3} tag {0}\nr{0}: recv {2}b from {4} tag {0}\n", n,
                      random.below(nanoseconds), bytes, (rank + 1) % ranks, (rank + ranks - 1) % ranks);
      text += fmt::format("s{0} requires c{0}\nr{0} requires c{0}\n", n);
      if (n > 0) text += fmt::format("c{0} requires s{1}\nc{0} requires r{1}\n", n, n - 1);
    }
    text += "}\n";
  }
  return text;
}

RunConfig with_keys(RunConfig config, const Keys& keys) {
  for (const auto& [key, value] : keys) set_key(config, key, value, "");
  return config;
}

const std::vector<Keys> kRestingSwitches{
    "switch input, arbiter random, route-delay 200",
    "switch input, arbiter oldest, forwarding store-and-forward",
    "switch input, window 4",
    "switch input, pipeline 1, forwarding store-and-forward",
    "switch output, route-delay 37",
    "switch output, forwarding store-and-forward",
    "switch shared, sharing dynamic, depth 64",
    "switch voq, scheduler pim, route-delay 3",
    "switch voq, scheduler rrm, forwarding store-and-forward",
    "switch voq, pipeline 1",
    "switch crosspoint, crosspoint-depth 2",
    "switch cicq-lqf, pipeline 1",
};

}  // namespace

TEST_CASE("a run with jumps of time is the run with every cycle stepped, on every engine",
          "[testbenches][long]") {
  const auto keys = GENERATE(from_range(kRestingSwitches));
  const bool waits = GENERATE(false, true);  // packets in the switch, until a host has done its calculation
  const ScratchFolder folder;
  const std::string file = (folder.path() / "rounds.goal").string();
  std::ofstream(file) << rounds(3, 12, 120000);
  RunConfig config = with_keys({}, keys);
  config.ports = 3;
  config.schedule = file;
  config.cycles = 2000;  // which tells that the model of a run in lock-step need not be compiled for speed
  if (waits) config.receive_window = 2;
  CAPTURE(flags_of(config));

  config.engine = Engine::Fast;
  Stepped every(config, false);
  const RunResult stepped = simulate(resolve(config), every);
  REQUIRE(every.cycles >= *stepped.completion_cycles);
  const auto expected = timeless(config, stepped);
  Stepped some(config, true);
  CHECK(timeless(config, simulate(resolve(config), some)) == expected);
  CHECK(some.cycles < every.cycles / 3);
  // Of a run as a whole the record says besides what was run.
  const auto of_run = [&] {
    auto record = timeless(config, run_point(config));
    record.erase("setup");
    return record;
  };
  CHECK(of_run() == expected);
  config.engine = Engine::Lockstep;
  CHECK(of_run() == expected);
}

TEST_CASE("little traffic at a memory that ports visit in turn is measured as with every cycle stepped",
          "[testbenches]") {
  // Fewer than four ports of a pipeline take turns as if they were four. Words for two outputs wait in a
  // stage now and then; which of them is completed first goes by the turns so far.
  const std::string name = GENERATE("output", "shared");
  const std::string pipeline = GENERATE("0", "1");
  const std::string ports = GENERATE("2", "3", "4", "5", "6");
  RunConfig config = config_of("depth 256, load 0.01, cycles 60000, warmup 0, engine fast");
  config = with_keys(config, {{"switch", name}, {"pipeline", pipeline}, {"ports", ports}});
  CAPTURE(flags_of(config));
  const auto result = [&](SwitchModel& model) { return timeless(config, simulate(resolve(config), model)); };
  Stepped every(config, false);
  const auto expected = result(every);
  Stepped some(config, true);
  CHECK(result(some) == expected);
  CHECK(result(*make_fast_switch(resolve(config))) == expected);
}

TEST_CASE("calculations of any length end, on every engine", "[testbenches]") {
  const ScratchFolder folder;
  const std::string file = (folder.path() / "long.goal").string();
  RunConfig config = config_of("ports 3, cycles 2000");
  config.schedule = file;
  for (const char* engine : {"fast", "lockstep"}) {
    config.engine = *find_choice<Engine>(engine);
    std::ofstream(file) << "num_ranks 3\nrank 0 {\na: calc 1000000000000\nb: send 8b to 1\nb requires a\n}\n"
                           "rank 1 {\nrecv 8b from 0\n}\nrank 2 {\n}\n";
    CHECK(*run_point(config).completion_cycles == 100000000000 + 2);  // 10 ns each
  }
  // Further than cycles can be counted: said, not tried.
  const std::string cluster = (folder.path() / "quick.toml").string();
  std::ofstream(cluster) << "clock-period = \"1ps\"\n";
  std::ofstream(file) << "num_ranks 2\nrank 0 {\na: calc 1000000000000000\nb: send 8b to 1\nb requires a\n}\n"
                         "rank 1 {\nrecv 8b from 0\n}\n";
  config.engine = Engine::Fast;
  config.ports = 2;
  config.cluster = cluster;
  CHECK(mentions(message_of<RunError>([&] { run_point(config); }),
                 {"not over after 100000000000000000 cycles", "rank 0", "rank 1"}));
}

TEST_CASE("long calculations take a network as long as one switch", "[testbenches]") {
  const ScratchFolder folder;
  const std::string file = (folder.path() / "long.goal").string();
  RunConfig config = config_of("engine fast, depth 64, topology leaf-spine(2,1,2)");
  config.schedule = file;
  const auto completion = [&](std::uint64_t nanoseconds) {
    std::ofstream(file) << "num_ranks 4\nrank 0 {\na: calc " << nanoseconds
                        << "\nb: send 8b to 3\nb requires a\n}\nrank 1 {\n}\nrank 2 {\n}\n"
                           "rank 3 {\nrecv 8b from 0\n}\n";
    return *run_point(config).completion_cycles;
  };
  // A step of all switches every 16,384 cycles would not end today.
  CHECK(completion(1000000000000000) - completion(10000) == 100000000000000 - 1000);
}

TEST_CASE("delays of the switch and of its receivers are no lack of progress", "[testbenches]") {
  const std::string name = GENERATE(from_range(names(switches())));
  const Keys keys{{"switch", name}, {"ports", "2"}, {"warmup", "0"}};
  CHECK(measured(keys, "route-delay 100000, load 0.0001, cycles 300000").delivered_packets > 5);
  CHECK(measured(keys, "output-period 1000, receiver-stall 0.95, cycles 200000, depth 8").delivered_packets >
        5);
}
