// SPDX-License-Identifier: Apache-2.0
/// Input-buffered switch for a fast clock: what xb_switch_input does in one cycle takes three here.
///
/// A beat that is taken in cycle t is at the head of its FIFO, granted and read in t+1, goes through the crossbar in t+2
/// and is offered in t+3; no path is longer than a grant. With traffic classes an input has a FIFO for each of them in
/// one data RAM, and bids for the highest of its heads (xb_pipe_bid). Counts are of all classes of an input; head-of-line
/// flags are those of the highest class whose head was blocked. Latency: 3 cycles (cut-through, no contention), with
/// classes 5, as there every beat goes by the side RAM, and a choice among heads follows; the packet's length and 4 under
/// store-and-forward. With RamRegister it is one more. Capacity: `cfg_depth_i` beats per input and class, 8 per output,
/// or 10 with RamRegister. Rate: one beat a cycle on every port, 1-beat packets included, from a depth of 3 on, with
/// classes 5. Order: kept per input, output and class.
/// Every output is a function of registers only: no combinational path from any input to any output.
/// Head-of-line blocking and round robin are those of xb_switch_input, and so is the throughput.
`default_nettype none

module xb_switch_input_pipe #(
  /// Number of ports N, 2..64.
  parameter int unsigned NumPorts = 4,
  /// Payload of a beat [bits], a multiple of 8.
  parameter int unsigned DataWidth = 64,
  /// Elaborated capacity of a FIFO [beats], >= 2.
  parameter int unsigned MaxDepth = 1024,
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
  localparam int unsigned CountWidth = xb_pkg::CountWidth,
  localparam int unsigned WordsWidth = $clog2(MaxDepth + 1) + 1,
  localparam int unsigned LevelWidth = $clog2(MaxDepth + 1)
) (
  input  logic                            clk_i,
  input  logic                            rst_ni,
  /// Settings, registered: they count from the next cycle on, out of range as the nearest value in it.
  /// Change them only while the switch is empty. Capacity of each FIFO [beats], 1..MaxDepth.
  input  logic [CountWidth-1:0]           cfg_depth_i,
  /// 0 cut-through, 1 store-and-forward.
  input  logic                            cfg_store_forward_i,
  /// 0 back-pressure, 1 tail drop: a packet that finds no room for cfg_packet_beats_i is discarded whole.
  input  logic                            cfg_drop_i,
  /// Longest packet [beats], under tail drop.
  input  logic [CountWidth-1:0]           cfg_packet_beats_i,
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
  /// Per input: beats and packets held, in its FIFO or on their way through the output; packets discarded because
  /// their destination does not exist, and because its FIFO was full.
  output logic [NumPorts*CountWidth-1:0]  occ_beats_o,
  output logic [NumPorts*CountWidth-1:0]  occ_packets_o,
  output logic [NumPorts*CountWidth-1:0]  drop_misrouted_o,
  output logic [NumPorts*CountWidth-1:0]  drop_full_o,
  /// Head-of-line flags of the last cycle (xb_hol_probe), of what was granted in it; row i of the victims is at [i*NumPorts +: NumPorts].
  output logic [NumPorts-1:0]             blocked_o,
  output logic [NumPorts-1:0]             blocked_backpressure_o,
  output logic [NumPorts*DestWidth-1:0]   blocked_by_o,
  output logic [NumPorts-1:0]             hol_o,
  output logic [NumPorts*NumPorts-1:0]    hol_victims_o,
  /// Pool flags of the last cycle (xb_pool_probe): the input is held off, or discards, because its memory is full of
  /// packets for other outputs; the output that holds most of it.
  output logic [NumPorts-1:0]             pool_o,
  output logic [NumPorts*DestWidth-1:0]   pool_by_o,
  /// In the last cycle the output was ready and sent nothing, though a packet for it waited in the switch.
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

  // A beat as it crosses: user, last, data; and with its source.
  localparam int unsigned BeatWidth = WordWidth + 2;
  localparam int unsigned OutWidth = BeatWidth + DestWidth;
  localparam int unsigned NumFifos = NumPorts * Classes;
  // Of an output; a beat that is longer on its way holds its credit longer.
  localparam int unsigned OutputBeats = 8 + 2*RamRegister;
  // A class has an equal part of its input's RAM, at an address of its own bits.
  localparam int unsigned AddrWidth = (MaxDepth < 2) ? 1 : $clog2(MaxDepth);
  localparam int unsigned RamDepth = (Classes == 1) ? MaxDepth : Classes << AddrWidth;
  localparam int unsigned RamWidth = (RamDepth < 2) ? 1 : $clog2(RamDepth);

  logic [WordsWidth-1:0]          pool_limit, unused_queue_limit, packet_words, depth_q, packet_q;
  logic [2:0]                     unused_alpha, drop_q;
  logic                           unused_partition, unused_dynamic, store_forward_q, fits;
  logic [LevelWidth-1:0]          level_q, level_less_1_q, limit_q, limit_less_1_q;
  logic [1:0]                     service;
  logic [8*Classes-1:0]           weights;
  // Per input, its class on offer or that bids.
  logic [NumPorts-1:0]            s_user, m_user, s_ready, last, pop, push, write, bids, first, refused, popped;
  logic [NumPorts*NumPorts-1:0]   waiting;
  logic [NumPorts*WordWidth-1:0]  s_word, m_word;
  logic [NumPorts*BeatWidth-1:0]  read, crossed;
  logic [NumPorts*RamWidth-1:0]   waddr, raddr;
  // Per FIFO, of input i and class c in bit c*NumPorts+i.
  logic [NumFifos-1:0]            fifo_offer, fifo_ready, fifo_free, fifo_last, fifo_pop, gone, fifo_push, fifo_first, fifo_refused, fifo_popped;
  logic [NumFifos-1:0]            some_stay, some_follow, last_stay, last_follow, blocked, backpressure, hol, pool;
  logic [NumFifos*NumPorts-1:0]   want, stay, follow, fifo_waiting, victims;
  logic [NumFifos*DestWidth-1:0]  blocked_by, pool_by;
  logic [NumFifos*AddrWidth-1:0]  fifo_waddr, fifo_raddr;
  logic [NumFifos*CountWidth-1:0] misrouted;
  // Per output and class, row (j*Classes+c)*NumPorts: inputs that bid; per output, classes that wait.
  logic [NumFifos*NumPorts-1:0]   bid_of_output;
  logic [NumFifos-1:0]            waiting_classes;
  // Per output; row j*NumPorts*Classes of the grants.
  logic [NumPorts-1:0]            fire, fire_late, room, held, idle_ready;
  logic [NumPorts*DestWidth-1:0]  sel, sel_late, owner, source;
  logic [NumFifos*NumPorts-1:0]   grant;

  // The settings, in two steps; tail drop waits until there is a limit to judge by.
  assign fits = packet_q <= depth_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      depth_q         <= '0;
      packet_q        <= WordsWidth'(1);
      drop_q          <= '0;
      store_forward_q <= 1'b0;
      level_q         <= '0;
      level_less_1_q  <= '0;
      limit_q         <= '0;
      limit_less_1_q  <= '0;
    end else begin
      depth_q         <= WordsWidth'({xb_pkg::bounded(cfg_depth_i, 1, MaxDepth)});
      packet_q        <= WordsWidth'({xb_pkg::bounded(cfg_packet_beats_i, 1, MaxDepth + 1)});
      drop_q          <= {drop_q[1:0], cfg_drop_i};
      store_forward_q <= cfg_store_forward_i;
      level_q         <= LevelWidth'(depth_q);
      level_less_1_q  <= LevelWidth'(depth_q - 1'b1);
      limit_q         <= fits ? LevelWidth'(depth_q - packet_q + 1'b1) : '0;
      limit_less_1_q  <= fits ? LevelWidth'(depth_q - packet_q) : '0;
    end
  end

  xb_admission_limits #(.NumPorts(NumPorts), .MaxDepth(MaxDepth), .WordBeats(1), .WordsWidth(WordsWidth)) u_limits (
    .clk_i, .rst_ni, .cfg_depth_i, .cfg_reserve_i(1'b1), .cfg_packet_beats_i, .cfg_sharing_i('0), .cfg_alpha_i('0),
    .pool_limit_o(pool_limit), .queue_limit_o(unused_queue_limit), .packet_words_o(packet_words), .partition_o(unused_partition),
    .dynamic_o(unused_dynamic), .alpha_o(unused_alpha)
  );

  xb_keep #(
    .NumPorts(NumPorts), .DataWidth(DataWidth), .Keep(Keep), .IdWidth(IdUsed), .UserWidth(UserWidth)
  ) u_keep (
    .tdata_i(s_axis_tdata_i), .tkeep_i(s_axis_tkeep_i), .tid_i(s_axis_tid_i), .tuser_i(s_axis_tuser_i),
    .word_o(s_word), .user_o(s_user), .word_i(m_word), .user_i(m_user),
    .tdata_o(m_axis_tdata_o), .tkeep_o(m_axis_tkeep_o), .tid_o(m_axis_tid_o), .tuser_o(m_axis_tuser_o)
  );

  for (genvar c = 0; c < Classes; c++) begin : gen_class
    for (genvar i = 0; i < NumPorts; i++) begin : gen_input
      localparam int unsigned Q = c*NumPorts + i;
      logic                           valid, enter, leave, alone, none, blame, unused_admitted;
      logic [WordsWidth-1:0]          unused_pool;
      logic [DestWidth-1:0]           most, dest, popped_dest, head_dest;
      logic [NumPorts*WordsWidth-1:0] words;

      xb_pipe_input #(.NumPorts(NumPorts), .MaxDepth(MaxDepth), .Chosen(Classes > 1)) u_input (
        .clk_i, .rst_ni,
        .depth_i(level_q), .depth_less_1_i(level_less_1_q), .limit_i(limit_q), .limit_less_1_i(limit_less_1_q),
        .store_forward_i(store_forward_q), .drop_i(drop_q[2]),
        .s_tvalid_i(fifo_offer[Q]), .s_tready_o(fifo_ready[Q]),
        .s_tlast_i(s_axis_tlast_i[i]), .s_tdest_i(s_axis_tdest_i[i*DestWidth +: DestWidth]),
        .want_o(want[Q*NumPorts +: NumPorts]), .last_o(fifo_last[Q]), .pop_i(fifo_pop[Q]), .gone_i(gone[Q]),
        .stay_o(stay[Q*NumPorts +: NumPorts]), .follow_o(follow[Q*NumPorts +: NumPorts]),
        .some_stay_o(some_stay[Q]), .some_follow_o(some_follow[Q]),
        .last_stay_o(last_stay[Q]), .last_follow_o(last_follow[Q]),
        .waddr_o(fifo_waddr[Q*AddrWidth +: AddrWidth]), .free_o(fifo_free[Q]), .raddr_o(fifo_raddr[Q*AddrWidth +: AddrWidth]),
        .valid_o(valid), .push_o(fifo_push[Q]), .dest_o(dest), .first_o(fifo_first[Q]),
        .refused_o(fifo_refused[Q]), .drop_misrouted_o(misrouted[Q*CountWidth +: CountWidth]),
        .enter_o(enter), .leave_o(leave), .popped_o(fifo_popped[Q]), .popped_dest_o(popped_dest)
      );
      assign head_dest = DestWidth'({xb_pkg::index_of(64'(want[Q*NumPorts +: NumPorts]))});

      // A head that its input does not bid for has another class before it. Its own output may be idle, and is no victim.
      xb_hol_probe #(.NumPorts(NumPorts), .Width(WordsWidth)) u_probe (
        .clk_i, .rst_ni(rst_flags_n),
        .enter_i(enter), .enter_dest_i(dest), .leave_i(leave), .head_dest_i(head_dest),
        .bid_i(want[Q*NumPorts +: NumPorts] != '0), .pop_i(fifo_pop[Q]),
        .contention_i(room[head_dest] | (held[head_dest] & owner[head_dest*DestWidth +: DestWidth] != DestWidth'(i)) |
                      (Classes > 1 && !bid_of_output[(32'(head_dest)*Classes + c)*NumPorts + i])),
        .idle_ready_i(idle_ready & ((Classes > 1) ? ~(NumPorts'(1) << head_dest) : {NumPorts{1'b1}})),
        .waiting_o(fifo_waiting[Q*NumPorts +: NumPorts]),
        .blocked_o(blocked[Q]), .blocked_backpressure_o(backpressure[Q]), .blocked_by_o(blocked_by[Q*DestWidth +: DestWidth]),
        .hol_o(hol[Q]), .hol_victims_o(victims[Q*NumPorts +: NumPorts])
      );
      xb_admission #(.NumPorts(NumPorts), .Words(MaxDepth), .OwnWord(1'b0), .Late(1'b1)) u_admission (
        .clk_i, .rst_ni(rst_flags_n),
        .pool_limit_i(pool_limit), .queue_limit_i('0), .packet_words_i(packet_words), .partition_i(1'b0), .dynamic_i(1'b0),
        .alpha_i('0), .dest_i(dest), .first_i(1'b1), .ok_o(unused_admitted),
        .ask_i(fifo_offer[Q] & !fifo_push[Q]), .alone_o(alone), .none_o(none), .blame_i(blame), .most_o(most),
        .commit_i(fifo_push[Q]), .words_i(WordsWidth'(1)),
        .release_i(fifo_popped[Q]), .release_queue_i(popped_dest), .count_o(words), .pool_o(unused_pool)
      );
      xb_pool_probe #(.NumPorts(NumPorts), .Input(i)) u_pool_probe (
        .clk_i, .rst_ni(rst_flags_n),
        .held_i(valid & !fifo_ready[Q] & (words != '0)), .refused_i(fifo_refused[Q]), .first_i(fifo_first[Q]),
        .dest_i(dest), .silent_i(m_axis_tready_i & ~m_axis_tvalid_o), .locked_i(held),
        .owner_i(owner), .none_i(none), .alone_i(alone), .blame_o(blame), .most_i(most),
        .pool_o(pool[Q]), .pool_by_o(pool_by[Q*DestWidth +: DestWidth])
      );
    end
  end

  if (Classes == 1) begin : gen_one_class
    logic unused_wires;

    assign unused_wires    = ^{cfg_service_i, cfg_weights_i, s_ready, popped, stay, follow, some_stay, some_follow, last_stay, last_follow,
                              fifo_free};
    assign service         = '0;
    assign gone            = '0;  // one that is not chosen knows
    assign weights         = '0;
    assign fifo_offer      = s_axis_tvalid_i;
    assign s_axis_tready_o = fifo_ready;
    assign {s_ready, last, fifo_pop, push, first} = {fifo_ready, fifo_last, pop, fifo_push, fifo_first};
    assign {refused, popped, waiting, waddr, raddr} = {fifo_refused, fifo_popped, fifo_waiting, fifo_waddr, fifo_raddr};
    assign write           = fifo_push;
    for (genvar i = 0; i < NumPorts; i++) begin : gen_bids
      assign bids[i] = want[i*NumPorts +: NumPorts] != '0;
    end
    assign waiting_classes = '0;
    assign drop_misrouted_o = (Observe > 0) ? misrouted : '0;
    for (genvar i = 0; i < NumPorts; i++) begin : gen_input
      for (genvar j = 0; j < NumPorts; j++) begin : gen_turn
        assign bid_of_output[j*NumPorts + i] = want[i*NumPorts + j];
      end
    end
  end else begin : gen_classes
    logic [3*NumPorts-1:0] s_tid, s_class;
    logic                  unused_class_heads, unused_wires;

    assign unused_wires = ^{s_ready, popped, fifo_last};  // for whoever looks from outside
    xb_class_ingress #(.NumPorts(NumPorts), .Classes(Classes)) u_ingress (
      .clk_i, .rst_ni, .cfg_service_i, .cfg_weights_i, .cfg_class_heads_i(1'b0),
      .service_o(service), .weights_o(weights), .class_heads_o(unused_class_heads),
      .s_tvalid_i(s_axis_tvalid_i), .s_tlast_i(s_axis_tlast_i), .s_tid_i(s_tid),
      .ready_i(fifo_ready), .offer_o(fifo_offer), .s_tready_o(s_axis_tready_o), .ready_o(s_ready), .class_o(s_class)
    );

    for (genvar i = 0; i < NumPorts; i++) begin : gen_input
      // Those of this input, by class.
      logic [Classes-1:0]          stays, follows, last_stays, last_follows, class_here, gone_here;
      logic [NumPorts*Classes-1:0] stay_here, follow_here, bid;

      assign s_tid[3*i +: 3] = s_axis_tid_i[i*IdBits +: 3];
      xb_pipe_bid #(.NumPorts(NumPorts), .Classes(Classes)) u_bid (
        .clk_i, .rst_ni, .stay_i(stay_here), .follow_i(follow_here), .some_stay_i(stays),
        .some_follow_i(follows), .last_stay_i(last_stays), .last_follow_i(last_follows), .bid_o(bid), .class_o(class_here),
        .last_o(last[i]), .pop_i(pop[i]), .gone_o(gone_here)
      );
      for (genvar c = 0; c < Classes; c++) begin : gen_class
        localparam int unsigned Q = c*NumPorts + i;

        assign gone[Q]                          = gone_here[c];
        assign {stays[c], follows[c]}           = {some_stay[Q], some_follow[Q]};
        assign {last_stays[c], last_follows[c]} = {last_stay[Q], last_follow[Q]};
        assign stay_here[c*NumPorts +: NumPorts]    = stay[Q*NumPorts +: NumPorts];
        assign follow_here[c*NumPorts +: NumPorts]  = follow[Q*NumPorts +: NumPorts];
        always_comb begin
          fifo_pop[Q] = 1'b0;
          for (int j = 0; j < NumPorts; j++) fifo_pop[Q] |= grant[(j*Classes + c)*NumPorts + i];
        end
        for (genvar j = 0; j < NumPorts; j++) begin : gen_turn
          assign bid_of_output[(j*Classes + c)*NumPorts + i] = bid[c*NumPorts + j];
        end
      end
      assign bids[i] = bid != '0;
      // The slot of the class on offer, which is written if it is free, as it is known before whether a beat is there; of the class
      // that bids.
      always_comb begin
        write[i] = 1'b0;
        waddr[i*RamWidth +: RamWidth] = '0;
        raddr[i*RamWidth +: RamWidth] = '0;
        for (int c = 0; c < Classes; c++) begin
          if (s_class[3*i +: 3] == 3'(c)) begin
            write[i] = fifo_free[c*NumPorts + i];
            waddr[i*RamWidth +: RamWidth] = {(RamWidth - AddrWidth)'(c), fifo_waddr[(c*NumPorts + i)*AddrWidth +: AddrWidth]};
          end
          if (class_here[c])
            raddr[i*RamWidth +: RamWidth] |= {(RamWidth - AddrWidth)'(c), fifo_raddr[(c*NumPorts + i)*AddrWidth +: AddrWidth]};
        end
      end
    end

    always_comb begin
      {push, first, refused, popped, waiting, waiting_classes, drop_misrouted_o} = '0;
      for (int c = 0; c < Classes; c++) begin
        push    |= fifo_push[c*NumPorts +: NumPorts];
        first   |= fifo_push[c*NumPorts +: NumPorts] & fifo_first[c*NumPorts +: NumPorts];
        refused |= fifo_refused[c*NumPorts +: NumPorts];
        popped  |= fifo_popped[c*NumPorts +: NumPorts];
        waiting |= fifo_waiting[c*NumPorts*NumPorts +: NumPorts*NumPorts];
        for (int i = 0; i < NumPorts; i++) begin
          if (Observe > 0) drop_misrouted_o[i*CountWidth +: CountWidth] += misrouted[(c*NumPorts + i)*CountWidth +: CountWidth];
          for (int j = 0; j < NumPorts; j++) waiting_classes[j*Classes + c] |= want[(c*NumPorts + i)*NumPorts + j];
        end
      end
    end
  end

  for (genvar i = 0; i < NumPorts; i++) begin : gen_input
    logic [NumFifos-1:0] mine;

    for (genvar j = 0; j < NumFifos; j++) begin : gen_turn
      assign mine[j] = grant[j*NumPorts + i];
    end
    assign pop[i] = mine != '0;
    // Read at the head's address, whether that beat goes or not: a grant is known late.
    xb_ram_1r1w #(.Width(BeatWidth), .Depth(RamDepth), .OutputRegister(RamRegister)) u_data_ram (
      .clk_i, .we_i(write[i]), .waddr_i(waddr[i*RamWidth +: RamWidth]),
      .wdata_i({s_user[i], s_axis_tlast_i[i], s_word[i*WordWidth +: WordWidth]}),
      .re_i(bids[i]), .raddr_i(raddr[i*RamWidth +: RamWidth]), .rdata_o(read[i*BeatWidth +: BeatWidth])
    );
  end

  xb_delay #(.Width(NumPorts + NumPorts*DestWidth), .Cycles(RamRegister)) u_late (
    .clk_i, .rst_ni, .now_i({fire, sel}), .late_o({fire_late, sel_late})
  );
  xb_crossbar #(.NumPorts(NumPorts), .Width(BeatWidth)) u_crossbar (.data_i(read), .sel_i(sel_late), .data_o(crossed));

  for (genvar j = 0; j < NumPorts; j++) begin : gen_output
    logic [Classes-1:0] unused_class;

    xb_pipe_grant #(.NumPorts(NumPorts), .Depth(OutputBeats), .Classes(Classes), .Flat(Classes > 1 && NumPorts <= 8)) u_grant (
      .clk_i, .rst_ni, .service_i(service), .weights_i(weights),
      .want_i(bid_of_output[j*NumPorts*Classes +: NumPorts*Classes]), .last_i({Classes{last}}),
      .waiting_i(waiting_classes[j*Classes +: Classes]), .return_i(m_axis_tvalid_o[j] & m_axis_tready_i[j]),
      .grant_o(grant[j*NumPorts*Classes +: NumPorts*Classes]), .fire_o(fire[j]), .sel_o(sel[j*DestWidth +: DestWidth]),
      .class_o(unused_class),
      .room_o(room[j]), .held_o(held[j]), .owner_o(owner[j*DestWidth +: DestWidth])
    );
    xb_pipe_output #(.Width(OutWidth), .Depth(OutputBeats)) u_output (
      .clk_i, .rst_ni,
      .valid_i(fire_late[j]), .word_i({sel_late[j*DestWidth +: DestWidth], crossed[j*BeatWidth +: BeatWidth]}),
      .valid_o(m_axis_tvalid_o[j]), .ready_i(m_axis_tready_i[j]),
      .word_o({source[j*DestWidth +: DestWidth], m_user[j], m_axis_tlast_o[j], m_word[j*WordWidth +: WordWidth]})
    );
    assign m_axis_tdest_o[j*DestWidth +: DestWidth] = DestWidth'(j);
    // To whom a packet could go: nothing holds it, nothing wants it, and there is a credit.
    assign idle_ready[j] = m_axis_tready_i[j] & room[j] & !held[j] & (bid_of_output[j*NumPorts*Classes +: NumPorts*Classes] == '0);
  end

  xb_class_flags #(.NumPorts(NumPorts), .Classes(Classes)) u_flags (
    .blocked_i(blocked), .blocked_backpressure_i(backpressure), .blocked_by_i(blocked_by), .hol_i(hol), .hol_victims_i(victims),
    .pool_i(pool), .pool_by_i(pool_by),
    .blocked_o, .blocked_backpressure_o, .blocked_by_o, .hol_o, .hol_victims_o, .pool_o, .pool_by_o
  );
  xb_input_counters #(.NumPorts(NumPorts)) u_counters (
    .clk_i, .rst_ni(rst_counts_n),
    .push_i(push), .push_first_i(first), .refused_i(refused & s_axis_tlast_i),
    .leave_i(m_axis_tvalid_o & m_axis_tready_i), .leave_last_i(m_axis_tlast_o), .leave_source_i(source),
    .occ_beats_o, .occ_packets_o, .drop_full_o
  );
  xb_idle_probe #(.NumPorts(NumPorts)) u_idle_probe (
    .clk_i, .rst_ni(rst_flags_n),
    .waiting_i(waiting), .ready_i(m_axis_tready_i), .valid_i(m_axis_tvalid_o), .idle_with_work_o
  );
endmodule : xb_switch_input_pipe

`default_nettype wire
