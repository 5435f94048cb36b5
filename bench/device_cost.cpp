// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <vector>

#include "bench/tables.h"
#include "bench/timed_run.h"
#include "host/base/cpu_clock.h"
#include "host/base/errors.h"
#include "host/config/setup.h"
#include "host/point/traffic_config.h"
#include "host/run/simulation.h"
#include "testbenches/engines/engines.h"
#include "testbenches/engines/paths.h"

namespace xb {
namespace {

constexpr unsigned kPorts = 4;
constexpr std::uint64_t kCycles = 200000;
constexpr std::size_t kKeptCycles = 4096;
constexpr int kDeviceRounds = 7;

/// Inputs of a switch of one word a beat, small enough for the caches.
struct KeptInputs {
  PortMask valid, last, first, ready;
  std::array<std::uint8_t, kPorts> dest;
  std::array<std::uint64_t, kPorts> data;
};

/// A switch that keeps what it is given in its first cycles.
class KeepingSwitch : public SwitchModel {
 public:
  explicit KeepingSwitch(SwitchModel& model) : model_(model) {}
  [[nodiscard]] const std::vector<KeptInputs>& kept() const { return kept_; }

  void reset(const SwitchSettings& settings) override { model_.reset(settings); }
  void show(SwitchOutputs& out) override { model_.show(out); }
  void clock(const SwitchInputs& in) override {
    keep(in);
    model_.clock(in);
  }
  void cycle(const SwitchInputs& in, SwitchOutputs& out) override {
    keep(in);
    model_.cycle(in, out);
  }
  [[nodiscard]] bool combinational() const override { return model_.combinational(); }
  [[nodiscard]] bool as_named() const override { return model_.as_named(); }
  [[nodiscard]] bool shows_flags() const override { return model_.shows_flags(); }

 private:
  void keep(const SwitchInputs& in) {
    if (kept_.size() == kKeptCycles) return;
    KeptInputs k{in.s_tvalid, in.s_tlast, in.s_tuser, in.m_tready, {}, {}};
    std::copy_n(in.s_tdest, kPorts, k.dest.begin());
    std::copy_n(in.s_tdata, kPorts, k.data.begin());
    kept_.push_back(k);
  }

  SwitchModel& model_;
  std::vector<KeptInputs> kept_;
};

/// CPU time of a cycle of the model alone [ns], which gets what it got in a run.
double bare_cycle(const Setup& setup, const std::vector<KeptInputs>& inputs) {
  const auto model = make_model(setup, results_alone());
  const auto in = std::make_unique<SwitchInputs>();
  const auto out = std::make_unique<SwitchOutputs>();
  const double start = cpu_now();
  for (std::uint64_t cycle = 0; cycle < kCycles; ++cycle) {
    const KeptInputs& k = inputs[cycle % inputs.size()];
    in->s_tvalid = k.valid;
    in->s_tlast = k.last;
    in->s_tuser = k.first;
    in->m_tready = k.ready;
    std::copy_n(k.dest.begin(), kPorts, in->s_tdest);
    std::copy_n(k.data.begin(), kPorts, in->s_tdata);
    model->cycle(*in, *out);
  }
  return (cpu_now() - start) * 1e9 / static_cast<double>(kCycles);
}

struct Switch {
  std::string name;
  Setup setup;
  std::vector<KeptInputs> inputs;
  std::vector<double> bare, run, ratio, added;
};

Switch make_switch(const std::string& name, RunConfig config) {
  config.ports = kPorts;
  config.traffic->load = 1;
  config.cycles = kCycles;
  config.warmup = 0;
  config.engine = Engine::Rtl;
  Switch one{name, with_known_latency(resolve(config)), {}, {}, {}, {}, {}};
  const auto model = make_model(one.setup, results_alone());
  KeepingSwitch keeping(*model);
  simulate(one.setup, keeping);
  one.inputs = keeping.kept();
  return one;
}

void measure(Switch& one) {
  const RunResult result = simulate(one.setup, *make_model(one.setup, results_alone()));
  one.bare.push_back(bare_cycle(one.setup, one.inputs));
  one.run.push_back(result.cpu_seconds * 1e9 / static_cast<double>(result.cycles));
  one.ratio.push_back(one.run.back() / one.bare.back());
  one.added.push_back(one.run.back() - one.bare.back());
}

}  // namespace

bool bench_device() {
  RunConfig lab, observed, device;
  lab.depth = observed.depth = 16;
  observed.observe = ObservedBy::Ports;
  device.device = (source_dir() / "examples/quad-switch/quad_switch.toml").string();
  std::vector<Switch> switches;
  switches.push_back(make_switch("input", lab));
  switches.push_back(make_switch("input, observed", observed));
  switches.push_back(make_switch("quad_switch", device));
  for (int round = 0; round < kDeviceRounds; ++round) {
    for (Switch& one : switches) measure(one);
  }
  Rows rows;
  for (const Switch& one : switches) {
    rows.push_back({one.name, fmt::format("{:.0f}", median(one.bare)), fmt::format("{:.0f}", median(one.run)),
                    fmt::format("{:.2f}", median(one.ratio)), fmt::format("{:.0f}", median(one.added))});
  }
  print_table(
      fmt::format(
          "{} ports, load 1, packets of one beat, engine rtl: CPU time of a cycle [ns], medians of {}; "
          "load average {}",
          kPorts, kDeviceRounds, load_average()),
      {"switch", "bare model", "run", "/ bare", "added"}, rows);
  return median(switches[2].added) <= median(switches[1].added);
}

}  // namespace xb
