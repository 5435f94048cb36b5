// SPDX-License-Identifier: Apache-2.0
/// What any switch owes its ports: AXI4-Stream's rules on both sides (xb_axis_checker), every packet delivered, held, or
/// discarded and counted (xb_switch_checker), and flags that agree with the handshake (xb_flags_checker).
///
/// Bound from outside (end of this file: one line for a switch), Verilator with --assert only. Looks at ports alone, and
/// has them by the switch's own names, so that a bind says `.*`; what a switch has no port for is given by hand. Of tuser
/// it looks at the lowest bit.
`default_nettype none
/* verilator tracing_off */  // its registers mean nothing to a reader of waveforms

module xb_ports_checker #(
  /// Number of ports, 2..64.
  parameter int unsigned NumPorts = 4,
  /// Payload of a beat [bits].
  parameter int unsigned DataWidth = 64,
  /// Number of queues whose occupancy is reported.
  parameter int unsigned NumQueues = NumPorts,
  /// A victim of head-of-line blocking shows no beat. Not where outputs have queues behind the blocked heads.
  parameter bit VictimsSilent = 1'b1,
  /// Derived, do not overwrite.
  localparam int unsigned DestWidth = $clog2(NumPorts),
  localparam int unsigned CountWidth = xb_pkg::CountWidth
) (
  input logic                            clk_i,
  input logic                            rst_ni,
  /// The switch's ports.
  input logic [NumPorts-1:0]             s_axis_tvalid_i,
  input logic [NumPorts-1:0]             s_axis_tready_o,
  input logic [NumPorts*DataWidth-1:0]   s_axis_tdata_i,
  input logic [NumPorts-1:0]             s_axis_tlast_i,
  input logic [NumPorts*DestWidth-1:0]   s_axis_tdest_i,
  input logic [NumPorts-1:0]             s_axis_tuser_i,
  input logic [NumPorts-1:0]             m_axis_tvalid_o,
  input logic [NumPorts-1:0]             m_axis_tready_i,
  input logic [NumPorts*DataWidth-1:0]   m_axis_tdata_o,
  input logic [NumPorts-1:0]             m_axis_tlast_o,
  input logic [NumPorts*DestWidth-1:0]   m_axis_tdest_o,
  input logic [NumPorts-1:0]             m_axis_tuser_o,
  input logic [NumQueues*CountWidth-1:0] occ_beats_o,
  input logic [NumQueues*CountWidth-1:0] occ_packets_o,
  input logic [NumPorts*CountWidth-1:0]  drop_misrouted_o,
  input logic [NumQueues*CountWidth-1:0] drop_full_o,
  input logic [NumPorts-1:0]             blocked_o,
  input logic [NumPorts-1:0]             blocked_backpressure_o,
  input logic [NumPorts-1:0]             hol_o,
  input logic [NumPorts*NumPorts-1:0]    hol_victims_o,
  input logic [NumPorts-1:0]             idle_with_work_o,
  /// Beats taken in this cycle that are discarded for want of room, bit i = input i.
  input logic [NumPorts-1:0]             refused_i,
  /// Beats discarded in this cycle that had been taken before, and the packets that end with them.
  input logic [CountWidth-1:0]           lost_beats_i,
  input logic [CountWidth-1:0]           lost_packets_i
);
  xb_axis_checker #(.NumPorts(NumPorts), .DataWidth(DataWidth), .Side("s_axis")) u_s_axis_checker (
    .clk_i, .rst_ni,
    .tvalid_i(s_axis_tvalid_i), .tready_i(s_axis_tready_o), .tdata_i(s_axis_tdata_i),
    .tlast_i(s_axis_tlast_i), .tdest_i(s_axis_tdest_i), .tuser_i(s_axis_tuser_i)
  );
  xb_axis_checker #(.NumPorts(NumPorts), .DataWidth(DataWidth), .Side("m_axis"), .HoldsDest(1'b1)) u_m_axis_checker (
    .clk_i, .rst_ni,
    .tvalid_i(m_axis_tvalid_o), .tready_i(m_axis_tready_i), .tdata_i(m_axis_tdata_o),
    .tlast_i(m_axis_tlast_o), .tdest_i(m_axis_tdest_o), .tuser_i(m_axis_tuser_o)
  );
  xb_switch_checker #(.NumPorts(NumPorts), .NumQueues(NumQueues)) u_switch_checker (
    .clk_i, .rst_ni,
    .s_axis_tvalid_i, .s_axis_tready_i(s_axis_tready_o), .s_axis_tlast_i, .s_axis_tdest_i,
    .m_axis_tvalid_i(m_axis_tvalid_o), .m_axis_tready_i, .m_axis_tlast_i(m_axis_tlast_o),
    .m_axis_tdest_i(m_axis_tdest_o),
    .occ_beats_i(occ_beats_o), .occ_packets_i(occ_packets_o), .drop_misrouted_i(drop_misrouted_o),
    .refused_i, .lost_beats_i, .lost_packets_i, .drop_full_i(drop_full_o)
  );
  xb_flags_checker #(.NumPorts(NumPorts), .VictimsSilent(VictimsSilent)) u_flags_checker (
    .clk_i, .rst_ni,
    .m_axis_tvalid_i(m_axis_tvalid_o), .m_axis_tready_i, .blocked_i(blocked_o),
    .blocked_backpressure_i(blocked_backpressure_o), .hol_i(hol_o), .hol_victims_i(hol_victims_o),
    .idle_with_work_i(idle_with_work_o)
  );
endmodule : xb_ports_checker

/* verilator tracing_on */
`default_nettype wire

