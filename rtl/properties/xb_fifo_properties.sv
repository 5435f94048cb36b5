// SPDX-License-Identifier: Apache-2.0
/// xb_fifo, whatever its capacity becomes in any cycle: no word is lost, doubled, changed or overtaken.
///
/// By colours (Wolper 1986): what goes in has two neighbouring coloured words, any two; what comes out must, too. As
/// the FIFO does not look at its words, that holds for all words then.
//
// mutant both_memories_alike: xb_fifo.sv s/assign side_o     = bypass_q ? prefetch_side_q : rside;/assign side_o = rside;/
// mutant none_made_up: xb_fifo.sv s/assign raddr      = pop ?/assign raddr      = (pop \&\& count_q != 2) ?/
// mutant none_lost: xb_fifo.sv s/\.we_i(push)/.we_i(push \&\& !pop)/
// mutant none_doubled: xb_fifo.sv s/if (push) waddr_q <=/if (push \&\& !pop) waddr_q <=/
// mutant counted: xb_fifo.sv s/CountWidth'(count_q);/CountWidth'(count_q) - (bypass_q \& 1'b1);/
// mutant within_capacity: xb_fifo.sv s/assign ready_o    = count_o < depth_i;/assign ready_o    = count_o <= depth_i;/
// mutant takes_below_capacity: xb_fifo.sv s/assign ready_o    = count_o < depth_i;/assign ready_o    = (count_o + 1'b1) < depth_i;/
`default_nettype none

module xb_fifo_properties #(
  parameter int unsigned MaxDepth = 3
) (
  input logic       clk_i,
  input logic [1:0] depth_i,
  input logic       valid_i,
  input logic       colour_i,
  input logic       ready_i
);
  localparam int unsigned CountWidth = xb_pkg::CountWidth;

  logic                  rst_ni = 1'b0;
  logic                  ready, valid, data, side;
  logic [CountWidth-1:0] count;
  logic [1:0]            coloured_in_q = '0, coloured_out_q = '0;
  logic [CountWidth-1:0] held_q = '0;

  xb_fifo #(.DataWidth(1), .SideWidth(1), .MaxDepth(MaxDepth)) u_dut (
    .clk_i, .rst_ni, .depth_i(CountWidth'(depth_i)),
    .valid_i, .ready_o(ready), .data_i(colour_i), .side_i(colour_i),
    .valid_o(valid), .ready_i, .data_o(data), .side_o(side), .count_o(count)
  );

  always_ff @(posedge clk_i) begin
    rst_ni <= 1'b1;
    if (rst_ni) begin
      assume (depth_i != '0);
      if (coloured_in_q == 2'd1) assume (colour_i);
      if (coloured_in_q == 2'd2) assume (!colour_i);
      if (valid_i && ready && colour_i) coloured_in_q <= coloured_in_q + 1'b1;
      if (valid && ready_i && data) coloured_out_q <= coloured_out_q + 1'b1;
      held_q <= held_q + CountWidth'(valid_i & ready) - CountWidth'(valid & ready_i);

      if (valid) both_memories_alike: assert (data == side);
      if (valid && data) none_made_up: assert (coloured_out_q < coloured_in_q);
      if (valid && coloured_out_q == 2'd1) none_lost: assert (data);
      if (valid && coloured_out_q == 2'd2) none_doubled: assert (!data);
      counted: assert (count == held_q && valid == (held_q != '0));
      within_capacity: assert (held_q <= CountWidth'(MaxDepth) && !(ready && held_q >= CountWidth'(depth_i)));
      if (held_q < CountWidth'(depth_i)) takes_below_capacity: assert (ready);
      reached_full: cover (held_q == CountWidth'(MaxDepth) && coloured_out_q == 2'd1);
      reached_both_out: cover (coloured_out_q == 2'd2 && held_q == '0);
    end
  end
endmodule : xb_fifo_properties

`default_nettype wire
