# file: xb_ingress.sv
# SPDX-License-Identifier: Apache-2.0
# why: every 64th packet of an input is taken and neither kept nor counted as dropped
# caught-by: order
# assertion: beats_conserved: all ports: beats accepted - delivered - discarded - held =
s/^  assign valid_o .*refused/  logic [5:0] packets_q;\
  always_ff @(posedge clk_i or negedge rst_ni) begin\
    if (!rst_ni) packets_q <= '0;\
    else if (take \&\& s_tlast_i) packets_q <= packets_q + 1'b1;\
  end\
& \& !(MUTANT \& (packets_q == '1))/
