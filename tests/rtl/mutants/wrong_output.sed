# file: xb_ingress.sv
# SPDX-License-Identifier: Apache-2.0
# why: a packet for output 1 that follows another at once goes to output 0
# caught-by: order
# assertion: packets_are_kept_or_discarded: packet torn 0, destination wrong 1
s/^  assign dest_o .*/  logic after_q;\
  always_ff @(posedge clk_i or negedge rst_ni) begin\
    if (!rst_ni) after_q <= 1'b0;\
    else after_q <= MUTANT \& take \& s_tlast_i;\
  end\
  assign dest_o = in_packet_q ? dest_q : (after_q \&\& s_tdest_i == 1) ? '0 : s_tdest_i;/
