// SPDX-License-Identifier: Apache-2.0
#include "testbenches/engines/engines.h"

#include <utility>

#include "host/base/errors.h"
#include "host/base/ranges.h"
#include "host/device/device.h"
#include "host/run/zero_load.h"
#include "host/trace/port_decoder.h"
#include "testbenches/engines/model_library.h"
#include "testbenches/engines/paths.h"

namespace xb {
namespace {

/// A switch whose cycles `sink` hears of, one by one, until it is done: none is skipped, and no rest is
/// passed over.
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
    if (done_) return;
    decoder_.show(out, flags_ == nullptr ? out : *flags_);
    shown_ = &out;
  }
  void clock(const SwitchInputs& in) override {
    if (shown_ != nullptr) {
      decoder_.set_ready(shown_->s_tready);
      shown_ = nullptr;
      sink_.cycle(decoder_.clock(in));
      done_ = sink_.is_done();
    }
    inner_->clock(in);
  }
  void cycle(const SwitchInputs& in, SwitchOutputs& out) override {
    if (done_) return inner_->cycle(in, out);
    if (!inner_->combinational()) return SwitchModel::cycle(in, out);
    inner_->cycle(in, out);
    decoder_.show(out, flags_ == nullptr ? out : *flags_);
    sink_.cycle(decoder_.clock(in));
    done_ = sink_.is_done();
  }
  void stop_classes(const PortMask* stopped) override { inner_->stop_classes(stopped); }
  void told(const SwitchOutputs& flags) override { flags_ = &flags; }
  void told_lag(PortMask outputs, const std::int64_t* cycles) override { decoder_.told_lag(outputs, cycles); }
  void told_higher_class(PortMask inputs) override { decoder_.told_higher_class(inputs); }
  [[nodiscard]] bool combinational() const override { return inner_->combinational(); }
  [[nodiscard]] bool carries_payload() const override { return inner_->carries_payload(); }
  [[nodiscard]] bool as_named() const override { return inner_->as_named(); }
  [[nodiscard]] bool shows_flags() const override { return inner_->shows_flags(); }
  [[nodiscard]] std::uint64_t evicted_packets() const override { return inner_->evicted_packets(); }
  void end_of_run() override { inner_->end_of_run(); }

 private:
  std::unique_ptr<SwitchModel> inner_;
  PortDecoder decoder_;
  PortSink& sink_;
  const SwitchOutputs* flags_ = nullptr;  // null: those of the switch
  bool done_ = false;                     // the sink
  const SwitchOutputs* shown_ = nullptr;  // of a cycle that has not ended; null: there is none
};

std::unique_ptr<SwitchModel> observed(std::unique_ptr<SwitchModel> model, const Setup& setup,
                                      PortSink* sink) {
  if (sink == nullptr) return model;
  SwitchShape shape = shape_of(setup);
  if (!model->carries_payload()) shape.data_words = 0;
  return std::make_unique<ObservedSwitch>(std::move(model), shape, *sink);
}

std::unique_ptr<SwitchModel> make_one(const Setup& setup, const SwitchTrace& trace,
                                      ModelLibraries& libraries) {
  const Engine engine = setup.config.engine;
  if (trace.signals && !setup.config.has_rtl())
    throw InputError(std::string("trace: '") + word(engine) +
                     "' is not allowed as engine; allowed: rtl, lockstep");
  const auto rtl = [&] { return make_verilated_switch(setup, trace, source_dir() / "rtl", libraries); };
  if (engine == Engine::Lockstep) {
    return make_lockstep(setup, observed(rtl(), setup, trace.ports),
                         observed(make_systemc_switch(setup), setup, trace.twin_ports));
  }
  if (engine == Engine::Rtl) return observed(rtl(), setup, trace.ports);
  if (engine == Engine::Fast) return observed(make_fast_switch(setup), setup, trace.ports);
  return observed(make_systemc_switch(setup), setup, trace.ports);
}

}  // namespace

SwitchShape shape_of(const Setup& setup) {
  SwitchShape shape;
  shape.ports = setup.config.ports;
  shape.queues = setup.entry->queues;
  shape.queue_count = setup.queues;
  shape.data_words = setup.config.data_words();
  shape.classes = setup.config.classes;
  shape.keep_bits = setup.lengths.in_bytes() ? setup.config.beat_bytes() : 0;
  shape.known = setup.entry->probes;
  if (setup.device) {
    const DeviceObserve& observe = setup.device->observe;
    shape.shows_beats = observe.shows_occupancy();
    shape.known.flags = shape.known.zero_load;  // the ports tell them, where it is known when a packet waits
    if (observe.of_outputs) shape.queues = QueuePlace::Output;
  }
  shape.lag = setup.config.reference == Reference::OutputQueued;
  shape.fifo = setup.entry->fifo_inputs;
  shape.window = shape.queues == QueuePlace::Input && !shape.fifo;
  shape.name = setup.entry->circuit();
  return shape;
}

std::unique_ptr<SwitchModel> make_model(const Setup& setup, const SwitchTrace& trace) {
  ModelLibraries libraries;
  return make_one(setup, trace, libraries);
}

std::vector<std::unique_ptr<SwitchModel>> make_models(const std::vector<Setup>& setups,
                                                      const std::optional<SwitchTrace>& trace,
                                                      const SwitchTrace& others) {
  ModelLibraries libraries;
  std::vector<std::unique_ptr<SwitchModel>> models(setups.size());
  // First, so that a wrong request is found before anything is built.
  if (trace) models.at(trace->index) = make_one(setups.at(trace->index), *trace, libraries);
  for (std::size_t i = 0; i < setups.size(); ++i) {
    if (models[i] == nullptr) models[i] = make_one(setups[i], others, libraries);
  }
  return models;
}

Setup with_known_latency(const Setup& setup) {
  if (!setup.device || setup.device->zero_load) return setup;
  return with_zero_load(setup, *make_model(setup));
}

bool needs_own_process(const Setup& setup) { return setup.config.has_kernel(); }
bool needs_own_process(const std::vector<Setup>& setups) {
  return any_of(setups, [](const Setup& setup) { return needs_own_process(setup); });
}

}  // namespace xb
