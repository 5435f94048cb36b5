// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>

#include "host/config/setup.h"
#include "host/link/switch_model.h"

namespace xb {

/// Window of cycles to record as a waveform.
struct TraceRequest {
  std::filesystem::path file;
  std::uint64_t first_cycle = 0;
  std::uint64_t cycles = 2000;
};

/// The switch of `setup` on its engine. A trace needs the rtl engine (InputError otherwise).
/// The systemc and lockstep engines need a process of their own, since SystemC elaborates once (see
/// run_point()).
std::unique_ptr<SwitchModel> make_model(const Setup& setup, const std::optional<TraceRequest>& trace = {});

std::unique_ptr<SwitchModel> make_verilated_switch(const Setup& setup,
                                                   const std::optional<TraceRequest>& trace,
                                                   const std::filesystem::path& rtl_dir);
std::unique_ptr<SwitchModel> make_systemc_switch(const Setup& setup);
std::unique_ptr<SwitchModel> make_fast_switch(const Setup& setup);
/// rtl and systemc at once; throws RunError at the first difference.
std::unique_ptr<SwitchModel> make_lockstep(const Setup& setup, std::unique_ptr<SwitchModel> rtl,
                                           std::unique_ptr<SwitchModel> twin);

}  // namespace xb
