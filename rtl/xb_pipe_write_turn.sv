// SPDX-License-Identifier: Apache-2.0
/// What becomes of the word at the head of an input's stage at the input's turn, as in xb_write_turn, in two steps: what
/// does not depend on admission in the cycle before, then the decision.
///
/// An input's turns are four cycles apart at least, so that each finds what became of the word before. With traffic classes an
/// input has a packet under way of each.
`default_nettype none

module xb_pipe_write_turn #(
  /// Ports that take turns, 4..64.
  parameter int unsigned Turns = 4,
  /// Traffic classes, 1..8.
  parameter int unsigned Classes = 1,
  /// Width of a number of words [bits].
  parameter int unsigned WordsWidth = 12,
  /// Derived, do not overwrite.
  localparam int unsigned PortWidth = $clog2(Turns),
  localparam int unsigned NumLanes = Turns * Classes,
  localparam int unsigned LaneWidth = $clog2(NumLanes),
  localparam int unsigned ClassBits = (Classes < 2) ? 1 : $clog2(Classes)
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  /// Settings: list packets when they are complete; discard packets that are not admitted.
  input  logic                  store_forward_i,
  input  logic                  drop_i,
  /// First step: input whose turn it is, the class of its word, and the word at its head; words that it asks for; its output has read all of
  /// this packet so far.
  input  logic [PortWidth-1:0]  turn_i,
  input  logic [ClassBits-1:0]  class_i,
  input  logic                  word_valid_i,
  input  logic                  word_first_i,
  input  logic                  word_last_i,
  input  logic [WordsWidth-1:0] need_i,
  input  logic                  starved_i,
  /// Second step, for the word of the cycle before: admission says yes; the word goes to memory, goes nowhere. Words that its
  /// queue holds or has reserved more than before, if it is written (two's complement).
  input  logic                  ok_i,
  output logic                  write_o,
  output logic                  discard_o,
  output logic [WordsWidth-1:0] words_o,
  /// A cycle later: the word goes to memory, goes nowhere, stays. The packet may be read from now on.
  output logic                  write_q_o,
  output logic                  discard_q_o,
  output logic                  refuse_q_o,
  output logic                  append_q_o,
  /// Per input and class, at c*Turns+i: the packet under way goes on whatever admission says.
  output logic [NumLanes-1:0]   sure_o
);
  if (Turns < 4 || Turns > 64) begin : gen_illegal_turns
    $error("Turns must be 4..64");
  end
  if (Classes < 1 || Classes > 8) begin : gen_illegal_classes
    $error("Classes must be 1..8");
  end
  if (WordsWidth < 1) begin : gen_illegal_words_width
    $error("WordsWidth must be 1 or more");
  end

  // Per input and class: words promised to the packet and not yet written; it has been discarded; it may be read.
  logic [WordsWidth-1:0] reserved_q [NumLanes];
  logic [NumLanes-1:0]   discarding_q, listed_q;
  logic [WordsWidth-1:0] reserved, granted, left;
  logic                  promised, discarding, listed, one_left, unused_class;
  // The word in the first step, in the second, and after that: its input and class.
  logic [LaneWidth-1:0]  lane, lane_q, late_lane_q;
  logic [WordsWidth-1:0] left_q, late_left_q;
  logic                  valid_q, may_q, must_q, drop_q, append_q, listed_q2, late_listed_q;

  assign unused_class = ^class_i;  // one class
  assign lane       = (Classes == 1) ? LaneWidth'(turn_i) : LaneWidth'(32'(class_i)*Turns + 32'(turn_i));
  assign promised   = !word_first_i & (reserved_q[lane] != '0);
  assign discarding = !word_first_i & discarding_q[lane];
  assign listed     = !word_first_i & listed_q[lane];
  assign reserved   = word_first_i ? '0 : reserved_q[lane];
  assign granted    = promised ? '0 : need_i;
  assign left       = (promised ? reserved : need_i) - 1'b1;
  assign one_left   = (promised ? reserved : need_i) == WordsWidth'(1);

  for (genvar i = 0; i < NumLanes; i++) begin : gen_sure
    assign sure_o[i] = discarding_q[i] | (reserved_q[i] != '0);
  end

  assign write_o = must_q | (may_q & ok_i);
  assign discard_o = drop_q & !write_o;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q     <= 1'b0;
      may_q       <= 1'b0;
      must_q      <= 1'b0;
      drop_q      <= 1'b0;
      write_q_o   <= 1'b0;
      discard_q_o <= 1'b0;
      refuse_q_o  <= 1'b0;
      append_q_o  <= 1'b0;
      discarding_q <= '0;
      listed_q     <= '0;
      // By eight: Verilator takes arrays in loops that it unrolls, and it unrolls no longer ones.
      for (int k = 0; k < NumLanes; k += 8) begin
        for (int j = 0; j < 8; j++) if (k + j < NumLanes) reserved_q[k + j] <= '0;
      end
    end else begin
      valid_q <= word_valid_i;
      may_q   <= word_valid_i & !discarding;
      must_q  <= word_valid_i & !discarding & !word_first_i & (promised | starved_i);
      drop_q  <= word_valid_i & (discarding | (word_first_i & drop_i));

      write_q_o   <= write_o;
      discard_q_o <= discard_o;
      refuse_q_o  <= valid_q & !write_o & !discard_o;
      append_q_o  <= write_o & append_q;

      if (write_q_o || discard_q_o) begin
        discarding_q[late_lane_q] <= discard_q_o;
        listed_q[late_lane_q]     <= write_q_o & late_listed_q;
        reserved_q[late_lane_q]   <= write_q_o ? late_left_q : '0;
      end
    end
  end

  // What counts only with a word: no reset.
  always_ff @(posedge clk_i) begin
    lane_q   <= lane;
    words_o  <= word_last_i ? WordsWidth'(1) - reserved : granted;
    left_q   <= word_last_i ? '0 : left;
    // Under store-and-forward a packet that is longer than what was promised is forwarded as it comes: it cannot
    // be held whole, and must not wait for words for ever.
    append_q <= !listed & (!store_forward_i | word_last_i | one_left);
    listed_q2 <= listed | !store_forward_i | word_last_i | one_left;

    late_lane_q   <= lane_q;
    late_left_q   <= left_q;
    late_listed_q <= listed_q2;
  end
endmodule : xb_pipe_write_turn

`default_nettype wire
