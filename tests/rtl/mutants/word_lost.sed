# file: xb_free_list.sv
# switch: output
# SPDX-License-Identifier: Apache-2.0
# why: every fourth word that becomes free is forgotten, until none is left
# caught-by: data
# assertion: words_are_free_or_in_use: no free word 1
s/^    \.valid_i, \.ready_o(used_ready)/    .valid_i(valid_i \& !(MUTANT \& (returns_q == '1))), .ready_o(used_ready)/
s/^  logic unused;/  logic [1:0] returns_q;\
  always_ff @(posedge clk_i or negedge rst_ni) begin\
    if (!rst_ni) returns_q <= '0;\
    else if (valid_i) returns_q <= returns_q + 1'b1;\
  end\
&/
