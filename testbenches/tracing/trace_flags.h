// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "host/run/simulation.h"
#include "host/trace/trigger.h"
#include "testbenches/tracing/switch_tracer.h"

namespace xb {

struct Setup;

/// The first line of a message, and behind it the second where the first ends with a colon.
std::string headline(const std::string& message);

/// Where a trigger fired.
struct Hit {
  std::uint64_t cycle;
  std::string text;  ///< what happened; of a failed run, its message

  /// In one line.
  [[nodiscard]] std::string line() const { return headline(text); }
};

/// Runs the point up to the first cycle that `trigger` means of switch `index`; for `mismatch` and
/// `assertion` that is the last cycle of a run that fails. None if the run ends without. A run that fails
/// while something else was waited for throws its RunError.
std::optional<Hit> probe(const Setup& setup, std::size_t index, const Trigger& trigger,
                         const Progress& progress = {});

struct Setup;

/// What the flags `--trace-*` and `--line-trace` say of a run.
struct TraceFlags {
  std::string waveform;                        ///< FST, or empty
  std::string line_trace;                      ///< text, or empty
  std::optional<std::uint64_t> from, cycles;   ///< --trace-from, --trace-cycles
  std::string on;                              ///< --trace-on, or empty
  std::optional<std::uint64_t> before, after;  ///< --trace-before, --trace-after
  std::string switch_name;            ///< --trace-switch, or empty: the first on engine rtl, or the first
  std::uint64_t usual_cycles = 2000;  ///< of a waveform
  std::optional<Hit> marker;          ///< in a save file; none: the trigger, or what to look at first

  [[nodiscard]] bool any() const { return !waveform.empty() || !line_trace.empty(); }
};

constexpr std::uint64_t kUsualCyclesBefore = 50, kUsualCyclesAfter = 150;

/// What the flags ask for, with the trigger, if there is one, looked for in a run of its own: `hit` is where
/// it fired. Throws InputError, or RunError where it does not fire.
struct PlannedTrace {
  TracePlan request;
  std::optional<Hit> hit;
};
PlannedTrace plan_trace(const Setup& setup, const TraceFlags& flags, const Progress& progress = {});

}  // namespace xb
