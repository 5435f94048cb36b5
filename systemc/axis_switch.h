// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <systemc>
#include <type_traits>

#include "systemc/checked_params.h"
#include "systemc/settings_signal.h"
#include "systemc/twin.h"
#include "systemc/wires.h"

namespace xb::twin {

/// An output that may be left unbound: what is written then goes nowhere.
template <class T>
class OptionalOut
    : public sc_core::sc_port<sc_core::sc_signal_inout_if<T>, 1, sc_core::SC_ZERO_OR_MORE_BOUND> {
 public:
  explicit OptionalOut(const char* name)
      : sc_core::sc_port<sc_core::sc_signal_inout_if<T>, 1, sc_core::SC_ZERO_OR_MORE_BOUND>(name) {}
  void write(const T& value) {
    if (this->size() > 0) (*this)->write(value);
  }
};

/// A switch twin with an AXI4-Stream port per link: element i of the s_axis vectors is input i, of the m_axis
/// vectors output i. In every cycle it shows what SwitchModule shows, from the same inputs, and steps the
/// same plain class.
///
/// A beat moves at a rising edge of clk_i at which tvalid and tready are both true. All outputs are
/// registers: they change after the edge, and depend on no input before the next. rst_ni is sampled at the
/// edge; after reset a switch shows no tready for one cycle, in which it takes over its settings.
///
/// Latency, from the cycle in which the first beat is taken to that in which it is offered, in an empty
/// switch under cut-through: 1 (SwitchInput), 2 (SwitchCrosspoint) or 3 cycles (SwitchVoq, SwitchWindow); of
/// SwitchOutput and SwitchShared docs/switch-shared.md has it.
///
/// \tparam Switch  twin class, e.g. SwitchVoq (twin.h)
/// \tparam Width   bits of a beat's tdata: 64, 128, ... 512
template <class Switch, unsigned Width = 64>
class AxisSwitch : public sc_core::sc_module {
  static_assert(is_twin<Switch>);
  static_assert(Width % 64 == 0 && Width >= 64 && Width <= 64 * kMaxDataWords, "Width: 64, 128, ... 512");
  static constexpr unsigned kWords = Width / 64;
  template <class T>
  using In = sc_core::sc_vector<sc_core::sc_in<T>>;
  template <class T>
  using Out = sc_core::sc_vector<sc_core::sc_out<T>>;
  template <class T>
  using Optional = sc_core::sc_vector<OptionalOut<T>>;

 public:
  using Data = std::conditional_t<Width == 64, sc_dt::sc_uint<64>, sc_dt::sc_biguint<Width>>;
  using Keep = sc_dt::sc_uint<Width / 8>;  ///< bit b: byte b of tdata is one of the packet's
  using Dest = sc_dt::sc_uint<8>;          ///< an output's number
  using Count = std::uint32_t;

  sc_core::sc_in<bool> clk_i{"clk_i"};
  sc_core::sc_in<bool> rst_ni{"rst_ni"};
  /// Settings; they count from the next cycle on, and change only while the switch is empty. Out of its range
  /// a setting counts as the nearest value in it.
  sc_core::sc_in<Settings> cfg_i{"cfg_i"};

 private:
  Params params_;  // what the vectors below are as long as
  Switch switch_;

 public:
  In<bool> s_axis_tvalid_i{"s_axis_tvalid_i", params_.ports};
  Out<bool> s_axis_tready_o{"s_axis_tready_o", params_.ports};
  In<Data> s_axis_tdata_i{"s_axis_tdata_i", params_.ports};
  In<Keep> s_axis_tkeep_i{"s_axis_tkeep_i", params_.keep ? params_.ports : 0};  ///< none without params.keep
  In<bool> s_axis_tlast_i{"s_axis_tlast_i", params_.ports};                     ///< last beat of its packet
  /// Output that the packet goes to; counts with its first beat. One that does not exist: the packet is
  /// taken, discarded, and counted in drop_misrouted_o.
  In<Dest> s_axis_tdest_i{"s_axis_tdest_i", params_.ports};

  Out<bool> m_axis_tvalid_o{"m_axis_tvalid_o", params_.ports};
  In<bool> m_axis_tready_i{"m_axis_tready_i", params_.ports};
  Out<Data> m_axis_tdata_o{"m_axis_tdata_o", params_.ports};  ///< counts where tvalid, as tlast and tuser do
  Out<Keep> m_axis_tkeep_o{"m_axis_tkeep_o", params_.keep ? params_.ports : 0};
  Out<bool> m_axis_tlast_o{"m_axis_tlast_o", params_.ports};
  Out<bool> m_axis_tuser_o{"m_axis_tuser_o", params_.ports};  ///< first beat of its packet

