// SPDX-License-Identifier: Apache-2.0
/// xb_pipe_output, for a sender that leaves no more here than there are slots, and any receiver: beats go in order, none
/// lost, doubled or changed (colours, as in xb_fifo_properties), and what is on offer stays.
//
// mutant on_offer_at_once: xb_pipe_output.sv s/valid_o <= some_q | valid_i/valid_o <= some_q/
// mutant none_made_up: xb_pipe_output.sv s/if (leave) raddr_q <=/if (leave \&\& !valid_i) raddr_q <=/
// mutant none_lost: xb_pipe_output.sv s/some_q ? queue_q\[raddr_q\] : word_i/valid_i ? word_i : queue_q[raddr_q]/
// mutant none_doubled: xb_pipe_output.sv s/if (leave) raddr_q <=/if (leave \&\& !valid_i) raddr_q <=/
// mutant offer_stays: xb_pipe_output.sv s/if (load) word_o <=/if (load || valid_i) word_o <=/
`default_nettype none

module xb_pipe_output_properties #(
  parameter int unsigned Depth = 3
) (
  input logic clk_i,
  input logic valid_i,
  input logic colour_i,
  input logic ready_i
);
  logic       rst_ni = 1'b0;
  logic       valid, data;
  logic [1:0] coloured_in_q = '0, coloured_out_q = '0, held_q = '0;
  logic       stalled_q = 1'b0, data_q = 1'b0;

  xb_pipe_output #(.Width(1), .Depth(Depth)) u_dut (
    .clk_i, .rst_ni, .valid_i, .word_i(colour_i), .valid_o(valid), .ready_i, .word_o(data)
  );

  always_ff @(posedge clk_i) begin
    rst_ni <= 1'b1;
    if (!rst_ni) assume (!valid_i);
    else begin
      if (valid_i) assume (held_q < 2'(Depth));
      if (coloured_in_q == 2'd1) assume (colour_i);
      if (coloured_in_q == 2'd2) assume (!colour_i);
      if (valid_i && colour_i) coloured_in_q <= coloured_in_q + 1'b1;
      if (valid && ready_i && data) coloured_out_q <= coloured_out_q + 1'b1;
      held_q    <= held_q + 2'(valid_i) - 2'(valid & ready_i);
      stalled_q <= valid & !ready_i;
      data_q    <= data;

      on_offer_at_once: assert (valid == (held_q != '0));
      if (valid && data) none_made_up: assert (coloured_out_q < coloured_in_q);
      none_lost: assert (valid ? coloured_out_q != 2'd1 || data : coloured_out_q == coloured_in_q);
      if (valid && coloured_out_q == 2'd2) none_doubled: assert (!data);
      if (stalled_q) offer_stays: assert (valid && data == data_q);
      reached_full: cover (held_q == 2'(Depth));
      reached_both_out: cover (coloured_out_q == 2'd2 && held_q == '0);
    end
  end
endmodule : xb_pipe_output_properties

`default_nettype wire
