// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <optional>
#include <systemc>
#include <vector>

#include "systemc/checked_params.h"
#include "systemc/port_vector.h"
#include "systemc/settings_signal.h"
#include "systemc/twin.h"
#include "systemc/wires.h"

namespace xb::twin {

/// SystemC face of a switch twin: the RTL's port names, one clocked process around the plain class.
/// Port sets are words (bit i = port i), vectors of ports are PortVectors; per-queue vectors have one element
/// per queue. rst_ni is sampled at the clock edge.
///
/// \tparam Switch twin class, e.g. SwitchInput (twin.h).
template <class Switch>
class SwitchModule : public sc_core::sc_module {
  static_assert(is_twin<Switch>);

 public:
  using Data = PortVector<std::uint64_t, std::size_t{kMaxPorts} * kMaxDataWords>;
  using Ports = PortVector<std::uint8_t, kMaxPorts>;
  using Masks = PortVector<PortMask, kMaxPorts>;
  using Counts = PortVector<std::uint32_t, std::size_t{kMaxPorts} * kMaxPorts>;

  sc_core::sc_in<bool> clk_i{"clk_i"};
  sc_core::sc_in<bool> rst_ni{"rst_ni"};
  sc_core::sc_in<Settings> cfg_i{"cfg_i"};  // the RTL's cfg_* ports

  sc_core::sc_in<PortMask> s_axis_tvalid_i{"s_axis_tvalid_i"};
  sc_core::sc_out<PortMask> s_axis_tready_o{"s_axis_tready_o"};
  sc_core::sc_in<Data> s_axis_tdata_i{"s_axis_tdata_i"};
  sc_core::sc_in<PortMask> s_axis_tlast_i{"s_axis_tlast_i"};
  sc_core::sc_in<Ports> s_axis_tdest_i{"s_axis_tdest_i"};
  sc_core::sc_in<PortMask> s_axis_tuser_i{"s_axis_tuser_i"};
  std::optional<sc_core::sc_in<Masks>> s_axis_tkeep_i;  ///< there if params.keep; bit b of a port: byte b
  std::optional<sc_core::sc_in<Ports>> s_axis_tid_i;    ///< class of the packet, there if params.classes > 1
  /// Element c: inputs that take a beat of class c; likewise. s_axis_tready_o is then 0.
  std::optional<sc_core::sc_out<Masks>> s_axis_class_tready_o;

  sc_core::sc_out<PortMask> m_axis_tvalid_o{"m_axis_tvalid_o"};
  sc_core::sc_in<PortMask> m_axis_tready_i{"m_axis_tready_i"};
  sc_core::sc_out<Data> m_axis_tdata_o{"m_axis_tdata_o"};
  sc_core::sc_out<PortMask> m_axis_tlast_o{"m_axis_tlast_o"};
  sc_core::sc_out<Ports> m_axis_tdest_o{"m_axis_tdest_o"};
  sc_core::sc_out<PortMask> m_axis_tuser_o{"m_axis_tuser_o"};
  std::optional<sc_core::sc_out<Masks>> m_axis_tkeep_o;  ///< likewise
  std::optional<sc_core::sc_out<Ports>> m_axis_tid_o;    ///< likewise
  /// As Inputs::m_stopped; may be left unbound.
  sc_core::sc_port<sc_core::sc_signal_in_if<Masks>, 1, sc_core::SC_ZERO_OR_MORE_BOUND> m_axis_class_stopped_i{
      "m_axis_class_stopped_i"};

  sc_core::sc_out<Counts> occ_beats_o{"occ_beats_o"};
  sc_core::sc_out<Counts> occ_packets_o{"occ_packets_o"};
  sc_core::sc_out<Counts> drop_misrouted_o{"drop_misrouted_o"};
  sc_core::sc_out<Counts> drop_full_o{"drop_full_o"};
  sc_core::sc_out<PortMask> blocked_o{"blocked_o"};
  sc_core::sc_out<PortMask> blocked_backpressure_o{"blocked_backpressure_o"};
  sc_core::sc_out<Ports> blocked_by_o{"blocked_by_o"};
  sc_core::sc_out<PortMask> hol_o{"hol_o"};
  sc_core::sc_out<Masks> hol_victims_o{"hol_victims_o"};
  sc_core::sc_out<PortMask> pool_o{"pool_o"};
  sc_core::sc_out<Ports> pool_by_o{"pool_by_o"};
  sc_core::sc_out<PortMask> idle_with_work_o{"idle_with_work_o"};

