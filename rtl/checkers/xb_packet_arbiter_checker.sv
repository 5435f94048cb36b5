// SPDX-License-Identifier: Apache-2.0
/// Contract of xb_packet_arbiter: an output stays with a packet from its first beat on offer to its last beat taken.
///
/// Bound from outside (end of this file), Verilator with --assert only; reports one cycle late (see xb_axis_checker).
`default_nettype none
/* verilator tracing_off */  // its registers mean nothing to a reader of waveforms

module xb_packet_arbiter_checker #(
  /// Number of inputs.
  parameter int unsigned NumReq = 4,
  /// Derived, do not overwrite.
  localparam int unsigned IdxWidth = $clog2(NumReq)
) (
  input logic                clk_i,
  input logic                rst_ni,
  input logic [NumReq-1:0]   req_i,
  input logic [NumReq-1:0]   beat_i,
  input logic                ready_i,
  input logic                last_i,
  input logic                valid_i,
  input logic [IdxWidth-1:0] sel_i,
  input logic                locked_i
);
  // A packet has been on offer and its last beat has not been taken; its input.
  logic                open_q;
  logic [IdxWidth-1:0] from_q;
  // What the last cycle did wrong.
  typedef struct packed {
    logic no_beat, valid_off, moved, lock_off;
  } wrong_t;
  wrong_t wrong_q;
  initial wrong_q = '0;  // nothing is wrong before the first reset

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      open_q  <= 1'b0;
      from_q  <= '0;
      wrong_q <= '0;
    end else begin
      from_q           <= sel_i;
      wrong_q          <= '0;
      wrong_q.lock_off <= locked_i != open_q;
      if (open_q) begin
        wrong_q.moved     <= sel_i != from_q;
        wrong_q.valid_off <= valid_i != beat_i[from_q];
      end else begin
        wrong_q.no_beat   <= valid_i & !req_i[sel_i];
        wrong_q.valid_off <= valid_i != (req_i != '0);
      end
      if (valid_i) open_q <= !(ready_i & last_i);
    end
  end

  packet_arbiter_contract_holds: assert property (@(posedge clk_i) wrong_q == '0)
    else $error("input changed within a packet %b, grant without request %b, valid_o wrong %b, locked_o wrong %b",
                wrong_q.moved, wrong_q.no_beat, wrong_q.valid_off, wrong_q.lock_off);
endmodule : xb_packet_arbiter_checker

/* verilator tracing_on */
`default_nettype wire

bind xb_packet_arbiter xb_packet_arbiter_checker #(.NumReq(NumReq)) u_checker (
  .clk_i, .rst_ni, .req_i, .beat_i, .ready_i, .last_i, .valid_i(valid_o), .sel_i(sel_o), .locked_i(locked_o)
);
