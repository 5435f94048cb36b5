# file: xb_fifo.sv
# SPDX-License-Identifier: Apache-2.0
# why: one bit of the 500th word is stored wrong
# caught-by: data
# assertion: fifo_contract_holds: push when full 0, pop when empty 0, count wrong 0, write address wrong 0, head word wrong 1
s/\.wdata_i(data_i)/.wdata_i(data_i ^ DataWidth'(MUTANT \&\& pushes_q == 9'd499))/
s/^  assign push .*/&\
  logic [8:0] pushes_q;\
  always_ff @(posedge clk_i or negedge rst_ni) begin\
    if (!rst_ni) pushes_q <= '0;\
    else if (push) pushes_q <= pushes_q + 1'b1;\
  end/
