// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>

#include "host/base/errors.h"
#include "host/run/simulation.h"
#include "host/trace/line_trace.h"
#include "host/trace/port_decoder.h"
#include "testbenches/engines/engines.h"
#include "testbenches/golden/golden_check.h"
#include "testbenches/process/child_process.h"
#include "testbenches/tracing/run_point.h"
#include "testbenches/tracing/switch_tracer.h"

namespace xb {

/// A switch with a fault, and beside it one without that gets the same inputs: notes the first cycle in which
/// their lines are not the same string. Knows nothing of golden files and of what compares traces.
class SideBySide : public SwitchModel {
 public:
  SideBySide(std::unique_ptr<SwitchModel> bad, std::unique_ptr<SwitchModel> good, const SwitchShape& shape,
             PortSink& sink)
      : bad_(std::move(bad)),
        good_(std::move(good)),
        bad_ports_(shape),
        good_ports_(shape),
        bad_text_(shape),
        good_text_(shape),
        sink_(sink) {}

  void reset(const SwitchSettings& settings) override {
    bad_->reset(settings);
    good_->reset(settings);
  }
  void show(SwitchOutputs& out) override {
    bad_->show(out);
    bad_ports_.show(out, out);
    if (first_) return;
    good_->show(good_out_);
    good_ports_.show(good_out_, good_out_);
  }
  void clock(const SwitchInputs& in) override {
    const PortCycle& bad = bad_ports_.clock(in);
    if (!first_) {
      if (bad_text_.line(bad) != good_text_.line(good_ports_.clock(in))) first_ = bad.cycle;
      good_->clock(in);
    }
    sink_.cycle(bad);
    bad_->clock(in);
  }
  [[nodiscard]] bool carries_payload() const override { return bad_->carries_payload(); }
  [[nodiscard]] bool as_named() const override { return bad_->as_named(); }

  [[nodiscard]] const std::optional<std::uint64_t>& first() const { return first_; }

 private:
  std::unique_ptr<SwitchModel> bad_, good_;
  PortDecoder bad_ports_, good_ports_;
  LineTrace bad_text_, good_text_;
  PortSink& sink_;
  SwitchOutputs good_out_ = {};
  std::optional<std::uint64_t> first_;
};

using ModelMaker = std::function<std::unique_ptr<SwitchModel>(const Setup&)>;

/// A run of what `bad` makes beside what `good` makes, as a golden case runs; `first` gets the first cycle
/// that differs.
inline CaseRun run_side_by_side(const Setup& setup, const CaseRunRequest& request, const ModelMaker& bad,
                                const ModelMaker& good, std::optional<std::uint64_t>& first) {
  using Json = nlohmann::ordered_json;
  const Json told = Json::parse(in_child_process([&] {
    CaseRunSink sink(traced_shape(setup, 0), request.most_cycles);
    std::unique_ptr<SwitchModel> bad_model = bad(setup), good_model = good(setup);
    SwitchShape shape = shape_of(setup);
    if (!bad_model->carries_payload()) shape.data_words = 0;
    SideBySide model(std::move(bad_model), std::move(good_model), shape, sink);
    std::string failure;
    try {
      simulate(setup, model);
    } catch (const EnoughSeen&) {
    } catch (const RunError& error) {
      failure = error.what();
    }
    Json report{{"trace", sink.run().trace},
                {"cycles", sink.run().cycles},
                {"stopped", sink.run().stopped},
                {"failure", failure}};
    if (model.first()) report["first"] = *model.first();
    return report.dump();
  }));
  first.reset();
  if (told.contains("first")) first = told["first"].get<std::uint64_t>();
  return {told["trace"].get<std::string>(), told["cycles"].get<std::uint64_t>(), told["stopped"].get<bool>(),
          told["failure"].get<std::string>()};
}

}  // namespace xb
