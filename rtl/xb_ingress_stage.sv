// SPDX-License-Identifier: Apache-2.0
/// One input of the memory switch: framing, packing of beats into memory words, and the stage where a word
/// waits until it is complete and the input's turn to write comes.
///
/// Two beats make a *pair*, up to NumPorts pairs for one output a *word*. Packets that do not fill a word share it with
/// the next ones for the same output. A word is complete when it is full; at a packet's end unless it has room for more
/// than another such packet; and as it is, with whole packets only, when the input has nothing else for its turn
/// (`pick_i`). A packet that goes on beyond its word ends the next one: such words are a *chain*.
/// A packet of NumPorts beats or more has words of its own, but for a first word in which a shorter one came before.
/// A word is on offer from the cycle after its last beat was taken, so that writing it, a pair a cycle, never runs dry.
/// Capacity: a slot of a word for each output and four more, of which packets with words of their own use 2*NumPorts
/// pairs and a beat, with `Whole` 3*NumPorts: with NumPorts cycles between turns, enough to take a beat in every cycle.
`default_nettype none

module xb_ingress_stage #(
  /// Number of switch ports, 2..64.
  parameter int unsigned NumPorts = 4,
  /// Payload of a beat [bits].
  parameter int unsigned DataWidth = 64,
  /// A packet begins only where there is room for all of it, up to a word: several stages share the link, and none may hold
  /// it.
  parameter bit Whole = 1'b0,
  /// Derived, do not overwrite.
  localparam int unsigned DestWidth = $clog2(NumPorts),
  localparam int unsigned BeatsWidth = $clog2(2*NumPorts + 1),
  localparam int unsigned PairsWidth = $clog2(NumPorts + 1)
) (
  input  logic                          clk_i,
  input  logic                          rst_ni,
  /// The switch's cycle counter; time passes for words that wait (`overdue`).
  input  logic [xb_pkg::CountWidth-1:0] now_i,
  input  logic                          tick_i,
  /// Pairs of the longest packet, up to NumPorts; counts with `Whole`.
  input  logic [PairsWidth-1:0]         packet_pairs_i,
  /// AXI4-Stream from the link.
  input  logic                          s_tvalid_i,
  output logic                          s_tready_o,
  input  logic [DataWidth-1:0]          s_tdata_i,
  input  logic                          s_tlast_i,
  input  logic                          s_tuser_i,
  input  logic [DestWidth-1:0]          s_tdest_i,
  /// A beat is taken and kept: its packet's destination; it is the packet's first.
  output logic                          accept_o,
  output logic [DestWidth-1:0]          accept_dest_o,
  output logic                          accept_first_o,
  /// A chain (for `accept_dest_o`) is there that may leave.
  output logic                          enter_o,
  /// A word is there to leave, from this cycle or the next on; so it is in another stage of this input.
  output logic                          has_word_o,
  input  logic                          other_word_i,
  /// Outputs for which a word may be completed as it is, if none is there to leave: `hungry_i`, or it is overdue. The one
  /// that is.
  input  logic [NumPorts-1:0]           hungry_i,
  output logic [NumPorts-1:0]           may_pick_o,
  input  logic                          pick_i,
  input  logic [DestWidth-1:0]          pick_dest_i,
  /// The word at the head: its output, arrival of the last packet that begins in it, its place in the chain, its beats
  /// (1..2*NumPorts) and the packets that end in it.
  output logic                          word_valid_o,
  output logic [DestWidth-1:0]          word_dest_o,
  output logic                          word_first_o,
  output logic                          word_last_o,
  output logic [BeatsWidth-1:0]         word_beats_o,
  output logic [BeatsWidth-1:0]         word_packets_o,
  output logic [xb_pkg::CountWidth-1:0] word_stamp_o,
  /// The word begins to leave: the next one is shown; its pairs follow, each taken by `pair_pop_i`.
  input  logic                          word_pop_i,
  /// Pair at the head: {second, first}; what else there is of them (xb_pkg::PairSideWidth).
  output logic [2*DataWidth-1:0]        pair_data_o,
  output logic [xb_pkg::PairSideWidth-1:0] pair_side_o,
  input  logic                          pair_pop_i,
  /// Packets discarded because their destination does not exist.
  output logic [xb_pkg::CountWidth-1:0] drop_misrouted_o
);
  if (DataWidth < 1) begin : gen_illegal_data_width
    $error("DataWidth must be 1 or more");
  end

  // Pairs that it may hold: with Whole a word more, so that a packet that needs room for one begins wherever it would without.
  localparam int unsigned Pairs = (Whole ? 3 : 2) * NumPorts;
  localparam int unsigned Slots = NumPorts + 4;
  localparam int unsigned SlotWidth = $clog2(Slots);
  localparam int unsigned IndexWidth = $clog2(NumPorts);
  localparam int unsigned AddrWidth = SlotWidth + IndexWidth;
  localparam int unsigned BeatWidth = DataWidth + 2;
  localparam int unsigned HeldWidth = $clog2(4*NumPorts);
  localparam int unsigned SideWidth = SlotWidth + 1 + DestWidth + 2 + 2*BeatsWidth;
  localparam int unsigned CountWidth = xb_pkg::CountWidth;
  localparam logic [BeatsWidth-1:0] Full = BeatsWidth'(2*NumPorts);

  // The word in the making: its slot, beats (0: none), packets that end in it, beats before the packet that is coming,
  // arrival of that packet; it goes on with a packet.
  logic [SlotWidth-1:0]  slot_q, slot;
  logic [BeatsWidth-1:0] beats_q, beats, beats_before, packets_q, packets, packets_before, at_q, at;
  logic [CountWidth-1:0] stamp_q, stamp;
  logic                  goes_on_q, goes_on, up_q, first, accept, room, full, ready, join_word, complete, rests, refused;
  // Words that wait for packets, by output; waited at the last tick, at the one before.
  logic [SlotWidth-1:0]  wait_slot_q [NumPorts];
  logic [BeatsWidth-1:0] wait_beats_q [NumPorts];
  logic [BeatsWidth-1:0] wait_packets_q [NumPorts];
  logic [CountWidth-1:0] wait_stamp_q [NumPorts];
  logic [NumPorts-1:0]   waiting_q, seen_q, overdue_q, waiting, here, gone;
  logic                  pick_here;
  // Pairs of complete words that are their packet's own.
  logic [HeldWidth-1:0]  held_q;
  // Descriptor of the word that becomes complete; of the word at the head, that leaves.
  logic [SlotWidth-1:0]  push_slot, word_slot, leave_slot_q, leave_slot;
  logic [BeatsWidth-1:0] push_beats, push_packets, left_q, left;
  logic [CountWidth-1:0] push_stamp, word_count;
  logic                  push, push_last, push_own, word_own, leave_own_q, leave_own, desc_ready, more_pairs;
  logic [IndexWidth-1:0] index_q, index;
  // Beats, even ones and odd ones.
  logic [AddrWidth-1:0]  waddr, raddr;
  logic [1:0]            we, bypass_q;
  logic                  re;
  logic [BeatWidth-1:0]  beat, beat_q;
  logic [BeatWidth-1:0]  rdata [2];
  logic [BeatWidth-1:0]  shown [2];
  logic                  free_valid;
  logic [SlotWidth-1:0]  free_slot;

  xb_ingress #(.NumPorts(NumPorts)) u_ingress (
    .clk_i, .rst_ni, .drop_i(1'b0), .room_i(1'b1), .admit_i(1'b1),
    .s_tvalid_i, .s_tready_o, .s_tlast_i, .s_tdest_i,
    .valid_o(accept), .ready_i(ready), .first_o(first), .dest_o(accept_dest_o),
    .refused_o(refused), .drop_misrouted_o
  );

  if (Whole) begin : gen_whole
    localparam int unsigned SlotsWidth = $clog2(Slots + 1);
    // Slots in use; a kept packet is coming.
    logic [SlotsWidth-1:0] slots_q;
    logic                  inside_q;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        slots_q  <= '0;
        inside_q <= 1'b0;
      end else begin
        slots_q <= slots_q + SlotsWidth'({accept_o && beats_before == '0}) - SlotsWidth'({word_pop_i});
        if (s_tvalid_i && s_tready_o) inside_q <= accept & !s_tlast_i;
      end
    end
    assign room = inside_q || ((slots_q < SlotsWidth'(NumPorts + 2))
                  && (held_q + HeldWidth'({beats_q >> 1}) <= HeldWidth'(Pairs) - HeldWidth'(packet_pairs_i)));
  end else begin : gen_by_beat
    logic unused_pairs;
    assign unused_pairs = ^packet_pairs_i;
    assign room         = 1'b1;
  end

  // The beat that is taken, and the word that it goes to.
  assign full           = held_q + HeldWidth'({beats_q >> 1}) >= HeldWidth'(Pairs);
  assign ready          = up_q & room & free_valid & !full;
  assign accept_o       = accept & ready;
  assign accept_first_o = accept_o & first;
  assign join_word      = first & waiting_q[accept_dest_o];
  assign beats_before   = !first ? beats_q : join_word ? wait_beats_q[accept_dest_o] : '0;
  assign packets_before = !first ? packets_q : join_word ? wait_packets_q[accept_dest_o] : '0;
  assign slot           = (beats_before == '0) ? free_slot : join_word ? wait_slot_q[accept_dest_o] : slot_q;
  assign at             = first ? beats_before : at_q;
  assign stamp          = first ? now_i : stamp_q;
  assign goes_on        = goes_on_q & !first;
  assign beats          = beats_before + 1'b1;
  assign packets        = packets_before + BeatsWidth'(s_tlast_i);
  assign complete       = accept_o & ((beats == Full) | (s_tlast_i & (goes_on
                          | ((BeatsWidth+1)'(beats) + (BeatsWidth+1)'(beats - at) >= (BeatsWidth+1)'(Full)))));
  assign rests          = accept_o & s_tlast_i & !complete;
  assign enter_o        = accept_o & ((beats == Full) | s_tlast_i) & !goes_on & (packets_before == '0);
  assign here           = NumPorts'(1) << accept_dest_o;

  // Words that wait, and the one that is completed as it is. A chain is not interrupted.
  assign waiting    = (waiting_q & ~(accept_first_o ? here : '0)) | (rests ? here : '0);
  assign has_word_o = word_valid_o | complete;
  assign may_pick_o = (other_word_i | word_valid_o | complete | goes_on_q) ? '0 : waiting & (hungry_i | overdue_q);
  assign pick_here  = rests && (pick_dest_i == accept_dest_o);
  assign gone       = (complete ? here : '0) | (pick_i ? NumPorts'(1) << pick_dest_i : '0);

  assign push         = complete | pick_i;
  assign push_slot    = (complete | pick_here) ? slot : wait_slot_q[pick_dest_i];
  assign push_beats   = (complete | pick_here) ? beats : wait_beats_q[pick_dest_i];
  assign push_packets = (complete | pick_here) ? packets : wait_packets_q[pick_dest_i];
  assign push_stamp   = (complete | pick_here) ? stamp : wait_stamp_q[pick_dest_i];
  assign push_last    = !complete | s_tlast_i;
  assign push_own     = complete & (at == '0);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      up_q      <= 1'b0;
      goes_on_q <= 1'b0;
      beats_q   <= '0;
      packets_q <= '0;
      at_q      <= '0;
      slot_q    <= '0;
      stamp_q   <= '0;
      waiting_q <= '0;
      seen_q    <= '0;
      overdue_q <= '0;
      held_q    <= '0;
    end else begin
      up_q <= 1'b1;  // ready from the first cycle after reset on
      if (accept_o) begin
        goes_on_q <= !s_tlast_i & (goes_on | complete);
        beats_q   <= (complete | s_tlast_i) ? '0 : beats;
        packets_q <= complete ? '0 : packets;
        at_q      <= complete ? '0 : at;
        slot_q    <= slot;
        stamp_q   <= stamp;
      end
      waiting_q <= waiting & ~gone;
      overdue_q <= (overdue_q | (tick_i ? seen_q : '0)) & ~gone;
      seen_q    <= (seen_q | (tick_i ? waiting : '0)) & ~gone;
      held_q    <= held_q + (push_own ? HeldWidth'({(beats + 1'b1) >> 1}) : '0) - HeldWidth'({pair_pop_i & leave_own});
    end
  end

  // Descriptions: no reset, they count only under waiting_q.
  always_ff @(posedge clk_i) begin
    if (rests) begin
      wait_slot_q[accept_dest_o]    <= slot;
      wait_beats_q[accept_dest_o]   <= beats;
      wait_packets_q[accept_dest_o] <= packets;
      wait_stamp_q[accept_dest_o]   <= stamp;
    end
  end

  // Every word has a slot, so the descriptors have room whenever the slots have.
  xb_fifo #(.DataWidth(CountWidth), .SideWidth(SideWidth), .MaxDepth(Slots)) u_words (
    .clk_i, .rst_ni, .depth_i(CountWidth'(Slots)),
    .valid_i(push), .ready_o(desc_ready), .data_i(push_stamp),
    .side_i({push_slot, push_own, complete ? accept_dest_o : pick_dest_i, !goes_on | !complete, push_last,
             push_packets, push_beats}),
    .valid_o(word_valid_o), .ready_i(word_pop_i), .data_o(word_stamp_o),
    .side_o({word_slot, word_own, word_dest_o, word_first_o, word_last_o, word_packets_o, word_beats_o}),
    .count_o(word_count)
  );
  // A slot is free as soon as its word begins to leave: what overwrites it comes at half the pace.
  xb_free_list #(.Depth(Slots)) u_slots (
    .clk_i, .rst_ni,
    .valid_o(free_valid), .ready_i(accept_o & (beats_before == '0)), .addr_o(free_slot),
    .valid_i(word_pop_i), .addr_i(word_slot)
  );

  // The pairs of the word that leaves. The next address looks ahead, to the head of the next cycle.
  assign leave_slot = word_pop_i ? word_slot : leave_slot_q;
  assign leave_own  = word_pop_i ? word_own : leave_own_q;
  assign left       = word_pop_i ? word_beats_o : left_q;
  assign index      = word_pop_i ? '0 : index_q;
  assign more_pairs = pair_pop_i & (left > BeatsWidth'(2));
  assign raddr      = more_pairs ? {leave_slot, index + 1'b1} : {word_valid_o ? word_slot : push_slot, IndexWidth'(0)};
  assign re         = word_valid_o | push | (left_q > BeatsWidth'(2));  // a head word's first pair again: whether it leaves is known late
  assign waddr      = {slot, IndexWidth'(beats_before >> 1)};
  assign we         = {accept_o & beats_before[0], accept_o & !beats_before[0]};
  assign beat       = {s_tlast_i, s_tuser_i, s_tdata_i};

  for (genvar b = 0; b < 2; b++) begin : gen_bank
    xb_ram_1r1w #(.Width(BeatWidth), .Depth(Slots * 2**IndexWidth)) u_ram (
      .clk_i, .we_i(we[b]), .waddr_i(waddr), .wdata_i(beat), .re_i(re), .raddr_i(raddr), .rdata_o(rdata[b])
    );
    assign shown[b] = bypass_q[b] ? beat_q : rdata[b];
    assign pair_data_o[b*DataWidth +: DataWidth] = shown[b][0 +: DataWidth];
  end
  assign pair_side_o = {left != BeatsWidth'(1), shown[1][DataWidth +: 2], shown[0][DataWidth +: 2]};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      bypass_q     <= '0;
      left_q       <= '0;
      index_q      <= '0;
      leave_slot_q <= '0;
      leave_own_q  <= 1'b0;
    end else begin
      // A beat of a word's first pair that comes last: the RAM cannot read it yet.
      bypass_q     <= we & {2{waddr == raddr}};
      leave_slot_q <= leave_slot;
      leave_own_q  <= leave_own;
      if (pair_pop_i) begin
        left_q  <= more_pairs ? left - BeatsWidth'(2) : '0;
        index_q <= index + 1'b1;
      end
    end
  end

  // Datapath: no reset, it counts only under bypass_q.
  always_ff @(posedge clk_i) beat_q <= beat;

  logic unused;
  assign unused = ^{refused, desc_ready, word_count};
endmodule : xb_ingress_stage

`default_nettype wire
