// SPDX-License-Identifier: Apache-2.0
/// What a crossbar's schedule owes: every beat that an output delivers leaves one input, and no two the same one.
///
/// Bound from outside (end of this file), Verilator with --assert only; reports one cycle late (see
/// xb_axis_checker).
`default_nettype none
/* verilator tracing_off */  // its registers mean nothing to a reader of waveforms

module xb_matching_checker #(
  /// Number of ports, 2..64.
  parameter int unsigned NumPorts = 4
) (
  input logic                clk_i,
  input logic                rst_ni,
  /// Outputs whose beat is taken, inputs whose head leaves.
  input logic [NumPorts-1:0] given_i,
  input logic [NumPorts-1:0] pop_i
);
  logic [NumPorts-1:0] given_q, pop_q;
  // The last cycle was wrong.
  logic                unequal_q;
  initial unequal_q = 1'b0;  // nothing is wrong before the first reset

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      given_q   <= '0;
      pop_q     <= '0;
      unequal_q <= 1'b0;
    end else begin
      given_q   <= given_i;
      pop_q     <= pop_i;
      unequal_q <= $countones(given_i) != $countones(pop_i);
    end
  end

  each_delivered_beat_leaves_one_input: assert property (@(posedge clk_i) !unequal_q)
    else $error("outputs %b delivered a beat each, and the heads of inputs %b left: not as many", given_q, pop_q);
endmodule : xb_matching_checker

/* verilator tracing_on */
`default_nettype wire

bind xb_switch_input xb_matching_checker #(.NumPorts(NumPorts)) u_matching_checker (
  .clk_i, .rst_ni, .given_i(m_axis_tvalid_o & m_axis_tready_i), .pop_i(pop)
);
bind xb_switch_input_pipe xb_matching_checker #(.NumPorts(NumPorts)) u_matching_checker (
  .clk_i, .rst_ni, .given_i(fire), .pop_i(popped)
);
bind xb_pipe_voq_plane xb_matching_checker #(.NumPorts(NumPorts)) u_matching_checker (
  .clk_i, .rst_ni, .given_i(fire_q), .pop_i(u_inputs.popped)
);
bind xb_voq_transfer xb_matching_checker #(.NumPorts(NumPorts)) u_matching_checker (
  .clk_i, .rst_ni, .given_i(moving), .pop_i
);
