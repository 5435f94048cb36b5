// SPDX-License-Identifier: Apache-2.0
/// Contract of xb_voq_buffer: no push beyond the capacity, the count right, and no address lost or twice in use: those
/// held and those returned are all that were ever given out; beats leave their queue, unchanged and in order.
///
/// Bound from outside (end of this file), Verilator with --assert only; reports one cycle late (see xb_axis_checker).
/// Order is checked on one beat at a time, whatever its queue (see xb_fifo_checker).
`default_nettype none
/* verilator tracing_off */  // its registers mean nothing to a reader of waveforms

module xb_voq_buffer_checker #(
  /// Number of queues, payload of a beat [bits], capacity [beats].
  parameter int unsigned NumPorts = 4,
  parameter int unsigned DataWidth = 64,
  parameter int unsigned MaxDepth = 1024,
  /// Derived, do not overwrite.
  localparam int unsigned CountWidth = xb_pkg::CountWidth,
  localparam int unsigned DestWidth = $clog2(NumPorts),
  localparam int unsigned AddrWidth = $clog2(MaxDepth)
) (
  input logic                  clk_i,
  input logic                  rst_ni,
  /// The buffer's ports ...
  input logic                  push_i,
  input logic [DestWidth-1:0]  push_dest_i,
  input logic [DataWidth+1:0]  push_beat_i,
  input logic                  pop_i,
  input logic [DestWidth-1:0]  pop_dest_i,
  input logic [DataWidth+1:0]  popped_i,
  input logic [CountWidth-1:0] count_i,
  /// ... and what it is made of: no queue holds a beat, addresses returned, whether one of those is used, the next
  /// address never used, modulo its width.
  input logic                  none_filled_i,
  input logic [CountWidth-1:0] returned_i,
  input logic                  has_returned_i,
  input logic [AddrWidth-1:0]  fresh_i
);
  logic [CountWidth-1:0] held_q, given_q;
  // Beats in each queue. The beat that is followed: its queue, the beats ahead of it there, itself; it is shown in this
  // cycle.
  logic [NumPorts-1:0][CountWidth-1:0] queued_q;
  logic [CountWidth-1:0] ahead_q;
  logic                  following_q, shown_q;
  logic [DestWidth-1:0]  dest_q;
  logic [DataWidth+1:0]  beat_q;
  // What the last cycle did wrong.
  typedef struct packed {
    logic overflow, count_off, filled_off, address_off, beat_off;
  } wrong_t;
  wrong_t wrong_q;
  initial wrong_q = '0;  // nothing is wrong before the first reset

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      held_q      <= '0;
      given_q     <= '0;
      ahead_q     <= '0;
      following_q <= 1'b0;
      shown_q     <= 1'b0;
      dest_q      <= '0;
      beat_q      <= '0;
      wrong_q     <= '0;
      queued_q    <= '0;
    end else begin
      held_q <= held_q + CountWidth'(push_i) - CountWidth'(pop_i);
      if (push_i && !has_returned_i) given_q <= given_q + 1'b1;
      wrong_q.overflow    <= push_i && held_q >= CountWidth'(MaxDepth);
      wrong_q.count_off   <= count_i != held_q;
      wrong_q.filled_off  <= none_filled_i != (held_q == '0);
      wrong_q.address_off <= held_q + returned_i != given_q || fresh_i != AddrWidth'(given_q);
      for (int q = 0; q < NumPorts; q++) begin
        queued_q[q] <= queued_q[q] + CountWidth'(push_i && push_dest_i == DestWidth'(q))
                       - CountWidth'(pop_i && pop_dest_i == DestWidth'(q));
      end
      shown_q          <= 1'b0;
      wrong_q.beat_off <= shown_q && popped_i != beat_q;
      if (!following_q && !shown_q) begin
        if (push_i) begin
          following_q <= 1'b1;
          dest_q      <= push_dest_i;
          beat_q      <= push_beat_i;
          ahead_q     <= queued_q[push_dest_i] - CountWidth'(pop_i && pop_dest_i == push_dest_i);
        end
      end else if (following_q && pop_i && pop_dest_i == dest_q) begin
        ahead_q <= ahead_q - 1'b1;
        if (ahead_q == '0) begin
          following_q <= 1'b0;
          shown_q     <= 1'b1;
        end
      end
    end
  end

  buffer_contract_holds: assert property (@(posedge clk_i) wrong_q == '0)
    else $error("push when full %b, count wrong %b, a beat in no queue %b, addresses lost or doubled %b, beat wrong %b",
                wrong_q.overflow, wrong_q.count_off, wrong_q.filled_off, wrong_q.address_off, wrong_q.beat_off);
endmodule : xb_voq_buffer_checker

/* verilator tracing_on */
`default_nettype wire

bind xb_voq_buffer xb_voq_buffer_checker #(
  .NumPorts(NumPorts), .DataWidth(DataWidth), .MaxDepth(MaxDepth)
) u_checker (
  .clk_i, .rst_ni, .push_i, .push_dest_i, .push_beat_i({push_data_i, push_user_i, push_last_i}),
  .pop_i(pop), .pop_dest_i, .popped_i({data_o, user_o, last_o}), .count_i(count_o), .none_filled_i(filled_q == '0),
  .returned_i(unused_count), .has_returned_i(has_returned), .fresh_i(fresh_q)
);
