// SPDX-License-Identifier: Apache-2.0
/// The flags of a switch with FIFO inputs: head-of-line blocking and pool blocking of each input, idle outputs with work.
///
/// For observation only. The flags are registers: in cycle t+1 they describe cycle t.
`default_nettype none

module xb_fifo_flags #(
  /// Number of switch ports, 2..64.
  parameter int unsigned NumPorts = 4,
  /// Elaborated capacity of a FIFO [beats], >= 2.
  parameter int unsigned MaxDepth = 1024,
  /// Inputs have other FIFOs besides, one of which may have an input's turn: then a head's own output can be idle, and is no victim.
  parameter bit Several = 1'b0,
  /// Derived, do not overwrite.
  localparam int unsigned DestWidth = $clog2(NumPorts),
  localparam int unsigned CountWidth = xb_pkg::CountWidth
) (
  input  logic                           clk_i,
  input  logic                           rst_ni,
  /// Settings of the switch: capacity of a FIFO, longest packet [beats].
  input  logic [CountWidth-1:0]          cfg_depth_i,
  input  logic [CountWidth-1:0]          cfg_packet_beats_i,
  /// Per input, of its queue (xb_input_queue): a packet becomes able to leave, its head begins to leave, bids, moves, is
  /// shown by its output.
  input  logic [NumPorts-1:0]            enter_i,
  input  logic [NumPorts*DestWidth-1:0]  enter_dest_i,
  input  logic [NumPorts-1:0]            leave_i,
  input  logic [NumPorts*DestWidth-1:0]  head_dest_i,
  input  logic [NumPorts-1:0]            bid_i,
  input  logic [NumPorts-1:0]            pop_i,
  input  logic [NumPorts-1:0]            shown_i,
  /// Per input, of the beat on offer: it is there, its packet's first, taken and kept, stays outside, is discarded.
  input  logic [NumPorts-1:0]            offer_i,
  input  logic [NumPorts-1:0]            first_i,
  input  logic [NumPorts-1:0]            push_i,
  input  logic [NumPorts-1:0]            held_i,
  input  logic [NumPorts-1:0]            refused_i,
  /// Per output: its handshake; a packet holds it, of input `owner_i`.
  input  logic [NumPorts-1:0]            ready_i,
  input  logic [NumPorts-1:0]            valid_i,
  input  logic [NumPorts-1:0]            locked_i,
  input  logic [NumPorts*DestWidth-1:0]  owner_i,
  /// The flags, as the switch has them.
  output logic [NumPorts-1:0]            blocked_o,
  output logic [NumPorts-1:0]            blocked_backpressure_o,
  output logic [NumPorts*DestWidth-1:0]  blocked_by_o,
  output logic [NumPorts-1:0]            hol_o,
  output logic [NumPorts*NumPorts-1:0]   hol_victims_o,
  output logic [NumPorts-1:0]            pool_o,
  output logic [NumPorts*DestWidth-1:0]  pool_by_o,
  output logic [NumPorts-1:0]            idle_with_work_o
);

  localparam int unsigned WordsWidth = $clog2(MaxDepth + 1) + 1;

  logic [WordsWidth-1:0]        pool_limit, unused_queue_limit, packet_words;
  logic [2:0]                   unused_alpha;
  logic                         unused_partition, unused_dynamic;
  logic [NumPorts-1:0]          silent;
  logic [NumPorts*NumPorts-1:0] waiting;
  logic                         loaded_q;  // a FIFO has a depth, and is full by what it holds

  assign silent = ready_i & ~valid_i;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) loaded_q <= 1'b0;
    else loaded_q <= 1'b1;
  end

  xb_admission_limits #(.NumPorts(NumPorts), .MaxDepth(MaxDepth), .WordBeats(1), .WordsWidth(WordsWidth)) u_limits (
    .clk_i, .rst_ni, .cfg_depth_i, .cfg_reserve_i(1'b1), .cfg_packet_beats_i, .cfg_sharing_i('0), .cfg_alpha_i('0),
    .pool_limit_o(pool_limit), .queue_limit_o(unused_queue_limit), .packet_words_o(packet_words), .partition_o(unused_partition),
    .dynamic_o(unused_dynamic), .alpha_o(unused_alpha)
  );

  for (genvar i = 0; i < NumPorts; i++) begin : gen_input
    logic [NumPorts*WordsWidth-1:0] unused_count;
    logic [WordsWidth-1:0]          unused_pool;
    logic [DestWidth-1:0]           most;
    logic                           unused_admitted, alone, none, blame;
    logic [NumPorts-1:0]            own;

    assign own = Several ? NumPorts'(1) << head_dest_i[i*DestWidth +: DestWidth] : '0;

    xb_admission #(.NumPorts(NumPorts), .Words(MaxDepth), .OwnWord(1'b0)) u_admission (
      .clk_i, .rst_ni,
      .pool_limit_i(pool_limit), .queue_limit_i('0), .packet_words_i(packet_words), .partition_i(1'b0), .dynamic_i(1'b0),
      .alpha_i('0), .dest_i(enter_dest_i[i*DestWidth +: DestWidth]), .first_i(1'b1), .ok_o(unused_admitted),
      .ask_i(offer_i[i] & !push_i[i]), .alone_o(alone), .none_o(none), .blame_i(blame), .most_o(most),
      .commit_i(push_i[i]), .words_i(WordsWidth'(1)), .release_i(pop_i[i]),
      .release_queue_i(head_dest_i[i*DestWidth +: DestWidth]), .count_o(unused_count), .pool_o(unused_pool)
    );
    xb_pool_probe #(.NumPorts(NumPorts), .Input(i)) u_pool_probe (
      .clk_i, .rst_ni,
      .held_i(held_i[i] & loaded_q), .refused_i(refused_i[i]), .first_i(first_i[i]), .dest_i(enter_dest_i[i*DestWidth +: DestWidth]),
      .silent_i(silent), .locked_i, .owner_i, .none_i(none), .alone_i(alone), .blame_o(blame), .most_i(most),
      .pool_o(pool_o[i]), .pool_by_o(pool_by_o[i*DestWidth +: DestWidth])
    );
    xb_hol_probe #(.NumPorts(NumPorts), .Width(WordsWidth)) u_hol_probe (
      .clk_i, .rst_ni,
      .enter_i(enter_i[i]), .enter_dest_i(enter_dest_i[i*DestWidth +: DestWidth]),
      .leave_i(leave_i[i]), .head_dest_i(head_dest_i[i*DestWidth +: DestWidth]),
      .bid_i(bid_i[i]), .pop_i(pop_i[i]), .contention_i(!shown_i[i]), .idle_ready_i(silent & ~locked_i & ~own),
      .waiting_o(waiting[i*NumPorts +: NumPorts]),
      .blocked_o(blocked_o[i]), .blocked_backpressure_o(blocked_backpressure_o[i]),
      .blocked_by_o(blocked_by_o[i*DestWidth +: DestWidth]),
      .hol_o(hol_o[i]), .hol_victims_o(hol_victims_o[i*NumPorts +: NumPorts])
    );
  end

  xb_idle_probe #(.NumPorts(NumPorts)) u_idle_probe (
    .clk_i, .rst_ni, .waiting_i(waiting), .ready_i, .valid_i, .idle_with_work_o
  );
endmodule : xb_fifo_flags

`default_nettype wire
