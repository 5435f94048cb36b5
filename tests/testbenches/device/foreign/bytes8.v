// SPDX-License-Identifier: Apache-2.0
// Beats of a byte.
module bytes8 (
  input  wire       clk, rst,
  input  wire       a_valid0, a_valid1, a_last0, a_last1, a_dest0, a_dest1,
  output wire       a_ready0, a_ready1,
  input  wire [7:0] a_data0, a_data1,
  output wire       b_valid0, b_valid1, b_last0, b_last1,
  input  wire       b_ready0, b_ready1,
  output wire [7:0] b_data0, b_data1
);
  fx_switch #(.N(2), .W(9)) u_switch (
    .clk(clk), .rst(rst), .in_valid({a_valid1, a_valid0}), .in_ready({a_ready1, a_ready0}),
    .in_word({a_last1, a_data1, a_last0, a_data0}), .in_dest({a_dest1, a_dest0}), .out_valid({b_valid1, b_valid0}),
    .out_ready({b_ready1, b_ready0}), .out_word({b_last1, b_data1, b_last0, b_data0}));
endmodule
