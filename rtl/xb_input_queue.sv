// SPDX-License-Identifier: Apache-2.0
/// One input of a switch: framing, the packet FIFO, its occupancy, and the head's bid.
///
/// Latency: the first beat taken in cycle t can leave in cycle t+1 (cut-through), or in the cycle after its
/// packet's last beat was taken (store-and-forward); not before cycle t+1+D with a routing delay of D cycles,
/// which runs while earlier packets drain. Capacity: `depth_i` beats, no further registers.
/// A packet longer than the queue cannot be stored whole: under store-and-forward it starts when the queue is
/// full, so that it cannot block the port for ever.
`default_nettype none

module xb_input_queue #(
  /// Number of switch ports, 2..64.
  parameter int unsigned NumPorts = 4,
  /// Payload of a beat [bits].
  parameter int unsigned DataWidth = 64,
  /// Elaborated capacity [beats], >= 2.
  parameter int unsigned MaxDepth = 1024,
  /// 1: a beat has the time of its arrival; 0: none, ages are 0 and routing takes no time.
  parameter int unsigned Stamps = 1,
  /// Derived, do not overwrite.
  localparam int unsigned DestWidth = $clog2(NumPorts)
) (
  input  logic                          clk_i,
  input  logic                          rst_ni,
  /// Settings (change them only while empty): capacity [beats], 1..MaxDepth; bid only with whole packets;
  /// tail drop; longest packet [beats]; cycles that a header needs to be routed.
  input  logic [xb_pkg::CountWidth-1:0] depth_i,
  input  logic                          store_forward_i,
  input  logic                          drop_i,
  input  logic [xb_pkg::CountWidth-1:0] packet_beats_i,
  input  logic [xb_pkg::CountWidth-1:0] route_delay_i,
  /// The switch's cycle counter.
  input  logic [xb_pkg::CountWidth-1:0] now_i,
  /// AXI4-Stream from the link.
  input  logic                          s_tvalid_i,
  output logic                          s_tready_o,
  input  logic [DataWidth-1:0]          s_tdata_i,
  input  logic                          s_tlast_i,
  input  logic                          s_tuser_i,
  input  logic [DestWidth-1:0]          s_tdest_i,
  /// The head: `beat_o` = a beat is there, `bid_o` = and its packet may start; taken by `pop_i`.
  output logic                          beat_o,
  output logic                          bid_o,
  output logic                          started_o,
  output logic [DataWidth-1:0]          head_data_o,
  output logic                          head_last_o,
  output logic                          head_user_o,
  output logic [DestWidth-1:0]          head_dest_o,
  /// Cycles since the beat at the head (and, at a packet's start, its packet) was accepted.
  output logic [xb_pkg::CountWidth-1:0] head_age_o,
  input  logic                          pop_i,
  /// For the head-of-line probe: a packet for output `enter_dest_o` becomes able to leave; the head packet
  /// begins to leave. A packet that starts early because it is longer than the queue does neither.
  output logic                          enter_o,
  output logic [DestWidth-1:0]          enter_dest_o,
  output logic                          leave_o,
  /// For the pool probe, of the beat on offer (for output `enter_dest_o`): it is its packet's first; it is taken and kept;
  /// it stays outside, as there is no room; it is discarded for want of room.
  output logic                          first_o,
  output logic                          push_o,
  output logic                          held_o,
  output logic                          refused_o,
  /// Occupancy; packets discarded as misrouted.
  output logic [xb_pkg::CountWidth-1:0] occ_beats_o,
  output logic [xb_pkg::CountWidth-1:0] occ_packets_o,
  output logic [xb_pkg::CountWidth-1:0] drop_misrouted_o
);
  if (Stamps > 1) begin : gen_illegal_stamps
    $error("Stamps must be 0 or 1");
  end

  localparam int unsigned SideWidth = DestWidth + 2 + Stamps * xb_pkg::CountWidth;

  logic                          in_valid, in_ready, in_first, push, has_complete;
  logic                          started_q, early_q, routed, routed_q;
  logic [DestWidth-1:0]          in_dest;
  logic [SideWidth-1:0]          in_side, head_side;

  xb_ingress #(.NumPorts(NumPorts)) u_ingress (
    .clk_i, .rst_ni, .drop_i,
    .s_tvalid_i, .s_tready_o, .s_tlast_i, .s_tdest_i,
    .room_i(occ_beats_o + packet_beats_i <= depth_i), .admit_i(1'b1),
    .valid_o(in_valid), .ready_i(in_ready), .first_o(in_first), .dest_o(in_dest),
    .refused_o, .drop_misrouted_o
  );

  xb_fifo #(.DataWidth(DataWidth), .SideWidth(SideWidth), .MaxDepth(MaxDepth)) u_fifo (
    .clk_i, .rst_ni, .depth_i,
    .valid_i(in_valid), .ready_o(in_ready), .data_i(s_tdata_i),
    .side_i(in_side),
    .valid_o(beat_o), .ready_i(pop_i), .data_o(head_data_o), .side_o(head_side),
    .count_o(occ_beats_o)
  );

  assign {head_dest_o, head_user_o, head_last_o} = head_side[DestWidth+1:0];
  if (Stamps != 0) begin : gen_stamps
    assign in_side    = {now_i, in_dest, s_tuser_i, s_tlast_i};
    assign head_age_o = now_i - head_side[DestWidth+2 +: xb_pkg::CountWidth];
    // Once routed, a head stays so, however long it waits: ages wrap around.
    assign routed     = routed_q | (head_age_o > route_delay_i);
  end else begin : gen_no_stamps
    logic unused_times;
    assign unused_times = ^{now_i, route_delay_i, routed_q};
    assign in_side      = {in_dest, s_tuser_i, s_tlast_i};
    assign head_age_o   = '0;
    assign routed       = 1'b1;
  end
  assign push       = in_valid & in_ready;
  assign first_o    = in_first;
  assign push_o     = push;
  assign held_o     = in_valid & !in_ready;

  xb_packet_counter #(.Width($clog2(MaxDepth + 1))) u_packets (
    .clk_i, .rst_ni,
    .push_first_i(push & in_first), .push_last_i(push & s_tlast_i), .pop_last_i(pop_i & head_last_o),
    .held_o(occ_packets_o), .has_complete_o(has_complete)
  );

  assign bid_o        = beat_o & (started_q | (routed & (!store_forward_i | has_complete | !in_ready)));
  assign started_o    = started_q;
  assign enter_o      = push & (store_forward_i ? s_tlast_i & !early_q : in_first);
  assign enter_dest_o = in_dest;
  assign leave_o      = pop_i & !started_q & (!store_forward_i | has_complete);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      started_q <= 1'b0;  // the head packet has begun to leave
      early_q   <= 1'b0;  // it did so before it was complete, under store-and-forward
      routed_q  <= 1'b0;  // its routing delay is over
    end else begin
      routed_q <= beat_o & routed & !pop_i;
      if (pop_i) started_q <= !head_last_o;
      if (push && s_tlast_i) early_q <= 1'b0;
      else if (pop_i && !started_q && store_forward_i && !has_complete) early_q <= 1'b1;
    end
  end
endmodule : xb_input_queue

`default_nettype wire
