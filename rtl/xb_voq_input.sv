// SPDX-License-Identifier: Apache-2.0
/// One input of a switch with virtual output queues: framing and admission, the packet memory with a queue per output,
/// and the packets that may bid.
///
/// Latency: a packet's first beat, taken in cycle t, can be popped in cycle t+1 (cut-through, no routing delay) and is
/// shown in cycle t+2. Capacity: `depth_i` beats for all queues together; the beat shown has left the memory.
`default_nettype none

module xb_voq_input #(
  /// Number of switch ports, 2..64.
  parameter int unsigned NumPorts = 4,
  /// Number of this input.
  parameter int unsigned Input = 0,
  /// Payload of a beat [bits].
  parameter int unsigned DataWidth = 64,
  /// Elaborated capacity of the memory [beats], >= 2.
  parameter int unsigned MaxDepth = 1024,
  /// But for 2 the pool flags are 0, and their probe is not there.
  parameter int unsigned Observe = 2,
  /// Derived, do not overwrite.
  localparam int unsigned DestWidth = $clog2(NumPorts),
  localparam int unsigned CountWidth = xb_pkg::CountWidth,
  localparam int unsigned WordsWidth = $clog2(MaxDepth + 1) + 1
) (
  input  logic                          clk_i,
  input  logic                          rst_ni,
  /// Settings; the cycle's number.
  input  logic [CountWidth-1:0]         depth_i,
  input  logic                          store_forward_i,
  input  logic                          drop_i,
  input  logic [CountWidth-1:0]         packet_beats_i,
  input  logic [CountWidth-1:0]         route_delay_i,
  input  logic [CountWidth-1:0]         now_i,
  /// Admission to the memory (xb_admission_limits), in beats.
  input  logic [WordsWidth-1:0]         pool_limit_i,
  input  logic [WordsWidth-1:0]         queue_limit_i,
  input  logic [WordsWidth-1:0]         packet_words_i,
  input  logic                          partition_i,
  input  logic                          dynamic_i,
  input  logic [2:0]                    alpha_i,
  /// AXI4-Stream from the link.
  input  logic                          s_tvalid_i,
  output logic                          s_tready_o,
  input  logic [DataWidth-1:0]          s_tdata_i,
  input  logic                          s_tlast_i,
  input  logic                          s_tuser_i,
  input  logic [DestWidth-1:0]          s_tdest_i,
  /// The head of queue `pop_dest_i` leaves, if there is one (`beat_o`, then `pop_o`); it is its packet's last beat.
  input  logic                          pop_i,
  input  logic [DestWidth-1:0]          pop_dest_i,
  output logic                          beat_o,
  output logic                          pop_o,
  output logic                          pop_last_o,
  /// The beat popped in the last cycle.
  output logic [DataWidth-1:0]          data_o,
  output logic                          user_o,
  output logic                          last_o,
  /// A packet is under way: popped, but for its last beat.
  output logic                          leaving_o,
  /// A packet for `able_dest_o` becomes able to start, the cycle in which it came; the only one that was, for
  /// `pop_dest_i`, starts.
  output logic                          able_o,
  output logic [DestWidth-1:0]          able_dest_o,
  output logic [CountWidth-1:0]         able_stamp_o,
  output logic                          exhausted_o,
  /// Outputs for which a packet is able to start.
  output logic [NumPorts-1:0]           bids_o,
  /// Beats held, per output.
  output logic [NumPorts*CountWidth-1:0] queue_beats_o,
  /// A beat of a packet for `push_dest_o` enters the memory, or is refused for want of room; it is its packet's first.
  output logic                          push_o,
  output logic                          push_first_o,
  output logic [DestWidth-1:0]          push_dest_o,
  output logic                          refused_o,
  /// For the pool probe, per output: it is ready and shows no beat; it is in the middle of a packet, of input `owner_i`.
  /// Its flags, of the last cycle.
  input  logic [NumPorts-1:0]           silent_i,
  input  logic [NumPorts-1:0]           locked_i,
  input  logic [NumPorts*DestWidth-1:0] owner_i,
  output logic                          pool_o,
  output logic [DestWidth-1:0]          pool_by_o,
  /// Packets discarded because their destination does not exist.
  output logic [CountWidth-1:0]         drop_misrouted_o
);
  if (Observe > 3) begin : gen_illegal_observe
    $error("Observe must be 0..3");
  end

  logic [CountWidth-1:0] count;
  logic [NumPorts*WordsWidth-1:0] queue_beats;
  logic [WordsWidth-1:0]          unused_pool;
  logic [DestWidth-1:0]  most;
  logic                  in_valid, room, leaving_q, admitted, alone, none, blame;

  assign room      = count < depth_i;
  assign push_o    = in_valid & room;
  assign leaving_o = leaving_q;

  xb_ingress #(.NumPorts(NumPorts)) u_ingress (
    .clk_i, .rst_ni, .drop_i,
    .s_tvalid_i, .s_tready_o, .s_tlast_i, .s_tdest_i,
    .room_i(count + packet_beats_i <= depth_i), .admit_i(admitted),
    .valid_o(in_valid), .ready_i(room), .first_o(push_first_o), .dest_o(push_dest_o),
    .refused_o, .drop_misrouted_o
  );

  xb_admission #(.NumPorts(NumPorts), .Words(MaxDepth), .OwnWord(1'b0)) u_admission (
    .clk_i, .rst_ni,
    .pool_limit_i, .queue_limit_i, .packet_words_i, .partition_i, .dynamic_i, .alpha_i,
    .dest_i(push_dest_o), .first_i(1'b1), .ok_o(admitted), .ask_i(s_tvalid_i & !push_o), .alone_o(alone), .none_o(none),
    .blame_i(blame), .most_o(most), .commit_i(push_o), .words_i(WordsWidth'(1)),
    .release_i(pop_o), .release_queue_i(pop_dest_i), .count_o(queue_beats),
    .pool_o(unused_pool)
  );
  for (genvar j = 0; j < NumPorts; j++) begin : gen_queue
    assign queue_beats_o[j*CountWidth +: CountWidth] = CountWidth'(queue_beats[j*WordsWidth +: WordsWidth]);
  end
  xb_pool_probe #(.NumPorts(NumPorts), .Input(Input)) u_pool_probe (
    .clk_i, .rst_ni(rst_ni && Observe == 2),
    .held_i(in_valid & !room & (count != '0)), .refused_i(refused_o), .first_i(push_first_o),
    .dest_i(push_dest_o), .silent_i, .locked_i, .owner_i,
    .none_i(none), .alone_i(alone), .blame_o(blame), .most_i(most), .pool_o, .pool_by_o
  );

  xb_voq_buffer #(.NumPorts(NumPorts), .DataWidth(DataWidth), .MaxDepth(MaxDepth)) u_buffer (
    .clk_i, .rst_ni,
    .push_i(push_o), .push_dest_i(push_dest_o), .push_data_i(s_tdata_i),
    .push_user_i(s_tuser_i), .push_last_i(s_tlast_i),
    .pop_i, .pop_dest_i, .beat_o, .pop_o, .pop_last_o, .data_o, .user_o, .last_o, .count_o(count)
  );

  xb_voq_bids #(.NumPorts(NumPorts), .MaxDepth(MaxDepth)) u_bids (
    .clk_i, .rst_ni, .store_forward_i, .route_delay_i, .now_i,
    .push_i(push_o), .push_first_i(push_first_o), .push_last_i(s_tlast_i), .push_dest_i(push_dest_o),
    .full_i(!room),
    .start_i(pop_o & !leaving_q), .start_dest_i(pop_dest_i), .leaving_i(leaving_q),
    .able_o, .able_dest_o, .able_stamp_o, .exhausted_o, .bids_o
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) leaving_q <= 1'b0;
    else if (pop_o) leaving_q <= !pop_last_o;
  end
endmodule : xb_voq_input

`default_nettype wire
