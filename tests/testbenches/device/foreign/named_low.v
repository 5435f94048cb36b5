// SPDX-License-Identifier: Apache-2.0
// Plain Verilog, a bundle of ports for each of two ports, an active-low reset, tuser that marks first beats.
module named_low (
  input  wire         ACLK, ARESETN,
  input  wire         S0_TVALID, S1_TVALID, S0_TLAST, S1_TLAST, S0_TUSER, S1_TUSER, S0_TDEST, S1_TDEST,
  output wire         S0_TREADY, S1_TREADY,
  input  wire [127:0] S0_TDATA, S1_TDATA,
  output wire         M0_TVALID, M1_TVALID, M0_TLAST, M1_TLAST, M0_TUSER, M1_TUSER,
  input  wire         M0_TREADY, M1_TREADY,
  output wire [127:0] M0_TDATA, M1_TDATA
);
  fx_switch #(.N(2), .W(130)) u_switch (
    .clk(ACLK), .rst(~ARESETN), .in_valid({S1_TVALID, S0_TVALID}), .in_ready({S1_TREADY, S0_TREADY}),
    .in_word({S1_TLAST, S1_TUSER, S1_TDATA, S0_TLAST, S0_TUSER, S0_TDATA}), .in_dest({S1_TDEST, S0_TDEST}),
    .out_valid({M1_TVALID, M0_TVALID}), .out_ready({M1_TREADY, M0_TREADY}),
    .out_word({M1_TLAST, M1_TUSER, M1_TDATA, M0_TLAST, M0_TUSER, M0_TDATA}));
endmodule
