// SPDX-License-Identifier: Apache-2.0
#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <stdexcept>
#include <utility>

#include "host/base/errors.h"
#include "host/base/pattern.h"
#include "host/device/device.h"
#include "host/link/rule_violation.h"
#include "host/switches/switch_registry.h"
#include "testbenches/engines/apart_switch.h"
#include "testbenches/engines/engines.h"
#include "testbenches/engines/framed_switch.h"
#include "testbenches/engines/late_senders.h"
#include "testbenches/engines/model_library.h"
#include "testbenches/engines/verilated_api.h"
#include "testbenches/process/stall_watch.h"
#include "testbenches/sources/device_wrapper.h"

namespace xb {
namespace {

/// The rtl engine: a Verilated model loaded from its library.
class VerilatedSwitch : public SwitchModel {
 public:
  VerilatedSwitch(const Setup& setup, ModelSpec spec, const std::filesystem::path& library)
      : own_(setup.config.rtl.empty() && setup.device == nullptr),
        combinational_(setup.device != nullptr),
        rest_period_(own_ ? xb::rest_period(setup.config) : 0),
        spec_(std::move(spec)),
        handle_(dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL)) {
    if (handle_ == nullptr) refuse_library(library, dlerror());
    const auto get = reinterpret_cast<VerilatedApiFunction>(dlsym(handle_, "xb_model_api"));
    if (get == nullptr || get()->wires_size != sizeof(SwitchInputs) + sizeof(SwitchOutputs)) {
      throw RunError("{}: not a model of this program", library.string());
    }
    api_ = get();
    if (library.stem() != api_->name) {
      throw RunError("{}: is the model {}; remove it", library.string(), api_->name);
    }
    watch_.emplace(fmt::format("{}: one evaluation of the RTL does not end, {} s of CPU time in cycle ",
                               source(), StallWatch::limit()),
                   fmt::format("; an endless loop?{}", suspects()));
    constexpr unsigned kResetCycles = 2;  // of the lab's
    const unsigned reset_cycles = spec_.device ? spec_.device->clock.reset_cycles : kResetCycles;
    guarded([&] { model_ = api_->create(setup.settings, reset_cycles); });
    in_reset_ = false;
  }
  ~VerilatedSwitch() override {
    {
      const StallWatch::Step step(*watch_, now_);
      api_->destroy(model_);
    }
    dlclose(handle_);
  }

  void reset(const SwitchSettings& settings) override {
    now_ = 0;
    in_reset_ = true;
    guarded([&] { api_->reset(model_, settings); });
    in_reset_ = false;
  }
  void show(SwitchOutputs& out) override {
    refuse_parts();
    guarded([&] { api_->show(model_, out); });
  }
  void clock(const SwitchInputs& in) override {
    refuse_parts();
    guarded([&] { api_->clock(model_, in); });
    ++now_;
  }
  void cycle(const SwitchInputs& in, SwitchOutputs& out) override {
    guarded([&] { api_->cycle(model_, in, out); });
    ++now_;
  }

  [[nodiscard]] std::uint64_t rest_period() const override { return rest_period_; }
  void rest(std::uint64_t cycles) override { now_ += cycles; }
  [[nodiscard]] bool as_named() const override { return own_; }
  [[nodiscard]] bool combinational() const override { return combinational_; }
  [[nodiscard]] bool shows_flags() const override { return spec_.flags; }

  [[nodiscard]] std::uint64_t evicted_packets() const override { return api_->evicted_packets(model_); }

  const VerilatedApi& api() { return *api_; }
  void* model() { return model_; }

