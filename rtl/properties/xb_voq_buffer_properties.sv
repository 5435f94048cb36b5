// SPDX-License-Identifier: Apache-2.0
/// xb_voq_buffer, for any order of pushes and pops within its capacity: of a queue no beat is lost, doubled, changed or
/// overtaken (colours, as in xb_fifo_properties), and a queue that holds a beat shows it.
//
// mutant none_torn: xb_voq_buffer.sv s/head\[1\];/head[1] \& !chased;/
// mutant none_made_up: xb_voq_buffer.sv s/assign only       = .*/assign only = 1'b0;/
// mutant none_lost: xb_voq_buffer.sv s/assign waddr      = .*/assign waddr = fresh_q;/
// mutant none_left: xb_voq_buffer.sv s/\.wdata_i(push_data_i)/.wdata_i('0)/
// mutant none_doubled: xb_voq_buffer.sv s/assign head       = chased ?/assign head = 1'b0 ?/
// mutant last_foretold: xb_voq_buffer.sv s/assign pop_last_o = head\[0\]/assign pop_last_o = head_q[pop_dest_i][0]/
// mutant held_is_shown: xb_voq_buffer.sv s/if (only) filled_q\[pop_dest_i\]/filled_q[pop_dest_i]/
// mutant goes_if_asked: xb_voq_buffer.sv s/assign pop        = .*/assign pop = 1'b0;/
// mutant counted: xb_voq_buffer.sv s/assign count_o    = count_q/assign count_o = fresh_q/
`default_nettype none

module xb_voq_buffer_properties #(
  parameter int unsigned MaxDepth = 2
) (
  input logic clk_i,
  input logic push_i,
  input logic push_dest_i,
  input logic colour_i,
  input logic pop_i,
  input logic pop_dest_i
);
  localparam int unsigned CountWidth = xb_pkg::CountWidth;

  logic                  rst_ni = 1'b0;
  logic                  beat, pop, pop_last, data, user, last, enters, leaves;
  logic [CountWidth-1:0] count;
  (* anyconst *) logic   watched;
  logic [1:0]            held_q = '0, others_q = '0, coloured_in_q = '0, coloured_out_q = '0;
  logic                  out_q = 1'b0, last_q = 1'b0;

  xb_voq_buffer #(.NumPorts(2), .DataWidth(1), .MaxDepth(MaxDepth)) u_dut (
    .clk_i, .rst_ni, .push_i, .push_dest_i, .push_data_i(colour_i), .push_user_i(colour_i), .push_last_i(colour_i),
    .pop_i, .pop_dest_i, .beat_o(beat), .pop_o(pop), .pop_last_o(pop_last), .data_o(data), .user_o(user), .last_o(last),
    .count_o(count)
  );

  assign enters = push_i & (push_dest_i == watched);
  assign leaves = pop & (pop_dest_i == watched);

  always_ff @(posedge clk_i) begin
    rst_ni <= 1'b1;
    if (!rst_ni) assume (!push_i && !pop_i);
    else begin
      if (push_i) assume (3'(held_q) + 3'(others_q) < 3'(MaxDepth));
      if (coloured_in_q == 2'd1) assume (colour_i);
      if (coloured_in_q == 2'd2) assume (!colour_i);
      if (!enters) assume (!colour_i || coloured_in_q == 2'd1);
      if (enters && colour_i) coloured_in_q <= coloured_in_q + 1'b1;
      if (out_q && data) coloured_out_q <= coloured_out_q + 1'b1;
      held_q   <= held_q + 2'(enters) - 2'(leaves);
      others_q <= others_q + 2'(push_i & !enters) - 2'(pop & !leaves);
      out_q    <= leaves;
      last_q   <= pop_last;

      if (out_q) none_torn: assert (data == user && data == last);
      if (out_q && data) none_made_up: assert (coloured_out_q < coloured_in_q);
      if (out_q) none_lost: assert (coloured_out_q != 2'd1 || data);
      else if (held_q == '0) none_left: assert (coloured_out_q == coloured_in_q);
      if (out_q && coloured_out_q == 2'd2) none_doubled: assert (!data);
      if (out_q) last_foretold: assert (last == last_q);
      if (pop_dest_i == watched) held_is_shown: assert (beat == (held_q != '0));
      goes_if_asked: assert (pop == (pop_i & beat));
      counted: assert (count == CountWidth'(held_q) + CountWidth'(others_q));
      reached_both_out: cover (coloured_out_q == 2'd2 && held_q == '0);
      reached_full: cover (held_q != '0 && others_q != '0 && count == CountWidth'(MaxDepth));
    end
  end
endmodule : xb_voq_buffer_properties

`default_nettype wire
