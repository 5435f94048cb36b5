// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <xbarlab/systemc/switch_voq.h>
#include <xbarlab/systemc/tlm_switch.h>

#include <vector>

/// When a write was sent: goes with the packet.
struct SentAt : tlm::tlm_extension<SentAt> {
  sc_core::sc_time time;
  [[nodiscard]] tlm::tlm_extension_base* clone() const override { return new SentAt(*this); }
  void copy_from(const tlm::tlm_extension_base& other) override {
    time = static_cast<const SentAt&>(other).time;
  }
};

/// A switch between TLM-2.0 sockets. First one write crosses it alone, then each of four masters writes to
/// the memory after its own as fast as the switch takes it.
class TlmBench : public sc_core::sc_module {
 public:
  static constexpr unsigned kPorts = 4, kDepth = 64, kBeatBytes = 8, kBytes = 64, kWrites = 1000;
  static constexpr std::uint64_t kWindow = 0x1000;
  using Switch = xb::twin::TlmSwitch<xb::twin::SwitchVoq>;

  sc_core::sc_in<bool> clk_i{"clk_i"};

  SC_HAS_PROCESS(TlmBench);
  TlmBench(const sc_core::sc_module_name& name, const sc_core::sc_time& period)
      : sc_core::sc_module(name), period_(period) {
    dut_.clk_i(clk_i);
    for (unsigned i = 0; i < kPorts; ++i) {
      masters_[i].bind(dut_.inputs[i]);
      dut_.outputs[i].bind(memories_[i]);
      memories_[i].register_b_transport(this, &TlmBench::receive, static_cast<int>(i));
      sc_core::sc_spawn([this, i] { send(i); });
    }
  }

  /// Beats a cycle and port, between the first and the last delivery; cycles that the lone write took.
  [[nodiscard]] double throughput() const {
    return 1.0 * (delivered_ - kPorts) * kBytes / kBeatBytes / kPorts / ((last_ - first_) / period_);
  }
  [[nodiscard]] double latency() const { return alone_ / period_; }

 private:
  static xb::twin::Settings settings() {
    xb::twin::Settings settings;
    settings.depth = kDepth;
    settings.packet_beats = kBytes / kBeatBytes;
    return settings;
  }

  /// The thread of master i.
  void send(unsigned i) {
    wait(10 * period_);
    if (i == 0) write(0, 1);
    wait(100 * period_ - sc_core::sc_time_stamp());
    for (unsigned n = 0; n < kWrites; ++n) write(i, (i + 1) % kPorts);
  }

  void write(unsigned master, unsigned memory) {
    std::vector<unsigned char> data(kBytes, static_cast<unsigned char>(master));
    tlm::tlm_generic_payload payload;
    payload.set_command(tlm::TLM_WRITE_COMMAND);
    payload.set_address(memory * kWindow);
    payload.set_data_ptr(data.data());
    payload.set_data_length(kBytes);
    payload.set_streaming_width(kBytes);
    auto* sent = new SentAt;  // deleted with the payload
    sent->time = sc_core::sc_time_stamp();
    payload.set_extension(sent);
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    masters_[master]->b_transport(payload, delay);
    if (payload.is_response_error()) SC_REPORT_ERROR("TlmBench", payload.get_response_string().c_str());
  }

  void receive(int /*memory*/, tlm::tlm_generic_payload& payload, sc_core::sc_time& /*delay*/) {
    const sc_core::sc_time now = sc_core::sc_time_stamp();
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
    if (alone_ == sc_core::SC_ZERO_TIME) {
      alone_ = now - payload.get_extension<SentAt>()->time;
      return;
    }
    if (delivered_++ == 0) first_ = now;
    last_ = now;
  }

  sc_core::sc_time period_;
  Switch dut_{"dut", {kPorts, 0, kDepth}, settings(), {kBeatBytes, kWindow}};
  sc_core::sc_vector<tlm_utils::simple_initiator_socket<TlmBench>> masters_{"masters", kPorts};
  sc_core::sc_vector<tlm_utils::simple_target_socket_tagged<TlmBench>> memories_{"memories", kPorts};
  sc_core::sc_time alone_, first_, last_;
  unsigned delivered_ = 0;
};
