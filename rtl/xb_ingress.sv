// SPDX-License-Identifier: Apache-2.0
/// Packet framing and admission of one input port: holds a packet's destination from its first beat on, and
/// discards whole packets: those whose destination does not exist (possible where NumPorts is not a power of
/// two) and, under tail drop, those that find no room when their first beat arrives.
///
/// Combinational, no latency. `s_tready_o` comes from registers and never depends on the offered beat: a
/// misrouted packet leaves at the pace at which a good one would have been taken, a refused one at full rate.
`default_nettype none

module xb_ingress #(
  /// Number of switch ports, 2..64.
  parameter int unsigned NumPorts = 4,
  /// Derived, do not overwrite.
  localparam int unsigned DestWidth = $clog2(NumPorts)
) (
  input  logic                          clk_i,
  input  logic                          rst_ni,
  /// Setting: discard what finds no room (tail drop) instead of stalling the link.
  input  logic                          drop_i,
  /// The port, without its payload.
  input  logic                          s_tvalid_i,
  output logic                          s_tready_o,
  input  logic                          s_tlast_i,
  input  logic [DestWidth-1:0]          s_tdest_i,
  /// The memory has room for a whole packet (counts with a first beat, under tail drop); register-driven.
  input  logic                          room_i,
  /// So has the queue of the packet on offer, which may depend on `dest_o`.
  input  logic                          admit_i,
  /// To the queue: a beat to keep, its packet's destination, and whether it is the first of its packet.
  output logic                          valid_o,
  input  logic                          ready_i,
  output logic                          first_o,
  output logic [DestWidth-1:0]          dest_o,
  /// A beat of a packet refused for want of room is taken in this cycle; its destination is `dest_o`.
  output logic                          refused_o,
  /// Packets discarded because their destination does not exist.
  output logic [xb_pkg::CountWidth-1:0] drop_misrouted_o
);
  if (NumPorts < 2 || NumPorts > 64) begin : gen_illegal_num_ports
    $error("NumPorts must be 2..64");
  end

  logic                          in_packet_q, refused_q, refused, misrouted, take;
  logic [DestWidth-1:0]          dest_q;
  logic [xb_pkg::CountWidth-1:0] misrouted_q;

  assign refused          = in_packet_q ? refused_q : (drop_i & !(room_i & (admit_i | misrouted)));
  // Where there is room for a whole packet, a refused beat is taken as a kept one would be.
  assign s_tready_o       = ready_i | (in_packet_q ? refused_q : (drop_i & !room_i));
  assign take             = s_tvalid_i & s_tready_o;
  assign first_o          = !in_packet_q;
  assign dest_o           = in_packet_q ? dest_q : s_tdest_i;
  assign valid_o          = s_tvalid_i & !misrouted & !refused;
  assign refused_o        = take & refused & !misrouted;
  assign drop_misrouted_o = misrouted_q;

  if (NumPorts == 2 ** DestWidth) begin : gen_all_routable
    assign misrouted = 1'b0;
  end else begin : gen_check_route
    assign misrouted = dest_o >= DestWidth'(NumPorts);
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      in_packet_q <= 1'b0;
      refused_q   <= 1'b0;
      dest_q      <= '0;
      misrouted_q <= xb_pkg::CountStart;
    end else if (take) begin
      in_packet_q <= !s_tlast_i;
      refused_q   <= refused;
      dest_q      <= dest_o;
      if (misrouted && s_tlast_i) misrouted_q <= misrouted_q + 1'b1;
    end
  end
endmodule : xb_ingress

`default_nettype wire
