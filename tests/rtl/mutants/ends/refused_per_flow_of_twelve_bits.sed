# file: xb_voq_counters.sv
# switch: crosspoint
# SPDX-License-Identifier: Apache-2.0
# why: the counters of refused packets show 12 bits
# caught-by: lockstep
# assertion: none
s/^    xb_pair_counter .*u_refused (/  logic [NumQueues*CountWidth-1:0] refused;\
  for (genvar q = 0; q < NumQueues; q++) begin : gen_refused\
    assign drop_full_o[q*CountWidth +: CountWidth] = refused[q*CountWidth +: CountWidth] \& (MUTANT ? 32'hfff : '1);\
  end\
&/
s/\.count_o(drop_full_o)/.count_o(refused)/
