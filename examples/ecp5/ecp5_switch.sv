// SPDX-License-Identifier: Apache-2.0
/// A switch in an FPGA: xb_switch_input_pipe with four ports of a byte, at the pins, each input behind xb_port_guard. Its
/// settings are tied; what it shows of itself is open, so that it costs nothing.
`default_nettype none

module ecp5_switch (
  input  logic        clk_i,
  /// From a button: asynchronous.
  input  logic        rst_ni,
  input  logic [3:0]  s_axis_tvalid_i,
  output logic [3:0]  s_axis_tready_o,
  input  logic [31:0] s_axis_tdata_i,
  input  logic [3:0]  s_axis_tlast_i,
  input  logic [7:0]  s_axis_tdest_i,
  output logic [3:0]  m_axis_tvalid_o,
  input  logic [3:0]  m_axis_tready_i,
  output logic [31:0] m_axis_tdata_o,
  output logic [3:0]  m_axis_tlast_o,
  /// The packet that ends was cut (with m_axis_tlast_o).
  output logic [3:0]  m_axis_tuser_o
);
  localparam int unsigned Depth = 2048;

  logic        rst_n;
  logic [3:0]  valid, ready, last, user;
  logic [7:0]  dest;
  logic [31:0] data;

  xb_reset_sync u_reset (.clk_i, .rst_ni, .rst_no(rst_n));

  /* verilator lint_off PINCONNECTEMPTY */
  for (genvar i = 0; i < 4; i++) begin : gen_guard
    xb_port_guard #(.DataWidth(8), .DestWidth(2), .MaxBeats(1518), .Timeout(4096)) u_guard (
      .clk_i, .rst_ni(rst_n),
      .s_tvalid_i(s_axis_tvalid_i[i]), .s_tready_o(s_axis_tready_o[i]), .s_tdata_i(s_axis_tdata_i[i*8 +: 8]),
      .s_tkeep_i(1'b1), .s_tlast_i(s_axis_tlast_i[i]), .s_tdest_i(s_axis_tdest_i[i*2 +: 2]), .s_tid_i(1'b0),
      .s_tuser_i(1'b0),
      .m_tvalid_o(valid[i]), .m_tready_i(ready[i]), .m_tdata_o(data[i*8 +: 8]), .m_tkeep_o(),
      .m_tlast_o(last[i]), .m_tdest_o(dest[i*2 +: 2]), .m_tid_o(), .m_tuser_o(user[i]), .cut_long_o(), .cut_silent_o()
    );
  end

  xb_switch_input_pipe #(.NumPorts(4), .DataWidth(8), .MaxDepth(Depth)) u_switch (
    .clk_i, .rst_ni(rst_n),
    .cfg_depth_i(Depth), .cfg_store_forward_i(1'b0), .cfg_drop_i(1'b0), .cfg_packet_beats_i(1518),
    .cfg_service_i('0), .cfg_weights_i('0),
    .s_axis_tvalid_i(valid), .s_axis_tready_o(ready), .s_axis_tdata_i(data), .s_axis_tkeep_i('1),
    .s_axis_tlast_i(last), .s_axis_tdest_i(dest), .s_axis_tid_i('0), .s_axis_tuser_i(user),
    .m_axis_tvalid_o, .m_axis_tready_i, .m_axis_tdata_o, .m_axis_tkeep_o(), .m_axis_tlast_o, .m_axis_tdest_o(),
    .m_axis_tid_o(), .m_axis_tuser_o,
    .occ_beats_o(), .occ_packets_o(), .drop_misrouted_o(), .drop_full_o(), .blocked_o(), .blocked_backpressure_o(),
    .blocked_by_o(), .hol_o(), .hol_victims_o(), .pool_o(), .pool_by_o(), .idle_with_work_o()
  );
  /* verilator lint_on PINCONNECTEMPTY */
endmodule : ecp5_switch

`default_nettype wire
