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
/// With traffic classes an output has a queue for each of them, and an input a stage for each; a beat's tid says its class, in
/// all beats of a packet the same: 0 the lowest, what is above the highest as that. At an input's turn the highest class writes
/// whose word the memory takes; at an output's turn the packet under way is read on, or one of the highest class that
/// xb_class_service allows.
/// Head-of-line flags are those of the highest class whose head is blocked; of the pool there are none.
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
  /// What it shows of itself: 2 all, 1 no flags, 0 nothing, and 3, if it has a `count_queue_i`, as 1 with counts of that queue
  /// alone. Ports that show nothing are 0, and what counts for them is not there.
  parameter int unsigned Observe = 2,
  /// Traffic classes, 1..8. With several, tid has 3 bits at least, the lowest 3 of which say the class, and s_axis_tready_o a
  /// bit for each: i*Classes+c of input i and class c.
  parameter int unsigned Classes = 1,
  /// 1: under a dynamic threshold queues may lose packets that are in memory (xb_head_drop), and alpha is by class; 0: none of
  /// that is there.
  parameter int unsigned HeadDrop = 0,
  /// Derived, do not overwrite.
  localparam int unsigned DestWidth = $clog2(NumPorts),
  localparam int unsigned KeepWidth = DataWidth / 8,
  localparam int unsigned IdUsed = (Classes > 1 && IdWidth < 3) ? 3 : IdWidth,
  localparam int unsigned IdBits = (IdUsed == 0) ? 1 : IdUsed,
  localparam int unsigned WordWidth = DataWidth + (Keep != 0 ? KeepWidth : 0) + IdUsed + UserWidth - 1,
  localparam int unsigned CountWidth = xb_pkg::CountWidth
) (
  input  logic                            clk_i,
  input  logic                            rst_ni,
  /// Settings, registered: they count from the next cycle on, out of range as the nearest value in it.
  /// Change them only while the switch is empty.
  /// Capacity of the memory, or of each queue with PerOutput [beats], 1..MaxDepth; whole words of 2*NumPorts beats, and one
  /// word more for each queue.
  input  logic [CountWidth-1:0]           cfg_depth_i,
  /// 0 cut-through (by memory words), 1 store-and-forward.
  input  logic                            cfg_store_forward_i,
  /// 0 back-pressure, 1 tail drop: a packet that is not admitted is discarded whole.
  input  logic                            cfg_drop_i,
  /// Longest packet [beats]: what is reserved for one under tail drop or store-and-forward.
  input  logic [CountWidth-1:0]           cfg_packet_beats_i,
  /// Cycles from a header's arrival until its packet may be read, beyond the first.
  input  logic [CountWidth-1:0]           cfg_route_delay_i,
  /// 0 complete sharing, 1 partition (an equal part of the depth for each queue), 2 dynamic threshold.
  input  logic [1:0]                      cfg_sharing_i,
  /// alpha of the dynamic threshold is 2**(value - 3), value 0..6.
  input  logic [2:0]                      cfg_alpha_i,
  /// With HeadDrop, instead: that of class c in nibble c; words a cycle / 2**16 of packets that go, 0..2**16.
  input  logic [31:0]                     cfg_class_alphas_i,
  input  logic [16:0]                     cfg_drop_bandwidth_i,
  /// With classes: service 0 strict priority, 1 deficit round robin, 2 that of all but the highest, which goes first; weight of
  /// class c in byte c, 1..255.
  input  logic [1:0]                      cfg_service_i,
  input  logic [63:0]                     cfg_weights_i,
  /// AXI4-Stream inputs, port i in bit i or at [i*width +: width]; tdest counts with a packet's first beat.
  input  logic [NumPorts-1:0]             s_axis_tvalid_i,
  output logic [NumPorts*Classes-1:0]     s_axis_tready_o,
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
  /// Packets among the latter that were in memory, of all queues.
  output logic [CountWidth-1:0]           evicted_o,
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
  if (Classes < 1 || Classes > 8) begin : gen_illegal_classes
    $error("Classes must be 1..8");
  end

  // What nobody looks at stays in reset, and nothing is left of it.
  logic rst_counts_n, rst_flags_n;
  logic [NumPorts*CountWidth-1:0] misrouted;
  assign rst_counts_n = rst_ni && Observe > 0;
  assign rst_flags_n  = rst_ni && Observe > 1;
  assign drop_misrouted_o = (Observe > 0) ? misrouted : '0;

  localparam int unsigned NumQueues = NumPorts * Classes;
  localparam int unsigned QueueWidth = $clog2(NumQueues);
  localparam int unsigned ClassBits = (Classes < 2) ? 1 : $clog2(Classes);
  localparam int unsigned PoolWords = (PerOutput ? NumQueues : 1) * (MaxDepth / (2*NumPorts));
  // Besides the pool a word for each queue, and one overdraft for each output (xb_write_turn).
  localparam int unsigned Words = PoolWords + NumQueues + NumPorts;
  localparam int unsigned AddrWidth = $clog2(Words);
  localparam int unsigned WordsWidth = $clog2(Words + 1) + 1;
  localparam int unsigned BeatsWidth = $clog2(2*NumPorts + 1);
  localparam int unsigned PairsWidth = $clog2(NumPorts + 1);
  localparam int unsigned StagedWidth = $clog2(4*NumPorts);
  localparam int unsigned SideWidth = xb_pkg::PairSideWidth;
  localparam int unsigned AlphaBits = (HeadDrop != 0) ? 3 * Classes : 3;
  localparam int unsigned LinkWidth = ((HeadDrop != 0) ? BeatsWidth : 0) + AddrWidth + BeatsWidth + 1;

  // What goes through the switch: payload, and tkeep where there is one.
  logic [NumPorts*WordWidth-1:0] s_word, m_word;
  logic [NumPorts-1:0]           s_user, m_user;

  xb_keep #(
    .NumPorts(NumPorts), .DataWidth(DataWidth), .Keep(Keep), .IdWidth(IdUsed), .UserWidth(UserWidth)
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
  // Input stages; of input i and class c at c*NumPorts+i.
  logic [NumPorts-1:0]             s_ready, accept, accept_first, pair_pop;
  logic [NumPorts*ClassBits-1:0]   s_class;
  logic [NumPorts*DestWidth-1:0]   accept_dest;
  logic [NumQueues-1:0]            stage_ready, enter, head_first, word_pop;
  logic [NumQueues*DestWidth-1:0]  head_dest;
  logic [NumPorts*2*WordWidth-1:0] data_in, data_out;
  logic [NumPorts*SideWidth-1:0]   side_in, side_out;
  // The input's turn: the words of each class, what can become of them; the class that has it.
  logic [Classes-1:0]              w_valid, w_first, w_last, ok, starved, can_write, can_discard, refuse, can_append;
  logic [Classes*DestWidth-1:0]    w_dest;
  logic [Classes*BeatsWidth-1:0]   w_packets;
  logic [Classes*QueueWidth-1:0]   w_queue;
  logic [Classes*WordsWidth-1:0]   chain_words, w_words;
  logic [ClassBits-1:0]            w_class;
  logic [BeatsWidth-1:0]           w_beats, lost_packets;
  logic [PairsWidth-1:0]           packet_pairs;
  logic [CountWidth-1:0]           w_stamp;
  logic [AddrWidth-1:0]            w_addr;
  logic [WordsWidth-1:0]           pool_limit, queue_limit, packet_words, words;
  logic [2:0]                      alpha;
  logic [NumQueues*WordsWidth-1:0] count;
  logic [NumQueues-1:0]            few, hungry;
  logic [QueueWidth-1:0]           most;
  logic                            partition, dynamic, alone, none, write, discard, append, free_valid;
  // A packet that goes, a word of it that goes; the word that is free again, of either.
  logic [AlphaBits-1:0]            alphas;
  logic [WordsWidth-1:0]           pool_words;
  logic                            drop, dropped, gone, freed;
  logic [DestWidth-1:0]            drop_port, gone_port;
  logic [ClassBits-1:0]            drop_class, gone_class;
  logic [AddrWidth-1:0]            gone_addr, freed_addr;
  logic [BeatsWidth-1:0]           gone_beats, gone_packets;
  logic [QueueWidth-1:0]           freed_queue;
  logic [LinkWidth-1:0]            dropped_word, link_word;
  // The output's turn: by class, a word is there, its packet is under way; the class that has it.
  logic [Classes-1:0]              r_valid, r_started;
  logic [Classes*BeatsWidth-1:0]   class_beats;
  logic [ClassBits-1:0]            r_class;
  logic [QueueWidth-1:0]           r_queue;
  logic                            read, more;
  logic [AddrWidth-1:0]            r_addr;
  logic [BeatsWidth-1:0]           r_beats;
  logic [StagedWidth-1:0]          r_staged;
  // Output stages.
  logic [NumPorts-1:0]             pair_push, pair_room, busy, staged_any;
  logic [NumQueues-1:0]            queue_busy;
  logic [NumPorts*StagedWidth-1:0] staged;
  // Flags by class.
  logic [NumQueues-1:0]            blocked, backpressure, hol, pool, idle;
  logic [NumQueues*DestWidth-1:0]  blocked_by, pool_by;
  logic [NumQueues*NumPorts-1:0]   victims;

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

  xb_class_turn #(.NumPorts(NumPorts), .MaxDepth(MaxDepth), .Classes(Classes), .IdBits(IdBits)) u_class_turn (
    .clk_i, .rst_ni, .cfg_packet_beats_i, .cfg_service_i, .cfg_weights_i, .packet_pairs_o(packet_pairs),
    .s_tid_i(s_axis_tid_i), .s_class_o(s_class), .stage_ready_i(stage_ready), .s_ready_o(s_ready),
    .turn_i(turn), .can_write_i(can_write), .can_discard_i(can_discard), .write_class_o(w_class),
    .few_i(few), .hungry_o(hungry), .staged_i(r_staged), .word_valid_i(r_valid), .class_beats_i(class_beats),
    .started_i(r_started), .read_class_o(r_class), .read_beats_i(r_beats), .read_i(read),
    .busy_i(queue_busy), .sent_i(m_axis_tvalid_o & m_axis_tready_i), .m_tid_i(m_axis_tid_o)
  );
  for (genvar i = 0; i < NumPorts; i++) begin : gen_ready
    for (genvar c = 0; c < Classes; c++) begin : gen_class
      assign s_axis_tready_o[i*Classes + c] = stage_ready[c*NumPorts + i];
    end
  end

  // The input's turn.
  xb_memory_inputs #(.NumPorts(NumPorts), .DataWidth(WordWidth), .Classes(Classes)) u_inputs (
    .clk_i, .rst_ni, .now_i(now_q), .packet_pairs_i(packet_pairs),
    .s_axis_tvalid_i, .s_class_i(s_class), .s_axis_tready_o(stage_ready), .s_axis_tdata_i(s_word), .s_axis_tlast_i,
    .s_axis_tdest_i, .s_axis_tuser_i(s_user),
    .hungry_i(hungry), .accept_o(accept), .accept_first_o(accept_first), .enter_o(enter), .accept_dest_o(accept_dest),
    .head_first_o(head_first), .head_dest_o(head_dest), .turn_i(turn), .refuse_i(refuse),
    .valid_o(w_valid), .dest_o(w_dest), .first_o(w_first), .last_o(w_last), .packets_o(w_packets),
    .class_i(w_class), .beats_o(w_beats), .stamp_o(w_stamp),
    .pop_i(write | discard), .word_pop_o(word_pop),
    .pair_data_o(data_in), .pair_side_o(side_in), .pair_pop_i(pair_pop), .drop_misrouted_o(misrouted)
  );
  for (genvar c = 0; c < Classes; c++) begin : gen_turn
    xb_write_turn #(.NumPorts(NumPorts), .WordsWidth(WordsWidth)) u_write_turn (
      .clk_i, .rst_ni, .store_forward_i(store_forward_q), .drop_i(drop_q),
      .turn_i(turn), .word_valid_i(w_valid[c]), .word_first_i(w_first[c]), .word_last_i(w_last[c]),
      .packet_words_i(chain_words[c*WordsWidth +: WordsWidth]), .ok_i(ok[c]), .starved_i(starved[c]),
      .take_i(Classes == 1 || w_class == ClassBits'(c)),
      .write_o(can_write[c]), .discard_o(can_discard[c]), .refuse_o(refuse[c]), .append_o(can_append[c]),
      .words_o(w_words[c*WordsWidth +: WordsWidth])
    );
    // A packet that goes on from a word that it shares needs one word more.
    assign chain_words[c*WordsWidth +: WordsWidth] = packet_words
        + WordsWidth'(w_first[c] && !w_last[c] && (w_packets[c*BeatsWidth +: BeatsWidth] != '0)
                      && (store_forward_q | drop_q) && (packet_words <= queue_limit));
    assign w_queue[c*QueueWidth +: QueueWidth] = QueueWidth'(c*NumPorts + 32'(w_dest[c*DestWidth +: DestWidth]));
  end
  assign write   = can_write[w_class];
  assign discard = can_discard[w_class];
  assign append  = can_append[w_class];
  assign words   = w_words[w_class*WordsWidth +: WordsWidth];

  xb_admission_limits #(
    .NumPorts(NumPorts), .NumQueues(NumQueues), .MaxDepth(MaxDepth), .PerOutput(PerOutput), .WordsWidth(WordsWidth)
  ) u_limits (
    .clk_i, .rst_ni,
    .cfg_depth_i, .cfg_reserve_i(cfg_store_forward_i | cfg_drop_i), .cfg_packet_beats_i, .cfg_sharing_i, .cfg_alpha_i,
    .pool_limit_o(pool_limit), .queue_limit_o(queue_limit), .packet_words_o(packet_words), .partition_o(partition),
    .dynamic_o(dynamic), .alpha_o(alpha)
  );
  xb_admission #(.NumPorts(NumPorts), .Classes(Classes), .Words(Words), .ClassAlpha(HeadDrop != 0)) u_admission (
    .clk_i, .rst_ni,
    .pool_limit_i(pool_limit), .queue_limit_i(queue_limit), .packet_words_i(chain_words), .partition_i(partition),
    .dynamic_i(dynamic), .alpha_i(alphas),
    .dest_i(w_queue), .first_i(w_first), .ok_o(ok), .ask_i(Classes == 1 && HeadDrop == 0 && (w_valid[0] & !write)), .alone_o(alone), .none_o(none),
    .blame_i((refuse[0] & none) | (discard & w_first[0] & alone)), .most_o(most),
    .commit_i(can_write & (Classes'(1) << w_class)), .words_i(words),
    .release_i(freed), .release_queue_i(freed_queue), .count_o(count), .pool_o(pool_words)
  );
  for (genvar q = 0; q < NumQueues; q++) begin : gen_few
    // No more than the queue's own word.
    assign few[q] = count[q*WordsWidth +: WordsWidth] <= WordsWidth'(1);
  end
  // A word is free as soon as its read wave has begun: a wave that overwrites it starts later and stays behind.
  xb_free_list #(.Depth(Words)) u_free_list (
    .clk_i, .rst_ni,
    .valid_o(free_valid), .ready_i(write), .addr_o(w_addr),
    .valid_i(freed), .addr_i(freed_addr)
  );
  assign freed       = read | gone;
  assign freed_addr  = (HeadDrop == 0 || read) ? r_addr : gone_addr;
  assign freed_queue = (HeadDrop == 0 || read) ? r_queue : QueueWidth'(32'(gone_class)*NumPorts + 32'(gone_port));
  xb_packet_lists #(.NumPorts(NumPorts), .Words(Words), .Classes(Classes), .HeadDrop(HeadDrop)) u_lists (
    .clk_i, .rst_ni, .now_i(now_q), .route_delay_i(route_delay_q), .turn_i(turn),
    .dest_i(w_dest), .write_i(write), .write_class_i(w_class), .addr_i(w_addr), .beats_i(w_beats),
    .packets_i(lost_packets), .first_i(w_first[w_class]),
    .last_i(w_last[w_class]), .stamp_i(w_stamp), .append_i(append), .starved_o(starved),
    .word_valid_o(r_valid), .class_beats_o(class_beats), .started_o(r_started), .read_class_i(r_class), .word_addr_o(r_addr), .word_beats_o(r_beats),
    .read_i(read), .more_o(more), .busy_o(queue_busy),
    .drop_i(drop), .drop_port_i(drop_port), .drop_class_i(drop_class), .dropped_o(dropped), .dropped_word_o(dropped_word),
    .link_i(gone), .link_addr_i(gone_addr), .link_word_o(link_word)
  );

  if (HeadDrop == 0) begin : gen_no_head_drop
    logic unused_links;
    assign unused_links = ^{cfg_class_alphas_i, cfg_drop_bandwidth_i, pool_words, dropped, dropped_word, link_word};
    assign {drop, drop_port, drop_class, gone, gone_port, gone_class, gone_addr, gone_beats, gone_packets, evicted_o} = '0;
    assign alphas = alpha;
  end else begin : gen_head_drop
    logic unused_alpha;
    assign unused_alpha = ^alpha;

    xb_head_drop #(.NumPorts(NumPorts), .Classes(Classes), .Words(Words)) u_head_drop (
      .clk_i, .rst_ni, .cfg_drop_bandwidth_i, .cfg_class_alphas_i, .alpha_o(alphas),
      .enable_i(dynamic), .pool_limit_i(pool_limit), .pool_i(pool_words), .count_i(count), .turn_i(turn), .idle_i(!read),
      .pick_o(drop), .pick_port_o(drop_port), .pick_class_o(drop_class), .taken_i(dropped), .taken_word_i(dropped_word),
      .free_o(gone), .free_port_o(gone_port), .free_class_o(gone_class), .free_addr_o(gone_addr), .free_beats_o(gone_beats),
      .free_packets_o(gone_packets), .next_word_i(link_word)
    );
    always_ff @(posedge clk_i or negedge rst_counts_n) begin
      if (!rst_counts_n) evicted_o <= '0;
      else if (gone) evicted_o <= evicted_o + CountWidth'(gone_packets);
    end
  end

  // The output's turn: just in time, while what is staged does not last until the word of its next turn is on
  // offer; or, within a packet, until that of the turn after it, which a short word then read would have to bridge. With
  // classes a short word is read whenever there is room for it.
  assign r_queue  = QueueWidth'(32'(r_class)*NumPorts + 32'(turn));
  assign r_staged = staged[turn*StagedWidth +: StagedWidth];
  assign read     = r_valid[r_class] & ((r_staged <= StagedWidth'(NumPorts + 1))
                    | ((r_started[r_class] || Classes > 1) & (r_staged <= StagedWidth'(2*NumPorts + 1) - StagedWidth'(r_beats))));

  xb_wave_memory #(.NumPorts(NumPorts), .DataWidth(2*WordWidth), .SideWidth(SideWidth), .Words(Words)) u_memory (
    .clk_i, .rst_ni, .port_i(port_q),
    .write_pairs_i((write | discard) ? PairsWidth'((w_beats + 1'b1) >> 1) : '0),
    .write_keep_i(write), .write_addr_i(w_addr), .data_i(data_in), .side_i(side_in), .pop_o(pair_pop),
    .read_pairs_i(read ? PairsWidth'((r_beats + 1'b1) >> 1) : '0), .read_addr_i(r_addr),
    .push_o(pair_push), .data_o(data_out), .side_o(side_out)
  );

  for (genvar j = 0; j < NumPorts; j++) begin : gen_output
    xb_egress_stage #(.NumPorts(NumPorts), .DataWidth(WordWidth)) u_stage (
      .clk_i, .rst_ni,
      .start_i(read && (turn == DestWidth'(j))), .start_beats_i(r_beats),
      .pair_valid_i(pair_push[j]), .pair_ready_o(pair_room[j]),
      .pair_data_i(data_out[j*2*WordWidth +: 2*WordWidth]), .pair_side_i(side_out[j*SideWidth +: SideWidth]),
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
    .discard_i(discard), .discard_packets_i(lost_packets), .discard_dest_i(w_dest[w_class*DestWidth +: DestWidth]),
    .discard_beats_i(w_beats),
    .lose_i(gone), .lose_packets_i(gone_packets), .lose_dest_i(gone_port), .lose_beats_i(gone_beats),
    .occ_beats_o, .occ_packets_o, .drop_full_o
  );
  assign lost_packets = w_packets[w_class*BeatsWidth +: BeatsWidth];

  always_comb begin
    busy = '0;
    for (int c = 0; c < Classes; c++) busy |= queue_busy[c*NumPorts +: NumPorts];
  end

  for (genvar c = 0; c < Classes; c++) begin : gen_flags
    localparam int unsigned Q = c * NumPorts;
    xb_memory_flags #(.NumPorts(NumPorts)) u_flags (
      .clk_i, .rst_ni(rst_flags_n), .turn_i(turn), .refuse_i(refuse[c]), .read_turn_i(turn), .more_i(more),
      .discard_i(discard), .first_i(w_first[0]), .beats_i(w_beats), .none_i(none), .alone_i(alone), .most_i(DestWidth'(most)),
      .enter_i(enter[Q +: NumPorts]), .enter_dest_i(accept_dest),
      .leave_i(word_pop[Q +: NumPorts]), .head_first_i(head_first[Q +: NumPorts]),
      .head_dest_i(head_dest[Q*DestWidth +: NumPorts*DestWidth]),
      .busy_i(busy | staged_any), .staged_i(staged_any), .valid_i(m_axis_tvalid_o), .ready_i(m_axis_tready_i),
      .last_i(m_axis_tlast_o),
      .blocked_o(blocked[Q +: NumPorts]), .blocked_backpressure_o(backpressure[Q +: NumPorts]),
      .blocked_by_o(blocked_by[Q*DestWidth +: NumPorts*DestWidth]), .hol_o(hol[Q +: NumPorts]),
      .hol_victims_o(victims[Q*NumPorts +: NumPorts*NumPorts]), .pool_o(pool[Q +: NumPorts]),
      .pool_by_o(pool_by[Q*DestWidth +: NumPorts*DestWidth]), .idle_with_work_o(idle[Q +: NumPorts])
    );
  end
  xb_class_flags #(.NumPorts(NumPorts), .Classes(Classes)) u_class_flags (
    .blocked_i(blocked), .blocked_backpressure_i(backpressure), .blocked_by_i(blocked_by), .hol_i(hol),
    .hol_victims_i(victims), .pool_i(pool), .pool_by_i(pool_by),
    .blocked_o, .blocked_backpressure_o, .blocked_by_o, .hol_o, .hol_victims_o, .pool_o, .pool_by_o
  );
  // The same in all classes.
  assign idle_with_work_o = idle[0 +: NumPorts];

  logic unused;
  assign unused = ^{free_valid, pair_room, s_ready, most, idle};  // always there: see the checker
endmodule : xb_switch_shared

`default_nettype wire
