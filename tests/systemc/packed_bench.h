// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "systemc/switch_module.h"

namespace xb::test {

/// SwitchModule with a signal on every port.
template <class Switch>
struct PackedBench {
  using Module = twin::SwitchModule<Switch>;
  template <class T>
  using Signal = sc_core::sc_signal<T>;

  PackedBench(const char* name, const twin::Params& params) : module(name, params) {
    module.clk_i(clk), module.rst_ni(rst_n), module.cfg_i(settings);
    module.s_axis_tvalid_i(s_tvalid), module.s_axis_tready_o(s_tready), module.s_axis_tdata_i(s_tdata);
    module.s_axis_tlast_i(s_tlast), module.s_axis_tdest_i(s_tdest), module.s_axis_tuser_i(s_tuser);
    module.m_axis_tvalid_o(m_tvalid), module.m_axis_tready_i(m_tready), module.m_axis_tdata_o(m_tdata);
    module.m_axis_tlast_o(m_tlast), module.m_axis_tdest_o(m_tdest), module.m_axis_tuser_o(m_tuser);
    module.occ_beats_o(occ_beats), module.occ_packets_o(occ_packets), module.drop_misrouted_o(drop_misrouted),
        module.drop_full_o(drop_full);
    module.blocked_o(blocked), module.blocked_backpressure_o(backpressure), module.blocked_by_o(blocked_by);
    module.hol_o(hol), module.hol_victims_o(hol_victims), module.idle_with_work_o(idle_with_work);
    module.pool_o(pool), module.pool_by_o(pool_by);
    if (params.keep) (*module.s_axis_tkeep_i)(s_tkeep), (*module.m_axis_tkeep_o)(m_tkeep);
  }

  Module module;
  Signal<bool> clk, rst_n;
  Signal<twin::Settings> settings;
  Signal<twin::PortMask> s_tvalid, s_tready, s_tlast, s_tuser, m_tvalid, m_tready, m_tlast, m_tuser;
  Signal<twin::PortMask> blocked, backpressure, hol, pool, idle_with_work;
  Signal<typename Module::Data> s_tdata, m_tdata;
  Signal<typename Module::Ports> s_tdest, m_tdest, blocked_by, pool_by;
  Signal<typename Module::Masks> hol_victims, s_tkeep, m_tkeep;
  Signal<typename Module::Counts> occ_beats, occ_packets, drop_misrouted, drop_full;
};

}  // namespace xb::test
