// SPDX-License-Identifier: Apache-2.0
/// The settings of admission to the pipelined memory switch (xb_admission_limits), and what a word asks for by them: the
/// words that it needs, and how many its queue may hold before. A packet that goes on from a word that it shares
/// needs one word more. All of it is in registers, of which a word selects.
`default_nettype none

module xb_pipe_limits #(
  /// Number of ports N, 2..64; those that take turns, 4..64.
  parameter int unsigned NumPorts = 4,
  parameter int unsigned Turns = 4,
  /// Traffic classes, 1..8: each has a queue for each port.
  parameter int unsigned Classes = 1,
  /// Largest depth setting [beats].
  parameter int unsigned MaxDepth = 1024,
  /// The depth setting is each queue's, and the only limit.
  parameter bit PerOutput = 1'b0,
  /// Width of a number of words [bits]; holds twice the words of the memory.
  parameter int unsigned WordsWidth = $clog2(MaxDepth / (2*Turns) + 2*Turns + 1) + 1
) (
  input  logic                          clk_i,
  input  logic                          rst_ni,
  /// Settings, as the switch has them.
  input  logic [xb_pkg::CountWidth-1:0] cfg_depth_i,
  input  logic                          cfg_store_forward_i,
  input  logic                          cfg_drop_i,
  input  logic [xb_pkg::CountWidth-1:0] cfg_packet_beats_i,
  input  logic [1:0]                    cfg_sharing_i,
  input  logic [2:0]                    cfg_alpha_i,
  /// The rule and its limits.
  output logic [WordsWidth-1:0]         pool_limit_o,
  output logic [WordsWidth-1:0]         queue_limit_o,
  output logic                          partition_o,
  output logic                          dynamic_o,
  output logic [2:0]                    alpha_o,
  /// The most that a word may need; what may be there before it.
  output logic [WordsWidth-1:0]         most_need_o,
  output logic [WordsWidth-1:0]         least_bound_o,
  /// A word that is its chain's first, and goes on from a word that it shares: what it needs, what may be there before.
  input  logic                          first_i,
  input  logic                          shared_i,
  output logic [WordsWidth-1:0]         need_o,
  output logic [WordsWidth-1:0]         bound_o,
  /// Of a word two steps later: what it needed.
  input  logic                          late_first_i,
  input  logic                          late_shared_i,
  output logic [WordsWidth-1:0]         late_need_o
);
  if (Turns < 4 || Turns > 64) begin : gen_illegal_turns
    $error("Turns must be 4..64");
  end
  if (Classes < 1 || Classes > 8) begin : gen_illegal_classes
    $error("Classes must be 1..8");
  end

  logic                  reserve_q;
  logic [WordsWidth-1:0] packet_words, need_first_q, need_shared_q, bound_first_q, bound_shared_q, bound_q;

  xb_admission_limits #(
    .NumPorts(NumPorts), .NumQueues(NumPorts*Classes), .MaxDepth(MaxDepth), .WordBeats(2*Turns), .PerOutput(PerOutput),
    .WordsWidth(WordsWidth)
  ) u_limits (
    .clk_i, .rst_ni,
    .cfg_depth_i, .cfg_reserve_i(cfg_store_forward_i | cfg_drop_i), .cfg_packet_beats_i, .cfg_sharing_i, .cfg_alpha_i,
    .pool_limit_o, .queue_limit_o, .packet_words_o(packet_words), .partition_o, .dynamic_o, .alpha_o
  );

  assign most_need_o   = need_shared_q;
  assign least_bound_o = bound_shared_q;
  assign need_o      = !first_i ? WordsWidth'(1) : shared_i ? need_shared_q : need_first_q;
  assign bound_o     = !first_i ? bound_q : shared_i ? bound_shared_q : bound_first_q;
  assign late_need_o = !late_first_i ? WordsWidth'(1) : late_shared_i ? need_shared_q : need_first_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      reserve_q      <= 1'b0;
      need_first_q   <= WordsWidth'(1);
      need_shared_q  <= WordsWidth'(1);
      bound_first_q  <= '0;
      bound_shared_q <= '0;
      bound_q        <= '0;
    end else begin
      reserve_q      <= cfg_store_forward_i | cfg_drop_i;
      need_first_q   <= packet_words;
      bound_first_q  <= queue_limit_o + 1'b1 - packet_words;
      bound_q        <= queue_limit_o;
      need_shared_q  <= packet_words;
      bound_shared_q <= queue_limit_o + 1'b1 - packet_words;
      if (reserve_q && packet_words <= queue_limit_o) begin
        need_shared_q  <= packet_words + 1'b1;
        bound_shared_q <= queue_limit_o - packet_words;
      end
    end
  end
endmodule : xb_pipe_limits

`default_nettype wire
