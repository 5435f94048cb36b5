// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <utility>

#include "host/trace/port_sink.h"
#include "host/trace/switch_shape.h"
#include "testbenches/tracing/port_sinks.h"
#include "waves/write/fst_writer.h"

namespace xb {

/// Ports at which two models of a switch differ; a queue counts at the port that it belongs to.
struct DifferingPorts {
  PortMask inputs = 0, outputs = 0;

  [[nodiscard]] bool any() const { return (inputs | outputs) != 0; }
};
DifferingPorts differing_ports(const SwitchShape& shape, const PortCycle& a, const PortCycle& b);

/// Hears of both models of a lock-step run, and writes into an FST, which outlives it, where they
/// differ: `differs.any`, `differs.in` and `differs.out`.
class DifferenceSink {
 public:
  DifferenceSink(FstFile& file, SwitchShape shape, Window window)
      : file_(file), shape_(std::move(shape)), window_(window) {}

  /// One for each model; they live as long as this.
  PortSink& model(unsigned index) { return models_.at(index); }
  /// In the last cycle that is in the file.
  [[nodiscard]] const DifferingPorts& last() const { return last_; }

 private:
  class Model : public PortSink {
   public:
    explicit Model(DifferenceSink& both) : both_(both) {}
    void cycle(const PortCycle& cycle) override { both_.hear(cycle); }

   private:
    DifferenceSink& both_;
  };

  void hear(const PortCycle& cycle);

  FstFile& file_;
  SwitchShape shape_;
  Window window_;
  std::array<Model, 2> models_{Model(*this), Model(*this)};
  std::optional<PortCycle> other_;  // the cycle of the model that was first
  DifferingPorts last_;
  std::optional<FstWriter> writer_;
  FstWriter::Signal any_ = 0, in_ = 0, out_ = 0;
};

}  // namespace xb
