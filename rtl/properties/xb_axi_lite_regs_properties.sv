// SPDX-License-Identifier: Apache-2.0
/// xb_axi_lite_regs, for any master that keeps to valid and ready: a response for each request and no other, which stays
/// until it is taken; a setting is what was last written to it.
//
// mutant b_stays: xb_axi_lite_regs.sv s/if (s_axil_bready_i) s_axil_bvalid_o/s_axil_bvalid_o/
// mutant r_stays: xb_axi_lite_regs.sv s/if (s_axil_rready_i) s_axil_rvalid_o/s_axil_rvalid_o/
// mutant one_b_each: xb_axi_lite_regs.sv s/(aw_q | s_axil_awvalid_i) & !write;/aw_q | s_axil_awvalid_i;/
// mutant no_write_lost: xb_axi_lite_regs.sv s/assign s_axil_awready_o = !aw_q;/assign s_axil_awready_o = 1'b1;/
// mutant one_r_each: xb_axi_lite_regs.sv s/^        ar_q            <= 1'b0;/        ar_q            <= ar_q;/
// mutant as_written: xb_axi_lite_regs.sv s/ && wstrb_q\[b\]) begin/) begin/
// mutant reads_back: xb_axi_lite_regs.sv s/32'(read_word\[4:0\])/32'(read_word[4:0] ^ 5'd1)/
`default_nettype none

module xb_axi_lite_regs_properties (
  input logic        clk_i,
  input logic        awvalid_i,
  input logic [16:0] awaddr_i,
  input logic        wvalid_i,
  input logic [31:0] wdata_i,
  input logic [3:0]  wstrb_i,
  input logic        bready_i,
  input logic        arvalid_i,
  input logic [16:0] araddr_i,
  input logic        rready_i
);
  localparam int unsigned CountWidth = xb_pkg::CountWidth;
  localparam logic [16:0] Watched = 17'h24;  // arbiter, of two bits: all words are alike

  logic        rst_ni = 1'b0;
  logic        awready, wready, bvalid, arready, rvalid;
  logic [1:0]  bresp, rresp, arbiter;
  logic [31:0] rdata;
  // Requests that have no response yet; responses that wait, and what they say; the setting.
  logic [1:0]  aw_q = '0, w_q = '0;
  logic        ar_q = 1'b0, b_waits_q = 1'b0, r_waits_q = 1'b0;
  logic [1:0]  bresp_q = '0, rresp_q = '0, setting_q = '0, seen_q = '0;
  logic [16:0] awaddr_q = '0, araddr_q = '0;
  logic [31:0] wdata_q = '0, rdata_q = '0;
  logic [3:0]  wstrb_q = '0;
  logic        b_new, r_new, both_q = 1'b0;

  /* verilator lint_off PINCONNECTEMPTY */
  xb_axi_lite_regs #(.NumPorts(2), .NumQueues(1)) u_dut (
    .clk_i, .rst_ni,
    .s_axil_awvalid_i(awvalid_i), .s_axil_awready_o(awready), .s_axil_awaddr_i(awaddr_i),
    .s_axil_wvalid_i(wvalid_i), .s_axil_wready_o(wready), .s_axil_wdata_i(wdata_i), .s_axil_wstrb_i(wstrb_i),
    .s_axil_bvalid_o(bvalid), .s_axil_bready_i(bready_i), .s_axil_bresp_o(bresp),
    .s_axil_arvalid_i(arvalid_i), .s_axil_arready_o(arready), .s_axil_araddr_i(araddr_i),
    .s_axil_rvalid_o(rvalid), .s_axil_rready_i(rready_i), .s_axil_rdata_o(rdata), .s_axil_rresp_o(rresp),
    .cfg_depth_o(), .cfg_store_forward_o(), .cfg_drop_o(), .cfg_packet_beats_o(), .cfg_route_delay_o(),
    .cfg_arbiter_o(arbiter), .cfg_seed_o(), .cfg_sharing_o(), .cfg_alpha_o(), .cfg_scheduler_o(), .cfg_iterations_o(),
    .cfg_window_o(), .cfg_output_depth_o(), .cfg_crosspoint_packets_o(), .count_queue_o(),
    .occ_beats_i(CountWidth'(0)), .occ_packets_i(CountWidth'(0)), .drop_full_i(CountWidth'(0)),
    .drop_misrouted_i((2 * CountWidth)'(0))
  );
  /* verilator lint_on PINCONNECTEMPTY */

  assign b_new = bvalid & !b_waits_q;
  assign r_new = rvalid & !r_waits_q;

  always_ff @(posedge clk_i) begin
    rst_ni <= 1'b1;
    if (rst_ni) begin
      aw_q      <= aw_q + 2'(awvalid_i & awready) - 2'(b_new);
      w_q       <= w_q + 2'(wvalid_i & wready) - 2'(b_new);
      ar_q      <= (ar_q & !r_new) | (arvalid_i & arready);
      both_q    <= aw_q != '0 && w_q != '0 && !b_new;
      b_waits_q <= bvalid & !bready_i;
      r_waits_q <= rvalid & !rready_i;
      if (awvalid_i && awready) awaddr_q <= awaddr_i;
      if (wvalid_i && wready) {wstrb_q, wdata_q} <= {wstrb_i, wdata_i};
      if (arvalid_i && arready) araddr_q <= araddr_i;
      bresp_q <= bresp;
      rresp_q <= rresp;
      rdata_q <= rdata;
      // What a read shows that ends in the next cycle is the setting of this one.
      seen_q  <= arbiter;

      if (b_waits_q) b_stays: assert (bvalid && bresp == bresp_q);
      if (r_waits_q) r_stays: assert (rvalid && rresp == rresp_q && rdata == rdata_q);
      if (b_new) one_b_each: assert (aw_q != '0 && w_q != '0);
      if (both_q && !b_waits_q) no_write_lost: assert (bvalid);
      if (r_new) one_r_each: assert (ar_q);
      if (arbiter != setting_q) as_written: assert (b_new && awaddr_q[16:2] == Watched[16:2] && wstrb_q[0] && arbiter == wdata_q[1:0]);
      if (r_new && araddr_q[16:2] == Watched[16:2]) reads_back: assert (rdata == 32'(seen_q) && rresp == 2'b00);
      setting_q <= arbiter;
      reached_write: cover (setting_q == 2'd3 && b_waits_q);
      reached_read: cover (r_new && rdata == 32'd2 && araddr_q[16:2] == Watched[16:2]);
      reached_refusal: cover (r_new && rresp != 2'b00);
    end
  end
endmodule : xb_axi_lite_regs_properties

`default_nettype wire