  // What the switch tells about itself (docs/measures.md); may be left unbound. Flags are of the cycle
  // before.
  Optional<Count> occ_beats_o{"occ_beats_o", switch_.queues()};         ///< per queue
  Optional<Count> occ_packets_o{"occ_packets_o", switch_.queues()};     ///< per queue
  Optional<Count> drop_full_o{"drop_full_o", switch_.queues()};         ///< packets since reset, per queue
  Optional<Count> drop_misrouted_o{"drop_misrouted_o", params_.ports};  ///< packets since reset, per input
  Optional<bool> blocked_o{"blocked_o", params_.ports};  ///< per input: its head does not move,
  Optional<bool> blocked_backpressure_o{"blocked_backpressure_o", params_.ports};  ///< by back-pressure,
  Optional<Dest> blocked_by_o{"blocked_by_o", params_.ports};          ///< on this output's account,
  Optional<bool> hol_o{"hol_o", params_.ports};                        ///< with head-of-line blocking
  Optional<PortMask> hol_victims_o{"hol_victims_o", params_.ports};    ///< of these outputs (bit j: output j)
  Optional<bool> pool_o{"pool_o", params_.ports};                      ///< per input: pool blocking,
  Optional<Dest> pool_by_o{"pool_by_o", params_.ports};                ///< where pool_o: by this output
  Optional<bool> idle_with_work_o{"idle_with_work_o", params_.ports};  ///< per output

  SC_HAS_PROCESS(AxisSwitch);
  /// Throws std::invalid_argument if a parameter is out of its range; params.data_words is Width / 64.
  AxisSwitch(const sc_core::sc_module_name& name, const Params& params)
      : sc_core::sc_module(name),
        params_(checked_params("xb::twin::AxisSwitch", params, kWords)),
        switch_(params) {
    SC_METHOD(clock);
    sensitive << clk_i.pos();
    dont_initialize();
  }

 private:
  void clock() {
    if (rst_ni.read())
      step();
    else
      switch_.reset();
    write_handshake();
    write_flags();
  }

  void step() {
    Inputs in;
    in.settings = cfg_i.read();
    for (unsigned i = 0; i < params_.ports; ++i) {
      in.m_tready |= PortMask{m_axis_tready_i[i].read()} << i;
      if (!s_axis_tvalid_i[i].read()) continue;
      in.s_tvalid |= bit(i);
      in.s_tlast |= PortMask{s_axis_tlast_i[i].read()} << i;
      tdest_[i] = static_cast<std::uint8_t>(s_axis_tdest_i[i].read());
      std::uint64_t* const beat = &tdata_[std::size_t{i} * params_.beat_words()];
      read_data(s_axis_tdata_i[i].read(), beat);
      if (params_.keep) beat[kWords] = s_axis_tkeep_i[i].read();
    }
    in.s_tdest = tdest_.data();
    in.s_tdata = tdata_.data();
    switch_.step(in);
  }

  static void read_data(const Data& data, std::uint64_t* words) {
    if constexpr (kWords == 1) {
      *words = data;
    } else {
      for (unsigned w = 0; w < kWords; ++w) words[w] = data.range(64 * w + 63, 64 * w).to_uint64();
    }
  }
  static Data data_of(const std::uint64_t* words) {
    if constexpr (kWords == 1) {
      return *words;
    } else {
      Data data;
      for (unsigned w = 0; w < kWords; ++w) data.range(64 * w + 63, 64 * w) = words[w];
      return data;
    }
  }

  void write_handshake() {
    for (unsigned i = 0; i < params_.ports; ++i) {
      s_axis_tready_o[i].write((switch_.s_tready() & bit(i)) != 0);
      m_axis_tvalid_o[i].write((switch_.m_tvalid() & bit(i)) != 0);
    }
    for_each_port(switch_.m_tvalid(), [&](unsigned j) {
      const Side side = switch_.m_side(j);
      m_axis_tlast_o[j].write(side.last);
      m_axis_tuser_o[j].write(side.user);
      const std::uint64_t* const beat = switch_.m_tdata(j);
      m_axis_tdata_o[j].write(data_of(beat));
      if (params_.keep) m_axis_tkeep_o[j].write(beat[kWords]);
    });
  }

  void write_flags() {
    switch_.occupancy().take_touched([&](unsigned q) {
      occ_beats_o[q].write(switch_.occupancy().beats(q));
      occ_packets_o[q].write(switch_.occupancy().packets(q));
      drop_full_o[q].write(switch_.drop_full(q));
    });
    for (unsigned i = 0; i < params_.ports; ++i) {
      drop_misrouted_o[i].write(switch_.drop_misrouted(i));
      const bool blocked = (switch_.blocked() & bit(i)) != 0;
      const HolFlags flags = blocked ? switch_.hol_flags(i) : HolFlags{};
      blocked_o[i].write(blocked);
      blocked_backpressure_o[i].write(flags.backpressure);
      blocked_by_o[i].write(flags.blocked_by);
      hol_o[i].write(flags.victims != 0);
      hol_victims_o[i].write(flags.victims);
      const bool pool = (switch_.pool() & bit(i)) != 0;
      pool_o[i].write(pool);
      if (pool) pool_by_o[i].write(switch_.pool_by(i));
      idle_with_work_o[i].write((switch_.idle_with_work() & bit(i)) != 0);
    }
  }

  std::array<std::uint8_t, kMaxPorts> tdest_{};
  std::array<std::uint64_t, std::size_t{kMaxPorts} * (kWords + 1)> tdata_{};
};

}  // namespace xb::twin
