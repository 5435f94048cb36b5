// SPDX-License-Identifier: Apache-2.0
/// What xb_ingress_stage owes: a word that leaves has the beats and packets that were written to its slot, all for its
/// output; a slot holds one word; and a chain of words leaves without another between.
///
/// Bound from outside (end of this file), Verilator with --assert only; reports one cycle late (see xb_axis_checker).
`default_nettype none
/* verilator tracing_off */  // its registers mean nothing to a reader of waveforms

module xb_ingress_stage_checker #(
  /// Number of ports, 2..64.
  parameter int unsigned NumPorts = 4,
  /// Slots for words.
  parameter int unsigned Slots = NumPorts + 4,
  /// Derived, do not overwrite.
  localparam int unsigned DestWidth = $clog2(NumPorts),
  localparam int unsigned SlotWidth = $clog2(Slots),
  localparam int unsigned BeatsWidth = $clog2(2*NumPorts + 1)
) (
  input logic                  clk_i,
  input logic                  rst_ni,
  /// A beat is written to a slot, the first there; it is its packet's first, its last; its output.
  input logic                  accept_i,
  input logic [SlotWidth-1:0]  slot_i,
  input logic                  fresh_i,
  input logic                  first_i,
  input logic                  last_i,
  input logic [DestWidth-1:0]  dest_i,
  /// A word leaves.
  input logic                  pop_i,
  input logic [SlotWidth-1:0]  word_slot_i,
  input logic [DestWidth-1:0]  word_dest_i,
  input logic                  word_first_i,
  input logic                  word_last_i,
  input logic [BeatsWidth-1:0] word_beats_i,
  input logic [BeatsWidth-1:0] word_packets_i
);
  // A word as it was written: it begins and ends with a packet.
  typedef struct packed {
    logic                  first, last;
    logic [DestWidth-1:0]  dest;
    logic [BeatsWidth-1:0] packets, beats;
  } word_t;
  word_t            word_q [Slots];
  word_t            popped;
  logic [Slots-1:0] used_q;
  // The chain that leaves goes on, for an output.
  logic                 chain_q;
  logic [DestWidth-1:0] chain_dest_q;
  // What the last cycle did wrong.
  typedef struct packed {
    logic slot_taken, word_mixed, word_changed, chain_broken;
  } wrong_t;
  wrong_t wrong_q;
  initial wrong_q = '0;  // nothing is wrong before the first reset

  assign popped = {word_first_i, word_last_i, word_dest_i, word_packets_i, word_beats_i};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      used_q       <= '0;
      chain_q      <= 1'b0;
      chain_dest_q <= '0;
      wrong_q      <= '0;
    end else begin
      wrong_q <= '0;
      if (accept_i) begin
        used_q[slot_i] <= 1'b1;
        word_q[slot_i] <= fresh_i ? {first_i, last_i, dest_i, BeatsWidth'(last_i), BeatsWidth'(1)}
                                  : {word_q[slot_i].first, last_i, dest_i, word_q[slot_i].packets + BeatsWidth'(last_i),
                                     word_q[slot_i].beats + 1'b1};
        wrong_q.slot_taken <= fresh_i == used_q[slot_i];
        wrong_q.word_mixed <= !fresh_i && (word_q[slot_i].dest != dest_i || word_q[slot_i].last != first_i
                                           || word_q[slot_i].beats == BeatsWidth'(2*NumPorts));
      end
      if (pop_i) begin
        used_q[word_slot_i]  <= 1'b0;
        wrong_q.word_changed <= !used_q[word_slot_i] || word_q[word_slot_i] != popped;
        wrong_q.chain_broken <= word_first_i == chain_q || (chain_q && chain_dest_q != word_dest_i);
        chain_q              <= !word_last_i;
        chain_dest_q         <= word_dest_i;
      end
    end
  end

  words_hold_what_came: assert property (@(posedge clk_i) wrong_q == '0)
    else $error("slot of another word %b, word of two outputs or too long %b, word not as written %b, chain broken %b",
                wrong_q.slot_taken, wrong_q.word_mixed, wrong_q.word_changed, wrong_q.chain_broken);
endmodule : xb_ingress_stage_checker

/* verilator tracing_on */
`default_nettype wire

bind xb_ingress_stage xb_ingress_stage_checker #(.NumPorts(NumPorts), .Slots(Slots)) u_checker (
  .clk_i, .rst_ni,
  .accept_i(accept_o), .slot_i(slot), .fresh_i(beats_before == '0), .first_i(first), .last_i(s_tlast_i),
  .dest_i(accept_dest_o), .pop_i(word_pop_i), .word_slot_i(word_slot), .word_dest_i(word_dest_o),
  .word_first_i(word_first_o), .word_last_i(word_last_o), .word_beats_i(word_beats_o),
  .word_packets_i(word_packets_o)
);
bind xb_pipe_ingress_stage xb_ingress_stage_checker #(.NumPorts(Turns), .Slots(Slots)) u_checker (
  .clk_i, .rst_ni,
  .accept_i(beat_q), .slot_i(slot), .fresh_i(opens), .first_i(first_q), .last_i(last), .dest_i(dest_q),
  .pop_i(word_pop_i), .word_slot_i(word_slot), .word_dest_i(word_dest_o), .word_first_i(word_first_o),
  .word_last_i(word_last_o), .word_beats_i(word_beats_o), .word_packets_i(word_packets_o)
);
