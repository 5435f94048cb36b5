// SPDX-License-Identifier: Apache-2.0
/// What a switch owes its ports: what goes in is delivered, held, or discarded (as misrouted, or whole packets for
/// want of room), and counted.
///
/// Part of xb_ports_checker, which is bound from outside; reports one cycle late (see xb_axis_checker).
/// Looks at ports alone, so that it fits any switch that reports its occupancy. Counters are 32 bits wide and may
/// wrap: equality survives that.
`default_nettype none
/* verilator tracing_off */  // its registers mean nothing to a reader of waveforms

module xb_switch_checker #(
  /// Number of ports, 2..64.
  parameter int unsigned NumPorts = 4,
  /// Number of queues whose occupancy is reported.
  parameter int unsigned NumQueues = NumPorts,
  /// Derived, do not overwrite.
  localparam int unsigned DestWidth = $clog2(NumPorts),
  localparam int unsigned CountWidth = xb_pkg::CountWidth
) (
  input logic                            clk_i,
  input logic                            rst_ni,
  /// AXI4-Stream inputs and outputs, without what is not looked at.
  input logic [NumPorts-1:0]             s_axis_tvalid_i,
  input logic [NumPorts-1:0]             s_axis_tready_i,
  input logic [NumPorts-1:0]             s_axis_tlast_i,
  input logic [NumPorts*DestWidth-1:0]   s_axis_tdest_i,
  input logic [NumPorts-1:0]             m_axis_tvalid_i,
  input logic [NumPorts-1:0]             m_axis_tready_i,
  input logic [NumPorts-1:0]             m_axis_tlast_i,
  input logic [NumPorts*DestWidth-1:0]   m_axis_tdest_i,
  /// Beats taken in this cycle that are discarded for want of room, bit i = input i.
  input logic [NumPorts-1:0]             refused_i,
  /// Beats discarded in this cycle that had been taken before, and the packets that end with them.
  input logic [CountWidth-1:0]           lost_beats_i,
  input logic [CountWidth-1:0]           lost_packets_i,
  /// Occupancy of every queue [beats, packets], packets discarded at every input as misrouted, at every queue for
  /// want of room.
  input logic [NumQueues*CountWidth-1:0] occ_beats_i,
  input logic [NumQueues*CountWidth-1:0] occ_packets_i,
  input logic [NumPorts*CountWidth-1:0]  drop_misrouted_i,
  input logic [NumQueues*CountWidth-1:0] drop_full_i
);
  logic [NumPorts-1:0]   taken, given, discarded, stray, strays, in_packet_q;
  logic [CountWidth-1:0] held_beats, held_packets, dropped;
  // Accepted and not discarded, less delivered.
  logic [CountWidth-1:0] owed_beats_q, owed_packets_q;
  logic [NumPorts-1:0][CountWidth-1:0] drops_q;
  // What the last cycle did wrong: beats or packets too few (two's complement), ports.
  logic [CountWidth-1:0] beats_off_q, packets_off_q, refused_q, full_off_q;
  logic [NumPorts-1:0]   wrong_port_q, drops_off_q;
  // Nothing is wrong before the first reset.
  initial {beats_off_q, packets_off_q, full_off_q, wrong_port_q, drops_off_q} = '0;

  assign taken     = s_axis_tvalid_i & s_axis_tready_i;
  assign given     = m_axis_tvalid_i & m_axis_tready_i;
  assign strays    = taken & stray;
  assign discarded = strays | refused_i;

  // Inputs whose present packet is for a destination that does not exist.
  if (NumPorts == 2 ** DestWidth) begin : gen_all_routable
    logic unused_dest;
    assign unused_dest = ^s_axis_tdest_i;
    assign stray       = '0;
  end else begin : gen_check_route
    logic [NumPorts-1:0] stray_q;
    for (genvar i = 0; i < NumPorts; i++) begin : gen_stray
      assign stray[i] = in_packet_q[i] ? stray_q[i]
                                       : s_axis_tdest_i[i*DestWidth +: DestWidth] >= DestWidth'(NumPorts);
    end
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) stray_q <= '0;
      else stray_q <= stray;
    end
  end

  always_comb begin
    held_beats   = '0;
    held_packets = '0;
    dropped      = '0;
    for (int q = 0; q < NumQueues; q++) begin
      held_beats   += occ_beats_i[q*CountWidth +: CountWidth];
      held_packets += occ_packets_i[q*CountWidth +: CountWidth];
      dropped      += drop_full_i[q*CountWidth +: CountWidth];
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      in_packet_q    <= '0;
      owed_beats_q   <= '0;
      owed_packets_q <= '0;
      beats_off_q    <= '0;
      packets_off_q  <= '0;
      refused_q      <= '0;
      full_off_q     <= '0;
      wrong_port_q   <= '0;
      drops_off_q    <= '0;
      drops_q        <= '0;
    end else begin
      in_packet_q    <= taken & ~s_axis_tlast_i | in_packet_q & ~taken;
      owed_beats_q   <= owed_beats_q + CountWidth'($countones(taken & ~discarded))
                        - CountWidth'($countones(given)) - lost_beats_i;
      owed_packets_q <= owed_packets_q + CountWidth'($countones(taken & ~discarded & ~in_packet_q))
                        - CountWidth'($countones(given & m_axis_tlast_i)) - lost_packets_i;
      beats_off_q    <= owed_beats_q - held_beats;
      packets_off_q  <= owed_packets_q - held_packets;
      refused_q      <= refused_q + CountWidth'($countones(refused_i & s_axis_tlast_i)) + lost_packets_i;
      full_off_q     <= refused_q - dropped;
      wrong_port_q   <= '0;
      drops_off_q    <= '0;
      for (int i = 0; i < NumPorts; i++) begin
        if (strays[i] && s_axis_tlast_i[i]) drops_q[i] <= drops_q[i] + 1'b1;
        if (drop_misrouted_i[i*CountWidth +: CountWidth] != drops_q[i]) drops_off_q[i] <= 1'b1;
        if (m_axis_tvalid_i[i] && m_axis_tdest_i[i*DestWidth +: DestWidth] != DestWidth'(i)) begin
          wrong_port_q[i] <= 1'b1;
        end
      end
    end
  end

  // For xb_ram_checker. No always_ff: that of a second switch would write the same variable.
  initial xb_calm_pkg::switches = xb_calm_pkg::switches + 1;
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) xb_calm_pkg::cycles <= 0;
    else if (owed_beats_q != '0 || s_axis_tvalid_i != '0) xb_calm_pkg::cycles <= 0;
    else if (xb_calm_pkg::cycles < xb_calm_pkg::Calm) xb_calm_pkg::cycles <= xb_calm_pkg::cycles + 1;
  end

  beats_conserved: assert property (@(posedge clk_i) beats_off_q == '0)
    else $error("all ports: beats accepted - delivered - discarded - held = %0d, not 0",
                $signed(beats_off_q));
  packets_conserved: assert property (@(posedge clk_i) packets_off_q == '0)
    else $error("all ports: packets accepted - delivered - discarded - held = %0d, not 0",
                $signed(packets_off_q));
  drops_are_refused_packets: assert property (@(posedge clk_i) full_off_q == '0)
    else $error("all ports: packets refused for want of room - drop counters = %0d, not 0", $signed(full_off_q));
  // $clog2(x & -x) is the lowest set bit's number.
  delivered_where_bound: assert property (@(posedge clk_i) wrong_port_q == '0)
    else $error("m_axis port %0d: offered a beat whose tdest is another port",
                $clog2(wrong_port_q & -wrong_port_q));
  drops_are_misrouted_packets: assert property (@(posedge clk_i) drops_off_q == '0)
    else $error("s_axis port %0d: drop counter is not the number of misrouted packets",
                $clog2(drops_off_q & -drops_off_q));
endmodule : xb_switch_checker

/* verilator tracing_on */
`default_nettype wire
