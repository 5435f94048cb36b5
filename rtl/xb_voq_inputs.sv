// SPDX-License-Identifier: Apache-2.0
/// The inputs of a switch with virtual output queues: xb_voq_input once a port, and the settings that they share.
///
/// Latency and capacity are xb_voq_input's. What the switch does with the packets that may bid, and with the beats that
/// it pops, is its own.
`default_nettype none

module xb_voq_inputs #(
  /// Number of switch ports N, 2..64.
  parameter int unsigned NumPorts = 4,
  /// Payload of a beat [bits].
  parameter int unsigned DataWidth = 64,
  /// Elaborated capacity of an input's memory [beats], >= 2.
  parameter int unsigned MaxDepth = 1024,
  /// But for 2 the pool flags are 0, and their probes are not there.
  parameter int unsigned Observe = 2,
  /// Derived, do not overwrite.
  localparam int unsigned DestWidth = $clog2(NumPorts),
  localparam int unsigned CountWidth = xb_pkg::CountWidth
) (
  input  logic                           clk_i,
  input  logic                           rst_ni,
  /// Settings of the switch, registered here.
  input  logic [CountWidth-1:0]          cfg_depth_i,
  input  logic                           cfg_store_forward_i,
  input  logic                           cfg_drop_i,
  input  logic [CountWidth-1:0]          cfg_packet_beats_i,
  input  logic [1:0]                     cfg_sharing_i,
  input  logic [2:0]                     cfg_alpha_i,
  input  logic [CountWidth-1:0]          cfg_route_delay_i,
  /// The cycle's number.
  output logic [CountWidth-1:0]          now_o,
  /// AXI4-Stream from the links, port i in bit i or at [i*width +: width], as all that follows.
  input  logic [NumPorts-1:0]            s_axis_tvalid_i,
  output logic [NumPorts-1:0]            s_axis_tready_o,
  input  logic [NumPorts*DataWidth-1:0]  s_axis_tdata_i,
  input  logic [NumPorts-1:0]            s_axis_tlast_i,
  input  logic [NumPorts*DestWidth-1:0]  s_axis_tdest_i,
  input  logic [NumPorts-1:0]            s_axis_tuser_i,
  /// The head of queue `pop_dest_i` leaves, if there is one (`beat_o`, then `pop_o`); it is its packet's last beat.
  input  logic [NumPorts-1:0]            pop_i,
  input  logic [NumPorts*DestWidth-1:0]  pop_dest_i,
  output logic [NumPorts-1:0]            beat_o,
  output logic [NumPorts-1:0]            pop_o,
  output logic [NumPorts-1:0]            pop_last_o,
  /// The beat popped in the last cycle.
  output logic [NumPorts*DataWidth-1:0]  data_o,
  output logic [NumPorts-1:0]            user_o,
  output logic [NumPorts-1:0]            last_o,
  /// A packet is under way: popped, but for its last beat.
  output logic [NumPorts-1:0]            leaving_o,
  /// A packet for `able_dest_o` becomes able to start, the cycle in which it came; the only one that was, for
  /// `pop_dest_i`, starts.
  output logic [NumPorts-1:0]            able_o,
  output logic [NumPorts*DestWidth-1:0]  able_dest_o,
  output logic [NumPorts*CountWidth-1:0] able_stamp_o,
  output logic [NumPorts-1:0]            exhausted_o,
  /// Outputs for which a packet is able to start, row i at [i*NumPorts +: NumPorts].
  output logic [NumPorts*NumPorts-1:0]   bids_o,
  /// Beats held of each queue, in the same order.
  output logic [NumPorts*NumPorts*CountWidth-1:0] queue_beats_o,
  /// A beat of a packet for `push_dest_o` enters the memory, or is refused for want of room; it is its packet's first.
  output logic [NumPorts-1:0]            push_o,
  output logic [NumPorts-1:0]            push_first_o,
  output logic [NumPorts*DestWidth-1:0]  push_dest_o,
  output logic [NumPorts-1:0]            refused_o,
  /// For the pool probes, per output: it is ready and shows no beat; it is in the middle of a packet, of input `owner_i`.
  input  logic [NumPorts-1:0]            silent_i,
  input  logic [NumPorts-1:0]            locked_i,
  input  logic [NumPorts*DestWidth-1:0]  owner_i,
  /// Their flags, of the last cycle.
  output logic [NumPorts-1:0]            pool_o,
  output logic [NumPorts*DestWidth-1:0]  pool_by_o,
  /// Packets discarded because their destination does not exist.
  output logic [NumPorts*CountWidth-1:0] drop_misrouted_o
);
  if (DataWidth < 1) begin : gen_illegal_data_width
    $error("DataWidth must be 1 or more");
  end

  localparam int unsigned WordsWidth = $clog2(MaxDepth + 1) + 1;

  logic [WordsWidth-1:0] pool_limit, queue_limit, packet_words;
  logic [2:0]            alpha;
  logic                  partition, dynamic;
  logic [CountWidth-1:0] depth_q, packet_beats_q, route_delay_q, now_q;
  logic                  store_forward_q, drop_q;

  assign now_o = now_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      depth_q         <= '0;
      store_forward_q <= 1'b0;
      drop_q          <= 1'b0;
      packet_beats_q  <= '0;
      route_delay_q   <= '0;
      now_q           <= xb_pkg::CountStart;
    end else begin
      depth_q         <= xb_pkg::bounded(cfg_depth_i, 1, MaxDepth);
      store_forward_q <= cfg_store_forward_i;
      drop_q          <= cfg_drop_i;
      packet_beats_q  <= xb_pkg::bounded(cfg_packet_beats_i, 1, MaxDepth + 1);
      route_delay_q   <= cfg_route_delay_i;
      now_q           <= now_q + 1'b1;
    end
  end

  xb_admission_limits #(.NumPorts(NumPorts), .MaxDepth(MaxDepth), .WordBeats(1), .WordsWidth(WordsWidth)) u_limits (
    .clk_i, .rst_ni, .cfg_depth_i, .cfg_reserve_i(1'b1), .cfg_packet_beats_i, .cfg_sharing_i, .cfg_alpha_i,
    .pool_limit_o(pool_limit), .queue_limit_o(queue_limit), .packet_words_o(packet_words), .partition_o(partition),
    .dynamic_o(dynamic), .alpha_o(alpha)
  );

  for (genvar i = 0; i < NumPorts; i++) begin : gen_input
    xb_voq_input #(.NumPorts(NumPorts), .Input(i), .DataWidth(DataWidth), .MaxDepth(MaxDepth), .Observe(Observe)) u_input (
      .clk_i, .rst_ni,
      .depth_i(depth_q), .store_forward_i(store_forward_q), .drop_i(drop_q),
      .packet_beats_i(packet_beats_q), .route_delay_i(route_delay_q), .now_i(now_q),
      .pool_limit_i(pool_limit), .queue_limit_i(queue_limit), .packet_words_i(packet_words),
      .partition_i(partition), .dynamic_i(dynamic), .alpha_i(alpha),
      .s_tvalid_i(s_axis_tvalid_i[i]), .s_tready_o(s_axis_tready_o[i]),
      .s_tdata_i(s_axis_tdata_i[i*DataWidth +: DataWidth]), .s_tlast_i(s_axis_tlast_i[i]),
      .s_tuser_i(s_axis_tuser_i[i]), .s_tdest_i(s_axis_tdest_i[i*DestWidth +: DestWidth]),
      .pop_i(pop_i[i]), .pop_dest_i(pop_dest_i[i*DestWidth +: DestWidth]),
      .beat_o(beat_o[i]), .pop_o(pop_o[i]), .pop_last_o(pop_last_o[i]),
      .data_o(data_o[i*DataWidth +: DataWidth]), .user_o(user_o[i]), .last_o(last_o[i]), .leaving_o(leaving_o[i]),
      .able_o(able_o[i]), .able_dest_o(able_dest_o[i*DestWidth +: DestWidth]), .exhausted_o(exhausted_o[i]),
      .bids_o(bids_o[i*NumPorts +: NumPorts]),
      .queue_beats_o(queue_beats_o[i*NumPorts*CountWidth +: NumPorts*CountWidth]), .able_stamp_o(able_stamp_o[i*CountWidth +: CountWidth]),
      .push_o(push_o[i]), .push_first_o(push_first_o[i]), .push_dest_o(push_dest_o[i*DestWidth +: DestWidth]),
      .refused_o(refused_o[i]), .drop_misrouted_o(drop_misrouted_o[i*CountWidth +: CountWidth]),
      .silent_i, .locked_i, .owner_i, .pool_o(pool_o[i]), .pool_by_o(pool_by_o[i*DestWidth +: DestWidth])
    );
  end
endmodule : xb_voq_inputs

`default_nettype wire
