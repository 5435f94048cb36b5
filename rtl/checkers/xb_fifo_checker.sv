// SPDX-License-Identifier: Apache-2.0
/// Contract of xb_fifo: no push when full, no pop when empty, count and addresses right, words leave whole and
/// in order. (The count starts at 0, changes by pushes and pops alone, and no push is made at the capacity: so it is
/// never above.)
///
/// Bound from outside (end of this file), Verilator with --assert only; reports one cycle late (see xb_axis_checker).
/// Order is checked on one word at a time: when none is followed, the next one pushed is, with the number of words
/// ahead of it; when these have left it must be at the head, unchanged. Every word may be the one, so an
/// error that lasts or repeats is met, at the cost of one comparison per FIFO.
`default_nettype none
/* verilator tracing_off */  // its registers mean nothing to a reader of waveforms

module xb_fifo_checker #(
  /// Width of the data and of the side information [bits].
  parameter int unsigned DataWidth = 64,
  parameter int unsigned SideWidth = 6,
  /// Elaborated capacity [words].
  parameter int unsigned MaxDepth = 1024,
  /// Derived, do not overwrite.
  localparam int unsigned CountWidth = xb_pkg::CountWidth,
  localparam int unsigned AddrWidth = $clog2(MaxDepth)
) (
  input logic                  clk_i,
  input logic                  rst_ni,
  /// The FIFO's ports ...
  input logic [CountWidth-1:0] depth_i,
  input logic                  push_i,
  input logic [DataWidth-1:0]  push_data_i,
  input logic [SideWidth-1:0]  push_side_i,
  input logic                  pop_i,
  input logic [DataWidth-1:0]  head_data_i,
  input logic [SideWidth-1:0]  head_side_i,
  input logic [CountWidth-1:0] count_i,
  /// ... and its registers.
  input logic [AddrWidth-1:0]  waddr_i,
  input logic [AddrWidth-1:0]  raddr_i
);
  localparam logic [CountWidth-1:0] Capacity = CountWidth'(MaxDepth);

  logic [CountWidth-1:0] held_q, ahead_q;
  logic                  following_q;
  logic [DataWidth-1:0]  data_q;
  logic [SideWidth-1:0]  side_q;
  // What the last cycle did wrong.
  typedef struct packed {
    logic push_full, pop_empty, count_off, addr_off, word_off;
  } wrong_t;
  wrong_t wrong_q;
  initial wrong_q = '0;  // nothing is wrong before the first reset

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      held_q      <= '0;
      ahead_q     <= '0;
      following_q <= 1'b0;
      data_q      <= '0;
      side_q      <= '0;
      wrong_q     <= '0;
    end else begin
      wrong_q           <= '0;
      wrong_q.count_off <= count_i != held_q;
      held_q            <= held_q + CountWidth'(push_i) - CountWidth'(pop_i);
      if (push_i) begin
        // A depth that shrank below the count is no error; a push then is.
        wrong_q.push_full <= count_i >= depth_i || count_i >= Capacity;
        wrong_q.addr_off  <= CountWidth'(raddr_i) + count_i != CountWidth'(waddr_i)
                             && CountWidth'(raddr_i) + count_i != CountWidth'(waddr_i) + Capacity;
      end
      if (pop_i) wrong_q.pop_empty <= count_i == '0;
      if (!following_q) begin
        if (push_i) begin
          following_q <= 1'b1;
          ahead_q     <= count_i - CountWidth'(pop_i);
          data_q      <= push_data_i;
          side_q      <= push_side_i;
        end
      end else if (pop_i) begin
        ahead_q <= ahead_q - 1'b1;
        if (ahead_q == '0) begin
          following_q      <= 1'b0;
          wrong_q.word_off <= head_data_i != data_q || head_side_i != side_q;
        end
      end
    end
  end

  // One property and one message for all: there are many FIFOs, and the model's code should stay small.
  fifo_contract_holds: assert property (@(posedge clk_i) wrong_q == '0)
    else $error("push when full %b, pop when empty %b, count wrong %b, write address wrong %b, head word wrong %b",
                wrong_q.push_full, wrong_q.pop_empty, wrong_q.count_off, wrong_q.addr_off, wrong_q.word_off);
endmodule : xb_fifo_checker

/* verilator tracing_on */
`default_nettype wire

bind xb_fifo xb_fifo_checker #(
  .DataWidth(DataWidth), .SideWidth(SideWidth), .MaxDepth(MaxDepth)
) u_checker (
  .clk_i, .rst_ni, .depth_i,
  .push_i(valid_i & ready_o), .push_data_i(data_i), .push_side_i(side_i),
  .pop_i(valid_o & ready_i), .head_data_i(data_o), .head_side_i(side_o), .count_i(count_o),
  .waddr_i(waddr_q), .raddr_i(raddr_q)
);
