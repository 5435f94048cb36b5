// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "host/link/switch_model.h"
#include "host/link/workload.h"

namespace xb {

/// What the other side of a switch's ports did in a run: when it began which packets, in which cycles it
/// offered their beats, which receivers were ready.
struct Tape {
  struct Start {
    unsigned port, output, length_beats;
  };
  /// From `cycle` on, until the next one.
  struct Step {
    std::uint64_t cycle;
    PortMask may_send, ready;
    std::size_t starts;  ///< before these; those of the step end where the next one's begin
  };
  std::vector<Step> steps;
  std::vector<Start> starts;
};

/// A switch that writes down what is done to it, and is otherwise the one that it is given.
class TapedSwitch : public SwitchModel {
 public:
  /// `data_words` of a beat, where the switch carries payload. The model outlives it.
  TapedSwitch(SwitchModel& model, unsigned data_words)
      : model_(model), stride_(model.carries_payload() ? data_words : 1) {}
  [[nodiscard]] const Tape& tape() const { return tape_; }

  void reset(const SwitchSettings& settings) override { model_.reset(settings); }
  void show(SwitchOutputs& out) override {
    model_.show(out);
    out_ = &out;
  }
  void clock(const SwitchInputs& in) override {
    write_down(in, *out_);
    model_.clock(in);
  }
  void cycle(const SwitchInputs& in, SwitchOutputs& out) override {
    model_.cycle(in, out);
    write_down(in, out);
  }
  [[nodiscard]] bool carries_payload() const override { return model_.carries_payload(); }
  [[nodiscard]] std::uint64_t steady_cycles(const SwitchInputs& in) const override {
    return model_.steady_cycles(in);
  }
  void skip(const SwitchInputs& in, std::uint64_t cycles, SwitchOutputs& out) override {
    model_.skip(in, cycles, out);
    now_ += cycles;
  }
  [[nodiscard]] std::uint64_t rest_period() const override { return model_.rest_period(); }
  void rest(std::uint64_t cycles) override {
    model_.rest(cycles);
    now_ += cycles;
  }
  [[nodiscard]] bool as_named() const override { return model_.as_named(); }
  [[nodiscard]] bool shows_flags() const override { return model_.shows_flags(); }
  void end_of_run() override { model_.end_of_run(); }

 private:
  void write_down(const SwitchInputs& in, const SwitchOutputs& out);

  SwitchModel& model_;
  unsigned stride_;  // words of a port in s_tdata
  const SwitchOutputs* out_ = nullptr;
  Tape tape_;
  PortMask busy_ = 0;  // ports with a packet of which a beat has been offered and not all are taken
  PortMask may_send_ = 0, ready_ = 0;
  std::uint64_t now_ = 0;
};

/// Does to a switch by itself what a tape says.
class TapeWorkload : public Workload {
 public:
  /// `tape` outlives it.
  explicit TapeWorkload(const Tape& tape) : tape_(tape) {}

  /// Throws RunError if the switch has not taken what it took when the tape was made.
  PortMask before_cycle(std::uint64_t now, Transmitter& transmitter) override;
  [[nodiscard]] std::uint64_t quiet_until(std::uint64_t now, const Transmitter& transmitter) const override;
  [[nodiscard]] PortMask may_send(std::uint64_t /*now*/) const override { return may_send_; }
  void delivered(const DeliveredPacket& /*packet*/) override {}
  [[nodiscard]] bool finished() const override { return false; }
  [[nodiscard]] std::uint64_t next_event(std::uint64_t /*now*/) const override { return next_cycle(); }
  [[nodiscard]] std::uint64_t offered_beats() const override { return 0; }
  [[nodiscard]] std::uint64_t offered_packets() const override { return 0; }
  [[nodiscard]] std::string who_waits() const override { return {}; }

 private:
  [[nodiscard]] std::uint64_t next_cycle() const {
    return next_ < tape_.steps.size() ? tape_.steps[next_].cycle : kNever;
  }

  const Tape& tape_;
  std::size_t next_ = 0;  // of the steps
  PortMask may_send_ = 0, ready_ = 0;
};

}  // namespace xb
