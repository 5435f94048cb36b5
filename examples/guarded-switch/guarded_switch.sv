// SPDX-License-Identifier: Apache-2.0
/// A switch of five inputs and four outputs in use: four links at a clock of their own, each through xb_async_fifo and
/// xb_port_guard into xb_switch_input; and, inside, a fifth sender that is broken: it begins a packet for output 1 and
/// falls silent after three of its beats. What is left of that packet is taken out behind the switch, by its tuser.
`default_nettype none

module guarded_switch #(
  parameter int unsigned DataWidth = 64,
  parameter int unsigned Depth = 64,
  /// 0: without guards, so that the broken sender holds output 1 for ever.
  parameter int unsigned Guard = 1
) (
  input  logic                   link_clk_i,
  input  logic                   core_clk_i,
  input  logic                   rst_ni,
  input  logic [3:0]             s_axis_tvalid_i,
  output logic [3:0]             s_axis_tready_o,
  input  logic [4*DataWidth-1:0] s_axis_tdata_i,
  input  logic [3:0]             s_axis_tlast_i,
  input  logic [7:0]             s_axis_tdest_i,
  output logic [3:0]             m_axis_tvalid_o,
  input  logic [3:0]             m_axis_tready_i,
  output logic [4*DataWidth-1:0] m_axis_tdata_o,
  output logic [3:0]             m_axis_tlast_o
);
  localparam int unsigned N = 5, KeepWidth = DataWidth / 8;

  // Behind the FIFOs, in front of the guards; behind these; out of the switch. Port 4 is the broken sender's.
  logic [N-1:0]           c_valid, c_ready, c_last, c_user, g_valid, g_ready, g_last, g_user, x_valid, x_ready, x_last, x_user;
  logic [N*DataWidth-1:0] c_data, g_data, x_data;
  logic [N*3-1:0]         c_dest, g_dest;
  logic [1:0]             broken_q;

  always_ff @(posedge core_clk_i or negedge rst_ni) begin
    if (!rst_ni) broken_q <= '0;
    else if (c_valid[4] && c_ready[4]) broken_q <= broken_q + 1'b1;
  end
  assign c_valid[4] = broken_q != 2'd3;
  assign c_last[4]  = 1'b0;
  assign c_user[4]  = 1'b1;
  assign c_dest[4*3 +: 3] = 3'd1;
  assign c_data[4*DataWidth +: DataWidth] = '0;

  for (genvar i = 0; i < 4; i++) begin : gen_in
    logic [KeepWidth-1:0] unused_keep;
    logic                 unused_id;
    assign c_dest[i*3+2] = 1'b0;
    xb_async_fifo #(.DataWidth(DataWidth), .DestWidth(2)) u_fifo (
      .rst_ni,
      .s_clk_i(link_clk_i), .s_tvalid_i(s_axis_tvalid_i[i]), .s_tready_o(s_axis_tready_o[i]),
      .s_tdata_i(s_axis_tdata_i[i*DataWidth +: DataWidth]), .s_tkeep_i('1), .s_tlast_i(s_axis_tlast_i[i]),
      .s_tdest_i(s_axis_tdest_i[i*2 +: 2]), .s_tid_i(1'b0), .s_tuser_i(1'b0),
      .m_clk_i(core_clk_i), .m_tvalid_o(c_valid[i]), .m_tready_i(c_ready[i]),
      .m_tdata_o(c_data[i*DataWidth +: DataWidth]), .m_tkeep_o(unused_keep), .m_tlast_o(c_last[i]),
      .m_tdest_o(c_dest[i*3 +: 2]), .m_tid_o(unused_id), .m_tuser_o(c_user[i])
    );
  end

  for (genvar i = 0; i < N; i++) begin : gen_guard
    if (Guard != 0) begin : gen_guarded
      logic [KeepWidth-1:0]          unused_keep;
      logic [xb_pkg::CountWidth-1:0] unused_long, unused_silent;
      logic                          unused_id;
      xb_port_guard #(.DataWidth(DataWidth), .DestWidth(3), .MaxBeats(64), .Timeout(100)) u_guard (
        .clk_i(core_clk_i), .rst_ni,
        .s_tvalid_i(c_valid[i]), .s_tready_o(c_ready[i]), .s_tdata_i(c_data[i*DataWidth +: DataWidth]), .s_tkeep_i('1),
        .s_tlast_i(c_last[i]), .s_tdest_i(c_dest[i*3 +: 3]), .s_tid_i(1'b0), .s_tuser_i(c_user[i]),
        .m_tvalid_o(g_valid[i]), .m_tready_i(g_ready[i]), .m_tdata_o(g_data[i*DataWidth +: DataWidth]),
        .m_tkeep_o(unused_keep), .m_tlast_o(g_last[i]), .m_tdest_o(g_dest[i*3 +: 3]), .m_tid_o(unused_id),
        .m_tuser_o(g_user[i]),
        .cut_long_o(unused_long), .cut_silent_o(unused_silent)
      );
    end else begin : gen_bare
      assign c_ready[i] = g_ready[i];
      assign {g_valid[i], g_last[i], g_user[i]} = {c_valid[i], c_last[i], c_user[i]};
      assign g_data[i*DataWidth +: DataWidth] = c_data[i*DataWidth +: DataWidth];
      assign g_dest[i*3 +: 3] = c_dest[i*3 +: 3];
    end
  end

  /* verilator lint_off PINCONNECTEMPTY */
  xb_switch_input #(.NumPorts(N), .DataWidth(DataWidth), .MaxDepth(Depth)) u_switch (
    .clk_i(core_clk_i), .rst_ni,
    .cfg_depth_i(Depth), .cfg_store_forward_i(1'b0), .cfg_drop_i(1'b0), .cfg_packet_beats_i(1), .cfg_route_delay_i('0),
    .cfg_arbiter_i('0), .cfg_seed_i('0), .cfg_input_weights_i('0), .cfg_service_i('0), .cfg_weights_i('0),
    .cfg_class_heads_i('0),
    .s_axis_tvalid_i(g_valid), .s_axis_tready_o(g_ready), .s_axis_tdata_i(g_data), .s_axis_tkeep_i('1), .s_axis_tlast_i(g_last),
    .s_axis_tdest_i(g_dest), .s_axis_tid_i('0), .s_axis_tuser_i(g_user),
    .m_axis_tvalid_o(x_valid), .m_axis_tready_i(x_ready), .m_axis_tdata_o(x_data), .m_axis_tkeep_o(), .m_axis_tlast_o(x_last),
    .m_axis_tdest_o(), .m_axis_tid_o(), .m_axis_tuser_o(x_user),
    .occ_beats_o(), .occ_packets_o(), .drop_misrouted_o(), .drop_full_o(), .blocked_o(), .blocked_backpressure_o(), .blocked_by_o(),
    .hol_o(), .hol_victims_o(), .pool_o(), .pool_by_o(), .idle_with_work_o()
  );
  /* verilator lint_on PINCONNECTEMPTY */

  // Of output 4 nothing is expected.
  assign x_ready[4] = 1'b1;
  for (genvar i = 0; i < 4; i++) begin : gen_out
    logic                 ready;
    logic [KeepWidth-1:0] unused_keep;
    logic [2:0]           unused_side;
    assign x_ready[i] = ready | x_user[i];
    xb_async_fifo #(.DataWidth(DataWidth), .DestWidth(1)) u_fifo (
      .rst_ni,
      .s_clk_i(core_clk_i), .s_tvalid_i(x_valid[i] & !x_user[i]), .s_tready_o(ready),
      .s_tdata_i(x_data[i*DataWidth +: DataWidth]), .s_tkeep_i('1), .s_tlast_i(x_last[i]), .s_tdest_i(1'b0),
      .s_tid_i(1'b0), .s_tuser_i(1'b0),
      .m_clk_i(link_clk_i), .m_tvalid_o(m_axis_tvalid_o[i]), .m_tready_i(m_axis_tready_i[i]),
      .m_tdata_o(m_axis_tdata_o[i*DataWidth +: DataWidth]), .m_tkeep_o(unused_keep), .m_tlast_o(m_axis_tlast_o[i]),
      .m_tdest_o(unused_side[0]), .m_tid_o(unused_side[2]), .m_tuser_o(unused_side[1])
    );
  end
endmodule : guarded_switch

`default_nettype wire
