// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <utility>

#include "host/link/switch_model.h"
#include "host/trace/port_decoder.h"
#include "host/trace/port_sink.h"

namespace xb {

/// A switch whose cycles `sink` hears of, one by one: none is skipped, and no rest is passed over.
class ObservedSwitch : public SwitchModel {
 public:
  /// The sink outlives it.
  ObservedSwitch(std::unique_ptr<SwitchModel> inner, const SwitchShape& shape, PortSink& sink)
      : inner_(std::move(inner)), decoder_(shape), sink_(sink) {}
  /// If the run failed before the end of a cycle, that one is heard of now.
  ~ObservedSwitch() override {
    if (shown_ == nullptr) return;
    try {
      sink_.cycle(decoder_.cut());
    } catch (...) {  // the run has failed already, and says why
    }
  }

  void reset(const SwitchSettings& settings) override { inner_->reset(settings); }
  void show(SwitchOutputs& out) override {
    inner_->show(out);
    decoder_.show(out, flags_ == nullptr ? out : *flags_);
    shown_ = &out;
  }
  void clock(const SwitchInputs& in) override {
    decoder_.set_ready(shown_->s_tready);
    shown_ = nullptr;
    sink_.cycle(decoder_.clock(in));
    inner_->clock(in);
  }
  void cycle(const SwitchInputs& in, SwitchOutputs& out) override {
    if (!inner_->combinational()) return SwitchModel::cycle(in, out);
    inner_->cycle(in, out);
    decoder_.show(out, flags_ == nullptr ? out : *flags_);
    sink_.cycle(decoder_.clock(in));
  }
  void told(const SwitchOutputs& flags) override { flags_ = &flags; }
  void told_lag(PortMask outputs, const std::int64_t* cycles) override { decoder_.told_lag(outputs, cycles); }
  void told_higher_class(PortMask inputs) override { decoder_.told_higher_class(inputs); }
  [[nodiscard]] bool combinational() const override { return inner_->combinational(); }
  [[nodiscard]] bool carries_payload() const override { return inner_->carries_payload(); }
  [[nodiscard]] bool as_named() const override { return inner_->as_named(); }
  [[nodiscard]] std::uint64_t evicted_packets() const override { return inner_->evicted_packets(); }
  void end_of_run() override { inner_->end_of_run(); }

 private:
  std::unique_ptr<SwitchModel> inner_;
  PortDecoder decoder_;
  PortSink& sink_;
  const SwitchOutputs* flags_ = nullptr;  // null: those of the switch
  const SwitchOutputs* shown_ = nullptr;  // of a cycle that has not ended; null: there is none
};

}  // namespace xb
