// SPDX-License-Identifier: Apache-2.0
// No buffers at all: ready follows from the outputs' ready, and beats leave in the cycle in which they come.
module no_buffers #(parameter int WIDTH = 256) (
  input  wire clock, reset,
  input  wire [3:0] in_valid, in_last,
  output wire [3:0] in_ready,
  input  wire [4*WIDTH-1:0] in_data,
  input  wire [7:0] in_dest,
  output wire [3:0] out_valid, out_last,
  input  wire [3:0] out_ready,
  output wire [4*WIDTH-1:0] out_data
);
  wire [3:0][WIDTH:0] in_word, out_word;
  for (genvar i = 0; i < 4; i++) begin : gen_port
    assign in_word[i] = {in_last[i], in_data[i*WIDTH +: WIDTH]};
    assign {out_last[i], out_data[i*WIDTH +: WIDTH]} = out_word[i];
  end
  fx_crossbar #(.N(4), .W(WIDTH + 1)) u_crossbar (
    .clk(clock), .rst(reset), .in_valid, .in_ready, .in_word, .in_dest, .out_valid, .out_ready, .out_word);
endmodule
