// SPDX-License-Identifier: Apache-2.0
/// What xb_pipe_admission owes: the words of the pool that it counts are those that queues have beyond a word of their own.
///
/// Bound from outside (end of this file), Verilator with --assert only; reports one cycle late (see xb_axis_checker).
`default_nettype none
/* verilator tracing_off */  // its registers mean nothing to a reader of waveforms

module xb_pipe_admission_checker #(
  /// Number of queues.
  parameter int unsigned Turns = 4,
  /// Width of a number of words [bits].
  parameter int unsigned WordsWidth = 9
) (
  input logic                  clk_i,
  input logic                  rst_ni,
  /// Words of each queue; those of the pool that are taken, of which one comes back in this cycle.
  input logic [WordsWidth-1:0] count_i [Turns],
  input logic [WordsWidth-1:0] used_i,
  input logic                  release_i
);
  logic [WordsWidth-1:0] excess;
  logic                  wrong_q;
  initial wrong_q = 1'b0;  // nothing is wrong before the first reset

  always_comb begin
    excess = '0;
    for (int j = 0; j < Turns; j++) if (count_i[j] != '0) excess = excess + count_i[j] - 1'b1;
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) wrong_q <= 1'b0;
    else wrong_q <= used_i - WordsWidth'(release_i) != excess;
  end

  pool_is_what_queues_took: assert property (@(posedge clk_i) !wrong_q)
    else $error("the pool counts other words than those that the queues took from it");
endmodule : xb_pipe_admission_checker

/* verilator tracing_on */
`default_nettype wire

bind xb_pipe_admission xb_pipe_admission_checker #(.Turns(NumQueues), .WordsWidth(WordsWidth)) u_checker (
  .clk_i, .rst_ni, .count_i(count_q), .used_i(used_q), .release_i(release_q)
);
