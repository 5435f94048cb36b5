// SPDX-License-Identifier: Apache-2.0
// Three switches in a SystemC platform: by packed ports, by a port per link, by TLM-2.0 sockets.

#include <cstdio>

#include "axis_bench.h"
#include "packed_bench.h"
#include "tlm_bench.h"

int sc_main(int /*argc*/, char** /*argv*/) {
  const sc_core::sc_time period(10, sc_core::SC_NS);
  sc_core::sc_clock clk("clk", period);
  sc_core::sc_signal<bool> rst_n("rst_n");

  PackedBench packed("packed");
  packed.clk_i(clk), packed.rst_ni(rst_n);
  AxisBench axis("axis");
  axis.clk_i(clk), axis.rst_ni(rst_n);
  TlmBench tlm("tlm", period);
  tlm.clk_i(clk);

  sc_core::sc_start(2.5 * period);
  rst_n.write(true);
  sc_core::sc_start(100000 * period);

  std::printf("packed ports   crosspoint 4x4  lone packet offered after  %u cycles\n", packed.latency());
  std::printf("port per link  input 2x2       saturated throughput       %.4f beats a cycle and port\n",
              axis.throughput());
  std::printf("                               head-of-line blocking      %.4f of the inputs' cycles\n",
              axis.blocking());
  std::printf("TLM sockets    voq 4x4         lone write delivered after %.0f cycles\n", tlm.latency());
  std::printf("                               shifted by a port          %.4f beats a cycle and port\n",
              tlm.throughput());
  return 0;
}
