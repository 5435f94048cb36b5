// SPDX-License-Identifier: Apache-2.0
/// Shared-memory switch for a fast clock: what xb_switch_shared does, in more cycles. With PerOutput it is
/// xb_switch_output_pipe.
///
/// Words, waves, chains, admission and lists are those of xb_switch_shared. Since turns are known ahead, a word is looked up,
/// decided upon and entered in the lists in cycles of their own, and so is a read. Fewer than four ports take turns as if
/// they were four: each step of a turn is over before the port's next one.
/// In cycle c input c modulo Turns shows its word (S); what its queue has is looked up in c+1; it is admitted in c+2; lists,
/// counts and stages know of it in c+3 (X); its wave starts in c+5. Output c modulo Turns looks at its next word in c+3,
/// decides in c+4, reads in c+5, and offers it from c+7 on, or c+8 with RamRegister.
/// Every output is a function of registers only: no combinational path from any input to any output.
/// With traffic classes an output has a queue for each of them, and an input a stage for each; a packet's first tid says its
/// class: 0 the lowest, what is above the highest as that. The class that has a port's turn is known ahead (xb_pipe_class_turn).
/// Head-of-line flags are those of the highest class whose head is blocked; of the pool there are none.
/// Latency: a beat that is taken in cycle t is offered in t + 12 at the earliest, a packet of N beats or more 10 cycles
/// after its last beat or that of its first word. Rate: one beat a cycle on every port, 1-beat packets included,
/// with up to 4 ports from a depth of 8 on.
`default_nettype none

module xb_switch_shared_pipe #(
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
  /// 1: a register behind the data RAMs, for the clock of deep memories; a cycle more latency.
  parameter int unsigned RamRegister = 0,
  /// Traffic classes, 1..8. With several, tid has 3 bits at least, the lowest 3 of which say the class, and s_axis_tready_o a
  /// bit for each: i*Classes+c of input i and class c.
  parameter int unsigned Classes = 1,
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
  /// Capacity of the memory [beats], 1..MaxDepth; whole words of 2*NumPorts beats (8 at least), and one word more for each queue.
  input  logic [CountWidth-1:0]           cfg_depth_i,
  /// 0 cut-through (by memory words), 1 store-and-forward.
  input  logic                            cfg_store_forward_i,
  /// 0 back-pressure, 1 tail drop: a packet that is not admitted is discarded whole.
  input  logic                            cfg_drop_i,
  /// Longest packet [beats]: what is reserved for one under tail drop or store-and-forward.
  input  logic [CountWidth-1:0]           cfg_packet_beats_i,
  /// 0 complete sharing, 1 partition (an equal part of the depth for each queue), 2 dynamic threshold.
  input  logic [1:0]                      cfg_sharing_i,
  /// alpha of the dynamic threshold is 2**(value - 3), value 0..6.
  input  logic [2:0]                      cfg_alpha_i,
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
  if (RamRegister > 1) begin : gen_illegal_ram_register
    $error("RamRegister must be 0..1");
  end
  if (Classes < 1 || Classes > 8) begin : gen_illegal_classes
    $error("Classes must be 1..8");
  end

  // What nobody looks at stays in reset, and nothing is left of it.
  logic rst_counts_n, rst_flags_n;
  assign rst_counts_n = rst_ni && Observe > 0;
  assign rst_flags_n  = rst_ni && Observe > 1;

  localparam int unsigned Turns = (NumPorts < 4) ? 4 : NumPorts;
  localparam int unsigned TurnWidth = $clog2(Turns);
  localparam int unsigned NumQueues = Turns * Classes;
  localparam int unsigned QueueWidth = $clog2(NumQueues);
  localparam int unsigned ClassBits = (Classes < 2) ? 1 : $clog2(Classes);
  localparam int unsigned PoolWords = (PerOutput ? NumPorts*Classes : 1) * (MaxDepth / (2*Turns));
  // Besides the pool a word for each queue, and one overdraft for each output (xb_write_turn).
  localparam int unsigned Words = PoolWords + NumQueues + Turns;
  localparam int unsigned AddrWidth = $clog2(Words);
  localparam int unsigned WordsWidth = $clog2(Words + 1) + 1;
  localparam int unsigned BeatsWidth = $clog2(2*Turns + 1);
  localparam int unsigned PairsWidth = $clog2(Turns + 1);
  localparam int unsigned StagedWidth = $clog2(4*Turns + RamRegister);
  // A word that takes a cycle more is read when a beat more is staged.
  localparam int unsigned Ahead = 3 + RamRegister;
  localparam int unsigned SideWidth = xb_pkg::PairSideWidth;

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

  // The ports, and those that only take turns.
  logic [Turns-1:0]            s_tvalid, s_ready, s_tlast, s_tuser, m_tvalid, m_tready, m_tlast, m_tuser;
  logic [Turns*WordWidth-1:0]  s_tdata, m_tdata;
  logic [Turns*TurnWidth-1:0]  s_tdest, blocked_by, pool_by;
  logic [Turns*CountWidth-1:0] occ_beats, occ_packets, drop_misrouted, drop_full;
  logic [Turns-1:0]            blocked, blocked_backpressure, hol, pool, idle_with_work;
  logic [Turns*Turns-1:0]      victims;

  // Of input or output p and class c, at c*Turns+p: a beat is on offer, would be taken.
  logic [NumQueues-1:0]        offer, stage_ready;
  logic [1:0]                  service;
  logic [8*Classes-1:0]        weights;
  logic [Turns*ClassBits-1:0]  m_class;

  logic                        store_forward_q, drop_q;
  // Port whose turn it is to show a word; port that bank b serves.
  logic [TurnWidth-1:0]        turn_q;
  logic [Turns*TurnWidth-1:0]  port_q;
  // Input stages.
  logic [Turns-1:0]            accept, accept_first;
  logic [Turns*TurnWidth-1:0]  accept_dest;
  logic [NumQueues-1:0]        enter, head_valid, head_first, word_pop, word_pop_q, hungry, crowded, sure;
  logic [NumQueues*TurnWidth-1:0] enter_dest, head_dest;
  logic [Turns*2*WordWidth-1:0] data_in, data_out;
  logic [Turns*SideWidth-1:0]  side_in, side_out;
  // Settings of admission, in words.
  logic [WordsWidth-1:0]       pool_limit, queue_limit, most_need, least_bound;
  logic [2:0]                  alpha;
  logic                        partition, dynamic;
  // The word that is looked up, and decided upon.
  logic [TurnWidth-1:0]        l_turn, l_dest, d_turn_q, d_dest_q;
  logic [BeatsWidth-1:0]       l_beats, l_packets, d_beats_q, d_packets_q;
  logic [WordsWidth-1:0]       l_need, l_bound, d_words;
  logic                        l_valid, l_first, l_last, l_shared, d_write, d_discard, d_first_q, d_last_q, d_shared_q, ok;
  logic [NumQueues-1:0]        starved;
  logic [NumQueues*TurnWidth-1:0] source;
  // Its class and queue; the classes that the memory is known to refuse, those of which a word waits for that.
  logic [ClassBits-1:0]        l_class, d_class_q, x_class_q;
  logic [QueueWidth-1:0]       l_queue;
  logic [Classes-1:0]          refused, l_waits, d_waits_q, x_waits_q, x_class, x_refused;
  // The word that is written, discarded or refused; words that it asked for; those that its queue gets.
  logic [TurnWidth-1:0]        x_turn_q, x_dest_q, most;
  logic [BeatsWidth-1:0]       x_beats_q, x_packets_q;
  logic [WordsWidth-1:0]       x_need, words_q;
  logic [AddrWidth-1:0]        addr_q;
  logic                        x_valid, x_first_q, x_last_q, x_shared_q, write, discard, refuse, append;
  logic                        free_valid, alone, none, d_none, x_none_q;
  // Waves to come.
  logic [PairsWidth-1:0]       pairs_q, pairs_q2;
  logic [AddrWidth-1:0]        wave_addr_q, wave_addr_q2;
  // The output's turn.
  logic [TurnWidth-1:0]        read_turn;
  logic [AddrWidth-1:0]        read_addr;
  logic [BeatsWidth-1:0]       read_beats;
  logic [Classes*BeatsWidth-1:0] look_beats;
  logic [Classes-1:0]          look_valid, look_first, look_may;
  logic [ClassBits-1:0]        look_class;
  logic [QueueWidth-1:0]       read_queue;
  logic [StagedWidth-1:0]      staged_q;
  logic                        look_read, read, more;
  // Output stages.
  logic [Turns-1:0]            busy, staged_any, unused_pop, pair_push, pair_due;
  logic [NumQueues-1:0]        queue_busy;
  logic [Turns*StagedWidth-1:0] staged;

  assign s_tvalid = Turns'(s_axis_tvalid_i);
  assign s_tlast  = Turns'(s_axis_tlast_i);
  assign s_tuser  = Turns'(s_user);
  assign m_tready = Turns'(m_axis_tready_i);
  assign s_tdata  = (Turns*WordWidth)'(s_word);
  for (genvar i = 0; i < Turns; i++) begin : gen_port
    if (i < NumPorts) begin : gen_real
      assign s_tdest[i*TurnWidth +: TurnWidth] = TurnWidth'(s_axis_tdest_i[i*DestWidth +: DestWidth]);
      assign m_axis_tdest_o[i*DestWidth +: DestWidth] = DestWidth'(i);
      assign blocked_by_o[i*DestWidth +: DestWidth]   = DestWidth'(blocked_by[i*TurnWidth +: TurnWidth]);
      assign pool_by_o[i*DestWidth +: DestWidth]      = DestWidth'(pool_by[i*TurnWidth +: TurnWidth]);
      assign hol_victims_o[i*NumPorts +: NumPorts]    = NumPorts'(victims[i*Turns +: Turns]);
    end else begin : gen_none
      assign s_tdest[i*TurnWidth +: TurnWidth] = '0;
    end
  end
  assign m_axis_tvalid_o        = NumPorts'(m_tvalid);
  assign m_axis_tlast_o         = NumPorts'(m_tlast);
  assign m_user                 = NumPorts'(m_tuser);
  assign m_word                 = m_tdata[0 +: NumPorts*WordWidth];
  assign occ_beats_o            = occ_beats[0 +: NumPorts*CountWidth];
  assign occ_packets_o          = occ_packets[0 +: NumPorts*CountWidth];
  assign drop_misrouted_o       = (Observe > 0) ? drop_misrouted[0 +: NumPorts*CountWidth] : '0;
  assign drop_full_o            = drop_full[0 +: NumPorts*CountWidth];
  assign blocked_o              = NumPorts'(blocked);
  assign blocked_backpressure_o = NumPorts'(blocked_backpressure);
  assign hol_o                  = NumPorts'(hol);
  assign pool_o                 = NumPorts'(pool);
  assign idle_with_work_o       = NumPorts'(idle_with_work);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      store_forward_q <= 1'b0;
      drop_q          <= 1'b0;
      turn_q          <= '0;
      for (int b = 0; b < Turns; b++) port_q[b*TurnWidth +: TurnWidth] <= TurnWidth'((8*Turns - 5 - b) % Turns);
    end else begin
      store_forward_q <= cfg_store_forward_i;
      drop_q          <= cfg_drop_i;
      turn_q          <= (turn_q == TurnWidth'(Turns-1)) ? '0 : turn_q + 1'b1;
      // The wave in bank b goes on to bank b+1; the port whose wave leaves the last bank is next.
      port_q          <= {port_q[0 +: (Turns-1)*TurnWidth], port_q[(Turns-1)*TurnWidth +: TurnWidth]};
    end
  end

  // The class of what an input takes; the class that has a port's turn.
  if (Classes == 1) begin : gen_one_class
    logic unused_class;
    assign unused_class    = ^{cfg_service_i, cfg_weights_i};
    assign offer           = s_tvalid;
    assign s_ready         = stage_ready;
    assign s_axis_tready_o = NumPorts'(stage_ready);
    assign {service, weights, m_class} = '0;
  end else begin : gen_classes
    logic [3*Turns-1:0]   s_tid, s_class;
    logic [NumQueues-1:0] tready;
    logic                 unused_class, unused_heads;

    assign unused_class    = ^{unused_heads, s_class, tready};
    assign s_axis_tready_o = tready[0 +: NumPorts*Classes];
    xb_class_ingress #(.NumPorts(Turns), .Classes(Classes)) u_ingress (
      .clk_i, .rst_ni, .cfg_service_i, .cfg_weights_i, .cfg_class_heads_i(1'b0),
      .service_o(service), .weights_o(weights), .class_heads_o(unused_heads),
      .s_tvalid_i(s_tvalid), .s_tlast_i(s_tlast), .s_tid_i(s_tid),
      .ready_i(stage_ready), .offer_o(offer), .s_tready_o(tready), .ready_o(s_ready), .class_o(s_class)
    );
    for (genvar p = 0; p < Turns; p++) begin : gen_tid
      if (p < NumPorts) begin : gen_real
        assign s_tid[3*p +: 3] = s_axis_tid_i[p*IdBits +: 3];
        assign m_class[p*ClassBits +: ClassBits] = ClassBits'({xb_pkg::bounded(32'(m_axis_tid_o[p*IdBits +: 3]), 0, Classes - 1)});
      end else begin : gen_none
        assign s_tid[3*p +: 3] = '0;
        assign m_class[p*ClassBits +: ClassBits] = '0;
      end
    end
  end
  xb_pipe_class_turn #(.Turns(Turns), .Classes(Classes)) u_class_turn (
    .clk_i, .rst_ni, .drop_i(drop_q), .service_i(service), .weights_i(weights),
    .in_turn_i(turn_q), .head_valid_i(head_valid), .head_first_i(head_first), .head_dest_i(head_dest), .pop_i(word_pop_q), .sure_i(sure),
    .crowded_i(crowded), .starved_i(starved), .source_i(source), .busy_i(queue_busy), .refused_o(refused),
    .out_turn_i(x_turn_q), .word_valid_i(look_valid), .word_first_i(look_first), .word_beats_i(look_beats),
    .read_class_o(look_class), .read_i(look_read), .sent_i(m_tvalid & m_tready), .sent_class_i(m_class)
  );

  // S: the input's word.
  xb_pipe_memory_inputs #(
    .Turns(Turns), .ThreePorts(NumPorts == 3), .DataWidth(WordWidth), .Classes(Classes)
  ) u_inputs (
    .clk_i, .rst_ni,
    .s_axis_tvalid_i(offer), .s_axis_tready_o(stage_ready), .s_axis_tdata_i(s_tdata), .s_axis_tlast_i(s_tlast),
    .s_axis_tdest_i(s_tdest), .s_axis_tuser_i(s_tuser), .hungry_i(hungry),
    .accept_o(accept), .accept_first_o(accept_first), .accept_dest_o(accept_dest), .enter_o(enter), .enter_dest_o(enter_dest),
    .head_valid_o(head_valid), .head_first_o(head_first), .head_dest_o(head_dest), .turn_i(turn_q), .refused_i(refused), .waits_o(l_waits), .class_o(l_class),
    .valid_o(l_valid), .turn_o(l_turn), .dest_o(l_dest), .first_o(l_first), .last_o(l_last), .beats_o(l_beats),
    .packets_o(l_packets), .late_turn_i(x_turn_q), .refuse_i(x_refused), .pop_next_i(word_pop), .pop_i(word_pop_q),
    .pair_data_o(data_in), .pair_side_o(side_in), .drop_misrouted_o(drop_misrouted)
  );

  // S + 1: what its queue has.
  assign l_shared = l_first & !l_last & (l_packets != '0);
  assign l_queue  = (Classes == 1) ? QueueWidth'(l_dest) : QueueWidth'(32'(l_class)*Turns + 32'(l_dest));
  xb_pipe_limits #(
    .NumPorts(NumPorts), .Turns(Turns), .Classes(Classes), .MaxDepth(MaxDepth), .PerOutput(PerOutput), .WordsWidth(WordsWidth)
  ) u_limits (
    .clk_i, .rst_ni,
    .cfg_depth_i, .cfg_store_forward_i, .cfg_drop_i, .cfg_packet_beats_i, .cfg_sharing_i, .cfg_alpha_i,
    .pool_limit_o(pool_limit), .queue_limit_o(queue_limit), .partition_o(partition), .dynamic_o(dynamic), .alpha_o(alpha),
    .most_need_o(most_need), .least_bound_o(least_bound), .first_i(l_first), .shared_i(l_shared), .need_o(l_need), .bound_o(l_bound),
    .late_first_i(x_first_q), .late_shared_i(x_shared_q), .late_need_o(x_need)
  );

  // S + 2: what becomes of it.
  xb_pipe_write_turn #(.Turns(Turns), .Classes(Classes), .WordsWidth(WordsWidth)) u_write_turn (
    .clk_i, .rst_ni, .store_forward_i(store_forward_q), .drop_i(drop_q),
    .turn_i(l_turn), .class_i(l_class), .word_valid_i(l_valid), .word_first_i(l_first), .word_last_i(l_last), .need_i(l_need),
    .starved_i(starved[l_queue] && (source[l_queue*TurnWidth +: TurnWidth] == l_turn)),
    .ok_i(ok), .write_o(d_write), .discard_o(d_discard), .words_o(d_words),
    .write_q_o(write), .discard_q_o(discard), .refuse_q_o(refuse), .append_q_o(append), .sure_o(sure)
  );
  xb_pipe_admission #(.Turns(Turns), .Classes(Classes), .WordsWidth(WordsWidth), .PerOutput(PerOutput)) u_admission (
    .clk_i, .rst_ni, .pool_limit_i(pool_limit), .partition_i(partition), .dynamic_i(dynamic), .alpha_i(alpha),
    .dest_i(l_queue), .need_i(l_need), .bound_i(l_bound), .ok_o(ok), .none_o(d_none), .write_i(d_write),
    .words_i(d_words), .release_i(read), .release_queue_i(read_queue), .hungry_o(hungry),
    .most_need_i(most_need), .least_bound_i(least_bound), .crowded_o(crowded)
  );
  logic [QueueWidth-1:0] l_lane;
  logic [NumQueues-1:0]  d_lane_q;
  assign word_pop = (d_write | d_discard) ? d_lane_q : '0;
  assign l_lane = (Classes == 1) ? QueueWidth'(l_turn) : QueueWidth'(32'(l_class)*Turns + 32'(l_turn));
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      d_turn_q <= '0;
      x_turn_q <= '0;
      d_waits_q <= '0;
      x_waits_q <= '0;
      d_lane_q <= '0;
      word_pop_q <= '0;
    end else begin
      d_lane_q <= NumQueues'(1) << l_lane;
      word_pop_q <= word_pop;
      d_turn_q <= l_turn;
      x_turn_q <= d_turn_q;
      d_waits_q <= l_waits;
      x_waits_q <= d_waits_q;
    end
  end
  always_ff @(posedge clk_i) begin
    d_class_q   <= l_class;
    x_class_q   <= d_class_q;
    d_dest_q    <= l_dest;
    d_first_q   <= l_first;
    d_last_q    <= l_last;
    d_shared_q  <= l_shared;
    d_beats_q   <= l_beats;
    d_packets_q <= l_packets;
    x_dest_q    <= d_dest_q;
    x_first_q   <= d_first_q;
    x_last_q    <= d_last_q;
    x_shared_q  <= d_shared_q;
    x_beats_q   <= d_beats_q;
    x_packets_q <= d_packets_q;
    words_q     <= d_words;
    x_none_q    <= d_none;
  end

  // X: lists, stages, and the counts that flags are judged by. A word is free as soon as its read wave has begun.
  xb_pipe_free_words #(.Words(Words)) u_free_words (
    .clk_i, .rst_ni, .addr_o(addr_q), .valid_o(free_valid), .take_i(write), .free_i(read), .free_addr_i(read_addr)
  );
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      pairs_q      <= '0;
      pairs_q2     <= '0;
      wave_addr_q  <= '0;
      wave_addr_q2 <= '0;
    end else begin
      // Until the stage has read its first pair.
      pairs_q      <= write ? PairsWidth'((x_beats_q + 1'b1) >> 1) : '0;
      pairs_q2     <= pairs_q;
      wave_addr_q  <= addr_q;
      wave_addr_q2 <= wave_addr_q;
    end
  end
  // For the pool's flags.
  if (Classes == 1) begin : gen_counts
    logic                        unused_ok, unused_none;
    logic [Turns*WordsWidth-1:0] unused_count;
    logic [WordsWidth-1:0]       unused_pool;

    assign x_valid = write | discard | refuse;
    assign none    = x_none_q;  // when it was decided
    xb_admission #(.NumPorts(Turns), .Words(Words), .Late(1'b1)) u_counts (
      .clk_i, .rst_ni,
      .pool_limit_i(pool_limit), .queue_limit_i(queue_limit), .packet_words_i(x_need), .partition_i(partition),
      .dynamic_i(dynamic), .alpha_i(alpha),
      .dest_i(x_dest_q), .first_i(x_first_q), .ok_o(unused_ok), .ask_i(x_valid & !write), .alone_o(alone), .none_o(unused_none),
      .blame_i((refuse & none) | (discard & x_first_q & alone)), .most_o(most), .commit_i(write), .words_i(words_q),
      .release_i(read), .release_queue_i(read_turn), .count_o(unused_count),
      .pool_o(unused_pool)
    );
  end else begin : gen_no_counts
    logic unused_limits;
    assign unused_limits = ^{x_need, queue_limit, words_q, x_valid, x_none_q};
    assign x_valid       = 1'b0;
    assign {alone, none, most} = '0;
  end
  xb_pipe_lists #(.Turns(Turns), .Words(Words), .Classes(Classes)) u_lists (
    .clk_i, .rst_ni, .turn_i(d_turn_q), .class_i(d_class_q), .dest_i(d_dest_q),
    .write_i(write), .addr_i(addr_q), .beats_i(x_beats_q), .first_i(x_first_q), .last_i(x_last_q),
    .append_i(append), .starved_o(starved), .source_o(source),
    .word_valid_o(look_valid), .word_beats_o(look_beats), .word_first_o(look_first), .read_class_i(look_class),
    .read_i(look_read),
    .read_o(read), .read_turn_o(read_turn), .read_queue_o(read_queue), .read_addr_o(read_addr), .read_beats_o(read_beats), .more_o(more), .busy_o(queue_busy)
  );

  // The output's turn: just in time, while what was staged in the cycle before does not last until the word of its next turn
  // is on offer; or, within a packet, until that of the turn after it, which a short word then read would have to bridge.
  always_ff @(posedge clk_i) staged_q <= staged[x_turn_q*StagedWidth +: StagedWidth];
  for (genvar c = 0; c < Classes; c++) begin : gen_look
    assign look_may[c] = look_valid[c] & ((staged_q <= StagedWidth'(Turns + Ahead))
        | (!look_first[c] & ((StagedWidth+1)'(staged_q) + (StagedWidth+1)'(look_beats[c*BeatsWidth +: BeatsWidth])
                             <= (StagedWidth+1)'(2*Turns + Ahead))));
  end
  assign look_read = look_may[look_class];

  xb_wave_memory #(.NumPorts(Turns), .DataWidth(2*WordWidth), .SideWidth(SideWidth), .Words(Words), .RamRegister(RamRegister)) u_memory (
    .clk_i, .rst_ni, .port_i(port_q),
    .write_pairs_i(pairs_q2), .write_keep_i(1'b1), .write_addr_i(wave_addr_q2), .data_i(data_in), .side_i(side_in), .pop_o(unused_pop),
    .read_pairs_i(read ? PairsWidth'((read_beats + 1'b1) >> 1) : '0), .read_addr_i(read_addr),
    .push_o(pair_push), .data_o(data_out), .side_o(side_out)
  );

  for (genvar j = 0; j < Turns; j++) begin : gen_output
    xb_pipe_egress_stage #(.Turns(Turns), .DataWidth(WordWidth), .RamRegister(RamRegister)) u_stage (
      .clk_i, .rst_ni,
      .start_i(read && (read_turn == TurnWidth'(j))), .start_beats_i(read_beats),
      .pair_data_i(data_out[j*2*WordWidth +: 2*WordWidth]), .pair_side_i(side_out[j*SideWidth +: SideWidth]), .pair_due_o(pair_due[j]),
      .m_tvalid_o(m_tvalid[j]), .m_tready_i(m_tready[j]), .m_tdata_o(m_tdata[j*WordWidth +: WordWidth]),
      .m_tlast_o(m_tlast[j]), .m_tuser_o(m_tuser[j]), .staged_o(staged[j*StagedWidth +: StagedWidth])
    );
    assign staged_any[j] = staged[j*StagedWidth +: StagedWidth] != '0;
  end

  xb_queue_occupancy #(.NumPorts(Turns), .BeatsWidth(BeatsWidth)) u_occupancy (
    .clk_i, .rst_ni(rst_counts_n),
    .accept_i(accept), .accept_first_i(accept_first & accept), .accept_dest_i(accept_dest),
    .deliver_i(m_tvalid & m_tready), .deliver_last_i(m_tlast),
    .discard_i(discard), .discard_packets_i(x_packets_q), .discard_dest_i(x_dest_q), .discard_beats_i(x_beats_q),
    .lose_i(1'b0), .lose_packets_i('0), .lose_dest_i('0), .lose_beats_i('0),
    .occ_beats_o(occ_beats), .occ_packets_o(occ_packets), .drop_full_o(drop_full)
  );

  always_comb begin
    busy = '0;
    for (int c = 0; c < Classes; c++) begin
      busy        |= queue_busy[c*Turns +: Turns];
      x_class[c]   = Classes == 1 || x_class_q == ClassBits'(c);
      x_refused[c] = (refuse & x_class[c]) | x_waits_q[c];
    end
  end

  logic [NumQueues-1:0]           class_blocked, class_backpressure, class_hol, class_pool, class_idle;
  logic [NumQueues*TurnWidth-1:0] class_blocked_by, class_pool_by;
  logic [NumQueues*Turns-1:0]     class_victims;
  for (genvar c = 0; c < Classes; c++) begin : gen_flags
    localparam int unsigned Q = c * Turns;
    xb_memory_flags #(.NumPorts(Turns), .DeepStages(Classes > 1)) u_flags (
      .clk_i, .rst_ni(rst_flags_n), .turn_i(x_turn_q), .refuse_i(x_refused[c]),
      .read_turn_i(read_turn), .more_i(more),
      .discard_i(discard), .first_i(x_first_q), .beats_i(x_beats_q), .none_i(none), .alone_i(alone), .most_i(most),
      .enter_i(enter[Q +: Turns]), .enter_dest_i(enter_dest[Q*TurnWidth +: Turns*TurnWidth]),
      .leave_i(word_pop_q[Q +: Turns]), .head_first_i(head_first[Q +: Turns]),
      .head_dest_i(head_dest[Q*TurnWidth +: Turns*TurnWidth]),
      .busy_i(busy | staged_any), .staged_i(staged_any), .valid_i(m_tvalid), .ready_i(m_tready), .last_i(m_tlast),
      .blocked_o(class_blocked[Q +: Turns]), .blocked_backpressure_o(class_backpressure[Q +: Turns]),
      .blocked_by_o(class_blocked_by[Q*TurnWidth +: Turns*TurnWidth]), .hol_o(class_hol[Q +: Turns]),
      .hol_victims_o(class_victims[Q*Turns +: Turns*Turns]), .pool_o(class_pool[Q +: Turns]),
      .pool_by_o(class_pool_by[Q*TurnWidth +: Turns*TurnWidth]), .idle_with_work_o(class_idle[Q +: Turns])
    );
  end
  xb_class_flags #(.NumPorts(Turns), .Classes(Classes)) u_class_flags (
    .blocked_i(class_blocked), .blocked_backpressure_i(class_backpressure), .blocked_by_i(class_blocked_by), .hol_i(class_hol),
    .hol_victims_i(class_victims), .pool_i(class_pool), .pool_by_i(class_pool_by),
    .blocked_o(blocked), .blocked_backpressure_o(blocked_backpressure), .blocked_by_o(blocked_by), .hol_o(hol),
    .hol_victims_o(victims), .pool_o(pool), .pool_by_o(pool_by)
  );
  // The same in all classes.
  assign idle_with_work = class_idle[0 +: Turns];

  logic unused;
  assign unused = ^{free_valid, unused_pop, pair_push, pair_due, s_ready, class_idle, m_tvalid, m_tlast, m_tuser, m_tdata, blocked, blocked_by,
                    blocked_backpressure, hol, victims, pool, pool_by, idle_with_work, occ_beats, occ_packets,
                    drop_misrouted, drop_full};
endmodule : xb_switch_shared_pipe

`default_nettype wire
