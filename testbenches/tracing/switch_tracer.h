// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "testbenches/engines/engines.h"
#include "testbenches/process/trace_file.h"
#include "testbenches/tracing/difference.h"
#include "testbenches/tracing/port_sinks.h"
#include "waves/write/fst_signals.h"

namespace xb {

struct Setup;

/// What to record of a switch in a run.
struct TracePlan {
  std::size_t index = 0;             ///< of the switch
  std::filesystem::path waveform;    ///< FST, or empty
  Window waveform_window;            ///< of the FST, and of what traced() gives
  std::filesystem::path line_trace;  ///< text, or empty
  Window line_window;
  bool keep = false;      ///< for traced()
  bool ends_run = false;  ///< behind waveform_window
};

/// The switch as the traces of a run name it; the flags are those of the run, without the engine.
SwitchShape traced_shape(const Setup& run, std::size_t index);

/// Records one switch of a run: its ports on any engine, the RTL's own signals too where there is RTL, both
/// models side by side in lock-step. Files appear whole or not at all.
class SwitchTracer {
 public:
  /// `setup` is that of the run. Throws InputError if a file cannot be written.
  SwitchTracer(const Setup& setup, const TracePlan& request);

  /// For run_point() or observe_point().
  [[nodiscard]] SwitchTrace trace();
  /// After the run: gives the files their names. InputError if the run did not reach the window.
  void commit(std::uint64_t run_cycles);
  /// After a run that failed: likewise, of what there is.
  void commit_failed();

  /// What was kept, of the RTL in lock-step; in the process that ran the point.
  [[nodiscard]] const TracedWindow& traced() const { return store_->traced(); }
  [[nodiscard]] std::uint64_t cycles_seen() const { return sinks_.cycles_seen(); }
  [[nodiscard]] const SwitchShape& shape() const { return shape_; }
  /// Where the two models of a lock-step run differ in the last cycle of the waveform.
  [[nodiscard]] DifferingPorts differing() const {
    return difference_ ? difference_->last() : DifferingPorts();
  }
  [[nodiscard]] bool is_lockstep() const { return twin_fst_.has_value(); }

 private:
  TracePlan request_;
  SwitchShape shape_;
  bool has_rtl_;
  std::unique_ptr<TraceFile> waveform_;
  std::optional<FstFile> file_;  // the waveform
  std::unique_ptr<OutputFile> line_file_;
  WindowSinks sinks_, twin_sinks_;
  std::optional<FstSignals> signals_;
  std::optional<FstSink> fst_, twin_fst_;
  std::optional<DifferenceSink> difference_;
  std::optional<LineTraceSink> lines_;
  std::optional<StoreSink> store_;
};

/// The switch that `--trace-switch NAME` means, by its index; empty: the first one on the engine rtl, or else
/// the first. Throws InputError if there is none of that name.
std::size_t traced_switch(const Setup& setup, const std::string& name);

}  // namespace xb
