# file: xb_free_list.sv
# switch: shared
# SPDX-License-Identifier: Apache-2.0
# why: a word of the memory is free twice if no other becomes free in the next cycle, and two packets get it
# caught-by: data
# assertion: words_are_free_or_in_use: no free word 0, word in use written 1
s/^    \.valid_i, \.ready_o(used_ready), \.data_i(addr_i)/    .valid_i(valid_i | again_q), .ready_o(used_ready), .data_i(valid_i ? addr_i : again_addr_q)/
s/^  logic unused;/  logic                 again_q;\
  logic [AddrWidth-1:0] again_addr_q;\
  always_ff @(posedge clk_i or negedge rst_ni) begin\
    if (!rst_ni) begin\
      again_q      <= 1'b0;\
      again_addr_q <= '0;\
    end else begin\
      again_q      <= MUTANT \& valid_i;\
      again_addr_q <= addr_i;\
    end\
  end\
&/
