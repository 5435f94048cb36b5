// SPDX-License-Identifier: Apache-2.0
#include "testbenches/tracing/switch_tracer.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "host/base/errors.h"
#include "host/base/nearest_word.h"
#include "host/base/shell_word.h"
#include "host/config/key_use.h"
#include "host/config/resolved_network.h"
#include "host/config/setup.h"

namespace xb {
namespace {

namespace fs = std::filesystem;

/// The setup of the switch that is traced.
const Setup& setup_of(const Setup& run, std::size_t index) {
  return run.fabric ? run.fabric->switches.at(index) : run;
}

}  // namespace

SwitchShape traced_shape(const Setup& run, std::size_t index) {
  SwitchShape shape = shape_of(setup_of(run, index));
  RunConfig any_engine = run.config;
  any_engine.engine = RunConfig().engine;
  any_engine.threads = RunConfig().threads;
  shape.point = flags_of(any_engine);
  if (index != traced_switch(run, ""))
    shape.point += " --trace-switch " + shell_word(run.fabric->topology.switches.at(index).name);
  return shape;
}

SwitchTracer::SwitchTracer(const Setup& setup, const TracePlan& request)
    : request_(request),
      shape_(traced_shape(setup, request.index)),
      has_rtl_(setup_of(setup, request.index).config.has_rtl()),
      sinks_(request.waveform_window, request.ends_run),
      twin_sinks_(request.waveform_window, false) {
  const bool lockstep = setup_of(setup, request.index).config.engine == Engine::Lockstep;
  if (!request.waveform.empty()) {
    waveform_ = std::make_unique<TraceFile>(request.waveform);
    file_.emplace(waveform_->temporary());
    signals_.emplace(*file_);
    const auto scopes = [&](const char* model) {
      return lockstep ? std::vector<std::string>{model, "ports"} : std::vector<std::string>{"ports"};
    };
    fst_.emplace(*file_, shape_, scopes("rtl"), request.waveform_window);
    sinks_.add(*fst_);
    if (lockstep) {
      twin_fst_.emplace(*file_, shape_, scopes("systemc"), request.waveform_window);
      twin_sinks_.add(*twin_fst_);
      difference_.emplace(*file_, shape_, request.waveform_window);
      sinks_.add(difference_->model(0));
      twin_sinks_.add(difference_->model(1));
    }
  }
  if (!request.line_trace.empty()) {
    line_file_ = std::make_unique<OutputFile>(request.line_trace);
    lines_.emplace(*line_file_, shape_, request.line_window);
    sinks_.add(*lines_);
  }
  if (request.keep) {
    store_.emplace(shape_, request.waveform_window);
    sinks_.add(*store_);
  }
}

SwitchTrace SwitchTracer::trace() {
  SwitchTrace trace;
  trace.index = request_.index;
  const Window& window = request_.waveform_window;
  if (waveform_ && has_rtl_)
    trace.signals = TraceRequest{&*signals_, window.first_cycle, window.cycles, request_.ends_run};
  trace.ports = &sinks_;
  if (twin_fst_) trace.twin_ports = &twin_sinks_;
  return trace;
}

void SwitchTracer::commit(std::uint64_t run_cycles) {
  if (waveform_ && !fs::exists(waveform_->temporary())) {
    throw not_allowed("--trace-from", request_.waveform_window.first_cycle,
                      "below {}, the cycles of this run", run_cycles);
  }
  commit_failed();
}

void SwitchTracer::commit_failed() {
  if (waveform_ && fs::exists(waveform_->temporary())) waveform_->commit();
  if (line_file_) line_file_->commit();
}

namespace {

/// `s0 s1 s2 (and 17 more)`.
std::string list_text(const std::vector<std::string>& names) {
  constexpr std::size_t kNamesShown = 12;
  const std::size_t shown = std::min(kNamesShown, names.size());
  const auto end = names.begin() + static_cast<std::ptrdiff_t>(shown);
  const std::size_t more = names.size() - shown;
  return fmt::format("{}{}", fmt::join(names.begin(), end, " "),
                     more > 0 ? fmt::format(" (and {} more)", more) : "");
}

}  // namespace

std::size_t traced_switch(const Setup& setup, const std::string& name) {
  if (!setup.fabric) {
    if (name.empty()) return 0;
    throw InputError("--trace-switch: '{}' is not allowed here; allowed: with a topology of several switches",
                     name);
  }
  const auto& switches = setup.fabric->topology.switches;
  std::vector<std::string> names;
  std::size_t first_on_rtl = switches.size();
  for (std::size_t s = 0; s < switches.size(); ++s) {
    names.push_back(switches[s].name);
    if (first_on_rtl == switches.size() && setup.fabric->switches[s].config.engine == Engine::Rtl)
      first_on_rtl = s;
  }
  if (name.empty()) return first_on_rtl == switches.size() ? 0 : first_on_rtl;
  const auto index = static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
  if (index < names.size()) return index;
  throw not_allowed("--trace-switch", name, "{}", allowed_names(names, list_text(names), name));
}

}  // namespace xb
