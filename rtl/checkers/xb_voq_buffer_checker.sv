// SPDX-License-Identifier: Apache-2.0
/// Contract of xb_voq_buffer: no push beyond the capacity, the count right, and no address lost or twice in use: those
/// held and those returned are all that were ever given out. (That the right beats come out, the lock-step shows.)
///
/// Bound from outside (end of this file), Verilator with --assert only; reports one cycle late (see xb_axis_checker).
`default_nettype none
/* verilator tracing_off */  // its registers mean nothing to a reader of waveforms

module xb_voq_buffer_checker #(
  /// Capacity [beats].
  parameter int unsigned MaxDepth = 1024,
  /// Derived, do not overwrite.
  localparam int unsigned CountWidth = xb_pkg::CountWidth,
  localparam int unsigned AddrWidth = $clog2(MaxDepth)
) (
  input logic                  clk_i,
  input logic                  rst_ni,
  /// The buffer's ports ...
  input logic                  push_i,
  input logic                  pop_i,
  input logic [CountWidth-1:0] count_i,
  /// ... and what it is made of: no queue holds a beat, addresses returned, whether one of those is used, the next
  /// address never used, modulo its width.
  input logic                  none_filled_i,
  input logic [CountWidth-1:0] returned_i,
  input logic                  has_returned_i,
  input logic [AddrWidth-1:0]  fresh_i
);
  logic [CountWidth-1:0] held_q, given_q;
  // What the last cycle did wrong.
  typedef struct packed {
    logic overflow, count_off, filled_off, address_off;
  } wrong_t;
  wrong_t wrong_q;
  initial wrong_q = '0;  // nothing is wrong before the first reset

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      held_q  <= '0;
      given_q <= '0;
      wrong_q <= '0;
    end else begin
      held_q <= held_q + CountWidth'(push_i) - CountWidth'(pop_i);
      if (push_i && !has_returned_i) given_q <= given_q + 1'b1;
      wrong_q.overflow    <= push_i && held_q >= CountWidth'(MaxDepth);
      wrong_q.count_off   <= count_i != held_q;
      wrong_q.filled_off  <= none_filled_i != (held_q == '0);
      wrong_q.address_off <= held_q + returned_i != given_q || fresh_i != AddrWidth'(given_q);
    end
  end

  buffer_contract_holds: assert property (@(posedge clk_i) wrong_q == '0)
    else $error("push when full %b, count wrong %b, a beat in no queue %b, addresses lost or doubled %b",
                wrong_q.overflow, wrong_q.count_off, wrong_q.filled_off, wrong_q.address_off);
endmodule : xb_voq_buffer_checker

/* verilator tracing_on */
`default_nettype wire

bind xb_voq_buffer xb_voq_buffer_checker #(.MaxDepth(MaxDepth)) u_checker (
  .clk_i, .rst_ni, .push_i, .pop_i(pop), .count_i(count_o), .none_filled_i(filled_q == '0),
  .returned_i(unused_count), .has_returned_i(has_returned), .fresh_i(fresh_q)
);
