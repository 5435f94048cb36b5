// SPDX-License-Identifier: Apache-2.0
/// Who gets a word of a memory that several queues share: complete sharing, partition, or dynamic threshold.
///
/// A queue's *count* is the words that it holds or has reserved. With `OwnWord` each queue has one word of its own (a
/// minimum guarantee, as in commercial switch chips). The others are *excess* and come from the pool. A request for
/// several words is granted whole if
/// - complete sharing: the pool has them;
/// - partition: the queue's excess stays within its part of the pool, an equal one for each queue (or all of it, if the
///   depth is each queue's); without words of their own, also the pool must have them;
/// - dynamic threshold: the pool has them, and the queue's excess is less than alpha times what the pool
///   has left (Choudhury, Hahne 1998), alpha = 2**(alpha setting - 3).
/// A request that takes nothing from the pool is always granted.
/// With traffic classes there is a question for each of them, of which one is committed.
/// The answers are combinational from the question and the counts; commit and release count from the next cycle on.
`default_nettype none

module xb_admission #(
  /// Number of outputs, 2..64; a queue for each and each class, 1..8.
  parameter int unsigned NumPorts = 4,
  parameter int unsigned Classes = 1,
  /// Words of the memory.
  parameter int unsigned Words = 136,
  /// Each queue has a word besides the pool.
  parameter bit OwnWord = 1'b1,
  /// An alpha for each class, that of class c at [3*c +: 3]; else one for all.
  parameter bit ClassAlpha = 1'b0,
  /// Who asks for `alone_o` may have decided by earlier counts; else by these.
  parameter bit Late = 1'b0,
  /// Derived, do not overwrite.
  localparam int unsigned NumQueues = NumPorts * Classes,
  localparam int unsigned QueueWidth = $clog2(NumQueues),
  localparam int unsigned WordsWidth = $clog2(Words + 1) + 1,
  localparam int unsigned AlphaBits = ClassAlpha ? 3 * Classes : 3
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  /// The rule and its limits (xb_admission_limits).
  input  logic [WordsWidth-1:0] pool_limit_i,
  input  logic [WordsWidth-1:0] queue_limit_i,
  input  logic                  partition_i,
  input  logic                  dynamic_i,
  input  logic [AlphaBits-1:0]  alpha_i,
  /// May queue `dest_i` have `packet_words_i` words (`first_i`) or one?
  input  logic [Classes*WordsWidth-1:0] packet_words_i,
  input  logic [Classes*QueueWidth-1:0] dest_i,
  input  logic [Classes-1:0]    first_i,
  output logic [Classes-1:0]    ok_o,
  /// For the pool probe, if `ask_i`, else 0: the first might, if the other queues did not take what they take; from a queue's
  /// part they take nothing. The queue holds nothing; if `blame_i` asks for it, the other queue that holds most, of equals the
  /// lowest.
  input  logic                  ask_i,
  output logic                  alone_o,
  output logic                  none_o,
  input  logic                  blame_i,
  output logic [QueueWidth-1:0] most_o,
  /// Queue `dest_i` of one class at most has so many more (two's complement).
  input  logic [Classes-1:0]    commit_i,
  input  logic [WordsWidth-1:0] words_i,
  /// A word of queue `release_queue_i` is free again.
  input  logic                  release_i,
  input  logic [QueueWidth-1:0] release_queue_i,
  /// Words that each queue holds or has reserved.
  output logic [NumQueues*WordsWidth-1:0] count_o,
  /// Words that are taken from the pool.
  output logic [WordsWidth-1:0] pool_o
);
  if (NumPorts < 2 || NumPorts > 64) begin : gen_illegal_num_ports
    $error("NumPorts must be 2..64");
  end
  if (Classes < 1 || Classes > 8) begin : gen_illegal_classes
    $error("Classes must be 1..8");
  end
  if (Words < 2 || Words > 2**30) begin : gen_illegal_words
    $error("Words must be 2..2**30");
  end

  localparam int unsigned AlphaWidth = WordsWidth + 6;

  logic [WordsWidth-1:0] count_q [NumQueues];
  logic [WordsWidth-1:0] pool_q, release_count, pool_left, taken, most;
  logic [NumQueues-1:0]  gets, gives, touched;
  logic [Classes-1:0]    alone, none;
  logic                  same_queue, release_excess;

  assign pool_o = pool_q;
  for (genvar j = 0; j < NumQueues; j++) begin : gen_count
    assign count_o[j*WordsWidth +: WordsWidth] = count_q[j];
  end

  assign pool_left = pool_limit_i - pool_q;

  for (genvar c = 0; c < Classes; c++) begin : gen_question
    logic [WordsWidth-1:0] count, excess, added, alone_left;
    logic                  empty, own_new, pool_ok, part_ok;

    assign count      = count_q[dest_i[c*QueueWidth +: QueueWidth]];
    assign empty      = count == '0;
    assign own_new    = OwnWord && empty;
    assign excess     = count - WordsWidth'(OwnWord && !empty);
    assign added      = (first_i[c] ? packet_words_i[c*WordsWidth +: WordsWidth] : WordsWidth'(1)) - WordsWidth'(own_new);
    assign alone_left = pool_limit_i - excess;
    assign pool_ok    = pool_q + added <= pool_limit_i;
    assign part_ok    = excess + added <= (partition_i ? queue_limit_i : pool_limit_i);

    always_comb begin
      if (added == '0) ok_o[c] = 1'b1;
      else if (partition_i) ok_o[c] = part_ok && (OwnWord || pool_ok);
      else if (dynamic_i) ok_o[c] = pool_ok && (AlphaWidth'(excess) << 3 < AlphaWidth'(pool_left) << alpha_i[(ClassAlpha ? 3*c : 0) +: 3]);
      else ok_o[c] = pool_ok;
    end
    // What was refused by these counts, and would not be without the others, they keep out; by earlier ones they need not.
    assign alone[c] = !partition_i && (!Late || pool_q != excess) && part_ok &&
                      (!dynamic_i || AlphaWidth'(excess) << 3 < AlphaWidth'(alone_left) << alpha_i[(ClassAlpha ? 3*c : 0) +: 3]);
    assign none[c]  = empty;
  end

  always_comb begin
    alone_o = 1'b0;
    none_o  = 1'b0;
    if (ask_i) begin
      alone_o = alone[0];
      none_o  = none[0];
    end
  end

  always_comb begin
    most_o = '0;
    most   = '0;
    if (blame_i) begin
      for (int j = 0; j < NumQueues; j++) begin
        if (QueueWidth'(j) != dest_i[0 +: QueueWidth] && count_q[j] > most) begin
          most_o = QueueWidth'(j);
          most   = count_q[j];
        end
      end
    end
  end

  // A commit leaves the queue with a word at least, so its excess grows by all words but a first one of its own.
  always_comb begin
    // Not 0 shifted: where nothing comes the queue may be unknown.
    gets       = '0;
    taken      = '0;
    same_queue = 1'b0;
    for (int c = 0; c < Classes; c++) begin
      if (commit_i[c]) begin
        gets       = NumQueues'(1) << dest_i[c*QueueWidth +: QueueWidth];
        taken      = words_i - WordsWidth'(OwnWord && none[c]);
        same_queue = release_queue_i == dest_i[c*QueueWidth +: QueueWidth];
      end
    end
  end

  assign release_count = count_q[release_queue_i];
  assign gives         = release_i ? NumQueues'(1) << release_queue_i : '0;
  assign touched       = gets | gives;
  // A queue that is written and read in one cycle holds both words: the one that goes is excess.
  assign release_excess = release_i & (!OwnWord | same_queue | (release_count > WordsWidth'(1)));

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      pool_q <= '0;
      // By eight: Verilator takes arrays in loops that it unrolls, and with many ports it unrolls no longer ones.
      for (int k = 0; k < NumQueues; k += 8) begin
        for (int j = 0; j < 8; j++) if (k + j < NumQueues) count_q[k + j] <= '0;
      end
    end else begin
      for (int k = 0; k < NumQueues; k += 8) begin
        for (int j = k; j < k + 8; j++) begin
          if (j < NumQueues && touched[j]) count_q[j] <= count_q[j] + (gets[j] ? words_i : '0) - WordsWidth'(gives[j]);
        end
      end
      pool_q <= pool_q + taken - WordsWidth'(release_excess);
    end
  end

  logic unused;
  assign unused = ^alone;
endmodule : xb_admission

`default_nettype wire
