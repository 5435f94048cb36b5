// SPDX-License-Identifier: Apache-2.0
/// xb_free_list, for any order of taking and returning: an address has one owner, and none is ever lost.
//
// mutant one_owner: xb_free_list.sv s/else if (fresh && ready_i)/else if (fresh \&\& ready_i \&\& !valid_i)/
// mutant none_lost: xb_free_list.sv s/\.ready_i(ready_i & !fresh)/.ready_i(ready_i)/
// mutant in_range: xb_free_list.sv s/(AddrWidth+1)'(Depth - 1)/(AddrWidth+1)'(Depth)/
`default_nettype none

module xb_free_list_properties #(
  parameter int unsigned Depth = 3,
  localparam int unsigned AddrWidth = $clog2(Depth)
) (
  input logic                 clk_i,
  input logic                 ready_i,
  input logic                 valid_i,
  input logic [AddrWidth-1:0] addr_i
);
  logic                 rst_ni = 1'b0;
  logic                 valid;
  logic [AddrWidth-1:0] addr;
  logic [Depth-1:0]     in_use_q = '0;
  logic                 been_full_q = 1'b0;

  xb_free_list #(.Depth(Depth)) u_dut (.clk_i, .rst_ni, .valid_o(valid), .ready_i, .addr_o(addr), .valid_i, .addr_i);

  always_ff @(posedge clk_i) begin
    rst_ni <= 1'b1;
    if (rst_ni) begin
      if (valid_i) assume (addr_i < AddrWidth'(Depth) && in_use_q[addr_i]);
      in_use_q <= (in_use_q | (Depth'(valid & ready_i) << addr)) & ~(Depth'(valid_i) << addr_i);
      if (&in_use_q) been_full_q <= 1'b1;

      if (valid) in_range: assert (addr < AddrWidth'(Depth));
      if (valid) one_owner: assert (!in_use_q[addr]);
      if (!(&in_use_q)) none_lost: assert (valid);
      reached_all_in_use: cover (&in_use_q);
      reached_second_use: cover (been_full_q && in_use_q == '0);
    end
  end
endmodule : xb_free_list_properties

`default_nettype wire
