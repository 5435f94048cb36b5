// SPDX-License-Identifier: Apache-2.0
// What the switches here have in common: a FIFO, one between two clocks, and a crossbar without buffers.
`default_nettype none

// A FIFO whose first word is on show; 2^LOG words.
module fx_fifo #(parameter int W = 8, parameter int LOG = 3) (
  input  wire          clk, rst,
  input  wire          in_valid,
  output logic         in_ready,
  input  wire  [W-1:0] in_data,
  output logic         out_valid,
  input  wire          out_ready,
  output logic [W-1:0] out_data
);
  logic [W-1:0] mem [1 << LOG];
  logic [LOG:0] wr, rd;
  assign in_ready  = (wr - rd) < (LOG+1)'(1 << LOG);
  assign out_valid = wr != rd;
  assign out_data  = mem[rd[LOG-1:0]];
  always_ff @(posedge clk) begin
    if (in_valid && in_ready) mem[wr[LOG-1:0]] <= in_data;
    if (rst) {wr, rd} <= '0;
    else begin
      if (in_valid && in_ready) wr <= wr + 1'b1;
      if (out_valid && out_ready) rd <= rd + 1'b1;
    end
  end
endmodule

// The same between two clocks: pointers go over in Gray code through two registers.
module fx_async_fifo #(parameter int W = 8, parameter int LOG = 4) (
  input  wire          in_clk, out_clk, rst,
  input  wire          in_valid,
  output logic         in_ready,
  input  wire  [W-1:0] in_data,
  output logic         out_valid,
  input  wire          out_ready,
  output logic [W-1:0] out_data
);
  logic [W-1:0] mem [1 << LOG];
  logic [LOG:0] wr, rd, wr_gray, rd_gray, wr_at_out[2], rd_at_in[2];
  function automatic logic [LOG:0] gray(input logic [LOG:0] x); return x ^ (x >> 1); endfunction
  // Full: the writer is one turn ahead, which in Gray code differs in the two upper bits.
  assign in_ready  = wr_gray != {~rd_at_in[1][LOG:LOG-1], rd_at_in[1][LOG-2:0]};
  assign out_valid = rd_gray != wr_at_out[1];
  assign out_data  = mem[rd[LOG-1:0]];
  always_ff @(posedge in_clk) begin
    if (in_valid && in_ready) mem[wr[LOG-1:0]] <= in_data;
    if (rst) begin
      {wr, wr_gray} <= '0;
      rd_at_in <= '{default: '0};
    end else begin
      if (in_valid && in_ready) begin
        wr <= wr + 1'b1;
        wr_gray <= gray(wr + 1'b1);
      end
      rd_at_in[0] <= rd_gray;
      rd_at_in[1] <= rd_at_in[0];
    end
  end
  always_ff @(posedge out_clk) begin
    if (rst) begin
      {rd, rd_gray} <= '0;
      wr_at_out <= '{default: '0};
    end else begin
      if (out_valid && out_ready) begin
        rd <= rd + 1'b1;
        rd_gray <= gray(rd + 1'b1);
      end
      wr_at_out[0] <= wr_gray;
      wr_at_out[1] <= wr_at_out[0];
    end
  end
endmodule

// Every output serves the inputs that want it in turn, each to its packet's end. All of it is combinational but
// whose turn it is. A word is {last, data}.
module fx_crossbar #(parameter int N = 2, parameter int W = 8, localparam int D = $clog2(N)) (
  input  wire                   clk, rst,
  input  wire  [N-1:0]          in_valid,
  output logic [N-1:0]          in_ready,
  input  wire  [N-1:0][W-1:0]   in_word,
  input  wire  [N-1:0][D-1:0]   in_dest,
  output logic [N-1:0]          out_valid,
  input  wire  [N-1:0]          out_ready,
  output logic [N-1:0][W-1:0]   out_word
);
  logic [N-1:0] busy;
  logic [N-1:0][D-1:0] holder, turn, grant;
  always_comb begin
    in_ready = '0;
    for (int o = 0; o < N; o++) begin
      grant[o] = holder[o];
      if (!busy[o]) begin
        for (int k = N - 1; k >= 0; k--) begin
          if (in_valid[D'((int'(turn[o]) + k) % N)] && int'(in_dest[D'((int'(turn[o]) + k) % N)]) == o)
            grant[o] = D'((int'(turn[o]) + k) % N);
        end
      end
      out_valid[o] = in_valid[grant[o]] && int'(in_dest[grant[o]]) == o;
      out_word[o]  = in_word[grant[o]];
      if (out_valid[o] && out_ready[o]) in_ready[grant[o]] = 1'b1;
    end
  end
  always_ff @(posedge clk) begin
    for (int o = 0; o < N; o++) begin
      if (out_valid[o]) begin
        holder[o] <= grant[o];
        busy[o]   <= !(out_ready[o] && out_word[o][W-1]);
        if (out_ready[o] && out_word[o][W-1]) turn[o] <= D'((int'(grant[o]) + 1) % N);
      end
    end
    if (rst) {busy, holder, turn} <= '0;
  end
endmodule

// FIFOs at the inputs, and a crossbar.
module fx_switch #(parameter int N = 2, parameter int W = 8, parameter int LOG = 3, localparam int D = $clog2(N)) (
  input  wire                 clk, rst,
  input  wire  [N-1:0]        in_valid,
  output logic [N-1:0]        in_ready,
  input  wire  [N-1:0][W-1:0] in_word,
  input  wire  [N-1:0][D-1:0] in_dest,
  output logic [N-1:0]        out_valid,
  input  wire  [N-1:0]        out_ready,
  output logic [N-1:0][W-1:0] out_word
);
  logic [N-1:0] valid, ready;
  logic [N-1:0][W-1:0] word;
  logic [N-1:0][D-1:0] dest;
  for (genvar i = 0; i < N; i++) begin : gen_in
    fx_fifo #(.W(W + D), .LOG(LOG)) u_fifo (
      .clk, .rst, .in_valid(in_valid[i]), .in_ready(in_ready[i]), .in_data({in_dest[i], in_word[i]}),
      .out_valid(valid[i]), .out_ready(ready[i]), .out_data({dest[i], word[i]}));
  end
  fx_crossbar #(.N(N), .W(W)) u_crossbar (
    .clk, .rst, .in_valid(valid), .in_ready(ready), .in_word(word), .in_dest(dest), .out_valid, .out_ready, .out_word);
endmodule
`default_nettype wire
