// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <xbarlab/systemc/switch_crosspoint.h>
#include <xbarlab/systemc/switch_module.h>

/// A switch by its packed ports: one signal for all links of a kind, bit i or element i is port i. One packet
/// goes from input 0 to output 3 of an empty switch.
class PackedBench : public sc_core::sc_module {
  using Switch = xb::twin::SwitchModule<xb::twin::SwitchCrosspoint>;
  template <class T>
  using Signal = sc_core::sc_signal<T>;

 public:
  static constexpr unsigned kPorts = 4, kWords = 1, kDepth = 64, kOutput = 3, kBeats = 5;

  sc_core::sc_in<bool> clk_i{"clk_i"}, rst_ni{"rst_ni"};

  SC_HAS_PROCESS(PackedBench);
  explicit PackedBench(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {
    dut_.clk_i(clk_i), dut_.rst_ni(rst_ni), dut_.cfg_i(settings_);
    dut_.s_axis_tvalid_i(s_tvalid_), dut_.s_axis_tready_o(s_tready_), dut_.s_axis_tdata_i(s_tdata_);
    dut_.s_axis_tlast_i(s_tlast_), dut_.s_axis_tdest_i(s_tdest_), dut_.s_axis_tuser_i(s_tuser_);
    dut_.m_axis_tvalid_o(m_tvalid_), dut_.m_axis_tready_i(m_tready_), dut_.m_axis_tdata_o(m_tdata_);
    dut_.m_axis_tlast_o(m_tlast_), dut_.m_axis_tdest_o(m_tdest_), dut_.m_axis_tuser_o(m_tuser_);
    dut_.occ_beats_o(occ_beats_), dut_.occ_packets_o(occ_packets_);
    dut_.drop_misrouted_o(drop_misrouted_), dut_.drop_full_o(drop_full_);
    dut_.blocked_o(blocked_), dut_.blocked_backpressure_o(backpressure_), dut_.blocked_by_o(blocked_by_);
    dut_.hol_o(hol_), dut_.hol_victims_o(hol_victims_), dut_.pool_o(pool_), dut_.pool_by_o(pool_by_);
    dut_.idle_with_work_o(idle_with_work_);
    xb::twin::Settings settings;
    settings.depth = kDepth;
    settings_.write(settings);
    m_tready_.write(~xb::twin::PortMask{0});
    SC_METHOD(clock);
    sensitive << clk_i.pos();
    dont_initialize();
  }

  /// Cycles from the first beat's acceptance to its offer.
  [[nodiscard]] unsigned latency() const { return first_out_ - first_in_; }

 private:
  void clock() {
    ++cycle_;
    // What the cycle that ends here showed.
    const bool taken = (s_tvalid_.read() & s_tready_.read() & xb::twin::bit(0)) != 0;
    if (taken && sent_++ == 0) first_in_ = cycle_;
    if ((m_tvalid_.read() & m_tuser_.read() & xb::twin::bit(kOutput)) != 0) first_out_ = cycle_;
    // What the next one brings.
    Switch::Data data(kPorts * kWords);
    Switch::Ports dest(kPorts);
    data.value[0] = sent_;
    dest.value[0] = kOutput;
    s_tvalid_.write(rst_ni.read() && sent_ < kBeats ? xb::twin::bit(0) : 0);
    s_tuser_.write(sent_ == 0 ? xb::twin::bit(0) : 0);
    s_tlast_.write(sent_ == kBeats - 1 ? xb::twin::bit(0) : 0);
    s_tdata_.write(data);
    s_tdest_.write(dest);
  }

  Switch dut_{"dut", {kPorts, kWords, kDepth}};
  Signal<xb::twin::Settings> settings_;
  Signal<xb::twin::PortMask> s_tvalid_, s_tready_, s_tlast_, s_tuser_, m_tvalid_, m_tready_, m_tlast_,
      m_tuser_;
  Signal<xb::twin::PortMask> blocked_, backpressure_, hol_, pool_, idle_with_work_;
  Signal<Switch::Data> s_tdata_, m_tdata_;
  Signal<Switch::Ports> s_tdest_, m_tdest_, blocked_by_, pool_by_;
  Signal<Switch::Masks> hol_victims_;
  Signal<Switch::Counts> occ_beats_, occ_packets_, drop_misrouted_, drop_full_;
  unsigned cycle_ = 0, sent_ = 0, first_in_ = 0, first_out_ = 0;
};
