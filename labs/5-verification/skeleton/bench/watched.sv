// SPDX-License-Identifier: Apache-2.0
// A faulty switch under the eyes of your checker. The lab's hosts talk to a correct switch with deep FIFOs. What it takes
// is kept in a queue per input, and offered from there to the faulty switch, whose outputs see the same receivers. So
// traffic goes on, whatever the faulty switch does, and nothing but your checker says that something is wrong.
module watched (
  input  logic              clk,
  input  logic              rst,
  input  logic [3:0][63:0]  s_tdata,
  input  logic [3:0]        s_tvalid,
  output logic [3:0]        s_tready,
  input  logic [3:0]        s_tlast,
  input  logic [3:0][1:0]   s_tdest,
  output logic [3:0][63:0]  m_tdata,
  output logic [3:0]        m_tvalid,
  input  logic [3:0]        m_tready,
  output logic [3:0]        m_tlast
);
  quad_switch #(.LOG_DEPTH(12)) u_correct (
    .clk, .rst,
    .s0_axis_tdata(s_tdata[0]), .s1_axis_tdata(s_tdata[1]), .s2_axis_tdata(s_tdata[2]), .s3_axis_tdata(s_tdata[3]),
    .s0_axis_tkeep('1), .s1_axis_tkeep('1), .s2_axis_tkeep('1), .s3_axis_tkeep('1),
    .s0_axis_tvalid(s_tvalid[0]), .s1_axis_tvalid(s_tvalid[1]), .s2_axis_tvalid(s_tvalid[2]), .s3_axis_tvalid(s_tvalid[3]),
    .s0_axis_tready(s_tready[0]), .s1_axis_tready(s_tready[1]), .s2_axis_tready(s_tready[2]), .s3_axis_tready(s_tready[3]),
    .s0_axis_tlast(s_tlast[0]), .s1_axis_tlast(s_tlast[1]), .s2_axis_tlast(s_tlast[2]), .s3_axis_tlast(s_tlast[3]),
    .s0_axis_tdest(s_tdest[0]), .s1_axis_tdest(s_tdest[1]), .s2_axis_tdest(s_tdest[2]), .s3_axis_tdest(s_tdest[3]),
    .m0_axis_tdata(m_tdata[0]), .m1_axis_tdata(m_tdata[1]), .m2_axis_tdata(m_tdata[2]), .m3_axis_tdata(m_tdata[3]),
    .m0_axis_tkeep(), .m1_axis_tkeep(), .m2_axis_tkeep(), .m3_axis_tkeep(),
    .m0_axis_tvalid(m_tvalid[0]), .m1_axis_tvalid(m_tvalid[1]), .m2_axis_tvalid(m_tvalid[2]), .m3_axis_tvalid(m_tvalid[3]),
    .m0_axis_tready(m_tready[0]), .m1_axis_tready(m_tready[1]), .m2_axis_tready(m_tready[2]), .m3_axis_tready(m_tready[3]),
    .m0_axis_tlast(m_tlast[0]), .m1_axis_tlast(m_tlast[1]), .m2_axis_tlast(m_tlast[2]), .m3_axis_tlast(m_tlast[3])
  );

  // The ports of the faulty switch.
  logic [3:0][63:0] f_s_tdata, f_m_tdata;
  logic [3:0]       f_s_tvalid, f_s_tready, f_s_tlast, f_m_tvalid, f_m_tlast;
  logic [3:0][1:0]  f_s_tdest;

  for (genvar i = 0; i < 4; i++) begin : gen_input
    replay u_replay (
      .clk, .rst,
      .push_i(s_tvalid[i] && s_tready[i]),
      .beat_i({s_tdest[i], s_tlast[i], s_tdata[i]}),
      .beat_o({f_s_tdest[i], f_s_tlast[i], f_s_tdata[i]}),
      .valid_o(f_s_tvalid[i]),
      .ready_i(f_s_tready[i])
    );
  end

  faulty_switch u_faulty (
    .clk, .rst,
    .s0_axis_tdata(f_s_tdata[0]), .s1_axis_tdata(f_s_tdata[1]), .s2_axis_tdata(f_s_tdata[2]), .s3_axis_tdata(f_s_tdata[3]),
    .s0_axis_tkeep('1), .s1_axis_tkeep('1), .s2_axis_tkeep('1), .s3_axis_tkeep('1),
    .s0_axis_tvalid(f_s_tvalid[0]), .s1_axis_tvalid(f_s_tvalid[1]), .s2_axis_tvalid(f_s_tvalid[2]),
    .s3_axis_tvalid(f_s_tvalid[3]),
    .s0_axis_tready(f_s_tready[0]), .s1_axis_tready(f_s_tready[1]), .s2_axis_tready(f_s_tready[2]),
    .s3_axis_tready(f_s_tready[3]),
    .s0_axis_tlast(f_s_tlast[0]), .s1_axis_tlast(f_s_tlast[1]), .s2_axis_tlast(f_s_tlast[2]), .s3_axis_tlast(f_s_tlast[3]),
    .s0_axis_tdest(f_s_tdest[0]), .s1_axis_tdest(f_s_tdest[1]), .s2_axis_tdest(f_s_tdest[2]), .s3_axis_tdest(f_s_tdest[3]),
    .m0_axis_tdata(f_m_tdata[0]), .m1_axis_tdata(f_m_tdata[1]), .m2_axis_tdata(f_m_tdata[2]), .m3_axis_tdata(f_m_tdata[3]),
    .m0_axis_tkeep(), .m1_axis_tkeep(), .m2_axis_tkeep(), .m3_axis_tkeep(),
    .m0_axis_tvalid(f_m_tvalid[0]), .m1_axis_tvalid(f_m_tvalid[1]), .m2_axis_tvalid(f_m_tvalid[2]),
    .m3_axis_tvalid(f_m_tvalid[3]),
    .m0_axis_tready(m_tready[0]), .m1_axis_tready(m_tready[1]), .m2_axis_tready(m_tready[2]), .m3_axis_tready(m_tready[3]),
    .m0_axis_tlast(f_m_tlast[0]), .m1_axis_tlast(f_m_tlast[1]), .m2_axis_tlast(f_m_tlast[2]), .m3_axis_tlast(f_m_tlast[3])
  );

  switch_checker u_checker (
    .clk_i(clk), .rst_i(rst),
    .s_tdata_i(f_s_tdata), .s_tvalid_i(f_s_tvalid), .s_tready_i(f_s_tready), .s_tlast_i(f_s_tlast), .s_tdest_i(f_s_tdest),
    .m_tdata_i(f_m_tdata), .m_tvalid_i(f_m_tvalid), .m_tready_i(m_tready), .m_tlast_i(f_m_tlast)
  );
endmodule

// Beats on their way to the faulty switch. Should it take nothing any more, and the memory be full, no more come.
module replay (
  input  logic        clk,
  input  logic        rst,
  input  logic        push_i,
  input  logic [66:0] beat_i,
  output logic [66:0] beat_o,
  output logic        valid_o,
  input  logic        ready_i
);
  localparam int LogDepth = 13;

  logic [66:0]       mem [1 << LogDepth];
  logic [LogDepth:0] wr, rd;
  logic              closed;

  wire full = (wr ^ rd) == (LogDepth + 1)'(1 << LogDepth);

  assign valid_o = wr != rd;
  assign beat_o  = mem[rd[LogDepth-1:0]];

  always_ff @(posedge clk) begin
    if (push_i && !full && !closed) mem[wr[LogDepth-1:0]] <= beat_i;
    if (rst) begin
      wr     <= '0;
      rd     <= '0;
      closed <= 1'b0;
    end else begin
      if (push_i && !full && !closed) wr <= wr + 1'b1;
      if (push_i && full) closed <= 1'b1;
      if (valid_o && ready_i) rd <= rd + 1'b1;
    end
  end
endmodule