  SC_HAS_PROCESS(SwitchModule);
  /// Throws std::invalid_argument if a parameter is out of its range; data_words is 1 to kMaxDataWords.
  SwitchModule(const sc_core::sc_module_name& name, const Params& params)
      : sc_core::sc_module(name),
        switch_(checked_params("xb::twin::SwitchModule", params,
                               std::clamp(params.data_words, 1U, kMaxDataWords),
                               is_twin_with_classes<Switch> ? kMaxClasses : 1)),
        tdata_(std::size_t{params.ports} * params.data_words),
        tkeep_(params.ports),
        tdest_(params.ports),
        tid_(params.ports),
        class_ready_(params.classes),
        blocked_by_(params.ports),
        pool_by_(params.ports),
        victims_(params.ports),
        occ_beats_(switch_.queues()),
        occ_packets_(switch_.queues()),
        drop_full_(switch_.queues()),
        drop_misrouted_(params.ports) {
    if (params.keep) {
      s_axis_tkeep_i.emplace("s_axis_tkeep_i");
      m_axis_tkeep_o.emplace("m_axis_tkeep_o");
      beats_.resize(std::size_t{params.ports} * params.beat_words());
    }
    if (params.classes > 1) {
      s_axis_tid_i.emplace("s_axis_tid_i");
      s_axis_class_tready_o.emplace("s_axis_class_tready_o");
      m_axis_tid_o.emplace("m_axis_tid_o");
    }
    SC_METHOD(clock);
    sensitive << clk_i.pos();
    dont_initialize();
  }

  [[nodiscard]] const Switch& twin() const { return switch_; }

 private:
  void clock() {
    if (!rst_ni.read()) {
      switch_.reset();
    } else {
      Inputs in;
      in.settings = cfg_i.read();
      in.s_tvalid = s_axis_tvalid_i.read();
      in.s_tlast = s_axis_tlast_i.read();
      in.s_tuser = s_axis_tuser_i.read();
      in.m_tready = m_axis_tready_i.read();
      in.s_tdest = s_axis_tdest_i.read().value.data();
      in.s_tdata = s_axis_tkeep_i ? beats() : s_axis_tdata_i.read().value.data();
      if (s_axis_tid_i) in.s_tid = (*s_axis_tid_i)->read().value.data();
      if (m_axis_class_stopped_i.size() > 0) in.m_stopped = m_axis_class_stopped_i->read().value.data();
      switch_.step(in);
    }
    write_handshake();
    write_occupancy();
    write_flags();
  }

  /// The beats on offer, tkeep behind the payload.
  const std::uint64_t* beats() {
    const unsigned words = switch_.params().data_words;
    auto to = beats_.begin();
    for (unsigned port = 0; port < switch_.params().ports; ++port) {
      to = std::copy_n(&s_axis_tdata_i.read().value[std::size_t{port} * words], words, to);
      *to++ = (*s_axis_tkeep_i)->read().value[port];
    }
    return beats_.data();
  }

  void write_handshake() {
    const unsigned words = switch_.params().data_words;
    const Marks marks = switch_.m_marks();
    for_each_port(switch_.m_tvalid(), [&](unsigned port) {
      tdest_.value[port] = static_cast<std::uint8_t>(port);
      const std::uint64_t* const beat = switch_.m_tdata(port);
      std::copy_n(beat, words, &tdata_.value[std::size_t{port} * words]);
      if (m_axis_tkeep_o) tkeep_.value[port] = beat[words];
    });
    if (m_axis_tkeep_o) (*m_axis_tkeep_o)->write(tkeep_);
    if constexpr (is_twin_with_classes<Switch>) {
      if (s_axis_tid_i) write_classes();
    }
    s_axis_tready_o.write(s_axis_tid_i ? 0 : switch_.s_tready());
    m_axis_tvalid_o.write(switch_.m_tvalid());
    m_axis_tlast_o.write(marks.last);
    m_axis_tuser_o.write(marks.user);
    m_axis_tdest_o.write(tdest_);
    m_axis_tdata_o.write(tdata_);
  }

  void write_classes() {
    for (unsigned c = 0; c < switch_.params().classes; ++c) class_ready_.value[c] = switch_.class_ready(c);
    for_each_port(switch_.m_tvalid(), [&](unsigned port) { tid_.value[port] = switch_.m_tid(port); });
    (*s_axis_class_tready_o)->write(class_ready_);
    (*m_axis_tid_o)->write(tid_);
  }

  void write_occupancy() {
    switch_.occupancy().take_touched([&](unsigned q) {
      occ_beats_.value[q] = switch_.occupancy().beats(q);
      occ_packets_.value[q] = switch_.occupancy().packets(q);
      drop_full_.value[q] = switch_.drop_full(q);
    });
    for (unsigned i = 0; i < switch_.params().ports; ++i)
      drop_misrouted_.value[i] = switch_.drop_misrouted(i);
    occ_beats_o.write(occ_beats_);
    occ_packets_o.write(occ_packets_);
    drop_full_o.write(drop_full_);
    drop_misrouted_o.write(drop_misrouted_);
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
    for_each_port(switch_.pool(), [&](unsigned i) { pool_by_.value[i] = switch_.pool_by(i); });
    pool_o.write(switch_.pool());
    pool_by_o.write(pool_by_);
    idle_with_work_o.write(switch_.idle_with_work());
  }

  Switch switch_;
  std::vector<std::uint64_t> beats_;  // with tkeep
  Data tdata_;                        // last values written, so that a process run allocates nothing
  Masks tkeep_;
  Ports tdest_, tid_;
  Masks class_ready_;
  Ports blocked_by_, pool_by_;
  Masks victims_;
  Counts occ_beats_, occ_packets_, drop_full_, drop_misrouted_;
};

}  // namespace xb::twin
