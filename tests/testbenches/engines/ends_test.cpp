// SPDX-License-Identifier: Apache-2.0
// RTL and twin at the ends of every range of settings, and beyond them, under links that know no hosts: with
// packets to outputs that do not exist, memories filled and emptied, and a reset in the middle of it.
#include <nlohmann/json.hpp>

#include "host/config/setup.h"
#include "host/point/traffic_config.h"
#include "host/run/simulation.h"
#include "host/switches/switch_registry.h"
#include "testbenches/engines/paths.h"
#include "testbenches/process/child_process.h"
#include "tests/catch.h"
#include "tests/testbenches/engines/ends_run.h"
#include "tests/testbenches/results/timeless.h"

using namespace xb;

namespace {

const auto kAllSwitches = circuits();

void compare_all(unsigned ports, unsigned points, std::uint64_t seed,
                 const std::vector<std::string>& names = kAllSwitches) {
  for (const auto& name : names) {
    CAPTURE(name, ports);
    RunConfig config = ends_config(name, ports);
    config.seed = seed;
    const std::string delivered = compare_at_ends(config, source_dir() / "rtl", points);
    CHECK(std::stoull(delivered) > 50 * points);
  }
}

/// As many points as find all mutants of tests/rtl/mutants/ends: of a memory switch one takes 54, all
/// others 29.
unsigned enough_for(const std::string& name) { return name == "shared" ? 60 : 30; }

/// Ends a run in its middle.
class CutShort : public SwitchModel {
 public:
  struct Cut {};
  CutShort(SwitchModel& inner, std::uint64_t cycles) : inner_(inner), left_(cycles) {}
  void reset(const SwitchSettings& settings) override { inner_.reset(settings); }
  void show(SwitchOutputs& out) override {
    if (left_-- == 0) throw Cut{};
    inner_.show(out);
  }
  void clock(const SwitchInputs& in) override { inner_.clock(in); }
  [[nodiscard]] bool carries_payload() const override { return inner_.carries_payload(); }

 private:
  SwitchModel& inner_;
  std::uint64_t left_;
};

std::string record(const RunConfig& config, SwitchModel& model) {
  return timeless(config, simulate(resolve(config), model)).dump();
}

/// Everything that a lock-step model shows at a point, as a number.
std::uint64_t shown(SwitchModel& model, const RunConfig& config, const EndsPoint& point) {
  RawLinks links(point, config.ports, config.data_words(), RandomStream(1, StreamPurpose::Test, 3));
  SwitchOutputs out{};
  std::uint64_t digest = 0;
  const auto add = [&](std::uint64_t word) { digest = RandomStream::mix(digest ^ word) + 1; };
  model.reset(point.settings);
  for (std::uint64_t c = 0; c < point.cycles; ++c) {
    const SwitchInputs& in = links.drive();
    model.cycle(in, out);
    links.taken(in.s_tvalid & out.s_tready);
    add(out.s_tready << 32U | out.m_tvalid);
    for_each_port(out.m_tvalid, [&](unsigned j) { add(out.m_tdata[j]); });
  }
  return digest;
}

/// A setting out of its range, and the nearest value in it.
struct Beyond {
  std::string name;
  std::uint32_t value, nearest;
};

}  // namespace

// A test for each number of ports, since each builds its models.
TEST_CASE("RTL and twin are equal at the ends of every range: 2 ports", "[testbenches][long][lockstep]") {
  compare_all(2, 100, 1);
}
TEST_CASE("RTL and twin are equal at the ends of every range: 3 ports", "[testbenches][lockstep]") {
  for (const auto& name : circuits(false)) compare_all(3, enough_for(name), 1, {name});
}
TEST_CASE("RTL and twin are equal at the ends of every range: 3 ports, pipelined",
          "[testbenches][lockstep]") {
  for (const auto& name : circuits(true)) compare_all(3, enough_for(name), 1, {name});
}
TEST_CASE("RTL and twin are equal at the ends of every range: with a register behind the RAMs",
          "[testbenches][lockstep]") {
  // One of those that share all but a setting of their modules.
  const auto name = GENERATE("input_pipe", "voq_pipe", "crosspoint_pipe", "shared_pipe");
  CAPTURE(name);
  RunConfig config = ends_config(name, 3);
  config.ram_register = 1;
  CHECK(std::stoull(compare_at_ends(config, source_dir() / "rtl", 30)) > 50 * 30);
}
TEST_CASE("RTL and twin are equal at the ends of every range: with a register behind the RAMs, and classes",
          "[testbenches][long][lockstep]") {
  const auto name = GENERATE(from_range(circuits(true)));
  const unsigned classes = GENERATE(1U, 2U);
  CAPTURE(name, classes);
  for (const unsigned ports : {2U, 5U}) {
    RunConfig config = ends_config(name, ports);
    config.ram_register = 1;
    config.classes = classes;
    CHECK(std::stoull(compare_at_ends(config, source_dir() / "rtl", 100)) > 50 * 100);
  }
}
TEST_CASE("RTL and twin are equal at the ends of every range: 3 ports, more points",
          "[testbenches][long][lockstep]") {
  compare_all(3, 100, 2);
}
TEST_CASE("RTL and twin are equal at the ends of every range, at length", "[testbenches][soak]") {
  const unsigned ports = GENERATE(2U, 3U, 5U, 8U);
  compare_all(ports, 1000, 2);
}

