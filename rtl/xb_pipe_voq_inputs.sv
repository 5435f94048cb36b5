// SPDX-License-Identifier: Apache-2.0
/// The inputs of a pipelined switch with virtual output queues, with their settings and pool flags.
`default_nettype none

module xb_pipe_voq_inputs #(
  /// Number of switch ports, 2..64.
  parameter int unsigned NumPorts = 4,
  /// Payload of a beat [bits].
  parameter int unsigned DataWidth = 64,
  /// Elaborated capacity of an input's memory [beats], >= 2; an equal part for each output, of two at least.
  parameter int unsigned MaxDepth = 1024,
  /// 1: a register behind the data RAMs.
  parameter int unsigned RamRegister = 0,
  /// Derived, do not overwrite.
  localparam int unsigned DestWidth = $clog2(NumPorts),
  localparam int unsigned CountWidth = xb_pkg::CountWidth,
  localparam int unsigned WordsWidth = $clog2(MaxDepth + 1) + 1,
  localparam int unsigned Ring = (MaxDepth / NumPorts < 2) ? 2 : MaxDepth / NumPorts,
  localparam int unsigned LevelWidth = $clog2(Ring + 1),
  localparam int unsigned BeatWidth = DataWidth + 2,
  localparam int unsigned NumQueues = NumPorts * NumPorts
) (
  input  logic                            clk_i,
  input  logic                            rst_ni,
  /// Of the pool flags, low where nobody looks at them.
  input  logic                            rst_flags_ni,
  /// Settings and AXI4-Stream inputs, as those of xb_switch_voq_pipe.
  input  logic [CountWidth-1:0]           cfg_depth_i,
  input  logic                            cfg_store_forward_i,
  input  logic                            cfg_drop_i,
  input  logic [CountWidth-1:0]           cfg_packet_beats_i,
  input  logic [NumPorts-1:0]             s_axis_tvalid_i,
  output logic [NumPorts-1:0]             s_axis_tready_o,
  input  logic [NumPorts*DataWidth-1:0]   s_axis_tdata_i,
  input  logic [NumPorts-1:0]             s_axis_tlast_i,
  input  logic [NumPorts*DestWidth-1:0]   s_axis_tdest_i,
  input  logic [NumPorts-1:0]             s_axis_tuser_i,
  /// Per input and output, [i*NumPorts + j], registers: a beat is there, a second one is; the first is its packet's last. The
  /// beats that go, one an input.
  output logic [NumQueues-1:0]            v0_o,
  output logic [NumQueues-1:0]            v1_o,
  output logic [NumQueues-1:0]            l0_o,
  input  logic [NumQueues-1:0]            pop_i,
  /// Beats held of each; those that went are gone.
  output logic [NumQueues*LevelWidth-1:0] level_o,
  /// Per input, the beat that went two cycles ago, or three with RamRegister: user, last, data.
  output logic [NumPorts*BeatWidth-1:0]   word_o,
  /// Per input: a beat is taken, its packet's output, it is the first; a beat is discarded for want of room.
  output logic [NumPorts-1:0]             push_o,
  output logic [NumPorts*DestWidth-1:0]   push_dest_o,
  output logic [NumPorts-1:0]             push_first_o,
  output logic [NumPorts-1:0]             refused_o,
  output logic [NumPorts*CountWidth-1:0]  drop_misrouted_o,
  /// Per output: it is ready and shows nothing; a packet of `owner_i` holds it.
  input  logic [NumPorts-1:0]             silent_i,
  input  logic [NumPorts-1:0]             locked_i,
  input  logic [NumPorts*DestWidth-1:0]   owner_i,
  output logic [NumPorts-1:0]             pool_o,
  output logic [NumPorts*DestWidth-1:0]   pool_by_o
);
  if (DataWidth < 1) begin : gen_illegal_data_width
    $error("DataWidth must be 1 or more");
  end

  logic [WordsWidth-1:0]         pool_limit, queue_limit, packet_words, ring_q, packet_q;
  logic [2:0]                    unused_alpha, drop_q;
  logic                          partition, unused_dynamic, store_forward_q, fits;
  logic [LevelWidth-1:0]         level_q, level_less_1_q, limit_q, limit_less_1_q;
  logic [NumPorts-1:0]           valid, popped;
  logic [NumPorts*DestWidth-1:0] popped_dest;

  // The settings, in two steps; tail drop waits until there is a limit to judge by.
  assign ring_q = (queue_limit == '0) ? WordsWidth'(1) : queue_limit;
  assign fits   = packet_q <= ring_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      packet_q        <= WordsWidth'(MaxDepth + 1);
      drop_q          <= '0;
      store_forward_q <= 1'b0;
      level_q         <= '0;
      level_less_1_q  <= '0;
      limit_q         <= '0;
      limit_less_1_q  <= '0;
    end else begin
      packet_q        <= WordsWidth'({xb_pkg::bounded(cfg_packet_beats_i, 1, MaxDepth + 1)});
      drop_q          <= {drop_q[1:0], cfg_drop_i};
      store_forward_q <= cfg_store_forward_i;
      level_q         <= LevelWidth'(ring_q);
      level_less_1_q  <= LevelWidth'(ring_q - 1'b1);
      limit_q         <= fits ? LevelWidth'(ring_q - packet_q + 1'b1) : '0;
      limit_less_1_q  <= fits ? LevelWidth'(ring_q - packet_q) : '0;
    end
  end

  xb_admission_limits #(.NumPorts(NumPorts), .MaxDepth(MaxDepth), .WordBeats(1), .WordsWidth(WordsWidth)) u_limits (
    .clk_i, .rst_ni, .cfg_depth_i, .cfg_reserve_i(1'b1), .cfg_packet_beats_i, .cfg_sharing_i(2'd1), .cfg_alpha_i('0),
    .pool_limit_o(pool_limit), .queue_limit_o(queue_limit), .packet_words_o(packet_words), .partition_o(partition),
    .dynamic_o(unused_dynamic), .alpha_o(unused_alpha)
  );

  for (genvar i = 0; i < NumPorts; i++) begin : gen_input
    logic                           alone, none, blame, unused_admitted;
    logic [WordsWidth-1:0]          unused_pool;
    logic [DestWidth-1:0]           most;
    logic [NumPorts*WordsWidth-1:0] words;

    xb_pipe_voq_input #(.NumPorts(NumPorts), .DataWidth(DataWidth), .MaxDepth(MaxDepth), .RamRegister(RamRegister)) u_input (
      .clk_i, .rst_ni,
      .ring_i(level_q), .ring_less_1_i(level_less_1_q), .limit_i(limit_q), .limit_less_1_i(limit_less_1_q),
      .store_forward_i(store_forward_q), .drop_i(drop_q[2]),
      .s_tvalid_i(s_axis_tvalid_i[i]), .s_tready_o(s_axis_tready_o[i]), .s_tdata_i(s_axis_tdata_i[i*DataWidth +: DataWidth]),
      .s_tlast_i(s_axis_tlast_i[i]), .s_tuser_i(s_axis_tuser_i[i]), .s_tdest_i(s_axis_tdest_i[i*DestWidth +: DestWidth]),
      .v0_o(v0_o[i*NumPorts +: NumPorts]), .v1_o(v1_o[i*NumPorts +: NumPorts]), .l0_o(l0_o[i*NumPorts +: NumPorts]),
      .pop_i(pop_i[i*NumPorts +: NumPorts]), .word_o(word_o[i*BeatWidth +: BeatWidth]),
      .valid_o(valid[i]), .push_o(push_o[i]), .dest_o(push_dest_o[i*DestWidth +: DestWidth]), .first_o(push_first_o[i]),
      .refused_o(refused_o[i]), .drop_misrouted_o(drop_misrouted_o[i*CountWidth +: CountWidth]),
      .level_o(level_o[i*NumPorts*LevelWidth +: NumPorts*LevelWidth]),
      .popped_o(popped[i]), .popped_dest_o(popped_dest[i*DestWidth +: DestWidth])
    );
    xb_admission #(.NumPorts(NumPorts), .Words(MaxDepth), .OwnWord(1'b0), .Late(1'b1)) u_admission (
      .clk_i, .rst_ni(rst_flags_ni),
      .pool_limit_i(pool_limit), .queue_limit_i(queue_limit), .packet_words_i(packet_words), .partition_i(partition),
      .dynamic_i(1'b0), .alpha_i('0), .dest_i(push_dest_o[i*DestWidth +: DestWidth]), .first_i(1'b1), .ok_o(unused_admitted),
      .ask_i(s_axis_tvalid_i[i] & !push_o[i]), .alone_o(alone), .none_o(none), .blame_i(blame), .most_o(most),
      .commit_i(push_o[i]), .words_i(WordsWidth'(1)),
      .release_i(popped[i]), .release_queue_i(popped_dest[i*DestWidth +: DestWidth]), .count_o(words), .pool_o(unused_pool)
    );
    xb_pool_probe #(.NumPorts(NumPorts), .Input(i)) u_pool_probe (
      .clk_i, .rst_ni(rst_flags_ni),
      .held_i(valid[i] & !s_axis_tready_o[i] & (words != '0)), .refused_i(refused_o[i]), .first_i(push_first_o[i]),
      .dest_i(push_dest_o[i*DestWidth +: DestWidth]), .silent_i, .locked_i,
      .owner_i, .none_i(none), .alone_i(alone), .blame_o(blame), .most_i(most),
      .pool_o(pool_o[i]), .pool_by_o(pool_by_o[i*DestWidth +: DestWidth])
    );
  end
endmodule : xb_pipe_voq_inputs

`default_nettype wire
