// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "host/config/setup.h"
#include "host/link/switch_model.h"

namespace xb {

class ModelLibraries;

/// Window of cycles to record as a waveform.
struct TraceRequest {
  std::filesystem::path file;
  std::uint64_t first_cycle = 0;
  std::uint64_t cycles = 2000;
};

/// Of which switch.
struct SwitchTrace {
  std::size_t index = 0;
  TraceRequest request;
};

/// The switch of `setup` on its engine. A trace needs the rtl engine (InputError otherwise).
std::unique_ptr<SwitchModel> make_model(const Setup& setup, const std::optional<TraceRequest>& trace = {});

/// The switches of one run, each on the engine of its own configuration; those of one shape share a library.
/// SystemC elaborates once in a process, and its elaboration ends when the first of its switches is used: a
/// process makes all of them at once, and no others (needs_own_process()).
std::vector<std::unique_ptr<SwitchModel>> make_models(const std::vector<Setup>& setups,
                                                      const std::optional<SwitchTrace>& trace = {});

/// Whether a run with this switch needs a process of its own: it is on SystemC, as systemc and lockstep are.
bool needs_own_process(const Setup& setup);
/// Whether a run with these switches does: one of them is.
bool needs_own_process(const std::vector<Setup>& setups);

std::unique_ptr<SwitchModel> make_verilated_switch(const Setup& setup,
                                                   const std::optional<TraceRequest>& trace,
                                                   const std::filesystem::path& rtl_dir);
/// With the library of an earlier switch of this shape, if there was one.
std::unique_ptr<SwitchModel> make_verilated_switch(const Setup& setup,
                                                   const std::optional<TraceRequest>& trace,
                                                   const std::filesystem::path& rtl_dir,
                                                   ModelLibraries& libraries);
std::unique_ptr<SwitchModel> make_systemc_switch(const Setup& setup);
std::unique_ptr<SwitchModel> make_fast_switch(const Setup& setup);
/// rtl and systemc at once; throws RunError at the first difference.
std::unique_ptr<SwitchModel> make_lockstep(const Setup& setup, std::unique_ptr<SwitchModel> rtl,
                                           std::unique_ptr<SwitchModel> twin);

}  // namespace xb
