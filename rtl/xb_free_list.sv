// SPDX-License-Identifier: Apache-2.0
/// Free addresses of a memory that is shared by linked lists: one taken and one returned in a cycle.
///
/// At first the addresses that were never used are given out, in order, so that nothing needs to be initialised;
/// then those that came back, first in, first out. An address returned in cycle t can be taken in cycle t+1.
`default_nettype none

module xb_free_list #(
  /// Number of addresses, >= 2; need not be a power of two.
  parameter int unsigned Depth = 1024,
  /// Derived, do not overwrite.
  localparam int unsigned AddrWidth = $clog2(Depth)
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  /// A free address, while there is one; taken by `ready_i`.
  output logic                 valid_o,
  input  logic                 ready_i,
  output logic [AddrWidth-1:0] addr_o,
  /// An address comes back. It must be in use.
  input  logic                 valid_i,
  input  logic [AddrWidth-1:0] addr_i
);
  if (Depth < 2 || Depth > 2**30) begin : gen_illegal_depth
    $error("Depth must be 2..2**30");
  end

  localparam int unsigned CountWidth = xb_pkg::CountWidth;

  // Addresses below have been given out before.
  logic [AddrWidth:0]    fresh_q;
  logic                  none_fresh_q, fresh, used_valid, used_ready, used_unused;
  logic [AddrWidth-1:0]  used_addr;
  logic [CountWidth-1:0] used_count;

  assign fresh   = !none_fresh_q;
  assign valid_o = fresh | used_valid;
  assign addr_o  = fresh ? fresh_q[AddrWidth-1:0] : used_addr;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      fresh_q      <= '0;
      none_fresh_q <= 1'b0;
    end else if (fresh && ready_i) begin
      fresh_q <= fresh_q + 1'b1;
      // Not compared when it is asked for: the longest path of a fast clock.
      none_fresh_q <= fresh_q == (AddrWidth+1)'(Depth - 1);
    end
  end

  // It holds every address at most once, hence never more than Depth.
  xb_fifo #(.DataWidth(AddrWidth), .SideWidth(1), .MaxDepth(Depth), .LutWords(64)) u_used (
    .clk_i, .rst_ni, .depth_i(CountWidth'(Depth)),
    .valid_i, .ready_o(used_ready), .data_i(addr_i), .side_i(1'b0),
    .valid_o(used_valid), .ready_i(ready_i & !fresh), .data_o(used_addr), .side_o(used_unused),
    .count_o(used_count)
  );

  logic unused;
  assign unused = ^{used_ready, used_unused, used_count};
endmodule : xb_free_list

`default_nettype wire
