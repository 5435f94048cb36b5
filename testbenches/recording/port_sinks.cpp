// SPDX-License-Identifier: Apache-2.0
#include "testbenches/recording/port_sinks.h"

#include "testbenches/recording/run_point.h"

namespace xb {

void FstSink::cycle(const PortCycle& cycle) {
  if (!window_.has(cycle.cycle)) return;
  if (!writer_) {
    writer_.emplace(file_);
    ports_.emplace(*writer_, shape_, scopes_);
  }
  ports_->cycle(cycle);
}

void FstSink::end() {
  ports_.reset();
  writer_.reset();
}

LineTraceSink::LineTraceSink(OutputFile& file, const SwitchShape& shape, Window window)
    : file_(file), text_(shape), window_(window) {
  file_.write(text_.header());
}

void LineTraceSink::cycle(const PortCycle& cycle) {
  if (window_.has(cycle.cycle)) file_.write(text_.line(cycle));
}

void StoreSink::cycle(const PortCycle& cycle) {
  if (window_.has(cycle.cycle)) {
    recorded_.cycles.push_back(cycle);
  } else if (!window_.is_past(cycle.cycle)) {
    recorded_.before.look(cycle);
    recorded_.before.move(cycle);
  }
}

void WindowSinks::cycle(const PortCycle& cycle) {
  if (ends_run_ && window_.is_past(cycle.cycle)) throw EnoughSeen();
  cycles_seen_ = cycle.cycle + 1;
  for (PortSink* const sink : sinks_) sink->cycle(cycle);
}

void WindowSinks::end() {
  for (PortSink* const sink : sinks_) sink->end();
}

}  // namespace xb
