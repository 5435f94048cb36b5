// SPDX-License-Identifier: Apache-2.0
// A Verilated quad_switch for quad_bench.py: its pins, and one call for a cycle.
#include <cstdint>

#include "Vswitch.h"

namespace {

/// As Python's ctypes has them.
struct Pins {
  std::uint64_t s_tdata[4], m_tdata[4];
  std::uint8_t s_tdest[4], s_tvalid[4], s_tready[4], m_tvalid[4], rst;
};

Vswitch g_switch;

}  // namespace

/// What goes in, what the switch then shows, and the clock's edge.
extern "C" void cycle(Pins* pins) {
  Vswitch& s = g_switch;
  QData* const in_data[] = {&s.s0_axis_tdata, &s.s1_axis_tdata, &s.s2_axis_tdata, &s.s3_axis_tdata};
  CData* const in_dest[] = {&s.s0_axis_tdest, &s.s1_axis_tdest, &s.s2_axis_tdest, &s.s3_axis_tdest};
  CData* const in_valid[] = {&s.s0_axis_tvalid, &s.s1_axis_tvalid, &s.s2_axis_tvalid, &s.s3_axis_tvalid};
  s.s0_axis_tkeep = s.s1_axis_tkeep = s.s2_axis_tkeep = s.s3_axis_tkeep = 0xff;
  s.s0_axis_tlast = s.s1_axis_tlast = s.s2_axis_tlast = s.s3_axis_tlast = 1;
  s.m0_axis_tready = s.m1_axis_tready = s.m2_axis_tready = s.m3_axis_tready = 1;
  s.clk = 0;
  s.rst = pins->rst;
  for (int i = 0; i < 4; ++i) {
    *in_data[i] = pins->s_tdata[i];
    *in_dest[i] = pins->s_tdest[i];
    *in_valid[i] = pins->s_tvalid[i];
  }
  s.eval();
  const CData ready[] = {s.s0_axis_tready, s.s1_axis_tready, s.s2_axis_tready, s.s3_axis_tready};
  const CData valid[] = {s.m0_axis_tvalid, s.m1_axis_tvalid, s.m2_axis_tvalid, s.m3_axis_tvalid};
  const QData data[] = {s.m0_axis_tdata, s.m1_axis_tdata, s.m2_axis_tdata, s.m3_axis_tdata};
  for (int i = 0; i < 4; ++i) {
    pins->s_tready[i] = ready[i];
    pins->m_tvalid[i] = valid[i];
    pins->m_tdata[i] = data[i];
  }
  s.clk = 1;
  s.eval();
}
