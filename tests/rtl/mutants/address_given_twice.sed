# file: xb_voq_buffer.sv
# switch: voq
# SPDX-License-Identifier: Apache-2.0
# why: at every fourth push the free list gives an address and keeps it: the next beat overwrites this one
# caught-by: data
# assertion: buffer_contract_holds: push when full 0, count wrong 0, a beat in no queue 0, addresses lost or doubled
s/\.valid_o(has_returned), \.ready_i(push_i)/.valid_o(has_returned), .ready_i(push_i \& !(MUTANT \& (pushes_q == '1)))/
s/^  assign count_o .*/&\
  logic [1:0] pushes_q;\
  always_ff @(posedge clk_i or negedge rst_ni) begin\
    if (!rst_ni) pushes_q <= '0;\
    else if (push_i) pushes_q <= pushes_q + 1'b1;\
  end/
