// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "host/base/ranges.h"
#include "host/trace/line_trace.h"
#include "host/trace/port_sink.h"
#include "host/trace/traced_window.h"
#include "testbenches/process/output_file.h"
#include "testbenches/tracing/run_point.h"
#include "waves/write/ports_fst.h"

namespace xb {

/// Cycles of a run.
struct Window {
  std::uint64_t first_cycle = 0, cycles = 0;

  [[nodiscard]] bool has(std::uint64_t cycle) const { return cycle >= first_cycle && !is_past(cycle); }
  [[nodiscard]] bool is_past(std::uint64_t cycle) const {
    return cycle >= first_cycle && cycle - first_cycle >= cycles;
  }
};

/// Writes the cycles of a window into an FST, which is made in the window's first cycle and outlives this.
class FstSink : public PortSink {
 public:
  FstSink(FstFile& file, SwitchShape shape, std::vector<std::string> scopes, Window window)
      : file_(file), shape_(std::move(shape)), scopes_(std::move(scopes)), window_(window) {}

  void cycle(const PortCycle& cycle) override {
    if (!window_.has(cycle.cycle)) return;
    if (!writer_) {
      writer_.emplace(file_);
      ports_.emplace(*writer_, shape_, scopes_);
    }
    ports_->cycle(cycle);
    done_ = window_.is_past(cycle.cycle + 1);
  }
  [[nodiscard]] bool is_done() const override { return done_; }
  void end() override { file_.close(); }

 private:
  FstFile& file_;
  SwitchShape shape_;
  std::vector<std::string> scopes_;
  Window window_;
  bool done_ = false;
  std::optional<FstWriter> writer_;
  std::optional<PortsFst> ports_;
};

/// Writes the cycles of a window as a line trace. The file outlives it.
class LineTraceSink : public PortSink {
 public:
  LineTraceSink(OutputFile& file, const SwitchShape& shape, Window window)
      : file_(file), text_(shape), window_(window) {
    file_.write(text_.header());
  }

  void cycle(const PortCycle& cycle) override {
    if (window_.has(cycle.cycle)) file_.write(text_.line(cycle));
    done_ = window_.is_past(cycle.cycle + 1);
  }
  [[nodiscard]] bool is_done() const override { return done_; }

 private:
  OutputFile& file_;
  LineTrace text_;
  Window window_;
  bool done_ = false;
};

/// Keeps the cycles of a window.
class StoreSink : public PortSink {
 public:
  StoreSink(const SwitchShape& shape, Window window) : traced_(shape), window_(window) {}

  void cycle(const PortCycle& cycle) override {
    if (window_.has(cycle.cycle)) {
      traced_.cycles.push_back(cycle);
    } else if (!window_.is_past(cycle.cycle)) {
      traced_.before.look(cycle);
      traced_.before.move(cycle);
    }
  }
  [[nodiscard]] const TracedWindow& traced() const { return traced_; }

 private:
  TracedWindow traced_;
  Window window_;
};

/// Tells several; refuses a window that the run does not reach; may end the run behind the window.
class WindowSinks : public PortSink {
 public:
  WindowSinks(Window window, bool ends_run) : window_(window), ends_run_(ends_run) {}
  /// The sink outlives it.
  void add(PortSink& sink) { sinks_.push_back(&sink); }

  /// Throws EnoughSeen.
  void cycle(const PortCycle& cycle) override {
    if (ends_run_ && window_.is_past(cycle.cycle)) throw EnoughSeen();
    cycles_seen_ = cycle.cycle + 1;
    for (PortSink* const sink : sinks_) sink->cycle(cycle);
  }
  [[nodiscard]] bool is_done() const override {
    return !ends_run_ && window_.is_past(cycles_seen_) &&
           all_of(sinks_, [](auto* sink) { return sink->is_done(); });
  }
  void end() override {
    for (PortSink* const sink : sinks_) sink->end();
  }
  /// Cycles of the run so far, or of what has been seen of it.
  [[nodiscard]] std::uint64_t cycles_seen() const { return cycles_seen_; }

 private:
  Window window_;
  bool ends_run_;
  std::vector<PortSink*> sinks_;
  std::uint64_t cycles_seen_ = 0;
};

}  // namespace xb
