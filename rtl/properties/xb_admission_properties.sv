// SPDX-License-Identifier: Apache-2.0
/// xb_admission, for any questions, words taken as granted and returned in any order: queues keep to their limits, and
/// what is their own they get.
//
// mutant pool_kept: xb_admission.sv s/assign pool_ok    = pool_q + added/assign pool_ok    = pool_q/
// mutant part_kept: xb_admission.sv s/assign part_ok    = excess + added/assign part_ok    = excess/
// mutant own_word_granted: xb_admission.sv s/if (added == '0) ok_o\[c\] = 1'b1;/if (added == '0) ok_o[c] = pool_ok \&\& pool_left != '0;/
// mutant below_threshold: xb_admission.sv s/(excess) << 3 < AlphaWidth'(pool_left) << /(excess) << 2 < AlphaWidth'(pool_left) << /
// mutant counted: xb_admission.sv s/(gets\[j\] ? words_i : '0) -/(gets[j] \&\& !gives[j] ? words_i : '0) -/
// mutant unasked_none: xb_admission.sv s/    none_o  = 1'b0;/    none_o  = none[0];/
// mutant unasked_most: xb_admission.sv s/if (blame_i) begin/begin/
`default_nettype none

module xb_admission_properties #(
  parameter int unsigned NumPorts = 2,
  parameter int unsigned Words = 6,
  localparam int unsigned WordsWidth = $clog2(Words + 1) + 1
) (
  input logic                  clk_i,
  input logic                  dest_i,
  input logic                  first_i,
  input logic                  ask_i,
  input logic                  blame_i,
  input logic                  commit_i,
  input logic                  release_i,
  input logic                  release_queue_i
);
  logic                           rst_ni = 1'b0;
  logic                           ok, alone, none, most;
  logic [NumPorts*WordsWidth-1:0] counts;
  // The rule is set once.
  (* anyconst *) logic [WordsWidth-1:0] pool_limit;
  (* anyconst *) logic [WordsWidth-1:0] queue_limit;
  (* anyconst *) logic [WordsWidth-1:0] packet_words;
  (* anyconst *) logic [1:0]            sharing;
  (* anyconst *) logic [2:0]            alpha;
  (* anyconst *) logic                  watched;
  logic [WordsWidth-1:0]          words, held, other, held_excess, other_excess, model_q = '0, excess, left;
  logic                           partition, dynamic_threshold;

  function automatic logic [WordsWidth-1:0] excess_of(input logic [WordsWidth-1:0] count);
    excess_of = (count == '0) ? '0 : count - 1'b1;  // a word of its own
  endfunction

  assign partition         = sharing == 2'd1;
  assign dynamic_threshold = sharing == 2'd2;
  assign words             = first_i ? packet_words : WordsWidth'(1);

  xb_admission #(.NumPorts(NumPorts), .Words(Words)) u_dut (
    .clk_i, .rst_ni, .pool_limit_i(pool_limit), .queue_limit_i(queue_limit), .packet_words_i(packet_words),
    .partition_i(partition), .dynamic_i(dynamic_threshold), .alpha_i(alpha),
    .dest_i, .first_i, .ok_o(ok), .ask_i, .alone_o(alone), .none_o(none), .blame_i, .most_o(most),
    .commit_i, .words_i(words), .release_i, .release_queue_i, .count_o(counts)
  );

  assign held         = counts[watched*WordsWidth +: WordsWidth];
  assign other        = counts[!watched*WordsWidth +: WordsWidth];
  assign held_excess  = excess_of(held);
  assign other_excess = excess_of(other);
  assign excess       = excess_of(counts[dest_i*WordsWidth +: WordsWidth]);
  assign left         = pool_limit - held_excess - other_excess;

  always_ff @(posedge clk_i) begin
    rst_ni <= 1'b1;
    if (rst_ni) begin
      assume (pool_limit >= 1 && pool_limit <= WordsWidth'(Words - NumPorts));
      assume (queue_limit >= 1 && 2 * queue_limit <= pool_limit + 1 && queue_limit <= pool_limit);
      assume (!partition || 2 * queue_limit <= pool_limit);
      assume (packet_words >= 1 && packet_words <= WordsWidth'(Words));
      assume (sharing != 2'd3);
      if (commit_i) assume (ok);
      if (release_i) assume (counts[release_queue_i*WordsWidth +: WordsWidth] != '0);
      model_q <= model_q + (commit_i && dest_i == watched ? words : '0) -
                 WordsWidth'(release_i && release_queue_i == watched);

      pool_kept: assert (held_excess + other_excess <= pool_limit);
      if (partition) part_kept: assert (held_excess <= queue_limit);
      if (words == 1 && counts[dest_i*WordsWidth +: WordsWidth] == '0) own_word_granted: assert (ok);
      if (dynamic_threshold && ok && !(words == 1 && counts[dest_i*WordsWidth +: WordsWidth] == '0))
        below_threshold: assert ({6'd0, excess} << 3 < {6'd0, left} << alpha);
      counted: assert (held == model_q);
      if (!ask_i) unasked_none: assert (!none && !alone);
      if (!blame_i) unasked_most: assert (!most);
      reached_pool_used_up: cover (held_excess + other_excess == pool_limit && pool_limit == WordsWidth'(4));
      reached_refused: cover (!ok && dynamic_threshold);
    end
  end
endmodule : xb_admission_properties

`default_nettype wire