 private:
  template <class Work>
  void guarded(Work&& work) {
    const StallWatch::Step step(*watch_, now_);
    try {
      work();
    } catch (const std::runtime_error& said) {
      throw_if_rule(said.what());
      throw RunError(in_words(said.what()));
    }
  }
  /// A rule that the wrapper checks, `lab/FILE:LINE: Assertion failed in SCOPE: PORT: RULE: expected WHAT;
  /// seen WHAT`.
  void throw_if_rule(const std::string& said) const {
    static const Pattern kRule(".*: Assertion failed in [^:]*: ([^:]*): ([^:]*): expected (.*); seen (.*)");
    const std::string folder = std::string(kWrapperParts) + "/";
    if (!spec_.device || said.rfind(folder, 0) != 0) return;
    const std::vector<std::string> parts = kRule.match(said);
    if (!parts.empty()) throw BrokenRule({now_, parts[1], parts[2], parts[3], parts[4]});
  }
  /// A message of the model, `FILE:LINE: WHAT`.
  [[nodiscard]] std::string in_words(const std::string& said) const {
    const std::string when = in_reset_ ? "in the reset" : fmt::format("in cycle {}", now_);
    const std::size_t begin = said.find(": ") + 2;
    if (said.find("did not converge") != std::string::npos)
      return fmt::format("{}: its logic does not settle {}, as that of a combinational loop ({}){}", source(),
                         when, said.substr(begin), suspects());
    if (said.substr(begin) == kNoMemoryFile)
      return fmt::format(
          "{}: $readmem: '{}' is not a file that is there; allowed: a whole path, or one from {} on",
          source(), said.substr(0, said.rfind(':', begin - 3)), std::filesystem::current_path().string());
    const std::string named = in_users_names(spec_, said);
    if (said.substr(begin) == "$finish")
      return fmt::format("{} {} ends the simulation; allowed: a switch that goes on", named, when);
    return fmt::format("an assertion of the RTL failed {}:\n  {}", when, named);
  }
  /// What the RTL is of, for people.
  [[nodiscard]] std::string source() const {
    if (spec_.device) return spec_.device->file;
    return spec_.overlay.empty() ? spec_.rtl_module : spec_.overlay.string();
  }
  /// What Verilator has warned of.
  [[nodiscard]] std::string suspects() const {
    if (*api_->suspects == '\0') return "";
    return "; Verilator warns of " + in_users_names(spec_, api_->suspects);
  }
  [[noreturn]] void refuse_library(const std::filesystem::path& library, const std::string& why) const {
    constexpr const char* kUndefined = "undefined symbol: ";
    const std::size_t at = why.find(kUndefined);
    if (own_ || at == std::string::npos) throw RunError("{}: {}", library.string(), why);
    throw InputError("{}: the function '{}' is imported (DPI) and not there; allowed: RTL alone", source(),
                     why.substr(at + std::strlen(kUndefined)));
  }

  void refuse_parts() const {
    if (combinational_) throw std::logic_error("a device is run by whole cycles");
  }

  bool own_;            // all of it is the lab's
  bool combinational_;  // its outputs may follow from inputs of the same cycle
  std::uint64_t rest_period_;
  ModelSpec spec_;
  bool in_reset_ = true;
  std::uint64_t now_ = 0;  // cycles since the reset
  std::optional<StallWatch> watch_;
  void* handle_;
  const VerilatedApi* api_ = nullptr;
  void* model_ = nullptr;
};

/// The same, recording a window of cycles. A waveform shows every cycle, so that time does not jump.
/// `behind`, if there is one, is the same switch without tracing: it goes along, and stays when the window is
/// over.
class TracedSwitch : public SwitchModel {
 public:
  TracedSwitch(std::unique_ptr<VerilatedSwitch> inner, std::unique_ptr<VerilatedSwitch> behind,
               const TraceRequest& request)
      : request_(request), inner_(std::move(inner)), behind_(std::move(behind)) {}
  ~TracedSwitch() override {
    if (!recording_) return;
    try {
      finish();  // the run failed: its waveform is wanted all the more
    } catch (const std::exception&) {
      recording_ = false;
    }
  }

  void reset(const SwitchSettings& settings) override {
    inner_->reset(settings);
    if (behind_) behind_->reset(settings);
  }
  [[nodiscard]] bool as_named() const override { return inner_->as_named(); }
  [[nodiscard]] bool shows_flags() const override { return inner_->shows_flags(); }
  [[nodiscard]] std::uint64_t evicted_packets() const override { return inner_->evicted_packets(); }
  void show(SwitchOutputs& out) override { inner_->show(out); }
  void clock(const SwitchInputs& in) override {
    recorded(in, [&] { inner_->clock(in); });
  }
  void cycle(const SwitchInputs& in, SwitchOutputs& out) override {
    recorded(in, [&] { inner_->cycle(in, out); });
  }
  [[nodiscard]] bool combinational() const override { return inner_->combinational(); }
  void end_of_run() override {
    if (recording_) finish();
  }