TEST_CASE("a setting out of its range counts as the nearest value in it", "[testbenches][lockstep]") {
  // Last first: the test above, which may run beside this one, builds the first model meanwhile.
  const auto name = GENERATE(from_range(kAllSwitches.rbegin(), kAllSwitches.rend()));
  CAPTURE(name);
  const RunConfig config = ends_config(name, 3);
  const std::uint32_t depth = resolve(config).max_depth;
  const std::vector<Beyond> cases{
      {"depth", 0, 1},
      {"depth", depth + 1, depth},
      {"depth", ~0U, depth},
      {"output_depth", 0, 1},
      {"output_depth", depth + 1, depth},
      {"packet_beats", 0, 1},
      {"packet_beats", ~0U, depth + 1},
      {"crosspoint_packets", 0, 1},
      {"crosspoint_packets", ~0U, resolve(config).crosspoint_beats},
      {"window", 0, 1},
      {"window", 15, 8},
      {"sharing", 3, 2},
      {"alpha", 7, 6},
      {"scheduler", 3, 2},
      {"iterations", 0, 1},
      {"iterations", 7, 4},
  };
  const std::string wrong = in_child_process([&]() -> std::string {
    const auto model =
        make_lockstep(resolve(config), make_verilated_switch(resolve(config), {}, source_dir() / "rtl"),
                      make_systemc_switch(resolve(config)));
    std::string text;
    for (const bool drop : {false, true}) {
      for (const auto& c : cases) {
        EndsPoint point{};
        point.settings.depth = 48;
        point.settings.drop = drop;
        point.settings.packet_beats = point.longest = 5;
        point.settings.alpha = 0;
        point.settings.sharing = c.name == "alpha" ? Sharing::Dynamic : Sharing::Complete;
        point.settings.crosspoint_packets = 2;
        point.shortest = 1;
        point.ready = 40;
        point.cycles = c.value > depth && c.name != "packet_beats" ? 4500 : 600;
        set_setting(point.settings, c.name, c.nearest);
        if (c.name == "output_depth") point.settings.depth = depth;
        const std::uint64_t nearest = shown(*model, config, point);
        set_setting(point.settings, c.name, c.value);
        if (shown(*model, config, point) != nearest) text += fmt::format("{} {}; ", c.name, c.value);
      }
    }
    return text;
  });
  CHECK(wrong == "");
}

TEST_CASE("a memory never holds more than it was elaborated for", "[testbenches][lockstep]") {
  RunConfig config = ends_config("input", 3);
  const std::string most = in_child_process([&]() -> std::string {
    const auto model =
        make_lockstep(resolve(config), make_verilated_switch(resolve(config), {}, source_dir() / "rtl"),
                      make_systemc_switch(resolve(config)));
    EndsPoint point{};
    point.settings.depth = resolve(config).max_depth + 1;
    point.shortest = point.longest = 1;
    point.ready = 0;
    RawLinks links(point, config.ports, config.data_words(), RandomStream(1, StreamPurpose::Test, 3));
    SwitchOutputs out{};
    model->reset(point.settings);
    for (unsigned c = 0; c < resolve(config).max_depth + 5; ++c) {
      const SwitchInputs& in = links.drive();
      model->cycle(in, out);
      links.taken(in.s_tvalid & out.s_tready);
    }
    return std::to_string(out.occ_beats[0]);
  });
  CHECK(most == std::to_string(resolve(config).max_depth));
}

TEST_CASE("after a reset in mid-run a switch is as new, on every engine", "[testbenches][long]") {
  const auto name = GENERATE(from_range(kAllSwitches));
  const auto engine = GENERATE("rtl", "systemc", "fast");
  RunConfig before = ends_config(name, 5);
  before.traffic->load = 0.9;
  before.traffic->receiver_stall = 0.2;
  before.engine = *find_choice<Engine>(engine);
  RunConfig after = before;
  before.forwarding = ForwardingMode::StoreAndForward;
  before.arbiter = Arbitration::Random;
  before.scheduler = Scheduler::Pim;
  after.cycles = 3000;
  after.warmup = 0;
  CAPTURE(name, engine);
  const std::string verdict = in_child_process([&]() -> std::string {
    const auto used = make_model(resolve(before));
    CutShort cut(*used, 777);
    try {
      simulate(resolve(before), cut);
      return "not cut short";
    } catch (const CutShort::Cut&) {
      used->reset(resolve(after).settings);
    }
    return record(after, *used);
  });
  CHECK(verdict == in_child_process([&] { return record(after, *make_model(resolve(after))); }));
}
