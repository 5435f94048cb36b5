# file: xb_packet_arbiter.sv
# SPDX-License-Identifier: Apache-2.0
# why: tvalid goes away for a cycle after every stall
# caught-by: handshake
# assertion: tvalid_holds: m_axis port
s/^  assign valid_o .*beat_i\[sel_q\]/  logic blink_q;\
  always_ff @(posedge clk_i or negedge rst_ni) begin\
    if (!rst_ni) blink_q <= 1'b0;\
    else blink_q <= MUTANT \& locked_q \& valid_o \& !ready_i;\
  end\
& \& !blink_q/
