// SPDX-License-Identifier: Apache-2.0
/// One input of the pipelined memory switch: framing, packing of beats into memory words, and the stage where words wait for
/// the input's turns. Words are formed as in xb_ingress_stage.
///
/// A beat that is taken in cycle t goes to its word in t+1. A word that it completes is on offer from t+2 on, and its pairs
/// are read, one a cycle, from the cycle after `word_pop_i` on. Every output but the payload's is of flip-flops or close.
/// Capacity: a slot of a word for each output and eight more, two of which `tready` keeps for the beats on their way.
/// With `Whole` there are twelve more, four of which only a packet takes that has begun: it opens two words, and so did the beats
/// on their way.
`default_nettype none

module xb_pipe_ingress_stage #(
  /// Ports that take turns, 4..64.
  parameter int unsigned Turns = 4,
  /// Of four destinations the last does not exist.
  parameter bit ThreePorts = 1'b0,
  /// Payload of a beat [bits].
  parameter int unsigned DataWidth = 64,
  /// A packet begins only where there are slots for all of it, up to a word: several stages share the link, and none may hold it.
  parameter bit Whole = 1'b0,
  /// Derived, do not overwrite.
  localparam int unsigned DestWidth = $clog2(Turns),
  localparam int unsigned BeatsWidth = $clog2(2*Turns + 1),
  localparam int unsigned Slots = Turns + (Whole ? 12 : 8),
  localparam int unsigned SlotWidth = $clog2(Slots),
  localparam int unsigned IndexWidth = $clog2(Turns),
  localparam int unsigned AddrWidth = SlotWidth + IndexWidth,
  localparam int unsigned BeatWidth = DataWidth + 2
) (
  input  logic                          clk_i,
  input  logic                          rst_ni,
  /// Time passes for words that wait (`overdue`).
  input  logic                          tick_i,
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
  /// A chain for that output is there that may leave.
  output logic                          enter_o,
  output logic [DestWidth-1:0]          enter_dest_o,
  /// Where a word may be picked: one is there that does not leave now; so it is in another stage of this input.
  output logic                          has_word_o,
  input  logic                          other_word_i,
  /// Outputs for which a word may be completed as it is. One of them is to be, if no other word is there to leave; it is.
  input  logic [Turns-1:0]              hungry_i,
  output logic [Turns-1:0]              may_pick_o,
  input  logic                          pick_i,
  input  logic [DestWidth-1:0]          pick_dest_i,
  output logic                          picked_o,
  /// The word at the head, as in xb_ingress_stage.
  output logic                          word_valid_o,
  output logic [DestWidth-1:0]          word_dest_o,
  output logic                          word_first_o,
  output logic                          word_last_o,
  output logic [BeatsWidth-1:0]         word_beats_o,
  output logic [BeatsWidth-1:0]         word_packets_o,
  /// The word begins to leave, in the next cycle or now: the next one is shown.
  input  logic                          word_pop_next_i,
  input  logic                          word_pop_i,
  /// The RAM of its beats, in two banks: even ones and odd ones. A beat comes, {last, user, data}; a pair is read, the
  /// word's first one as it begins to leave. Two cycles later: it has a second beat.
  output logic [1:0]                    ram_we_o,
  output logic [AddrWidth-1:0]          ram_waddr_o,
  output logic [BeatWidth-1:0]          ram_wdata_o,
  output logic                          ram_re_o,
  output logic [AddrWidth-1:0]          ram_raddr_o,
  output logic                          pair_two_o,
  /// Packets discarded because their destination does not exist.
  output logic [xb_pkg::CountWidth-1:0] drop_misrouted_o
);
  if (Turns < 4 || Turns > 64) begin : gen_illegal_turns
    $error("Turns must be 4..64");
  end
  if (DataWidth < 1) begin : gen_illegal_data_width
    $error("DataWidth must be 1 or more");
  end

  localparam int unsigned CountWidth = $clog2(Slots + 1);
  localparam int unsigned WordWidth = SlotWidth + DestWidth + 2 + 2*BeatsWidth;
  localparam int unsigned OpenWidth = 2*BeatsWidth + 3;
  localparam logic [BeatsWidth-1:0] Full = BeatsWidth'(2*Turns);

  // The beat that was taken in the last cycle; it is a packet, it is a later one's last and completes its word.
  logic                  beat_q, first_q, single_q, closing_q, last;
  logic [DestWidth-1:0]  dest_q;
  logic [BeatWidth-1:0]  payload_q;
  // Per output, a word that is not complete: its slot; beats (0: none), packets that end in it, and what is known of it ahead:
  // it has beats, its next beat is its last, a packet of one beat completes it.
  logic [SlotWidth-1:0]  slot_q [Turns];
  logic [OpenWidth-1:0]  open_q [Turns];
  // It holds whole packets.
  logic [Turns-1:0]      waiting_q, seen_q, overdue_q, waiting, here, gone;
  // The word that the beat goes to, looked up as the beat came: to choose it and to count its beats is too much for a cycle.
  // What it is with the beat; what is picked.
  logic [SlotWidth-1:0]  found_slot_q, slot;
  logic [OpenWidth-1:0]  found_q, with_beat;
  logic [BeatsWidth-1:0] held, ended, beats, packets, pick_beats, pick_packets;
  logic                  open, fills, ends, again;
  // The score is what it would hold after another packet such as this. The packet has words before this one; it has, or the score
  // is too much: its last beat, if it is not its first, completes the word.
  logic [BeatsWidth:0]   score_q, score;
  logic                  goes_on_q, closes_q, closes, opens, complete, rests, ready, ready_q, begins_q, refused, accept;
  // Slots: free ones, of which one is at hand, and the lowest is next; slots in use. Complete words, none or one; their number,
  // a cycle late.
  logic [Slots-1:0]      free_q, lowest;
  logic [SlotWidth-1:0]  spare_q, next_spare, word_slot;
  logic                  spare_valid_q, take, none_q, one_q, two, push_q, pop_q;
  logic [CountWidth-1:0] used_q, words_q;
  logic                  may_go, pick, push;
  logic [WordWidth-1:0]  push_word;
  // The word that leaves: beats still to be read, a cycle late. Address of the pair that is read; while none leaves, that of
  // the head word's first one.
  logic [BeatsWidth-1:0] left_q;
  logic [AddrWidth-1:0]  raddr_q;
  logic                  two_q;

  xb_ingress #(.NumPorts(ThreePorts ? 3 : Turns)) u_ingress (
    .clk_i, .rst_ni, .drop_i(1'b0), .room_i(1'b1), .admit_i(1'b1),
    .s_tvalid_i, .s_tready_o, .s_tlast_i, .s_tdest_i,
    .valid_o(accept), .ready_i(ready), .first_o(accept_first_o), .dest_o(accept_dest_o),
    .refused_o(refused), .drop_misrouted_o
  );
  assign ready    = (Whole && accept_first_o) ? begins_q : ready_q;
  assign accept_o = accept & ready;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      beat_q    <= 1'b0;
      first_q   <= 1'b0;
      single_q  <= 1'b0;
      closing_q <= 1'b0;
      closes_q  <= 1'b0;
      dest_q    <= '0;
      ready_q   <= 1'b0;
      begins_q  <= 1'b0;
    end else begin
      beat_q    <= accept_o;
      first_q   <= accept_first_o;
      // As far as it is known ahead: what completes a word decides what is pushed.
      single_q  <= accept_o & accept_first_o & s_tlast_i;
      closing_q <= accept_o & !accept_first_o & s_tlast_i & closes;
      closes_q  <= closes;
      dest_q    <= accept_dest_o;
      // Two beats may be on their way to words of their own, and one comes.
      ready_q   <= used_q <= CountWidth'(Slots - 3);
      begins_q  <= used_q <= CountWidth'(Slots - 7);
    end
  end

  // Datapath: no reset, it counts only under beat_q.
  always_ff @(posedge clk_i) begin
    payload_q    <= {s_tlast_i, s_tuser_i, s_tdata_i};
    found_slot_q <= (again && opens) ? spare_q : slot_q[accept_dest_o];
    if (again) found_q <= with_beat;
    else found_q <= (pick && pick_dest_i == accept_dest_o) ? '0 : open_q[accept_dest_o];
  end

  assign last     = payload_q[BeatWidth-1];
  assign here     = beat_q ? Turns'(1) << dest_q : '0;
  assign again    = beat_q && (dest_q == accept_dest_o);
  assign {held, ended, open, fills, ends} = found_q;
  assign opens    = !open;
  assign beats    = held + 1'b1;
  assign packets  = ended + BeatsWidth'(last);
  assign slot     = opens ? spare_q : found_slot_q;
  assign score    = (first_q ? (BeatsWidth+1)'(held) : score_q) + (BeatsWidth+1)'(2);
  assign closes   = beat_q ? goes_on_q | complete | (score >= (BeatsWidth+1)'(Full) - (BeatsWidth+1)'(2)) : closes_q;
  assign complete = closing_q | (single_q & ends) | (beat_q & fills);
  assign with_beat = complete ? '0 : {beats, packets, 1'b1, beats == Full - BeatsWidth'(1), beats >= Full - BeatsWidth'(2)};
  assign rests    = beat_q & last & !complete;
  assign take     = beat_q & opens;

  assign enter_o      = beat_q & (fills | last) & !goes_on_q & (ended == '0);
  assign enter_dest_o = dest_q;

  // A chain is not interrupted, and a word that gets a beat stays.
  assign may_pick_o = waiting_q & (hungry_i | overdue_q);
  assign may_go     = pick_i & waiting_q[pick_dest_i] & !(beat_q && dest_q == pick_dest_i) & !goes_on_q & !has_word_o & !other_word_i;
  assign pick       = may_go & !complete;
  assign picked_o   = pick;
  assign waiting    = (waiting_q & ~(first_q ? here : '0)) | (rests ? here : '0);
  assign gone       = (complete ? here : '0) | (pick ? Turns'(1) << pick_dest_i : '0);
  assign push       = complete | may_go;
  assign two        = words_q == (push_q == pop_q ? CountWidth'(2) : push_q ? CountWidth'(1) : CountWidth'(3));
  assign push_word  = complete ? {slot, dest_q, !goes_on_q, last, packets, beats}
                               : {slot_q[pick_dest_i], pick_dest_i, 2'b11, pick_packets, pick_beats};
  assign {pick_beats, pick_packets} = open_q[pick_dest_i][OpenWidth-1:3];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      for (int j = 0; j < Turns; j++) open_q[j] <= '0;
      waiting_q <= '0;
      seen_q    <= '0;
      overdue_q <= '0;
      score_q   <= '0;
      goes_on_q <= 1'b0;
      words_q   <= '0;
      push_q    <= 1'b0;
      pop_q     <= 1'b0;
      none_q    <= 1'b1;
      one_q     <= 1'b0;
      has_word_o <= 1'b0;
    end else begin
      if (beat_q) begin
        open_q[dest_q]    <= with_beat;
        score_q           <= score;
        goes_on_q         <= !last & (goes_on_q | complete);
      end
      if (pick) open_q[pick_dest_i] <= '0;
      waiting_q <= waiting & ~gone;
      seen_q    <= (seen_q | (tick_i ? waiting : '0)) & ~gone;
      overdue_q <= (overdue_q | (tick_i ? seen_q : '0)) & ~gone;
      push_q    <= push;
      pop_q     <= word_pop_i;
      words_q   <= words_q + {{CountWidth - 1{pop_q & !push_q}}, push_q ^ pop_q};  // two's complement: +1, 0 or -1
      if (push && !word_pop_i) {none_q, one_q} <= {1'b0, none_q};
      if (word_pop_i && !push) {none_q, one_q} <= {one_q, two};
      // Picks, and words that leave, are four cycles apart at least: in the cycle before a pick nothing is picked.
      has_word_o <= complete | !(none_q | (one_q & (word_pop_i | word_pop_next_i)));
    end
  end

  // Slots: no reset, they count only with beats.
  always_ff @(posedge clk_i) begin
    if (take) slot_q[dest_q] <= spare_q;
  end

  // A slot is free as soon as its word begins to leave: what overwrites it comes at half the pace.
  always_comb begin
    lowest     = free_q & ~(free_q - 1'b1);
    next_spare = '0;
    for (int s = Slots-1; s >= 0; s--) begin
      if (free_q[s]) next_spare = SlotWidth'(s);
    end
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      free_q        <= ~{Slots'(1)};
      spare_q       <= '0;
      spare_valid_q <= 1'b1;
      used_q        <= '0;
    end else begin
      if (take || !spare_valid_q) begin
        spare_q            <= next_spare;
        spare_valid_q      <= free_q != '0;
        free_q             <= free_q & ~lowest;
      end
      if (word_pop_i) free_q[word_slot] <= 1'b1;
      used_q <= used_q + {{CountWidth - 1{word_pop_i & !take}}, take ^ word_pop_i};  // as above
    end
  end

  // Every word has a slot, so there is room for as many.
  xb_pipe_output #(.Width(WordWidth), .Depth(Slots)) u_words (
    .clk_i, .rst_ni, .valid_i(push), .word_i(push_word), .valid_o(word_valid_o), .ready_i(word_pop_i),
    .word_o({word_slot, word_dest_o, word_first_o, word_last_o, word_packets_o, word_beats_o})
  );

  assign ram_we_o    = {beat_q && (held[0] == 1'b1), beat_q && (held[0] == 1'b0)};
  assign ram_waddr_o = {slot, IndexWidth'(held >> 1)};
  assign ram_wdata_o = payload_q;
  assign ram_re_o    = word_pop_i | (left_q > BeatsWidth'(2));
  assign ram_raddr_o = raddr_q;
  assign pair_two_o  = two_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      left_q  <= '0;
      raddr_q <= '0;
      two_q   <= 1'b0;
    end else begin
      two_q <= left_q > BeatsWidth'(1);
      if (word_pop_i) left_q <= word_beats_o;
      else if (left_q > BeatsWidth'(2)) left_q <= left_q - BeatsWidth'(2);
      raddr_q <= (word_pop_i || left_q > BeatsWidth'(4)) ? raddr_q + 1'b1 : {word_slot, IndexWidth'(0)};
    end
  end

  logic unused;
  assign unused = refused;
endmodule : xb_pipe_ingress_stage

`default_nettype wire