 private:
  template <class Step>
  void recorded(const SwitchInputs& in, Step&& step) {
    if (now_ == request_.first_cycle) {
      inner_->api().open_trace(inner_->model(), *request_.sink, now_);
      recording_ = true;
    }
    if (behind_) behind_->cycle(in, unseen_);
    step();
    ++now_;
    if (recording_ && now_ == request_.first_cycle + request_.cycles) finish();
  }
  void finish() {
    inner_->api().close_trace(inner_->model());
    recording_ = false;
    if (behind_) inner_ = std::move(behind_);
  }

  TraceRequest request_;
  std::unique_ptr<VerilatedSwitch> inner_, behind_;
  SwitchOutputs unseen_{};  // what `behind_` shows
  std::uint64_t now_ = 0;
  bool recording_ = false;
};

/// A run that goes on for so many cycles behind its window, and half of those before, is over sooner with a
/// model for results alone, which costs something until then.
constexpr std::uint64_t kLongRun = 20000;

/// The model behind the window; none: the traced one stays.
std::optional<ModelSpec> spec_behind(const Setup& setup, const TraceRequest& signals) {
  const std::uint64_t end = signals.first_cycle + signals.cycles;
  ModelSpec spec = ModelSpec::for_results(setup);
  if (!spec.registered || signals.ends_run || models_run_apart() || !setup.config.is_random() ||
      setup.config.cycles < end + std::max(kLongRun, end / 2))
    return {};
  return spec;
}

/// The model between what hosts send and what goes over its wires, where these differ.
std::unique_ptr<SwitchModel> framed(std::unique_ptr<SwitchModel> model, const Setup& setup) {
  if (!setup.device || !WireFormat::is_needed(*setup.device, setup.config)) return model;
  return make_framed_switch(std::move(model), setup.config.ports, WireFormat(*setup.device, setup.config),
                            setup.lengths);
}

}  // namespace

std::unique_ptr<SwitchModel> make_verilated_switch(const Setup& setup, const SwitchTrace& trace,
                                                   const std::filesystem::path& rtl_dir) {
  ModelLibraries libraries;
  return make_verilated_switch(setup, trace, rtl_dir, libraries);
}

std::unique_ptr<SwitchModel> make_verilated_switch(const Setup& setup, const SwitchTrace& trace,
                                                   const std::filesystem::path& rtl_dir,
                                                   ModelLibraries& libraries) {
  auto spec = trace.results_alone && !models_run_apart()
                  ? ModelSpec::for_results(setup)
                  : ModelSpec::of(setup, trace.signals.has_value() || trace.assertions);
  spec.rtl_dir = rtl_dir;
  std::optional<ModelSpec> behind;
  if (trace.signals) behind = spec_behind(setup, *trace.signals);
  if (behind) behind->rtl_dir = rtl_dir;
  const std::filesystem::path behind_library = behind ? libraries.of(*behind) : "";
  const auto make = [&setup, spec, behind, behind_library, wanted = trace.signals,
                     library = libraries.of(spec)](SignalSink* sink) {
    auto model = std::make_unique<VerilatedSwitch>(setup, spec, library);
    if (!wanted) return framed(std::move(model), setup);
    const TraceRequest request{sink, wanted->first_cycle, wanted->cycles};
    auto there = behind ? std::make_unique<VerilatedSwitch>(setup, *behind, behind_library) : nullptr;
    return framed(std::make_unique<TracedSwitch>(std::move(model), std::move(there), request), setup);
  };
  SignalSink* const sink = trace.signals ? trace.signals->sink : nullptr;
  return models_run_apart() ? make_apart_switch(make, setup.config.ports, sink) : make(sink);
}

std::unique_ptr<SwitchModel> make_random_start(const Setup& setup, unsigned ready_latency) {
  auto spec = ModelSpec::of(setup, false);
  spec.random_start = true;
  std::unique_ptr<SwitchModel> model = std::make_unique<VerilatedSwitch>(setup, spec, model_library(spec));
  if (ready_latency > 0) model = std::make_unique<LateSenders>(std::move(model), ready_latency);
  return framed(std::move(model), setup);
}

}  // namespace xb
