// SPDX-License-Identifier: Apache-2.0
// Switches whose valid and ready do not meet in one cycle: links with credits, Avalon's readyLatency, and FIFOs whose
// data follow rd_en. A beat too many, or a credit that is not used: the switch resets itself, or stands still.
`default_nettype none

// FIFOs at the inputs, and a crossbar, with what leaves a FIFO.
module links_core #(parameter int N = 4, parameter int W = 33, parameter int LOG = 3, localparam int D = $clog2(N)) (
  input  wire                 clk, rst,
  input  wire  [N-1:0]        in_valid,
  output logic [N-1:0]        in_ready, taken,
  input  wire  [N-1:0][W-1:0] in_word,
  input  wire  [N-1:0][D-1:0] in_dest,
  output logic [N-1:0]        out_valid,
  input  wire  [N-1:0]        out_ready,
  output logic [N-1:0][W-1:0] out_word
);
  logic [N-1:0] valid, ready;
  logic [N-1:0][W-1:0] word;
  logic [N-1:0][D-1:0] dest;
  wire abused = |(in_valid & ~in_ready);
  assign taken = valid & ready;
  for (genvar i = 0; i < N; i++) begin : gen_in
    fx_fifo #(.W(W + D), .LOG(LOG)) u_fifo (
      .clk, .rst(rst | abused), .in_valid(in_valid[i]), .in_ready(in_ready[i]), .in_data({in_dest[i], in_word[i]}),
      .out_valid(valid[i]), .out_ready(ready[i]), .out_data({dest[i], word[i]}));
  end
  fx_crossbar #(.N(N), .W(W)) u_crossbar (
    .clk, .rst(rst | abused), .in_valid(valid), .in_ready(ready), .in_word(word), .in_dest(dest), .out_valid,
    .out_ready, .out_word);
endmodule

// Inputs have room for 8 beats, and say when one has left; outputs send while the receiver has room for one of 3. Where
// they are GRANTED, inputs give their credits after reset, and outputs have one then.
module credit_links #(parameter int N = 4, parameter int W = 32, parameter bit GRANTED = 0) (
  input  wire                         clk, rst,
  input  wire  [N-1:0]                flit_valid_i, flit_tail_i,
  input  wire  [N-1:0][W-1:0]         flit_i,
  input  wire  [N-1:0][$clog2(N)-1:0] flit_to_i,
  output logic [N-1:0]                credit_o,
  output logic [N-1:0]                flit_valid_o, flit_tail_o,
  output logic [N-1:0][W-1:0]         flit_o,
  input  wire  [N-1:0]                credit_i
);
  logic [N-1:0] ready, taken, valid, sent;
  logic [N-1:0][W:0] in_word, out_word;
  logic [N-1:0][1:0] left;
  logic [N-1:0][3:0] owed;
  links_core #(.N(N), .W(W + 1)) u_core (
    .clk, .rst, .in_valid(flit_valid_i), .in_ready(ready), .taken, .in_word, .in_dest(flit_to_i), .out_valid(valid),
    .out_ready(sent), .out_word);
  for (genvar i = 0; i < N; i++) begin : gen_port
    assign in_word[i] = {flit_tail_i[i], flit_i[i]};
    assign sent[i] = valid[i] && left[i] != 0;
    assign credit_o[i] = owed[i] != 0;
    always_ff @(posedge clk) begin
      flit_valid_o[i] <= sent[i] && !rst;
      {flit_tail_o[i], flit_o[i]} <= out_word[i];
      owed[i] <= rst ? (GRANTED ? 4'd8 : 4'd0) : owed[i] + 4'(taken[i]) - 4'(credit_o[i]);
      left[i] <= rst ? (GRANTED ? 2'd1 : 2'd3) : left[i] + 2'(credit_i[i]) - 2'(sent[i]);
    end
  end
endmodule

// Avalon streams with a readyLatency of 2.
module ready_links #(parameter int N = 4, parameter int W = 32) (
  input  wire                         clk, rst,
  input  wire  [N-1:0]                in_valid, in_endofpacket,
  input  wire  [N-1:0][W-1:0]         in_data,
  input  wire  [N-1:0][$clog2(N)-1:0] in_channel,
  output logic [N-1:0]                in_ready,
  output logic [N-1:0]                out_valid, out_endofpacket,
  output logic [N-1:0][W-1:0]         out_data,
  input  wire  [N-1:0]                out_ready
);
  logic [N-1:0] ready, taken, valid;
  logic [1:0][N-1:0] in_asked, out_asked;
  logic [N-1:0][W:0] in_word, out_word;
  logic [N-1:0][3:0] held;
  // A beat that was not asked for counts as one too many.
  links_core #(.N(N), .W(W + 1)) u_core (
    .clk, .rst(rst | (|(in_valid & ~in_asked[1]))), .in_valid, .in_ready(ready), .taken, .in_word, .in_dest(in_channel),
    .out_valid(valid), .out_ready(out_asked[1]), .out_word);
  assign out_valid = valid & out_asked[1];
  for (genvar i = 0; i < N; i++) begin : gen_port
    assign in_word[i] = {in_endofpacket[i], in_data[i]};
    assign {out_endofpacket[i], out_data[i]} = out_word[i];
    assign in_ready[i] = held[i] <= 4'd5;
    always_ff @(posedge clk) held[i] <= rst ? '0 : held[i] + 4'(in_valid[i]) - 4'(taken[i]);
  end
  always_ff @(posedge clk) begin
    in_asked  <= rst ? '0 : {in_asked[0], in_ready};
    out_asked <= rst ? '0 : {out_asked[0], out_ready};
  end
endmodule

// A FIFO an output whose data follow rd_en by a cycle.
module read_links #(parameter int N = 4, parameter int W = 32) (
  input  wire                         clk, rst,
  input  wire  [N-1:0]                wr_en, wr_last,
  input  wire  [N-1:0][W-1:0]         wr_data,
  input  wire  [N-1:0][$clog2(N)-1:0] wr_to,
  output logic [N-1:0]                full,
  output logic [N-1:0]                empty, rd_last,
  output logic [N-1:0][W-1:0]         rd_data,
  input  wire  [N-1:0]                rd_en
);
  logic [N-1:0] ready, taken, valid;
  logic [N-1:0][W:0] in_word, out_word;
  links_core #(.N(N), .W(W + 1)) u_core (
    .clk, .rst(rst | (|(rd_en & empty))), .in_valid(wr_en), .in_ready(ready), .taken, .in_word, .in_dest(wr_to),
    .out_valid(valid), .out_ready(rd_en), .out_word);
  assign full = ~ready;
  assign empty = ~valid;
  for (genvar i = 0; i < N; i++) begin : gen_port
    assign in_word[i] = {wr_last[i], wr_data[i]};
    always_ff @(posedge clk) if (rd_en[i]) {rd_last[i], rd_data[i]} <= out_word[i];
  end
endmodule
`default_nettype wire
