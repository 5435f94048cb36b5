// SPDX-License-Identifier: Apache-2.0
// A bench of examples/quad-switch as it is written by hand, for `./lab bench icarus`: packets of one beat at load 1 with
// random destinations, their place, order and number checked.
`default_nettype none
`timescale 1ns / 1ps

module quad_bench;
  parameter CYCLES = 20000;

  reg           clk = 1'b0, rst = 1'b1;
  reg  [255:0]  s_tdata = 256'd0;
  reg  [3:0]    s_tvalid = 4'd0;
  reg  [7:0]    s_tdest = 8'd0;
  wire [3:0]    s_tready, m_tvalid;
  wire [255:0]  m_tdata;
  reg  [31:0]   sent [0:15], received [0:15];  // input x output
  reg  [1:0]    dest;
  reg  [63:0]   beat;
  integer       i, cycle, total;

  quad_switch u_switch (
    .clk(clk), .rst(rst),
    .s0_axis_tdata(s_tdata[63:0]), .s1_axis_tdata(s_tdata[127:64]),
    .s2_axis_tdata(s_tdata[191:128]), .s3_axis_tdata(s_tdata[255:192]),
    .s0_axis_tkeep(8'hff), .s1_axis_tkeep(8'hff), .s2_axis_tkeep(8'hff), .s3_axis_tkeep(8'hff),
    .s0_axis_tvalid(s_tvalid[0]), .s1_axis_tvalid(s_tvalid[1]), .s2_axis_tvalid(s_tvalid[2]), .s3_axis_tvalid(s_tvalid[3]),
    .s0_axis_tready(s_tready[0]), .s1_axis_tready(s_tready[1]), .s2_axis_tready(s_tready[2]), .s3_axis_tready(s_tready[3]),
    .s0_axis_tlast(1'b1), .s1_axis_tlast(1'b1), .s2_axis_tlast(1'b1), .s3_axis_tlast(1'b1),
    .s0_axis_tdest(s_tdest[1:0]), .s1_axis_tdest(s_tdest[3:2]), .s2_axis_tdest(s_tdest[5:4]), .s3_axis_tdest(s_tdest[7:6]),
    .m0_axis_tdata(m_tdata[63:0]), .m1_axis_tdata(m_tdata[127:64]),
    .m2_axis_tdata(m_tdata[191:128]), .m3_axis_tdata(m_tdata[255:192]),
    .m0_axis_tkeep(), .m1_axis_tkeep(), .m2_axis_tkeep(), .m3_axis_tkeep(),
    .m0_axis_tvalid(m_tvalid[0]), .m1_axis_tvalid(m_tvalid[1]), .m2_axis_tvalid(m_tvalid[2]), .m3_axis_tvalid(m_tvalid[3]),
    .m0_axis_tready(1'b1), .m1_axis_tready(1'b1), .m2_axis_tready(1'b1), .m3_axis_tready(1'b1),
    .m0_axis_tlast(), .m1_axis_tlast(), .m2_axis_tlast(), .m3_axis_tlast()
  );

  always #5 clk = ~clk;

  always @(posedge clk) if (!rst) begin
    for (i = 0; i < 4; i = i + 1) begin
      if (s_tready[i] || !s_tvalid[i]) begin
        dest = $random;
        s_tvalid[i] <= 1'b1;
        s_tdest[2*i +: 2] <= dest;
        s_tdata[64*i +: 64] <= {28'd0, i[1:0], dest, sent[4*i + dest]};
        sent[4*i + dest] = sent[4*i + dest] + 1;
      end
      if (m_tvalid[i]) begin
        beat = m_tdata[64*i +: 64];
        if (beat[33:32] != i || beat[31:0] != received[4*beat[35:34] + i]) begin
          $display("output %0d, cycle %0d: %h", i, cycle, beat);
          $finish_and_return(1);
        end
        received[4*beat[35:34] + i] = received[4*beat[35:34] + i] + 1;
        total = total + 1;
      end
    end
  end

  initial begin
    total = 0;
    for (i = 0; i < 16; i = i + 1) begin
      sent[i] = 0;
      received[i] = 0;
    end
    repeat (4) @(posedge clk);
    #1 rst = 1'b0;
    for (cycle = 0; cycle < CYCLES; cycle = cycle + 1) @(posedge clk);
    $display("%0d packets", total);
    $finish;
  end
endmodule
