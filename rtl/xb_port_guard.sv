// SPDX-License-Identifier: Apache-2.0
/// Guard between a sender and an input of a switch: a packet that is too long, or whose sender falls silent in it, is
/// cut, so that it cannot hold an output for ever.
///
/// Latency: none; a packet that is not cut passes as it is. `s_tready_o` never depends on what is offered. The beat that
/// ends a cut packet has `m_tlast_o` and bit 0 of `m_tuser_o`: it is the packet's MaxBeats-th, with its data; or, MaxBeats
/// not reached and nothing offered for Timeout cycles within the packet, a beat of zeros that the guard adds, with the tid
/// of the first one, so that it is of the packet's traffic class. What the sender still gives of the packet is discarded
/// up to its tlast, a beat a cycle. A stalled receiver is not the sender's silence. As a cut packet has two beats or more,
/// tuser may mark first beats too.
`default_nettype none

module xb_port_guard #(
  /// Payload of a beat [bits], a multiple of 8.
  parameter int unsigned DataWidth = 64,
  /// Width of tdest [bits], >= 1.
  parameter int unsigned DestWidth = 2,
  /// Longest packet that passes [beats], 2..2**30.
  parameter int unsigned MaxBeats = 256,
  /// Silence within a packet after which it is cut [cycles], 1..2**30.
  parameter int unsigned Timeout = 1024,
  /// Bits of tid, 0..64; with 0 its ports are one bit and cost nothing.
  parameter int unsigned IdWidth = 0,
  /// Bits of tuser, 1..64.
  parameter int unsigned UserWidth = 1,
  /// Derived, do not overwrite.
  localparam int unsigned KeepWidth = DataWidth / 8,
  localparam int unsigned IdBits = (IdWidth == 0) ? 1 : IdWidth
) (
  input  logic                          clk_i,
  input  logic                          rst_ni,
  /// From the sender (AXI4-Stream); tdest counts with a packet's first beat.
  input  logic                          s_tvalid_i,
  output logic                          s_tready_o,
  input  logic [DataWidth-1:0]          s_tdata_i,
  input  logic [KeepWidth-1:0]          s_tkeep_i,
  input  logic                          s_tlast_i,
  input  logic [DestWidth-1:0]          s_tdest_i,
  input  logic [IdBits-1:0]             s_tid_i,
  input  logic [UserWidth-1:0]          s_tuser_i,
  /// To the switch (AXI4-Stream); tdest stays for a whole packet.
  output logic                          m_tvalid_o,
  input  logic                          m_tready_i,
  output logic [DataWidth-1:0]          m_tdata_o,
  output logic [KeepWidth-1:0]          m_tkeep_o,
  output logic                          m_tlast_o,
  output logic [DestWidth-1:0]          m_tdest_o,
  output logic [IdBits-1:0]             m_tid_o,
  output logic [UserWidth-1:0]          m_tuser_o,
  /// Packets cut since reset: too long; silent.
  output logic [xb_pkg::CountWidth-1:0] cut_long_o,
  output logic [xb_pkg::CountWidth-1:0] cut_silent_o
);
  if (DataWidth < 8 || DataWidth % 8 != 0) begin : gen_illegal_data_width
    $error("DataWidth must be a multiple of 8");
  end
  if (DestWidth < 1) begin : gen_illegal_dest_width
    $error("DestWidth must be 1 or more");
  end
  if (MaxBeats < 2 || MaxBeats > 2**30) begin : gen_illegal_max_beats
    $error("MaxBeats must be 2..2**30");
  end
  if (Timeout < 1 || Timeout > 2**30) begin : gen_illegal_timeout
    $error("Timeout must be 1..2**30");
  end
  if (IdWidth > 64) begin : gen_illegal_id_width
    $error("IdWidth must be 0..64");
  end
  if (UserWidth < 1 || UserWidth > 64) begin : gen_illegal_user_width
    $error("UserWidth must be 1..64");
  end

  localparam int unsigned BeatsWidth = $clog2(MaxBeats);
  localparam int unsigned SilentWidth = $clog2(Timeout + 1);

  // Beats of the packet under way that have passed, and cycles since in which its sender offered nothing.
  logic [BeatsWidth-1:0]  beats_q;
  logic [SilentWidth-1:0] silent_q;
  logic [DestWidth-1:0]   dest_q;
  // The guard offers the last beat of a silent sender's packet; it discards the rest of a cut one.
  logic                   closing_q, discarding_q;
  logic                   in_packet, longest, ends_cut, take, pass, silent;

  assign in_packet  = beats_q != '0;
  assign longest    = beats_q == BeatsWidth'(MaxBeats - 1);
  assign s_tready_o = discarding_q | (m_tready_i & !closing_q);
  assign m_tvalid_o = closing_q | (s_tvalid_i & !discarding_q);
  assign m_tdata_o  = closing_q ? '0 : s_tdata_i;
  assign m_tkeep_o  = closing_q ? '1 : s_tkeep_i;
  assign m_tlast_o  = closing_q | longest | s_tlast_i;
  assign ends_cut   = closing_q | (longest & !s_tlast_i);
  assign m_tuser_o  = (closing_q ? '0 : s_tuser_i) | UserWidth'(ends_cut);
  assign m_tdest_o  = in_packet ? dest_q : s_tdest_i;
  assign take       = s_tvalid_i & s_tready_o;
  assign pass       = m_tvalid_o & m_tready_i;
  assign silent     = in_packet & !closing_q & !s_tvalid_i;

  if (IdWidth != 0) begin : gen_id
    logic [IdBits-1:0] id_q;  // of the packet's first beat

    assign m_tid_o = closing_q ? id_q : s_tid_i;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) id_q <= '0;
      else if (pass && !in_packet) id_q <= s_tid_i;
    end
  end else begin : gen_no_id
    logic unused_id;
    assign unused_id = ^s_tid_i;
    assign m_tid_o   = '0;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      beats_q      <= '0;
      silent_q     <= '0;
      dest_q       <= '0;
      closing_q    <= 1'b0;
      discarding_q <= 1'b0;
    end else begin
      silent_q <= silent ? silent_q + 1'b1 : '0;
      if (silent && silent_q == SilentWidth'(Timeout - 1)) closing_q <= 1'b1;
      if (pass) begin
        beats_q   <= m_tlast_o ? '0 : beats_q + 1'b1;
        dest_q    <= m_tdest_o;
        closing_q <= 1'b0;
        if (closing_q || (longest && !s_tlast_i)) discarding_q <= 1'b1;
      end
      if (discarding_q && take && s_tlast_i) discarding_q <= 1'b0;
    end
  end

  xb_counter u_cut_long (
    .clk_i, .rst_ni, .count_i(pass & longest & !closing_q & !s_tlast_i), .total_o(cut_long_o)
  );
  xb_counter u_cut_silent (.clk_i, .rst_ni, .count_i(pass & closing_q), .total_o(cut_silent_o));
endmodule : xb_port_guard

`default_nettype wire
