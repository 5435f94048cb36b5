// SPDX-License-Identifier: Apache-2.0
// Ports that have names, not numbers, each a FIFO to be written and one to be read; two resets of both kinds.
module fifo_names (
  input  logic        ck, srst, arst_n,
  input  logic        n_push, e_push, s_push, w_push, n_eop, e_eop, s_eop, w_eop,
  input  logic [31:0] n_din, e_din, s_din, w_din,
  input  logic [1:0]  n_to, e_to, s_to, w_to,
  output logic        n_full, e_full, s_full, w_full,
  input  logic        n_pop, e_pop, s_pop, w_pop,
  output logic        n_empty, e_empty, s_empty, w_empty, n_last, e_last, s_last, w_last,
  output logic [31:0] n_dout, e_dout, s_dout, w_dout
);
  wire [3:0] ready, valid;
  assign {w_full, s_full, e_full, n_full} = ~ready;
  assign {w_empty, s_empty, e_empty, n_empty} = ~valid;
  // A FIFO that is written while it is full, or read while it is empty, loses what is in it.
  wire abused = |({w_push, s_push, e_push, n_push} & ~ready) || |({w_pop, s_pop, e_pop, n_pop} & ~valid);
  fx_switch #(.N(4), .W(33)) u_switch (
    .clk(ck), .rst(srst || !arst_n || abused), .in_valid({w_push, s_push, e_push, n_push}), .in_ready(ready),
    .in_word({w_eop, w_din, s_eop, s_din, e_eop, e_din, n_eop, n_din}), .in_dest({w_to, s_to, e_to, n_to}),
    .out_valid(valid), .out_ready({w_pop, s_pop, e_pop, n_pop}),
    .out_word({w_last, w_dout, s_last, s_dout, e_last, e_dout, n_last, n_dout}));
endmodule
