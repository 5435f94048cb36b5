// SPDX-License-Identifier: Apache-2.0
// The crossbar has a clock of its own, behind FIFOs between two clocks.
module two_clocks #(parameter int WIDTH = 64) (
  input  wire port_clk, core_clk, rst,
  input  wire [1:0] s_tvalid, s_tlast,
  output wire [1:0] s_tready,
  input  wire [2*WIDTH-1:0] s_tdata,
  input  wire [1:0] s_tdest,
  output wire [1:0] m_tvalid, m_tlast,
  input  wire [1:0] m_tready,
  output wire [2*WIDTH-1:0] m_tdata
);
  wire [1:0] valid, ready, out_valid, out_ready;
  wire [1:0][WIDTH:0] word, out_word;
  wire [1:0][0:0] dest;
  for (genvar i = 0; i < 2; i++) begin : gen_port
    fx_async_fifo #(.W(WIDTH + 2)) u_in (
      .in_clk(port_clk), .out_clk(core_clk), .rst, .in_valid(s_tvalid[i]), .in_ready(s_tready[i]),
      .in_data({s_tdest[i], s_tlast[i], s_tdata[i*WIDTH +: WIDTH]}), .out_valid(valid[i]), .out_ready(ready[i]),
      .out_data({dest[i], word[i]}));
    fx_async_fifo #(.W(WIDTH + 1)) u_out (
      .in_clk(core_clk), .out_clk(port_clk), .rst, .in_valid(out_valid[i]), .in_ready(out_ready[i]),
      .in_data(out_word[i]), .out_valid(m_tvalid[i]), .out_ready(m_tready[i]),
      .out_data({m_tlast[i], m_tdata[i*WIDTH +: WIDTH]}));
  end
  fx_crossbar #(.N(2), .W(WIDTH + 1)) u_crossbar (
    .clk(core_clk), .rst, .in_valid(valid), .in_ready(ready), .in_word(word), .in_dest(dest), .out_valid,
    .out_ready, .out_word);
endmodule
