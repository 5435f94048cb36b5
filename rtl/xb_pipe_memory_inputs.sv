// SPDX-License-Identifier: Apache-2.0
/// The input stages of the pipelined memory switch (xb_pipe_ingress_stage), and the word of the one whose turn it is.
///
/// As in xb_memory_inputs, an input with no word for its turn completes one that waits for packets, for an output that is
/// hungry, or one overdue. It is chosen two cycles before the turn, and completed a cycle before it if it still waits.
`default_nettype none

module xb_pipe_memory_inputs #(
  /// Ports that take turns, 4..64.
  parameter int unsigned Turns = 4,
  /// Of four destinations the last does not exist.
  parameter bit ThreePorts = 1'b0,
  /// Payload of a beat [bits].
  parameter int unsigned DataWidth = 64,
  /// Derived, do not overwrite.
  localparam int unsigned DestWidth = $clog2(Turns),
  localparam int unsigned BeatsWidth = $clog2(2*Turns + 1),
  localparam int unsigned PairWidth = 2*DataWidth + 5,
  localparam int unsigned CountWidth = xb_pkg::CountWidth
) (
  input  logic                        clk_i,
  input  logic                        rst_ni,
  /// AXI4-Stream inputs.
  input  logic [Turns-1:0]            s_axis_tvalid_i,
  output logic [Turns-1:0]            s_axis_tready_o,
  input  logic [Turns*DataWidth-1:0]  s_axis_tdata_i,
  input  logic [Turns-1:0]            s_axis_tlast_i,
  input  logic [Turns*DestWidth-1:0]  s_axis_tdest_i,
  input  logic [Turns-1:0]            s_axis_tuser_i,
  /// Outputs that have little to send.
  input  logic [Turns-1:0]            hungry_i,
  /// Per input: a beat is taken and kept, it is its packet's first; a cycle later, a chain is there that may leave.
  output logic [Turns-1:0]            accept_o,
  output logic [Turns-1:0]            accept_first_o,
  output logic [Turns*DestWidth-1:0]  accept_dest_o,
  output logic [Turns-1:0]            enter_o,
  output logic [Turns*DestWidth-1:0]  enter_dest_o,
  /// Per input: the head word is its chain's first, its output.
  output logic [Turns-1:0]            head_first_o,
  output logic [Turns*DestWidth-1:0]  head_dest_o,
  /// The head word of the input whose turn it was in the last cycle.
  input  logic [DestWidth-1:0]        turn_i,
  output logic                        valid_o,
  output logic [DestWidth-1:0]        turn_o,
  output logic [DestWidth-1:0]        dest_o,
  output logic                        first_o,
  output logic                        last_o,
  output logic [BeatsWidth-1:0]       beats_o,
  output logic [BeatsWidth-1:0]       packets_o,
  /// An input's head word is taken; pairs that leave.
  input  logic [Turns-1:0]            pop_i,
  output logic [Turns*PairWidth-1:0]  pair_o,
  /// Packets discarded at each input because their destination does not exist.
  output logic [Turns*CountWidth-1:0] drop_misrouted_o
);
  if (Turns < 4 || Turns > 64) begin : gen_illegal_turns
    $error("Turns must be 4..64");
  end
  if (DataWidth < 1) begin : gen_illegal_data_width
    $error("DataWidth must be 1 or more");
  end

  localparam int unsigned TickWidth = $clog2(4*Turns*Turns);

  logic [Turns-1:0]      valid, last, may, later;
  logic [Turns-1:0]      may_pick [Turns];
  logic [BeatsWidth-1:0] beats [Turns];
  logic [BeatsWidth-1:0] packets [Turns];
  // The input whose turn is after the next; the output that it looks at first.
  logic [DestWidth-1:0]  after, from_q, pick_dest, pick_dest_q;
  logic [Turns-1:0]      pick_q;
  logic [TickWidth-1:0]  now_q;

  // `a` + `b` modulo Turns.
  function automatic logic [DestWidth-1:0] plus(input logic [DestWidth-1:0] a, input logic [1:0] b);
    logic [DestWidth:0] sum;
    sum  = (DestWidth+1)'(a) + (DestWidth+1)'(b);
    plus = DestWidth'((sum >= (DestWidth+1)'(Turns)) ? sum - (DestWidth+1)'(Turns) : sum);
  endfunction

  assign after = plus(turn_i, 2'd2);
  assign may   = may_pick[after];
  assign later = may & ({Turns{1'b1}} << from_q);

  always_comb begin
    pick_dest = '0;
    for (int j = Turns-1; j >= 0; j--) begin
      if (later[j] || (later == '0 && may[j])) pick_dest = DestWidth'(j);
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      from_q      <= DestWidth'(2);
      pick_q      <= '0;
      pick_dest_q <= '0;
      now_q       <= '0;
      valid_o     <= 1'b0;
      turn_o      <= '0;
    end else begin
      // One further with every input, and one more with every round.
      from_q      <= plus(from_q, (after == DestWidth'(Turns-1)) ? 2'd2 : 2'd1);
      pick_q      <= (may != '0) ? Turns'(1) << after : '0;
      pick_dest_q <= pick_dest;
      now_q       <= now_q + 1'b1;
      valid_o     <= valid[turn_i];
      turn_o      <= turn_i;
    end
  end

  for (genvar i = 0; i < Turns; i++) begin : gen_input
    xb_pipe_ingress_stage #(.Turns(Turns), .ThreePorts(ThreePorts), .DataWidth(DataWidth)) u_stage (
      .clk_i, .rst_ni, .tick_i(now_q == '0),
      .s_tvalid_i(s_axis_tvalid_i[i]), .s_tready_o(s_axis_tready_o[i]),
      .s_tdata_i(s_axis_tdata_i[i*DataWidth +: DataWidth]), .s_tlast_i(s_axis_tlast_i[i]),
      .s_tuser_i(s_axis_tuser_i[i]), .s_tdest_i(s_axis_tdest_i[i*DestWidth +: DestWidth]),
      .accept_o(accept_o[i]), .accept_dest_o(accept_dest_o[i*DestWidth +: DestWidth]),
      .accept_first_o(accept_first_o[i]), .enter_o(enter_o[i]), .enter_dest_o(enter_dest_o[i*DestWidth +: DestWidth]),
      .hungry_i, .may_pick_o(may_pick[i]), .pick_i(pick_q[i]), .pick_dest_i(pick_dest_q),
      .word_valid_o(valid[i]), .word_dest_o(head_dest_o[i*DestWidth +: DestWidth]),
      .word_first_o(head_first_o[i]), .word_last_o(last[i]), .word_beats_o(beats[i]), .word_packets_o(packets[i]),
      .word_pop_i(pop_i[i]), .pair_o(pair_o[i*PairWidth +: PairWidth]),
      .drop_misrouted_o(drop_misrouted_o[i*CountWidth +: CountWidth])
    );
  end

  // Descriptions: no reset, they count only under valid_o.
  always_ff @(posedge clk_i) begin
    dest_o    <= head_dest_o[turn_i*DestWidth +: DestWidth];
    first_o   <= head_first_o[turn_i];
    last_o    <= last[turn_i];
    beats_o   <= beats[turn_i];
    packets_o <= packets[turn_i];
  end
endmodule : xb_pipe_memory_inputs

`default_nettype wire
