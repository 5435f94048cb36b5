// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <systemc>

#include "systemc/port_vector.h"
#include "systemc/wires.h"

namespace xb::twin {

/// SystemC face of a switch twin: the RTL's port names, one clocked process around the plain class.
/// Port sets are words (bit i = port i), vectors of ports are PortVectors; per-queue vectors have one element
/// per queue. rst_ni is sampled at the clock edge.
///
/// \tparam Switch twin class, e.g. SwitchInput: step(), reset() and accessors of its outputs.
template <class Switch>
class SwitchModule : public sc_core::sc_module {
 public:
  using Data = PortVector<std::uint64_t, std::size_t{kMaxPorts} * kMaxDataWords>;
  using Ports = PortVector<std::uint8_t, kMaxPorts>;
  using Masks = PortVector<PortMask, kMaxPorts>;
  using Counts = PortVector<std::uint32_t, std::size_t{kMaxPorts} * kMaxPorts>;

  sc_core::sc_in<bool> clk_i{"clk_i"};
  sc_core::sc_in<bool> rst_ni{"rst_ni"};
  sc_core::sc_in<std::uint32_t> cfg_depth_i{"cfg_depth_i"};
  sc_core::sc_in<bool> cfg_store_forward_i{"cfg_store_forward_i"};

  sc_core::sc_in<PortMask> s_axis_tvalid_i{"s_axis_tvalid_i"};
  sc_core::sc_out<PortMask> s_axis_tready_o{"s_axis_tready_o"};
  sc_core::sc_in<Data> s_axis_tdata_i{"s_axis_tdata_i"};
  sc_core::sc_in<PortMask> s_axis_tlast_i{"s_axis_tlast_i"};
  sc_core::sc_in<Ports> s_axis_tdest_i{"s_axis_tdest_i"};
  sc_core::sc_in<PortMask> s_axis_tuser_i{"s_axis_tuser_i"};

  sc_core::sc_out<PortMask> m_axis_tvalid_o{"m_axis_tvalid_o"};
  sc_core::sc_in<PortMask> m_axis_tready_i{"m_axis_tready_i"};
  sc_core::sc_out<Data> m_axis_tdata_o{"m_axis_tdata_o"};
  sc_core::sc_out<PortMask> m_axis_tlast_o{"m_axis_tlast_o"};
  sc_core::sc_out<Ports> m_axis_tdest_o{"m_axis_tdest_o"};
  sc_core::sc_out<PortMask> m_axis_tuser_o{"m_axis_tuser_o"};

  sc_core::sc_out<Counts> occ_beats_o{"occ_beats_o"};
  sc_core::sc_out<Counts> occ_packets_o{"occ_packets_o"};
  sc_core::sc_out<Counts> drop_packets_o{"drop_packets_o"};
  sc_core::sc_out<PortMask> blocked_o{"blocked_o"};
  sc_core::sc_out<PortMask> blocked_backpressure_o{"blocked_backpressure_o"};
  sc_core::sc_out<Ports> blocked_by_o{"blocked_by_o"};
  sc_core::sc_out<PortMask> hol_o{"hol_o"};
  sc_core::sc_out<Masks> hol_victims_o{"hol_victims_o"};
  sc_core::sc_out<PortMask> idle_with_work_o{"idle_with_work_o"};

  SC_HAS_PROCESS(SwitchModule);
  SwitchModule(const sc_core::sc_module_name& name, const Params& params)
      : sc_core::sc_module(name),
        switch_(params),
        tdata_(std::size_t{params.ports} * params.data_words),
        tdest_(params.ports),
        blocked_by_(params.ports),
        victims_(params.ports),
        counts_(switch_.queues()) {
    SC_METHOD(clock);
    sensitive << clk_i.pos();
    dont_initialize();
  }

 private:
  void clock() {
    if (!rst_ni.read()) {
      switch_.reset();
    } else {
      Inputs in;
      in.cfg_depth = cfg_depth_i.read();
      in.cfg_store_forward = cfg_store_forward_i.read();
      in.s_tvalid = s_axis_tvalid_i.read();
      in.s_tlast = s_axis_tlast_i.read();
      in.s_tuser = s_axis_tuser_i.read();
      in.m_tready = m_axis_tready_i.read();
      in.s_tdest = s_axis_tdest_i.read().value.data();
      in.s_tdata = s_axis_tdata_i.read().value.data();
      switch_.step(in);
    }
    write_handshake();
    write_occupancy();
    write_flags();
  }

  void write_handshake() {
    const unsigned words = switch_.params().data_words;
    PortMask last = 0;
    PortMask user = 0;
    for_each_port(switch_.m_tvalid(), [&](unsigned port) {
      const Side& side = switch_.m_side(port);
      if (side.last) last |= bit(port);
      if (side.user) user |= bit(port);
      tdest_.value[port] = side.dest;
      std::copy_n(switch_.m_tdata(port), words, &tdata_.value[std::size_t{port} * words]);
    });
    s_axis_tready_o.write(switch_.s_tready());
    m_axis_tvalid_o.write(switch_.m_tvalid());
    m_axis_tlast_o.write(last);
    m_axis_tuser_o.write(user);
    m_axis_tdest_o.write(tdest_);
    m_axis_tdata_o.write(tdata_);
  }

  template <class Get>
  void write_counts(sc_core::sc_out<Counts>& port, Get&& get) {
    for (unsigned q = 0; q < switch_.queues(); ++q) counts_.value[q] = get(q);
    port.write(counts_);
  }

  void write_occupancy() {
    write_counts(occ_beats_o, [&](unsigned q) { return switch_.occ_beats(q); });
    write_counts(occ_packets_o, [&](unsigned q) { return switch_.occ_packets(q); });
    write_counts(drop_packets_o, [&](unsigned q) { return switch_.drop_packets(q); });
  }

  void write_flags() {
    PortMask blocked = 0;
    PortMask backpressure = 0;
    PortMask hol = 0;
    for (unsigned i = 0; i < switch_.params().ports; ++i) {
      const auto& flags = switch_.hol_flags(i);
      if (flags.blocked) blocked |= bit(i);
      if (flags.backpressure) backpressure |= bit(i);
      if (flags.victims != 0) hol |= bit(i);
      blocked_by_.value[i] = flags.blocked_by;
      victims_.value[i] = flags.victims;
    }
    blocked_o.write(blocked);
    blocked_backpressure_o.write(backpressure);
    hol_o.write(hol);
    blocked_by_o.write(blocked_by_);
    hol_victims_o.write(victims_);
    idle_with_work_o.write(switch_.idle_with_work());
  }

  Switch switch_;
  Data tdata_;  // last values written, so that a process run allocates nothing
  Ports tdest_, blocked_by_;
  Masks victims_;
  Counts counts_;
};

}  // namespace xb::twin
