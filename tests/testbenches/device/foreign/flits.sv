// SPDX-License-Identifier: Apache-2.0
// A flit a beat, of which parts are the beat's signals: {parity, tail, destination, payload}; the valid is a bit of each output's.
module flits #(parameter N = 4, parameter W = 32) (
  input  wire                   clk, rst,
  input  wire [N-1:0]           in_valid,
  output wire [N-1:0]           in_ready,
  input  wire [N*(W+$clog2(N)+2)-1:0] in_flit,
  output wire [W+1:0]           out_flit [N],  // {valid, tail, payload}
  input  wire [N-1:0]           out_ready
);
  localparam D = $clog2(N), F = W + D + 2;
  wire [N*(W+1)-1:0] in_word, out_word;
  wire [N*D-1:0]     dest;
  wire [N-1:0]       out_valid, odd;
  for (genvar i = 0; i < N; i++) begin : gen_port
    assign dest[i*D +: D] = in_flit[i*F + W +: D];
    assign in_word[i*(W+1) +: W+1] = {in_flit[i*F + W + D], in_flit[i*F +: W]};
    assign odd[i] = in_flit[i*F + F - 1];
    assign out_flit[i] = {out_valid[i], out_word[i*(W+1) +: W+1]};
  end
  fx_switch #(.N(N), .W(W + 1), .LOG(4)) u_switch (
    .clk, .rst, .in_valid(in_valid & ~odd), .in_ready, .in_word, .in_dest(dest),
    .out_valid, .out_ready, .out_word);
endmodule
