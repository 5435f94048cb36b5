// SPDX-License-Identifier: Apache-2.0
/// Shared-memory switch: a queue per output, all in one memory, with the choice of how they share it: completely, in parts,
/// or by a dynamic threshold (xb_admission). With PerOutput it is xb_switch_output.
///
/// The memory is NumPorts banks wide, and a word has 2*NumPorts beats. Ports take turns: in cycle c input
/// and output c modulo NumPorts may each start a wave, which moves a word, a pair of beats a cycle (xb_wave_memory).
/// That is twice the line rate each way, half of which a packet of NumPorts beats or more can lose to the unused rest
/// of its last word; shorter packets share words (xb_ingress_stage).
/// The circuit handles *chains*, words of one input for one output that begin and end where a packet does, as if each
/// were a packet.
/// Latency: a word is written at the input's first turn after its last beat, may be read at the output's turns
/// from the next cycle on, and is offered two cycles after its read began.
/// Outputs read just in time: their stages hold no more than bridges the time to the word of the next turn.
/// Every output is a function of registers only: no combinational path from any input to any output.
`default_nettype none

module xb_switch_shared #(
  /// Number of ports N, 2..64.
  parameter int unsigned NumPorts = 4,
  /// Payload of a beat [bits], a multiple of 8.
  parameter int unsigned DataWidth = 64,
  /// Elaborated capacity of the memory [beats], >= 2.
  parameter int unsigned MaxDepth = 1024,
  /// The depth is each output's, not the whole memory's.
  parameter bit PerOutput = 1'b0,
  /// 1: beats have a tkeep, which goes with the payload through every memory; 0: none, its ports cost nothing.
  parameter int unsigned Keep = 0,
  /// Bits of tid, which goes with the payload likewise; 0: none, its ports are one bit a port and cost nothing.
  parameter int unsigned IdWidth = 0,
  /// Bits of tuser, all of which go with the payload.
  parameter int unsigned UserWidth = 1,
  /// What it shows of itself: 2 all, 1 no flags, 0 nothing. Ports that show nothing are 0, and what counts for them is not
  /// there.
  parameter int unsigned Observe = 2,
  /// Derived, do not overwrite.
  localparam int unsigned DestWidth = $clog2(NumPorts),
  localparam int unsigned KeepWidth = DataWidth / 8,
  localparam int unsigned IdBits = (IdWidth == 0) ? 1 : IdWidth,
  localparam int unsigned WordWidth = DataWidth + (Keep != 0 ? KeepWidth : 0) + IdWidth + UserWidth - 1,
  localparam int unsigned CountWidth = xb_pkg::CountWidth
) (
  input  logic                            clk_i,
  input  logic                            rst_ni,
  /// Settings, registered: they count from the next cycle on, out of range as the nearest value in it.
  /// Change them only while the switch is empty.
  /// Capacity of the memory [beats], 1..MaxDepth; whole words of 2*NumPorts beats, and one word more for each queue.
  input  logic [CountWidth-1:0]           cfg_depth_i,
  /// 0 cut-through (by memory words), 1 store-and-forward.
  input  logic                            cfg_store_forward_i,
  /// 0 back-pressure, 1 tail drop: a packet that is not admitted is discarded whole.
  input  logic                            cfg_drop_i,
  /// Longest packet [beats]: what is reserved for one under tail drop or store-and-forward.
  input  logic [CountWidth-1:0]           cfg_packet_beats_i,
  /// Cycles from a header's arrival until its packet may be read, beyond the first.
  input  logic [CountWidth-1:0]           cfg_route_delay_i,
  /// 0 complete sharing, 1 partition (depth / N for each queue), 2 dynamic threshold.
  input  logic [1:0]                      cfg_sharing_i,
  /// alpha of the dynamic threshold is 2**(value - 3), value 0..6.
  input  logic [2:0]                      cfg_alpha_i,
  /// AXI4-Stream inputs, port i in bit i or at [i*width +: width]; tdest counts with a packet's first beat.
  input  logic [NumPorts-1:0]             s_axis_tvalid_i,
  output logic [NumPorts-1:0]             s_axis_tready_o,
  input  logic [NumPorts*DataWidth-1:0]   s_axis_tdata_i,
  input  logic [NumPorts*KeepWidth-1:0]   s_axis_tkeep_i,
  input  logic [NumPorts-1:0]             s_axis_tlast_i,
  input  logic [NumPorts*DestWidth-1:0]   s_axis_tdest_i,
  input  logic [NumPorts*IdBits-1:0]      s_axis_tid_i,
  input  logic [NumPorts*UserWidth-1:0]   s_axis_tuser_i,
  /// AXI4-Stream outputs.
  output logic [NumPorts-1:0]             m_axis_tvalid_o,
  input  logic [NumPorts-1:0]             m_axis_tready_i,
  output logic [NumPorts*DataWidth-1:0]   m_axis_tdata_o,
  output logic [NumPorts*KeepWidth-1:0]   m_axis_tkeep_o,
  output logic [NumPorts-1:0]             m_axis_tlast_o,
  output logic [NumPorts*DestWidth-1:0]   m_axis_tdest_o,
  output logic [NumPorts*IdBits-1:0]      m_axis_tid_o,
  output logic [NumPorts*UserWidth-1:0]   m_axis_tuser_o,
  /// Occupancy of each output's queue, stages included [beats, packets]; packets discarded at each input because
  /// their destination does not exist, and for each queue because the memory was full.
  output logic [NumPorts*CountWidth-1:0]  occ_beats_o,
  output logic [NumPorts*CountWidth-1:0]  occ_packets_o,
  output logic [NumPorts*CountWidth-1:0]  drop_misrouted_o,
  output logic [NumPorts*CountWidth-1:0]  drop_full_o,
  /// Head-of-line flags of the input stages in the last cycle (xb_hol_probe), set only while the memory refuses
  /// words; row i of the victims is at [i*NumPorts +: NumPorts].
  output logic [NumPorts-1:0]             blocked_o,
  output logic [NumPorts-1:0]             blocked_backpressure_o,
  output logic [NumPorts*DestWidth-1:0]   blocked_by_o,
  output logic [NumPorts-1:0]             hol_o,
  output logic [NumPorts*NumPorts-1:0]    hol_victims_o,
  /// Pool flags of the last cycle (xb_memory_flags): the input is held off, or discards, because the memory is full of
  /// packets for other outputs; the output that holds most of it.
  output logic [NumPorts-1:0]             pool_o,
  output logic [NumPorts*DestWidth-1:0]   pool_by_o,
  /// In the last cycle the output was ready and sent nothing, though at its last turn a second word for it was
  /// there to be read.
  output logic [NumPorts-1:0]             idle_with_work_o
);
  if (NumPorts < 2 || NumPorts > 64) begin : gen_illegal_num_ports
    $error("NumPorts must be 2..64");
  end
  if (Observe > 2) begin : gen_illegal_observe
    $error("Observe must be 0..2");
  end

  // What nobody looks at stays in reset, and nothing is left of it.
  logic rst_counts_n, rst_flags_n;
  logic [NumPorts*CountWidth-1:0] misrouted;
  assign rst_counts_n = rst_ni && Observe > 0;
  assign rst_flags_n  = rst_ni && Observe > 1;
  assign drop_misrouted_o = (Observe > 0) ? misrouted : '0;

  localparam int unsigned PoolWords = (PerOutput ? NumPorts : 1) * (MaxDepth / (2*NumPorts));
  // Besides the pool a word for each queue, and one overdraft for each (xb_write_turn).
  localparam int unsigned Words = PoolWords + 2*NumPorts;
  localparam int unsigned AddrWidth = $clog2(Words);
  localparam int unsigned WordsWidth = $clog2(Words + 1) + 1;
  localparam int unsigned BeatsWidth = $clog2(2*NumPorts + 1);
  localparam int unsigned PairsWidth = $clog2(NumPorts + 1);
  localparam int unsigned StagedWidth = $clog2(4*NumPorts);
  localparam int unsigned PairWidth = 2*WordWidth + 5;

  // What goes through the switch: payload, and tkeep where there is one.
  logic [NumPorts*WordWidth-1:0] s_word, m_word;
  logic [NumPorts-1:0]           s_user, m_user;

  xb_keep #(
    .NumPorts(NumPorts), .DataWidth(DataWidth), .Keep(Keep), .IdWidth(IdWidth), .UserWidth(UserWidth)
  ) u_keep (
    .tdata_i(s_axis_tdata_i), .tkeep_i(s_axis_tkeep_i), .tid_i(s_axis_tid_i), .tuser_i(s_axis_tuser_i),
    .word_o(s_word), .user_o(s_user), .word_i(m_word), .user_i(m_user),
    .tdata_o(m_axis_tdata_o), .tkeep_o(m_axis_tkeep_o), .tid_o(m_axis_tid_o), .tuser_o(m_axis_tuser_o)
  );

  logic [CountWidth-1:0]           route_delay_q, now_q;
  logic                            store_forward_q, drop_q;
  // Port that bank b serves; bank 0's has its turn.
  logic [NumPorts*DestWidth-1:0]   port_q;
  logic [DestWidth-1:0]            turn;
  // Input stages.
  logic [NumPorts-1:0]             accept, accept_first, enter, head_first, word_pop, pair_pop;
  logic [NumPorts*DestWidth-1:0]   accept_dest, head_dest;
  logic [NumPorts*PairWidth-1:0]   pair_in, pair_out;
  // The input's turn.
  logic [DestWidth-1:0]            w_dest;
  logic [BeatsWidth-1:0]           w_beats, w_packets;
  logic [CountWidth-1:0]           w_stamp;
  logic [AddrWidth-1:0]            w_addr;
  logic [WordsWidth-1:0]           pool_limit, queue_limit, packet_words, chain_words, words;
  logic [2:0]                      alpha;
  logic [NumPorts*WordsWidth-1:0]  count;
  logic [NumPorts-1:0]             hungry;
  logic [DestWidth-1:0]            most;
  logic                            partition, dynamic, alone, none;
  logic                            w_valid, w_first, w_last, write, discard, refuse, append, starved, ok, free_valid;
  // The output's turn.
  logic                            r_valid, r_first, read, more;
  logic [AddrWidth-1:0]            r_addr;
  logic [BeatsWidth-1:0]           r_beats;
  logic [StagedWidth-1:0]          r_staged;
  // Output stages.
  logic [NumPorts-1:0]             pair_push, pair_room, busy, staged_any;
  logic [NumPorts*StagedWidth-1:0] staged;

  assign turn = port_q[0 +: DestWidth];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      store_forward_q <= 1'b0;
      drop_q          <= 1'b0;
      route_delay_q   <= '0;
      now_q           <= xb_pkg::CountStart;
      for (int b = 0; b < NumPorts; b++) port_q[b*DestWidth +: DestWidth] <= DestWidth'((NumPorts - b) % NumPorts);
    end else begin
      store_forward_q <= cfg_store_forward_i;
      drop_q          <= cfg_drop_i;
      route_delay_q   <= cfg_route_delay_i;
      now_q           <= now_q + 1'b1;
      // The wave in bank b goes on to bank b+1; the port whose wave leaves the last bank is next.
      port_q          <= {port_q[0 +: (NumPorts-1)*DestWidth],
                          port_q[(NumPorts-1)*DestWidth +: DestWidth]};
    end
  end

  // The input's turn.
  xb_memory_inputs #(.NumPorts(NumPorts), .DataWidth(WordWidth)) u_inputs (
    .clk_i, .rst_ni, .now_i(now_q),
    .s_axis_tvalid_i, .s_axis_tready_o, .s_axis_tdata_i(s_word), .s_axis_tlast_i, .s_axis_tdest_i, .s_axis_tuser_i(s_user),
    .hungry_i(hungry), .accept_o(accept), .accept_first_o(accept_first), .enter_o(enter), .accept_dest_o(accept_dest),
    .head_first_o(head_first), .head_dest_o(head_dest), .turn_i(turn),
    .valid_o(w_valid), .dest_o(w_dest), .first_o(w_first), .last_o(w_last), .beats_o(w_beats),
    .packets_o(w_packets), .stamp_o(w_stamp),
    .pop_i(write | discard), .word_pop_o(word_pop), .pair_o(pair_in), .pair_pop_i(pair_pop), .drop_misrouted_o(misrouted)
  );
  xb_write_turn #(.NumPorts(NumPorts), .WordsWidth(WordsWidth)) u_write_turn (
    .clk_i, .rst_ni, .store_forward_i(store_forward_q), .drop_i(drop_q),
    .turn_i(turn), .word_valid_i(w_valid), .word_first_i(w_first), .word_last_i(w_last),
    .packet_words_i(chain_words), .ok_i(ok), .starved_i(starved),
    .write_o(write), .discard_o(discard), .refuse_o(refuse), .append_o(append), .words_o(words)
  );
  xb_admission_limits #(
    .NumPorts(NumPorts), .MaxDepth(MaxDepth), .PerOutput(PerOutput), .WordsWidth(WordsWidth)
  ) u_limits (
    .clk_i, .rst_ni,
    .cfg_depth_i, .cfg_reserve_i(cfg_store_forward_i | cfg_drop_i), .cfg_packet_beats_i, .cfg_sharing_i, .cfg_alpha_i,
    .pool_limit_o(pool_limit), .queue_limit_o(queue_limit), .packet_words_o(packet_words), .partition_o(partition),
    .dynamic_o(dynamic), .alpha_o(alpha)
  );
  xb_admission #(.NumPorts(NumPorts), .Words(Words)) u_admission (
    .clk_i, .rst_ni,
    .pool_limit_i(pool_limit), .queue_limit_i(queue_limit), .packet_words_i(chain_words), .partition_i(partition),
    .dynamic_i(dynamic), .alpha_i(alpha),
    .dest_i(w_dest), .first_i(w_first), .ok_o(ok), .ask_i(w_valid & !write), .alone_o(alone), .none_o(none),
    .blame_i((refuse & none) | (discard & w_first & alone)), .most_o(most), .commit_i(write), .words_i(words),
    .release_i(read), .release_queue_i(turn), .count_o(count)
  );
  // A packet that goes on from a word that it shares needs one word more.
  assign chain_words = packet_words + WordsWidth'(w_first && !w_last && (w_packets != '0)
                                                  && (store_forward_q | drop_q) && (packet_words <= queue_limit));
  for (genvar j = 0; j < NumPorts; j++) begin : gen_hungry
    // No more than the queue's own word.
    assign hungry[j] = count[j*WordsWidth +: WordsWidth] <= WordsWidth'(1);
  end
  // A word is free as soon as its read wave has begun: a wave that overwrites it starts later and stays behind.
  xb_free_list #(.Depth(Words)) u_free_list (
    .clk_i, .rst_ni,
    .valid_o(free_valid), .ready_i(write), .addr_o(w_addr),
    .valid_i(read), .addr_i(r_addr)
  );
  xb_packet_lists #(.NumPorts(NumPorts), .Words(Words)) u_lists (
    .clk_i, .rst_ni, .now_i(now_q), .route_delay_i(route_delay_q), .turn_i(turn),
    .write_i(write), .dest_i(w_dest), .addr_i(w_addr), .beats_i(w_beats), .first_i(w_first), .last_i(w_last),
    .stamp_i(w_stamp), .append_i(append), .starved_o(starved),
    .word_valid_o(r_valid), .word_addr_o(r_addr), .word_beats_o(r_beats), .word_first_o(r_first),
    .read_i(read), .more_o(more), .busy_o(busy)
  );

  // The output's turn: just in time, while what is staged does not last until the word of its next turn is on
  // offer; or, within a packet, until that of the turn after it, which a short word then read would have to bridge.
  assign r_staged = staged[turn*StagedWidth +: StagedWidth];
  assign read     = r_valid & ((r_staged <= StagedWidth'(NumPorts + 1))
                    | (!r_first & (r_staged <= StagedWidth'(2*NumPorts + 1) - StagedWidth'(r_beats))));

  xb_wave_memory #(.NumPorts(NumPorts), .PairWidth(PairWidth), .Words(Words)) u_memory (
    .clk_i, .rst_ni, .port_i(port_q),
    .write_pairs_i((write | discard) ? PairsWidth'((w_beats + 1'b1) >> 1) : '0),
    .write_keep_i(write), .write_addr_i(w_addr), .pair_i(pair_in), .pop_o(pair_pop),
    .read_pairs_i(read ? PairsWidth'((r_beats + 1'b1) >> 1) : '0), .read_addr_i(r_addr),
    .push_o(pair_push), .pair_o(pair_out)
  );

  for (genvar j = 0; j < NumPorts; j++) begin : gen_output
    xb_egress_stage #(.NumPorts(NumPorts), .DataWidth(WordWidth)) u_stage (
      .clk_i, .rst_ni,
      .start_i(read && (turn == DestWidth'(j))), .start_beats_i(r_beats),
      .pair_valid_i(pair_push[j]), .pair_ready_o(pair_room[j]), .pair_i(pair_out[j*PairWidth +: PairWidth]),
      .m_tvalid_o(m_axis_tvalid_o[j]), .m_tready_i(m_axis_tready_i[j]),
      .m_tdata_o(m_word[j*WordWidth +: WordWidth]), .m_tlast_o(m_axis_tlast_o[j]),
      .m_tuser_o(m_user[j]), .staged_o(staged[j*StagedWidth +: StagedWidth])
    );
    assign m_axis_tdest_o[j*DestWidth +: DestWidth] = DestWidth'(j);
    assign staged_any[j] = staged[j*StagedWidth +: StagedWidth] != '0;
  end

  xb_queue_occupancy #(.NumPorts(NumPorts), .BeatsWidth(BeatsWidth)) u_occupancy (
    .clk_i, .rst_ni(rst_counts_n),
    .accept_i(accept), .accept_first_i(accept_first), .accept_dest_i(accept_dest),
    .deliver_i(m_axis_tvalid_o & m_axis_tready_i), .deliver_last_i(m_axis_tlast_o),
    .discard_i(discard), .discard_packets_i(w_packets), .discard_dest_i(w_dest), .discard_beats_i(w_beats),
    .occ_beats_o, .occ_packets_o, .drop_full_o
  );

  xb_memory_flags #(.NumPorts(NumPorts)) u_flags (
    .clk_i, .rst_ni(rst_flags_n), .turn_i(turn), .refuse_i(refuse), .read_turn_i(turn), .more_i(more),
    .discard_i(discard), .first_i(w_first), .beats_i(w_beats), .none_i(none), .alone_i(alone), .most_i(most),
    .enter_i(enter), .enter_dest_i(accept_dest),
    .leave_i(word_pop), .head_first_i(head_first), .head_dest_i(head_dest),
    .busy_i(busy | staged_any), .staged_i(staged_any), .valid_i(m_axis_tvalid_o), .ready_i(m_axis_tready_i), .last_i(m_axis_tlast_o),
    .blocked_o, .blocked_backpressure_o, .blocked_by_o, .hol_o, .hol_victims_o, .pool_o, .pool_by_o, .idle_with_work_o
  );

  logic unused;
  assign unused = ^{free_valid, pair_room};  // always there: see the checker
endmodule : xb_switch_shared

`default_nettype wire
