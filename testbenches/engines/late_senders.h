// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <memory>
#include <stdexcept>
#include <utility>

#include "host/link/switch_model.h"

namespace xb {

/// A device whose senders send `latency` cycles after a ready, and only then, as with `in.ready-latency`.
class LateSenders : public SwitchModel {
 public:
  LateSenders(std::unique_ptr<SwitchModel> device, unsigned latency)
      : device_(std::move(device)), asked_(latency) {}

  void reset(const SwitchSettings& settings) override {
    asked_.assign(asked_.size(), 0);
    device_->reset(settings);
  }
  void show(SwitchOutputs& /*out*/) override { refuse(); }
  void clock(const SwitchInputs& /*in*/) override { refuse(); }
  void cycle(const SwitchInputs& in, SwitchOutputs& out) override {
    SwitchInputs sent = in;
    sent.s_tvalid &= asked_.front();
    device_->cycle(sent, out);
    asked_.push_back(out.s_tready);
    out.s_tready = asked_.front();
    asked_.pop_front();
  }
  [[nodiscard]] bool combinational() const override { return true; }
  [[nodiscard]] bool as_named() const override { return false; }

 private:
  [[noreturn]] static void refuse() { throw std::logic_error("a device is run by whole cycles"); }

  std::unique_ptr<SwitchModel> device_;
  std::deque<PortMask> asked_;  // what it showed, the oldest first
};

}  // namespace xb
