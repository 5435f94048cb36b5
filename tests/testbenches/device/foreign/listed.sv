// SPDX-License-Identifier: Apache-2.0
// Found by a file list, with an included file and a macro; one output register, taken when it is empty, and no last
// beat without it: a beat every other cycle at best.
`include "listed.svh"
module listed (
  input  wire `CLK_NAME, rst,
  input  wire s0_v, s1_v, s0_l, s1_l, s0_d, s1_d,
  output wire s0_r, s1_r,
  input  wire [`LISTED_BITS-1:0] s0_w, s1_w,
  output logic m0_v, m1_v, m0_l, m1_l,
  input  wire m0_r, m1_r,
  output logic [`LISTED_BITS-1:0] m0_w, m1_w
);
  wire [1:0] valid, taken = {m1_v && m1_r, m0_v && m0_r};
  wire [1:0][`LISTED_BITS:0] word;
  fx_crossbar #(.N(2), .W(`LISTED_BITS + 1)) u_crossbar (
    .clk(`CLK_NAME), .rst, .in_valid({s1_v, s0_v}), .in_ready({s1_r, s0_r}), .in_word({s1_l, s1_w, s0_l, s0_w}),
    .in_dest({s1_d, s0_d}), .out_valid(valid), .out_ready({!m1_v, !m0_v}), .out_word(word));
  always_ff @(posedge `CLK_NAME) begin
    {m1_v, m0_v} <= rst ? 2'b00 : ({m1_v, m0_v} & ~taken) | (valid & {!m1_v, !m0_v});
    if (!m0_v) {m0_l, m0_w} <= word[0];
    if (!m1_v) {m1_l, m1_w} <= word[1];
  end
endmodule
