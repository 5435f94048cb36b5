// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "host/run/simulation.h"
#include "host/trace/first_look.h"
#include "testbenches/tracing/switch_tracer.h"
#include "testbenches/tracing/trace_flags.h"

namespace xb {

struct Setup;

/// What came of recording a window.
struct WaveFiles {
  std::filesystem::path waveform, save_file, picture, line_trace;  ///< written; empty: not asked for
  std::uint64_t first_cycle = 0, last_cycle = 0;                   ///< that are in the waveform
  std::optional<FirstLook> look;
  std::optional<Hit> hit;  ///< of the trigger, if there is one
  std::string failure;     ///< of the run, in the window; empty: none
};

/// Records a window of the run and ends it there: NAME.fst, NAME.gtkw for GTKWave, with its marker at the
/// trigger or at what to look at first, and, if asked for, NAME.svg. Throws InputError if a file cannot be
/// written or the run does not reach the window.
WaveFiles write_wave_files(const Setup& point, const TraceFlags& flags, const std::filesystem::path& name,
                           bool with_picture, const Progress& progress = {});

/// Runs a point, with what is recorded of it, of a failed one too; of a lock-step run that differs, and of
/// which nothing is recorded, both models up to the difference.
RunResult traced_run(const Setup& setup, std::optional<SwitchTracer>& tracer, const Progress& progress,
                     const RunSinks& sinks);

}  // namespace xb
