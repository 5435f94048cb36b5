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

// A flit a beat, {type, destination, payload}, whose type says all: 0 none, 1 the first, 2 one between, 3 the last, 4 both.
// An input takes one where it has room for more than none.
module typed_flits #(parameter N = 4, parameter W = 32) (
  input  wire                         clk, rst,
  input  wire [N*(W+$clog2(N)+3)-1:0] in_flit,
  output wire [2:0]                   in_room [N],
  output wire [N*(W+3)-1:0]           out_flit,  // {type, payload}
  input  wire [N-1:0]                 out_ready
);
  localparam D = $clog2(N), F = W + D + 3;
  wire [N*(W+3)-1:0] in_word, out_word;
  wire [N*D-1:0]     dest;
  wire [N-1:0]       in_valid, in_ready, out_valid;
  for (genvar i = 0; i < N; i++) begin : gen_port
    assign dest[i*D +: D] = in_flit[i*F + W +: D];
    wire [2:0] type_of = in_flit[i*F + W + D +: 3];
    assign in_valid[i] = type_of != 0;
    // The last of the word is for the crossbar.
    assign in_word[i*(W+3) +: W+3] = {type_of >= 3, type_of[1:0], in_flit[i*F +: W]};
    assign in_room[i] = in_ready[i] ? 3'd5 : 3'd0;
    wire [1:0] low_bits = out_word[i*(W+3) + W +: 2];
    assign out_flit[i*(W+3) +: W+3] = {!out_valid[i] ? 3'd0 : out_word[i*(W+3) + W + 2] && low_bits == 0 ? 3'd4 :
                                       {1'b0, low_bits}, out_word[i*(W+3) +: W]};
  end
  fx_switch #(.N(N), .W(W + 3), .LOG(4)) u_switch (
    .clk, .rst, .in_valid, .in_ready, .in_word, .in_dest(dest), .out_valid, .out_ready, .out_word);
endmodule
