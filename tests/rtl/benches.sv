// SPDX-License-Identifier: Apache-2.0
/// One instance of each module that has a bench of its own (NAME_test.cpp), in one model: five ports or requesters,
/// which is no power of two, and memories of five words. They share the clock and nothing else. A port is named
/// after its module: `fifo_valid_i` is `valid_i` of xb_fifo.
`default_nettype none

module benches #(
  localparam int unsigned N = 5,
  localparam int unsigned Count = xb_pkg::CountWidth
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  // xb_rr_arbiter
  input  logic [N-1:0]       rr_req_i,
  input  logic               rr_advance_i,
  output logic               rr_valid_o,
  output logic [2:0]         rr_idx_o,
  // xb_arbiter
  input  logic [1:0]         arbiter_kind_i,
  input  logic               arbiter_load_i,
  input  logic [31:0]        arbiter_seed_i,
  input  logic [N-1:0]       arbiter_req_i,
  input  logic [N*Count-1:0] arbiter_age_i,
  input  logic               arbiter_advance_i,
  output logic               arbiter_valid_o,
  output logic [2:0]         arbiter_idx_o,
  // xb_packet_arbiter
  input  logic [1:0]         packet_kind_i,
  input  logic               packet_load_i,
  input  logic [31:0]        packet_seed_i,
  input  logic [N-1:0]       packet_req_i,
  input  logic [N*Count-1:0] packet_age_i,
  input  logic [N-1:0]       packet_beat_i,
  input  logic               packet_ready_i,
  input  logic               packet_last_i,
  output logic               packet_valid_o,
  output logic [2:0]         packet_sel_o,
  output logic               packet_locked_o,
  // xb_fifo
  input  logic [Count-1:0]   fifo_depth_i,
  input  logic               fifo_valid_i,
  output logic               fifo_ready_o,
  input  logic [31:0]        fifo_data_i,
  input  logic [5:0]         fifo_side_i,
  output logic               fifo_valid_o,
  input  logic               fifo_ready_i,
  output logic [31:0]        fifo_data_o,
  output logic [5:0]         fifo_side_o,
  output logic [Count-1:0]   fifo_count_o,
  // xb_free_list
  output logic               free_valid_o,
  input  logic               free_ready_i,
  output logic [2:0]         free_addr_o,
  input  logic               free_valid_i,
  input  logic [2:0]         free_addr_i,
  // xb_admission
  input  logic [5:0]         admission_pool_limit_i,
  input  logic [5:0]         admission_queue_limit_i,
  input  logic [5:0]         admission_packet_words_i,
  input  logic               admission_partition_i,
  input  logic               admission_dynamic_i,
  input  logic [2:0]         admission_alpha_i,
  input  logic [2:0]         admission_dest_i,
  input  logic               admission_first_i,
  output logic               admission_ok_o,
  input  logic               admission_ask_i,
  output logic               admission_alone_o,
  output logic               admission_none_o,
  input  logic               admission_blame_i,
  output logic [2:0]         admission_most_o,
  input  logic               admission_commit_i,
  input  logic [5:0]         admission_words_i,
  input  logic               admission_release_i,
  input  logic [2:0]         admission_release_queue_i,
  output logic [N*6-1:0]     admission_count_o,
  // xb_voq_matcher
  input  logic [1:0]         voq_scheduler_i,
  input  logic [2:0]         voq_iterations_i,
  input  logic               voq_load_i,
  input  logic [31:0]        voq_seed_i,
  input  logic [N-1:0]       voq_able_i,
  input  logic [N*3-1:0]     voq_able_dest_i,
  input  logic [N-1:0]       voq_exhausted_i,
  input  logic [N-1:0]       voq_in_free_i,
  input  logic [N-1:0]       voq_out_free_i,
  output logic [N-1:0]       voq_match_o,
  output logic [N*3-1:0]     voq_match_dest_o,
  output logic [N-1:0]       voq_work_o,
  // xb_window_matcher
  input  logic [1:0]         window_kind_i,
  input  logic [3:0]         window_window_i,
  input  logic               window_load_i,
  input  logic [31:0]        window_seed_i,
  input  logic [Count-1:0]   window_now_i,
  input  logic [N*4-1:0]     window_count_i,
  input  logic [N*8*3-1:0]   window_dest_i,
  input  logic [N*8*Count-1:0] window_stamp_i,
  input  logic [N-1:0]       window_in_free_i,
  input  logic [N-1:0]       window_out_free_i,
  output logic [N-1:0]       window_match_o,
  output logic [N*3-1:0]     window_match_dest_o,
  output logic [N*3-1:0]     window_match_slot_o,
  output logic [N-1:0]       window_match_out_o,
  // xb_port_guard
  input  logic               guard_s_tvalid_i,
  output logic               guard_s_tready_o,
  input  logic [31:0]        guard_s_tdata_i,
  input  logic [3:0]         guard_s_tkeep_i,
  input  logic               guard_s_tlast_i,
  input  logic [2:0]         guard_s_tdest_i,
  input  logic               guard_s_tuser_i,
  output logic               guard_m_tvalid_o,
  input  logic               guard_m_tready_i,
  output logic [31:0]        guard_m_tdata_o,
  output logic [3:0]         guard_m_tkeep_o,
  output logic               guard_m_tlast_o,
  output logic [2:0]         guard_m_tdest_o,
  output logic               guard_m_tuser_o,
  output logic [Count-1:0]   guard_cut_long_o,
  output logic [Count-1:0]   guard_cut_silent_o,
  // xb_async_fifo
  input  logic               async_rst_ni,
  input  logic               async_s_clk_i,
  input  logic               async_s_tvalid_i,
  output logic               async_s_tready_o,
  input  logic [31:0]        async_s_tdata_i,
  input  logic [3:0]         async_s_tkeep_i,
  input  logic               async_s_tlast_i,
  input  logic [2:0]         async_s_tdest_i,
  input  logic               async_s_tuser_i,
  input  logic               async_m_clk_i,
  output logic               async_m_tvalid_o,
  input  logic               async_m_tready_i,
  output logic [31:0]        async_m_tdata_o,
  output logic [3:0]         async_m_tkeep_o,
  output logic               async_m_tlast_o,
  output logic [2:0]         async_m_tdest_o,
  output logic               async_m_tuser_o,
  // xb_axi_lite_regs
  input  logic               regs_awvalid_i,
  output logic               regs_awready_o,
  input  logic [16:0]        regs_awaddr_i,
  input  logic               regs_wvalid_i,
  output logic               regs_wready_o,
  input  logic [31:0]        regs_wdata_i,
  input  logic [3:0]         regs_wstrb_i,
  output logic               regs_bvalid_o,
  input  logic               regs_bready_i,
  output logic [1:0]         regs_bresp_o,
  input  logic               regs_arvalid_i,
  output logic               regs_arready_o,
  input  logic [16:0]        regs_araddr_i,
  output logic               regs_rvalid_o,
  input  logic               regs_rready_i,
  output logic [31:0]        regs_rdata_o,
  output logic [1:0]         regs_rresp_o,
  output logic [14*32-1:0]   regs_cfg_o,
  input  logic [N*N*32-1:0]  regs_occ_beats_i,
  input  logic [N*N*32-1:0]  regs_occ_packets_i,
  input  logic [N*N*32-1:0]  regs_drop_full_i,
  input  logic [N*32-1:0]    regs_drop_misrouted_i
);
  xb_rr_arbiter #(.NumReq(N)) u_rr (
    .clk_i, .rst_ni, .req_i(rr_req_i), .advance_i(rr_advance_i), .valid_o(rr_valid_o), .idx_o(rr_idx_o)
  );
  xb_arbiter #(.NumReq(N), .InstanceSeed(3)) u_arbiter (
    .clk_i, .rst_ni, .kind_i(arbiter_kind_i), .load_i(arbiter_load_i), .seed_i(arbiter_seed_i),
    .req_i(arbiter_req_i), .age_i(arbiter_age_i), .advance_i(arbiter_advance_i), .valid_o(arbiter_valid_o),
    .idx_o(arbiter_idx_o)
  );
  xb_packet_arbiter #(.NumReq(N), .InstanceSeed(3)) u_packet (
    .clk_i, .rst_ni, .kind_i(packet_kind_i), .load_i(packet_load_i), .seed_i(packet_seed_i), .req_i(packet_req_i),
    .age_i(packet_age_i), .beat_i(packet_beat_i), .ready_i(packet_ready_i), .last_i(packet_last_i),
    .valid_o(packet_valid_o), .sel_o(packet_sel_o), .locked_o(packet_locked_o)
  );
  xb_fifo #(.DataWidth(32), .SideWidth(6), .MaxDepth(5)) u_fifo (
    .clk_i, .rst_ni, .depth_i(fifo_depth_i), .valid_i(fifo_valid_i), .ready_o(fifo_ready_o), .data_i(fifo_data_i),
    .side_i(fifo_side_i), .valid_o(fifo_valid_o), .ready_i(fifo_ready_i), .data_o(fifo_data_o),
    .side_o(fifo_side_o), .count_o(fifo_count_o)
  );
  xb_free_list #(.Depth(5)) u_free (
    .clk_i, .rst_ni, .valid_o(free_valid_o), .ready_i(free_ready_i), .addr_o(free_addr_o), .valid_i(free_valid_i),
    .addr_i(free_addr_i)
  );
  xb_admission #(.NumPorts(N), .Words(20)) u_admission (
    .clk_i, .rst_ni, .pool_limit_i(admission_pool_limit_i), .queue_limit_i(admission_queue_limit_i),
    .packet_words_i(admission_packet_words_i), .partition_i(admission_partition_i),
    .dynamic_i(admission_dynamic_i), .alpha_i(admission_alpha_i), .dest_i(admission_dest_i),
    .first_i(admission_first_i), .ok_o(admission_ok_o), .ask_i(admission_ask_i), .alone_o(admission_alone_o),
    .none_o(admission_none_o), .blame_i(admission_blame_i), .most_o(admission_most_o),
    .commit_i(admission_commit_i), .words_i(admission_words_i), .release_i(admission_release_i),
    .release_queue_i(admission_release_queue_i), .count_o(admission_count_o)
  );
  xb_voq_matcher #(.NumPorts(N)) u_voq (
    .clk_i, .rst_ni, .scheduler_i(voq_scheduler_i), .iterations_i(voq_iterations_i), .load_i(voq_load_i),
    .seed_i(voq_seed_i), .able_i(voq_able_i), .able_dest_i(voq_able_dest_i), .exhausted_i(voq_exhausted_i),
    .in_free_i(voq_in_free_i), .out_free_i(voq_out_free_i), .match_o(voq_match_o),
    .match_dest_o(voq_match_dest_o), .work_o(voq_work_o)
  );
  xb_window_matcher #(.NumPorts(N)) u_window (
    .clk_i, .rst_ni, .kind_i(window_kind_i), .window_i(window_window_i), .load_i(window_load_i),
    .seed_i(window_seed_i), .now_i(window_now_i), .count_i(window_count_i), .dest_i(window_dest_i),
    .stamp_i(window_stamp_i), .in_free_i(window_in_free_i), .out_free_i(window_out_free_i),
    .match_o(window_match_o), .match_dest_o(window_match_dest_o), .match_slot_o(window_match_slot_o),
    .match_out_o(window_match_out_o)
  );
  xb_port_guard #(.DataWidth(32), .DestWidth(3), .MaxBeats(6), .Timeout(5)) u_guard (
    .clk_i, .rst_ni,
    .s_tvalid_i(guard_s_tvalid_i), .s_tready_o(guard_s_tready_o), .s_tdata_i(guard_s_tdata_i),
    .s_tkeep_i(guard_s_tkeep_i), .s_tlast_i(guard_s_tlast_i), .s_tdest_i(guard_s_tdest_i),
    .s_tuser_i(guard_s_tuser_i),
    .m_tvalid_o(guard_m_tvalid_o), .m_tready_i(guard_m_tready_i), .m_tdata_o(guard_m_tdata_o),
    .m_tkeep_o(guard_m_tkeep_o), .m_tlast_o(guard_m_tlast_o), .m_tdest_o(guard_m_tdest_o),
    .m_tuser_o(guard_m_tuser_o), .cut_long_o(guard_cut_long_o), .cut_silent_o(guard_cut_silent_o)
  );
  xb_async_fifo #(.DataWidth(32), .DestWidth(3), .LogDepth(3)) u_async (
    .rst_ni(async_rst_ni),
    .s_clk_i(async_s_clk_i), .s_tvalid_i(async_s_tvalid_i), .s_tready_o(async_s_tready_o),
    .s_tdata_i(async_s_tdata_i), .s_tkeep_i(async_s_tkeep_i), .s_tlast_i(async_s_tlast_i),
    .s_tdest_i(async_s_tdest_i), .s_tuser_i(async_s_tuser_i),
    .m_clk_i(async_m_clk_i), .m_tvalid_o(async_m_tvalid_o), .m_tready_i(async_m_tready_i),
    .m_tdata_o(async_m_tdata_o), .m_tkeep_o(async_m_tkeep_o), .m_tlast_o(async_m_tlast_o),
    .m_tdest_o(async_m_tdest_o), .m_tuser_o(async_m_tuser_o)
  );
  xb_axi_lite_regs #(.NumPorts(N), .NumQueues(N * N), .MaxDepth(77)) u_regs (
    .clk_i, .rst_ni,
    .s_axil_awvalid_i(regs_awvalid_i), .s_axil_awready_o(regs_awready_o), .s_axil_awaddr_i(regs_awaddr_i),
    .s_axil_wvalid_i(regs_wvalid_i), .s_axil_wready_o(regs_wready_o), .s_axil_wdata_i(regs_wdata_i),
    .s_axil_wstrb_i(regs_wstrb_i), .s_axil_bvalid_o(regs_bvalid_o), .s_axil_bready_i(regs_bready_i),
    .s_axil_bresp_o(regs_bresp_o), .s_axil_arvalid_i(regs_arvalid_i), .s_axil_arready_o(regs_arready_o),
    .s_axil_araddr_i(regs_araddr_i), .s_axil_rvalid_o(regs_rvalid_o), .s_axil_rready_i(regs_rready_i),
    .s_axil_rdata_o(regs_rdata_o), .s_axil_rresp_o(regs_rresp_o),
    .cfg_depth_o(regs_cfg_o[0*32 +: 32]), .cfg_store_forward_o(regs_cfg_o[1*32 +: 1]),
    .cfg_drop_o(regs_cfg_o[2*32 +: 1]), .cfg_packet_beats_o(regs_cfg_o[3*32 +: 32]),
    .cfg_route_delay_o(regs_cfg_o[4*32 +: 32]), .cfg_arbiter_o(regs_cfg_o[5*32 +: 2]),
    .cfg_seed_o(regs_cfg_o[6*32 +: 32]), .cfg_sharing_o(regs_cfg_o[7*32 +: 2]),
    .cfg_alpha_o(regs_cfg_o[8*32 +: 3]), .cfg_scheduler_o(regs_cfg_o[9*32 +: 2]),
    .cfg_iterations_o(regs_cfg_o[10*32 +: 3]), .cfg_window_o(regs_cfg_o[11*32 +: 4]),
    .cfg_output_depth_o(regs_cfg_o[12*32 +: 32]), .cfg_crosspoint_packets_o(regs_cfg_o[13*32 +: 32]),
    .occ_beats_i(regs_occ_beats_i), .occ_packets_i(regs_occ_packets_i), .drop_full_i(regs_drop_full_i),
    .drop_misrouted_i(regs_drop_misrouted_i)
  );
  assign regs_cfg_o[1*32+1 +: 31] = '0;
  assign regs_cfg_o[2*32+1 +: 31] = '0;
  assign regs_cfg_o[5*32+2 +: 30] = '0;
  assign regs_cfg_o[7*32+2 +: 30] = '0;
  assign regs_cfg_o[8*32+3 +: 29] = '0;
  assign regs_cfg_o[9*32+2 +: 30] = '0;
  assign regs_cfg_o[10*32+3 +: 29] = '0;
  assign regs_cfg_o[11*32+4 +: 28] = '0;
endmodule : benches

`default_nettype wire
