// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "host/link/switch_model.h"
#include "host/trace/port_sink.h"
#include "host/trace/signal_sink.h"
#include "host/trace/switch_shape.h"

namespace xb {

struct Setup;
class ModelLibraries;

/// Cycles of the RTL whose signals Verilator records, all of them.
struct TraceRequest {
  SignalSink* sink = nullptr;  ///< outlives the model
  std::uint64_t first_cycle = 0;
  std::uint64_t cycles = 2000;
  bool ends_run = false;  ///< behind them
};

/// What is wanted of one switch besides its results.
struct SwitchTrace {
  std::size_t index = 0;                ///< of the switch
  std::optional<TraceRequest> signals;  ///< of the RTL: engines rtl and lockstep
  bool assertions = false;              ///< of the RTL, as with `signals`
  bool results_alone = false;           ///< instead, of the RTL (ModelSpec::for_results)
  /// Hear of every cycle at its ports; in lock-step `ports` of the RTL's, `twin_ports` of the twin's. They
  /// outlive the model, which goes before their end() is to be called.
  PortSink* ports = nullptr;
  PortSink* twin_ports = nullptr;
};

/// Nothing besides results.
inline SwitchTrace results_alone() {
  SwitchTrace nothing;
  nothing.results_alone = true;
  return nothing;
}

/// What a trace says of the switch, but for the flags that make the run again.
SwitchShape shape_of(const Setup& setup);

/// The switch of `setup` on its engine. Signals need RTL (InputError otherwise).
std::unique_ptr<SwitchModel> make_model(const Setup& setup, const SwitchTrace& trace = {});

/// The setup of a device with its latency without load, measured now if it is not claimed (with_zero_load()).
Setup with_known_latency(const Setup& setup);

/// The switches of one run, each on the engine of its own configuration; those of one shape share a library.
/// SystemC elaborates once in a process, and its elaboration ends when the first of its switches is used: a
/// process makes all of them at once, and no others (needs_own_process()). `others`: what is wanted of those
/// that `trace` does not mean.
std::vector<std::unique_ptr<SwitchModel>> make_models(const std::vector<Setup>& setups,
                                                      const std::optional<SwitchTrace>& trace = {},
                                                      const SwitchTrace& others = {});

/// Whether a run with this switch needs a process of its own: it is on SystemC, as systemc and lockstep are.
bool needs_own_process(const Setup& setup);
/// Whether a run with these switches does: one of them is.
bool needs_own_process(const std::vector<Setup>& setups);

std::unique_ptr<SwitchModel> make_verilated_switch(const Setup& setup, const SwitchTrace& trace,
                                                   const std::filesystem::path& rtl_dir);
/// With the library of an earlier switch of this shape, if there was one.
std::unique_ptr<SwitchModel> make_verilated_switch(const Setup& setup, const SwitchTrace& trace,
                                                   const std::filesystem::path& rtl_dir,
                                                   ModelLibraries& libraries);
std::unique_ptr<SwitchModel> make_systemc_switch(const Setup& setup);
std::unique_ptr<SwitchModel> make_fast_switch(const Setup& setup);
/// rtl and systemc at once; throws RunError at the first difference.
std::unique_ptr<SwitchModel> make_lockstep(const Setup& setup, std::unique_ptr<SwitchModel> rtl,
                                           std::unique_ptr<SwitchModel> twin);

/// The Verilated switch of a setup; whatever is not reset begins with a random value, by the seed of its
/// settings. `ready_latency`: of senders, where the device's description has none.
std::unique_ptr<SwitchModel> make_random_start(const Setup& setup, unsigned ready_latency = 0);

/// What RTL and twin show at a port or queue, in words: "output 3 shows nothing, where the twin's shows a
/// beat". `first_word`: of a beat. Empty: there are no words for that signal.
std::string difference_in_words(const std::string& signal, const std::string& port, bool first_word,
                                std::uint64_t rtl, std::uint64_t twin);

}  // namespace xb
