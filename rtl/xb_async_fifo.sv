// SPDX-License-Identifier: Apache-2.0
/// AXI4-Stream FIFO between two clocks, for a switch's port whose link has a clock of its own.
///
/// Latency: 1 cycle of `s_clk_i` and 3 to 4 of `m_clk_i` from a beat's acceptance to its offer. Capacity: 2**LogDepth
/// beats, and one in the register at the output. Rate: a beat a cycle of the slower clock, from 8 beats on. The
/// pointers cross as Gray codes, each through two flip-flops (xb_sync); a slot is read only once its pointer has
/// crossed, so that its content is at rest. All outputs are register-driven.
/// One asynchronous reset for both sides, which each clock releases for itself: no side is ever reset alone.
/// Constraints: rtl/constraints.
`default_nettype none

module xb_async_fifo #(
  /// Payload of a beat [bits], a multiple of 8.
  parameter int unsigned DataWidth = 64,
  /// Width of tdest [bits], >= 1.
  parameter int unsigned DestWidth = 2,
  /// Logarithm of the capacity [beats], 2..20.
  parameter int unsigned LogDepth = 4,
  /// Bits of tid, 0..64; with 0 its ports are one bit and cost nothing.
  parameter int unsigned IdWidth = 0,
  /// Bits of tuser, 1..64.
  parameter int unsigned UserWidth = 1,
  /// Derived, do not overwrite.
  localparam int unsigned KeepWidth = DataWidth / 8,
  localparam int unsigned IdBits = (IdWidth == 0) ? 1 : IdWidth
) (
  /// Reset of both sides, asynchronous; both clocks have to run for it to end.
  input  logic                 rst_ni,
  /// In (AXI4-Stream), at `s_clk_i`.
  input  logic                 s_clk_i,
  input  logic                 s_tvalid_i,
  output logic                 s_tready_o,
  input  logic [DataWidth-1:0] s_tdata_i,
  input  logic [KeepWidth-1:0] s_tkeep_i,
  input  logic                 s_tlast_i,
  input  logic [DestWidth-1:0] s_tdest_i,
  input  logic [IdBits-1:0]    s_tid_i,
  input  logic [UserWidth-1:0] s_tuser_i,
  /// Out (AXI4-Stream), at `m_clk_i`.
  input  logic                 m_clk_i,
  output logic                 m_tvalid_o,
  input  logic                 m_tready_i,
  output logic [DataWidth-1:0] m_tdata_o,
  output logic [KeepWidth-1:0] m_tkeep_o,
  output logic                 m_tlast_o,
  output logic [DestWidth-1:0] m_tdest_o,
  output logic [IdBits-1:0]    m_tid_o,
  output logic [UserWidth-1:0] m_tuser_o
);
  if (DataWidth < 8 || DataWidth % 8 != 0) begin : gen_illegal_data_width
    $error("DataWidth must be a multiple of 8");
  end
  if (DestWidth < 1) begin : gen_illegal_dest_width
    $error("DestWidth must be 1 or more");
  end
  if (LogDepth < 2 || LogDepth > 20) begin : gen_illegal_log_depth
    $error("LogDepth must be 2..20");
  end
  if (IdWidth > 64) begin : gen_illegal_id_width
    $error("IdWidth must be 0..64");
  end
  if (UserWidth < 1 || UserWidth > 64) begin : gen_illegal_user_width
    $error("UserWidth must be 1..64");
  end

  localparam int unsigned WordWidth = DataWidth + KeepWidth + DestWidth + 1 + IdWidth + UserWidth;
  localparam logic [LogDepth:0] Full = {2'b11, {(LogDepth - 1){1'b0}}};  // Gray codes a whole round apart

  logic                 s_rst_n, m_rst_n, push, pop, empty;
  // Pointers have a bit more than addresses: the round.
  logic [LogDepth:0]    wptr_q, wptr_d, wgray_q, wgray_seen;
  logic [LogDepth:0]    rptr_q, rptr_d, rgray_q, rgray_seen;
  logic [WordWidth-1:0] mem_q [2**LogDepth];
  logic [WordWidth-1:0] word_q, s_word;

  xb_reset_sync u_s_reset (.clk_i(s_clk_i), .rst_ni, .rst_no(s_rst_n));
  xb_reset_sync u_m_reset (.clk_i(m_clk_i), .rst_ni, .rst_no(m_rst_n));
  xb_sync #(.Width(LogDepth + 1)) u_to_s (.clk_i(s_clk_i), .rst_ni(s_rst_n), .d_i(rgray_q), .q_o(rgray_seen));
  xb_sync #(.Width(LogDepth + 1)) u_to_m (.clk_i(m_clk_i), .rst_ni(m_rst_n), .d_i(wgray_q), .q_o(wgray_seen));

  assign push   = s_tvalid_i & s_tready_o;
  assign wptr_d = wptr_q + (LogDepth + 1)'(push);

  always_ff @(posedge s_clk_i or negedge s_rst_n) begin
    if (!s_rst_n) begin
      wptr_q     <= '0;
      wgray_q    <= '0;
      s_tready_o <= 1'b0;
    end else begin
      wptr_q     <= wptr_d;
      wgray_q    <= wptr_d ^ (wptr_d >> 1);
      s_tready_o <= (wptr_d ^ (wptr_d >> 1)) != (rgray_seen ^ Full);
    end
  end
  always_ff @(posedge s_clk_i) begin
    if (push) mem_q[wptr_q[LogDepth-1:0]] <= s_word;
  end

  assign empty  = rgray_q == wgray_seen;
  assign pop    = !empty & (m_tready_i | !m_tvalid_o);
  assign rptr_d = rptr_q + (LogDepth + 1)'(pop);
  if (IdWidth != 0) begin : gen_id
    assign s_word = {s_tid_i, s_tuser_i, s_tlast_i, s_tdest_i, s_tkeep_i, s_tdata_i};
    assign {m_tid_o, m_tuser_o, m_tlast_o, m_tdest_o, m_tkeep_o, m_tdata_o} = word_q;
  end else begin : gen_no_id
    logic unused_id;
    assign unused_id = ^s_tid_i;
    assign s_word    = {s_tuser_i, s_tlast_i, s_tdest_i, s_tkeep_i, s_tdata_i};
    assign {m_tuser_o, m_tlast_o, m_tdest_o, m_tkeep_o, m_tdata_o} = word_q;
    assign m_tid_o   = '0;
  end

  always_ff @(posedge m_clk_i or negedge m_rst_n) begin
    if (!m_rst_n) begin
      rptr_q     <= '0;
      rgray_q    <= '0;
      m_tvalid_o <= 1'b0;
    end else begin
      rptr_q  <= rptr_d;
      rgray_q <= rptr_d ^ (rptr_d >> 1);
      if (pop || m_tready_i) m_tvalid_o <= pop;
    end
  end
  always_ff @(posedge m_clk_i) begin
    if (pop) word_q <= mem_q[rptr_q[LogDepth-1:0]];
  end
endmodule : xb_async_fifo

`default_nettype wire
