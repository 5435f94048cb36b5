# made from: examples/quad-switch/quad_switch.v
# SPDX-License-Identifier: Apache-2.0
/^\/\/ A small AXI4/,/^\/\/ and stays/c\
// The switch of correct.v, with one of five faults, by number. Your checker watches its ports.
s/\<quad_/faulty_/
/^);/a\
  // Which fault: 0 none. The environment variable XB_FAULT says it, once.\
  integer fault;\
  initial fault = $c32("std::atoi(std::getenv(\\"XB_FAULT\\") ? std::getenv(\\"XB_FAULT\\") : \\"0\\")");
/^ *s2_axis_tdest, s2_axis_tlast/c\
                    (fault == 2 && s2_axis_tdest == 2'd3) ? 2'd1 : s2_axis_tdest,  // 2: one address is misrouted\
                    s2_axis_tlast, s2_axis_tkeep, s2_axis_tdata,
s/in_ready  = !full;/in_ready  = !full || fault == 4;  \/\/ 4: a full FIFO takes beats, and loses them/
s/holder : next;/holder : (fault == 5 \&\& wants[0]) ? 2'd0 : next;  \/\/ 5: input 0 first, whoever waits/
/assign out_valid = wants/c\
  // 1: a beat that was offered, and not taken, is withdrawn for a cycle.\
  reg waited;\
  always @(posedge clk) waited <= !rst && out_valid && !out_ready;\
  assign out_valid = wants[grant] && !(fault == 1 && waited);
/busy   <= !(out_ready/i\
      // 3: an output turns to the next input after every beat.
s/out_ready && out_beat\[BEAT-1\]/out_ready \&\& (out_beat[BEAT-1] || fault == 3)/
