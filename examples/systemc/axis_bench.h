// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <xbarlab/systemc/axis_switch.h>
#include <xbarlab/systemc/switch_input.h>

#include <random>

/// A switch by an AXI4-Stream port per link. Both inputs of a switch with a FIFO per input always have a
/// packet of one beat, for an output at random: head-of-line blocking leaves 3/4 of the rate (Karol, Hluchyj,
/// Morgan 1987).
class AxisBench : public sc_core::sc_module {
 public:
  static constexpr unsigned kPorts = 2, kDepth = 16, kWarmup = 1000;
  using Switch = xb::twin::AxisSwitch<xb::twin::SwitchInput, 64>;

  sc_core::sc_in<bool> clk_i{"clk_i"}, rst_ni{"rst_ni"};

  SC_HAS_PROCESS(AxisBench);
  explicit AxisBench(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {
    dut_.clk_i(clk_i), dut_.rst_ni(rst_ni), dut_.cfg_i(settings_);
    dut_.s_axis_tvalid_i(s_tvalid_), dut_.s_axis_tready_o(s_tready_), dut_.s_axis_tdata_i(s_tdata_);
    dut_.s_axis_tlast_i(s_tlast_), dut_.s_axis_tdest_i(s_tdest_);
    dut_.m_axis_tvalid_o(m_tvalid_), dut_.m_axis_tready_i(m_tready_), dut_.m_axis_tdata_o(m_tdata_);
    dut_.m_axis_tlast_o(m_tlast_), dut_.m_axis_tuser_o(m_tuser_);
    dut_.hol_o(hol_);  // of what the switch tells about itself, what is of interest
    xb::twin::Settings settings;
    settings.depth = kDepth;
    settings_.write(settings);
    SC_METHOD(clock);
    sensitive << clk_i.pos();
    dont_initialize();
  }

  /// Beats a cycle and port; share of the inputs' cycles with head-of-line blocking.
  [[nodiscard]] double throughput() const { return share(delivered_); }
  [[nodiscard]] double blocking() const { return share(blocked_); }

 private:
  void clock() {
    if (!rst_ni.read()) return;
    ++cycle_;
    for (unsigned i = 0; i < kPorts; ++i) {
      // Links and receivers: a beat moves at an edge at which valid and ready are true.
      const bool taken = s_tvalid_[i].read() && s_tready_[i].read();
      if (taken || !s_tvalid_[i].read()) {
        s_tvalid_[i].write(true);
        s_tlast_[i].write(true);
        s_tdest_[i].write(random_() >> 31U);
        s_tdata_[i].write(cycle_);
      }
      m_tready_[i].write(true);
      if (cycle_ <= kWarmup) continue;
      delivered_ += m_tvalid_[i].read() && m_tready_[i].read() ? 1 : 0;
      blocked_ += hol_[i].read() ? 1 : 0;
    }
  }
  [[nodiscard]] double share(unsigned count) const { return 1.0 * count / kPorts / (cycle_ - kWarmup); }

  Switch dut_{"dut", {kPorts, 1, kDepth}};
  sc_core::sc_signal<xb::twin::Settings> settings_;
  sc_core::sc_vector<sc_core::sc_signal<bool>> s_tvalid_{"s_tvalid", kPorts}, s_tready_{"s_tready", kPorts},
      s_tlast_{"s_tlast", kPorts}, m_tvalid_{"m_tvalid", kPorts}, m_tready_{"m_tready", kPorts},
      m_tlast_{"m_tlast", kPorts}, m_tuser_{"m_tuser", kPorts}, hol_{"hol", kPorts};
  sc_core::sc_vector<sc_core::sc_signal<Switch::Data>> s_tdata_{"s_tdata", kPorts},
      m_tdata_{"m_tdata", kPorts};
  sc_core::sc_vector<sc_core::sc_signal<Switch::Dest>> s_tdest_{"s_tdest", kPorts};
  std::mt19937 random_{1};
  unsigned cycle_ = 0, delivered_ = 0, blocked_ = 0;
};
