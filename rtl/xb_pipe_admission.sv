// SPDX-License-Identifier: Apache-2.0
/// Who gets a word of a memory that several queues share, by the rules of xb_admission with a word of its own for each
/// queue, in two steps: the looking up in the cycle before, then the decision.
///
/// What a decision does is known to the next one, a cycle later. A word that is read is free for its queue in the next first
/// step, for the pool in the second one after that. A dynamic threshold is of a cycle before the first step, and does
/// not see the word that is decided upon in it.
/// With traffic classes there is a queue for each output and class. Which ones are *crowded* is known ahead: the memory would
/// refuse the most that a word may need.
`default_nettype none

module xb_pipe_admission #(
  /// Number of outputs, 4..64; a queue for each and each class, 1..8.
  parameter int unsigned Turns = 4,
  parameter int unsigned Classes = 1,
  /// Width of a number of words [bits]; holds twice the words of the memory.
  parameter int unsigned WordsWidth = 9,
  /// The rule is always partition.
  parameter bit PerOutput = 1'b0,
  /// Derived, do not overwrite.
  localparam int unsigned NumQueues = Turns * Classes,
  localparam int unsigned DestWidth = $clog2(NumQueues)
) (
  input  logic                        clk_i,
  input  logic                        rst_ni,
  /// The rule and its limits (xb_admission_limits).
  input  logic [WordsWidth-1:0]       pool_limit_i,
  input  logic                        partition_i,
  input  logic                        dynamic_i,
  input  logic [2:0]                  alpha_i,
  /// First step: may queue `dest_i` have `need_i` words? It may hold `bound_i` before, where queues have parts.
  input  logic [DestWidth-1:0]        dest_i,
  input  logic [WordsWidth-1:0]       need_i,
  input  logic [WordsWidth-1:0]       bound_i,
  /// Second step, for the question of the cycle before: the answer; the queue holds nothing. The word is written; by so many
  /// words its queue has more then (two's complement).
  output logic                        ok_o,
  output logic                        none_o,
  input  logic                        write_i,
  input  logic [WordsWidth-1:0]       words_i,
  /// A word of queue `release_queue_i` is free again.
  input  logic                        release_i,
  input  logic [DestWidth-1:0]        release_queue_i,
  /// Queues that hold or have reserved no more than their own word.
  output logic [NumQueues-1:0]        hungry_o,
  /// The most that a word may need, what its queue may hold before where queues have parts. Queues that are crowded.
  input  logic [WordsWidth-1:0]       most_need_i,
  input  logic [WordsWidth-1:0]       least_bound_i,
  output logic [NumQueues-1:0]        crowded_o
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

  localparam int unsigned ThresholdWidth = WordsWidth + 7;

  // Words of each queue, of the pool that are taken; what may be.
  logic [WordsWidth-1:0]     count_q [NumQueues];
  logic [WordsWidth-1:0]     used_q, slack_q, slack_more_q, count, left, bound_after;
  logic [WordsWidth:0]       spare, spare_more, spare_after;
  logic [ThresholdWidth-1:0] threshold_q;
  // Queues with more than their own word; a word comes back to the pool.
  logic [NumQueues-1:0]      several;
  logic                      release_q, releases, has, has_more;
  // Of the question in the second step: its queue, one-hot, too; it is that of the question before, which was granted; answers.
  logic [DestWidth-1:0]      dest_q;
  logic [NumQueues-1:0]      asks_q;
  logic                      same_q, written_q, empty_q, one_q, fits_q, fits_after_q, below_q, after, own, partition;

  assign partition = PerOutput | partition_i;
  assign after     = same_q & written_q;
  assign own       = empty_q & !after;
  assign none_o    = own;
  always_comb begin
    if (partition) ok_o = after ? fits_after_q : fits_q;
    else ok_o = below_q & (own ? has_more : has);
    if (own && one_q) ok_o = 1'b1;
  end

  // Side by side: which of them counts is known late. By the sign of a difference: a comparison takes longer.
  assign spare      = {slack_q[WordsWidth-1], slack_q} - {used_q[WordsWidth-1], used_q};
  assign spare_more = {slack_more_q[WordsWidth-1], slack_more_q} - {used_q[WordsWidth-1], used_q};
  assign has        = !spare[WordsWidth];
  assign has_more   = !spare_more[WordsWidth];
  assign count       = count_q[dest_i];
  assign bound_after = bound_i - words_i;
  assign spare_after = {bound_after[WordsWidth-1], bound_after} - {count[WordsWidth-1], count};
  assign left        = pool_limit_i - used_q;
  assign releases    = release_i && (release_queue_i == dest_i);
  for (genvar j = 0; j < NumQueues; j++) begin : gen_several
    assign several[j] = count_q[j][WordsWidth-1:1] != '0;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      dest_q       <= '0;
      asks_q       <= '0;
      same_q       <= 1'b0;
      written_q    <= 1'b0;
      empty_q      <= 1'b0;
      one_q        <= 1'b0;
      fits_q       <= 1'b0;
      fits_after_q <= 1'b0;
      below_q      <= 1'b0;
      slack_q      <= '0;
      slack_more_q <= '0;
      threshold_q  <= '0;
      used_q       <= '0;
      release_q    <= 1'b0;
      hungry_o     <= '0;
    end else begin
      dest_q       <= dest_i;
      asks_q       <= NumQueues'(1) << dest_i;
      same_q       <= dest_q == dest_i;
      written_q    <= write_i;
      empty_q      <= (count == '0) | (releases && (count == WordsWidth'(1)));
      one_q        <= need_i == WordsWidth'(1);
      fits_q       <= count <= bound_i;
      fits_after_q <= !spare_after[WordsWidth];
      slack_q      <= pool_limit_i - need_i;
      slack_more_q <= pool_limit_i - need_i + 1'b1;
      // Less than alpha times what is left, alpha = 2**(alpha_i - 3); the first word does not count.
      below_q      <= !dynamic_i | (ThresholdWidth'(count) << 3 < threshold_q);
      threshold_q  <= (left[WordsWidth-1] ? '0 : ThresholdWidth'(left) << alpha_i) + ThresholdWidth'(8);

      // A queue that is written and read in one cycle holds both words: the one that goes is the pool's.
      release_q <= release_i & (several[release_queue_i] | (write_i && (dest_q == release_queue_i)));
      used_q    <= write_i ? used_q + words_i - WordsWidth'(own) - WordsWidth'(release_q) : used_q - WordsWidth'(release_q);
      // By eight: Verilator takes arrays in loops that it unrolls, and it unrolls no longer ones.
      for (int k = 0; k < NumQueues; k += 8) begin
        for (int j = k; j < k + 8; j++) if (j < NumQueues) hungry_o[j] <= count_q[j] <= WordsWidth'(1);
      end
    end
  end

  // Below this a queue has its part, or is below its threshold; the pool has less than may be needed.
  logic [ThresholdWidth-1:0] room_q;
  logic                      short_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      room_q  <= '0;
      short_q <= 1'b0;
    end else begin
      if (partition) room_q <= ThresholdWidth'(least_bound_i) + 1'b1;
      else room_q <= dynamic_i ? (threshold_q + ThresholdWidth'(7)) >> 3 : '1;
      short_q <= !partition && $signed(used_q) > $signed(pool_limit_i - most_need_i);
    end
  end
  for (genvar j = 0; j < NumQueues; j++) begin : gen_crowded
    assign crowded_o[j] = (ThresholdWidth'(count_q[j]) >= room_q)
                          | (short_q & !((count_q[j] == '0) && (most_need_i == WordsWidth'(1))));
  end

  for (genvar j = 0; j < NumQueues; j++) begin : gen_count
    logic gets, gives;
    assign gets  = write_i & asks_q[j];
    assign gives = release_i && (release_queue_i == DestWidth'(j));
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) count_q[j] <= '0;
      else count_q[j] <= gets ? count_q[j] + words_i - WordsWidth'(gives) : count_q[j] - WordsWidth'(gives);
    end
  end
endmodule : xb_pipe_admission

`default_nettype wire
