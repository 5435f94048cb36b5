# file: xb_voq_buffer.sv
# switch: voq
# SPDX-License-Identifier: Apache-2.0
# why: every fourth address that becomes free is forgotten, and fresh ones are taken from the beginning again
# caught-by: data
# assertion: none
s/^    \.valid_i(pop), /    .valid_i(pop \& (pops_q != '1)), /
s/^  assign count_o .*/&\
  logic [1:0] pops_q;\
  always_ff @(posedge clk_i or negedge rst_ni) begin\
    if (!rst_ni) pops_q <= '0;\
    else if (pop) pops_q <= pops_q + 1'b1;\
  end/
