// SPDX-License-Identifier: Apache-2.0
/// AXI4-Stream on one side of a block in front of a port: an offered beat stays, unchanged, until it is taken.
///
/// Bound from outside (end of this file), Verilator with --assert only; reports one cycle late (see xb_axis_checker).
/// The message names the side, the assertion's own name the block.
`default_nettype none
/* verilator tracing_off */  // its registers mean nothing to a reader of waveforms

module xb_stream_checker #(
  /// Everything of a beat [bits].
  parameter int unsigned Width = 64,
  /// Name of the side, for messages.
  parameter Side = "s"
) (
  input logic             clk_i,
  input logic             rst_ni,
  input logic             tvalid_i,
  input logic             tready_i,
  input logic [Width-1:0] beat_i
);
  logic             stalled_q, withdrawn_q, moved_q;
  logic [Width-1:0] beat_q;
  initial {withdrawn_q, moved_q} = '0;  // nothing is wrong before the first reset

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      stalled_q   <= 1'b0;
      withdrawn_q <= 1'b0;
      moved_q     <= 1'b0;
      beat_q      <= '0;
    end else begin
      stalled_q   <= tvalid_i & !tready_i;
      withdrawn_q <= stalled_q & !tvalid_i;
      moved_q     <= stalled_q & tvalid_i & (beat_q != beat_i);
      beat_q      <= beat_i;
    end
  end

  tvalid_holds: assert property (@(posedge clk_i) !withdrawn_q)
    else $error("%s: tvalid withdrawn before the beat was taken", Side);
  beat_holds: assert property (@(posedge clk_i) !moved_q)
    else $error("%s: the beat changed before it was taken", Side);
endmodule : xb_stream_checker

/* verilator tracing_on */
`default_nettype wire

bind xb_port_guard xb_stream_checker #(
  .Width(DataWidth + KeepWidth + DestWidth + 1 + IdBits + UserWidth), .Side("s")
) u_s_checker (
  .clk_i, .rst_ni, .tvalid_i(s_tvalid_i), .tready_i(s_tready_o),
  .beat_i({s_tdata_i, s_tkeep_i, s_tdest_i, s_tlast_i, s_tid_i, s_tuser_i})
);
bind xb_port_guard xb_stream_checker #(
  .Width(DataWidth + KeepWidth + DestWidth + 1 + IdBits + UserWidth), .Side("m")
) u_m_checker (
  .clk_i, .rst_ni, .tvalid_i(m_tvalid_o), .tready_i(m_tready_i),
  .beat_i({m_tdata_o, m_tkeep_o, m_tdest_o, m_tlast_o, m_tid_o, m_tuser_o})
);
bind xb_async_fifo xb_stream_checker #(
  .Width(DataWidth + KeepWidth + DestWidth + 1 + IdBits + UserWidth), .Side("s")
) u_s_checker (
  .clk_i(s_clk_i), .rst_ni, .tvalid_i(s_tvalid_i), .tready_i(s_tready_o),
  .beat_i({s_tdata_i, s_tkeep_i, s_tdest_i, s_tlast_i, s_tid_i, s_tuser_i})
);
bind xb_async_fifo xb_stream_checker #(
  .Width(DataWidth + KeepWidth + DestWidth + 1 + IdBits + UserWidth), .Side("m")
) u_m_checker (
  .clk_i(m_clk_i), .rst_ni, .tvalid_i(m_tvalid_o), .tready_i(m_tready_i),
  .beat_i({m_tdata_o, m_tkeep_o, m_tdest_o, m_tlast_o, m_tid_o, m_tuser_o})
);
