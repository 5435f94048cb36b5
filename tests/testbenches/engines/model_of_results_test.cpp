// SPDX-License-Identifier: Apache-2.0
// A model for results alone has registered inputs, and of `input` no flags: its records are those of the
// whole model.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "host/base/errors.h"
#include "host/point/traffic_config.h"
#include "host/run/simulation.h"
#include "testbenches/engines/engines.h"
#include "testbenches/engines/paths.h"
#include "tests/catch.h"
#include "tests/host/keys_of.h"
#include "tests/host/message_of.h"
#include "tests/testbenches/engines/ends_run.h"
#include "tests/testbenches/engines/shown.h"
#include "tests/testbenches/results/timeless.h"

using namespace xb;

namespace {

std::string record(const RunConfig& config, const Setup& setup, SwitchModel& model) {
  return timeless(config, simulate(setup, model)).dump();
}

/// Empty, or a part of the record that differs.
std::string compare_records(const RunConfig& config) {
  const Setup setup = resolve(config);
  const auto results = make_model(setup, results_alone());
  const auto whole = make_verilated_switch(setup, {}, source_dir() / "rtl");
  if (!whole->shows_flags() || results->shows_flags() == setup.entry->fifo_inputs) return "no such models";
  const std::string a = record(config, setup, *results), b = record(config, setup, *whole);
  if (a == b) return "";
  const auto at = std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first - a.begin();
  return a.substr(static_cast<std::size_t>(std::max<std::ptrdiff_t>(at - 60, 0)), 120);
}

RunConfig some_run(const std::string& name) {
  RunConfig config =
      config_of("ports 3, depth 32, load 0.9, receiver-stall 0.2, cycles 2000, warmup 100, packet 1..6");
  choose_circuit(config, name);
  return config;
}

/// Shows what it has, and says that it does.
class Claims : public SwitchModel {
 public:
  explicit Claims(std::unique_ptr<SwitchModel> inner) : inner_(std::move(inner)) {}
  void reset(const SwitchSettings& settings) override { inner_->reset(settings); }
  void show(SwitchOutputs& out) override { inner_->show(out); }
  void clock(const SwitchInputs& in) override { inner_->clock(in); }

 private:
  std::unique_ptr<SwitchModel> inner_;
};

/// Steps a switch and the same with Observe = 0: empty, or the first difference but for what that does not
/// show.
std::string compare_unobserved(const RunConfig& config) {
  const Setup setup = resolve(config);
  Setup without = setup;
  without.parameters.push_back({"Observe", 0});
  const auto whole = make_verilated_switch(setup, {}, source_dir() / "rtl");
  const auto less = make_verilated_switch(without, {}, source_dir() / "rtl");
  Ends ends(RandomStream(17, StreamPurpose::Test, 0));
  bool held = false;
  for (unsigned n = 0; n < 4; ++n) {
    const EndsPoint point = draw_point(ends, config.ports, setup.max_depth, setup.crosspoint_beats);
    Linked one(*whole, setup, point, n), other(*less, setup, point, n);
    for (std::uint64_t c = 0; c < point.cycles; ++c) {
      one.step(true);
      other.step(true);
      SwitchOutputs want = one.shown();
      held |= std::any_of(want.occ_beats, want.occ_beats + setup.queues,
                          [](std::uint32_t beats) { return beats != 0; });
      want.blocked = want.blocked_backpressure = want.hol = want.pool = want.idle_with_work = 0;
      for (unsigned q = 0; q < setup.queues; ++q)
        want.occ_beats[q] = want.occ_packets[q] = want.drop_full[q] = 0;
      std::fill_n(want.drop_misrouted, config.ports, 0U);
      const std::string found =
          difference(want, other.shown(), config.ports, setup.queues, config.data_words());
      if (!found.empty()) return fmt::format("point {}, cycle {}: {}; {}", n, c, found, point.text());
    }
  }
  return held ? "" : "nothing happened";
}

}  // namespace

TEST_CASE("a switch that shows nothing of itself does the same at its ports", "[testbenches]") {
  RunConfig config = ends_config(GENERATE("input", "shared"), 3);
  config.engine = Engine::Rtl;
  CHECK(compare_unobserved(config) == "");
}

TEST_CASE("a switch that shows nothing of itself does the same at its ports, every architecture",
          "[testbenches][long]") {
  RunConfig config = ends_config(GENERATE(from_range(circuits())), 3);
  config.engine = Engine::Rtl;
  CAPTURE(config.switch_name, config.window, config.pipeline);
  CHECK(compare_unobserved(config) == "");
}

TEST_CASE("the model for results gives the records of the whole model", "[testbenches]") {
  RunConfig config = some_run(GENERATE("input", "crosspoint_pipe"));
  CAPTURE(config.switch_name, config.pipeline);
  CHECK(compare_records(config) == "");
}

TEST_CASE("the model for results gives the records of the whole model, every architecture",
          "[testbenches][long]") {
  RunConfig config = some_run(GENERATE(from_range(circuits())));
  CAPTURE(config.switch_name, config.window, config.pipeline);
  CHECK(compare_records(config) == "");
}

TEST_CASE("flags that the hosts work out are those of xb_switch_input, with all its settings",
          "[testbenches]") {
  RunConfig config = some_run("input");
  config.depth = GENERATE(6, 20);
  config.flow = GENERATE(FlowControl::BackPressure, FlowControl::Drop);
  config.forwarding = GENERATE(ForwardingMode::CutThrough, ForwardingMode::StoreAndForward);
  config.arbiter = GENERATE(Arbitration::RoundRobin, Arbitration::Oldest);
  config.route_delay = GENERATE(0, 3);
  config.packet_max = GENERATE(1, 6);
  CAPTURE(config.depth, config.packet_max, config.route_delay);
  CHECK(compare_records(config) == "");
}

TEST_CASE("a switch without flags that is taken for one that shows them is found out", "[testbenches]") {
  const Setup setup = resolve(some_run("input"));
  Claims model(make_model(setup, results_alone()));
  CHECK(mentions(message_of<RunError>([&] { simulate(setup, model); }), {"flags: ", "not shown"}));
}