bind xb_switch_input xb_ports_checker #(.NumPorts(NumPorts), .DataWidth(DataWidth)) u_ports_checker (
  .*, .s_axis_tready_o(s_ready), .s_axis_tuser_i(s_user), .m_axis_tuser_o(m_user), .refused_i(s_refused), .lost_beats_i('0), .lost_packets_i('0)
);
bind xb_switch_window xb_ports_checker #(
  .NumPorts(NumPorts), .DataWidth(DataWidth), .VictimsSilent(1'b0)
) u_ports_checker (
  .*, .s_axis_tuser_i(s_user), .m_axis_tuser_o(m_user), .refused_i(refused), .lost_beats_i('0), .lost_packets_i('0)
);
bind xb_switch_input_pipe xb_ports_checker #(
  .NumPorts(NumPorts), .DataWidth(DataWidth), .VictimsSilent(1'b0)
) u_ports_checker (
  .*, .s_axis_tready_o(s_ready), .s_axis_tuser_i(s_user), .m_axis_tuser_o(m_user), .refused_i(refused), .lost_beats_i('0), .lost_packets_i('0)
);
bind xb_switch_voq xb_ports_checker #(
  .NumPorts(NumPorts), .DataWidth(DataWidth), .NumQueues(NumQueues)
) u_ports_checker (
  .*, .s_axis_tready_o(s_ready), .s_axis_tuser_i(s_user), .m_axis_tuser_o(m_user), .refused_i(refused), .lost_beats_i('0), .lost_packets_i('0)
);
bind xb_switch_voq_pipe xb_ports_checker #(
  .NumPorts(NumPorts), .DataWidth(DataWidth), .NumQueues(NumQueues)
) u_ports_checker (
  .*, .s_axis_tready_o(s_ready), .s_axis_tuser_i(s_user), .m_axis_tuser_o(m_user), .refused_i(refused), .lost_beats_i('0), .lost_packets_i('0)
);
bind xb_switch_crosspoint_pipe xb_ports_checker #(
  .NumPorts(NumPorts), .DataWidth(DataWidth), .NumQueues(NumQueues)
) u_ports_checker (
  .*, .s_axis_tready_o(s_ready), .s_axis_tuser_i(s_user), .m_axis_tuser_o(m_user), .refused_i(refused), .lost_beats_i('0), .lost_packets_i('0)
);
bind xb_switch_crosspoint xb_ports_checker #(
  .NumPorts(NumPorts), .DataWidth(DataWidth), .NumQueues(NumQueues)
) u_ports_checker (
  .*, .s_axis_tready_o(s_ready), .s_axis_tuser_i(s_user), .m_axis_tuser_o(m_user), .refused_i(refused), .lost_beats_i('0), .lost_packets_i('0)
);
bind xb_switch_shared xb_ports_checker #(.NumPorts(NumPorts), .DataWidth(DataWidth)) u_ports_checker (
  .*, .s_axis_tready_o(s_ready), .s_axis_tuser_i(s_user), .m_axis_tuser_o(m_user), .refused_i('0),
  .lost_beats_i((discard ? xb_pkg::CountWidth'(w_beats) : '0) + (gone ? xb_pkg::CountWidth'(gone_beats) : '0)),
  .lost_packets_i((discard ? xb_pkg::CountWidth'(lost_packets) : '0) + (gone ? xb_pkg::CountWidth'(gone_packets) : '0))
);
bind xb_switch_shared_pipe xb_ports_checker #(.NumPorts(NumPorts), .DataWidth(DataWidth)) u_ports_checker (
  .*, .s_axis_tready_o(s_ready[NumPorts-1:0]), .s_axis_tuser_i(s_user), .m_axis_tuser_o(m_user), .refused_i('0),
  .lost_beats_i(discard ? xb_pkg::CountWidth'(x_beats_q) : '0), .lost_packets_i(discard ? xb_pkg::CountWidth'(x_packets_q) : '0)
);
