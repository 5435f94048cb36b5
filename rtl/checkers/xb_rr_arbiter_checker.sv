// SPDX-License-Identifier: Apache-2.0
/// Contract of xb_rr_arbiter: grants a requester whenever there is one, and passes none over.
///
/// Bound from outside (end of this file), Verilator with --assert only; reports one cycle late (see xb_axis_checker).
`default_nettype none
/* verilator tracing_off */  // its registers mean nothing to a reader of waveforms

module xb_rr_arbiter_checker #(
  /// Number of requesters.
  parameter int unsigned NumReq = 4,
  /// Derived, do not overwrite.
  localparam int unsigned IdxWidth = $clog2(NumReq)
) (
  input logic                clk_i,
  input logic                rst_ni,
  input logic [NumReq-1:0]   req_i,
  input logic                advance_i,
  input logic                valid_i,
  input logic [IdxWidth-1:0] idx_i
);
  localparam logic [NumReq-1:0] One = NumReq'(1);

  // The requester whose turn it is, those whose turn comes before the wrap, and those before the granted one's.
  logic [IdxWidth-1:0] turn_q;
  logic [NumReq-1:0]   this_round, passed_over;
  // What the last cycle did wrong.
  typedef struct packed {
    logic valid_off, not_asked, passed_over, bad_advance;
  } wrong_t;
  wrong_t wrong_q;
  initial wrong_q = '0;  // nothing is wrong before the first reset

  assign this_round  = req_i & ({NumReq{1'b1}} << turn_q);
  assign passed_over = ((this_round != '0) ? this_round : req_i) & ((One << idx_i) - One);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      turn_q  <= '0;
      wrong_q <= '0;
    end else begin
      wrong_q      <= '0;
      wrong_q.valid_off <= valid_i != (req_i != '0);
      if (advance_i) begin
        turn_q              <= (idx_i == IdxWidth'(NumReq - 1)) ? '0 : idx_i + 1'b1;
        wrong_q.bad_advance <= !valid_i;
        wrong_q.not_asked   <= !req_i[idx_i];
        wrong_q.passed_over <= passed_over != '0 || (idx_i < turn_q && this_round != '0);
      end
    end
  end

  round_robin_contract_holds: assert property (@(posedge clk_i) wrong_q == '0)
    else $error("valid_o wrong %b, grant without request %b, grant out of turn %b, advance without grant %b",
                wrong_q.valid_off, wrong_q.not_asked, wrong_q.passed_over, wrong_q.bad_advance);
endmodule : xb_rr_arbiter_checker

/* verilator tracing_on */
`default_nettype wire

bind xb_rr_arbiter xb_rr_arbiter_checker #(.NumReq(NumReq)) u_checker (
  .clk_i, .rst_ni, .req_i, .advance_i, .valid_i(valid_o), .idx_i(idx_o)
);
