// SPDX-License-Identifier: Apache-2.0
// Flat vectors, tkeep, tuser as an error mark that discards a packet's beats; parameters that follow from others.
module flat_user #(
  parameter S_COUNT = 4, parameter DATA_WIDTH = 64, parameter DEST_WIDTH = 3, parameter LOG_DEPTH = 4
) (
  input  wire clk, rst,
  input  wire [S_COUNT-1:0] s_axis_tvalid, s_axis_tlast, s_axis_tuser,
  output wire [S_COUNT-1:0] s_axis_tready,
  input  wire [S_COUNT*DATA_WIDTH-1:0] s_axis_tdata,
  input  wire [S_COUNT*DATA_WIDTH/8-1:0] s_axis_tkeep,
  input  wire [S_COUNT*DEST_WIDTH-1:0] s_axis_tdest,
  output wire [S_COUNT-1:0] m_axis_tvalid, m_axis_tlast,
  input  wire [S_COUNT-1:0] m_axis_tready,
  output wire [S_COUNT*DATA_WIDTH-1:0] m_axis_tdata,
  output wire [S_COUNT*DATA_WIDTH/8-1:0] m_axis_tkeep
);
  localparam K = DATA_WIDTH / 8, W = 1 + K + DATA_WIDTH, D = $clog2(S_COUNT);
  wire [S_COUNT*W-1:0] in_word, out_word;
  wire [S_COUNT*D-1:0] dest;
  for (genvar i = 0; i < S_COUNT; i++) begin : gen_port
    assign in_word[i*W +: W] = {s_axis_tlast[i], s_axis_tkeep[i*K +: K], s_axis_tdata[i*DATA_WIDTH +: DATA_WIDTH]};
    assign dest[i*D +: D] = s_axis_tdest[i*DEST_WIDTH + DEST_WIDTH - D +: D];  // the upper bits
    assign {m_axis_tlast[i], m_axis_tkeep[i*K +: K], m_axis_tdata[i*DATA_WIDTH +: DATA_WIDTH]} = out_word[i*W +: W];
  end
  fx_switch #(.N(S_COUNT), .W(W), .LOG(LOG_DEPTH)) u_switch (
    .clk, .rst, .in_valid(s_axis_tvalid & ~s_axis_tuser), .in_ready(s_axis_tready), .in_word, .in_dest(dest),
    .out_valid(m_axis_tvalid), .out_ready(m_axis_tready), .out_word);
endmodule
