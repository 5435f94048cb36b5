// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "testbenches/tracing/run_point.h"
#include "testbenches/tracing/switch_tracer.h"

namespace xb {

/// Runs a point, and records a window of one of its switches, the RTL's signals too.
inline RunResult run_traced(const Setup& setup, const std::filesystem::path& file, Window window,
                            std::size_t index = 0) {
  TracePlan request;
  request.index = index;
  request.waveform = file;
  request.waveform_window = window;
  SwitchTracer tracer(setup, request);
  RunResult result = run_point(setup, tracer.trace());
  tracer.commit(result.cycles);
  return result;
}

}  // namespace xb
