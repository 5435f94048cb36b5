// SPDX-License-Identifier: Apache-2.0
/// What a round robin owes its requesters, however it is built: none sees more than NumReq-1 grants to others while it
/// asks.
///
/// Bound from outside (end of this file), Verilator with --assert only; reports one cycle late (see xb_axis_checker).
/// xb_rr_arbiter_checker knows whose turn it is, and looks when the arbiter is told to move on; this one looks at what is
/// granted, so that an arbiter that is never told is found, too.
`default_nettype none
/* verilator tracing_off */  // its registers mean nothing to a reader of waveforms

module xb_fairness_checker #(
  /// Number of requesters.
  parameter int unsigned NumReq = 4,
  /// Derived, do not overwrite.
  localparam int unsigned IdxWidth = $clog2(NumReq)
) (
  input logic                clk_i,
  input logic                rst_ni,
  /// The discipline is round robin.
  input logic                enable_i,
  input logic [NumReq-1:0]   req_i,
  /// Requester `idx_i` is granted, once.
  input logic                grant_i,
  input logic [IdxWidth-1:0] idx_i
);
  // Per requester: grants to others since it asks.
  logic [NumReq-1:0][IdxWidth:0] seen_q;
  logic [NumReq-1:0]   starved_q;
  initial starved_q = '0;  // nothing is wrong before the first reset

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      starved_q <= '0;
      seen_q    <= '0;
    end else begin
      starved_q <= '0;
      for (int r = 0; r < NumReq; r++) begin
        if (!req_i[r] || !enable_i || (grant_i && idx_i == IdxWidth'(r))) begin
          seen_q[r] <= '0;
        end else if (grant_i) begin
          if (seen_q[r] == (IdxWidth+1)'(NumReq - 1)) starved_q[r] <= 1'b1;
          else seen_q[r] <= seen_q[r] + 1'b1;
        end
      end
    end
  end

  // $clog2(x & -x) is the lowest set bit's number.
  no_requester_starves: assert property (@(posedge clk_i) starved_q == '0)
    else $error("requester %0d: sees more than %0d grants to others", $clog2(starved_q & -starved_q), NumReq - 1);
endmodule : xb_fairness_checker

/* verilator tracing_on */
`default_nettype wire

bind xb_packet_arbiter xb_fairness_checker #(.NumReq(NumReq)) u_fairness_checker (
  .clk_i, .rst_ni, .enable_i(kind_i == 2'd0), .req_i, .grant_i(grant & !locked_q), .idx_i(sel_o)
);
bind xb_pipe_grant xb_fairness_checker #(.NumReq(NumPorts)) u_fairness_checker (
  .clk_i, .rst_ni, .enable_i(Classes == 1), .req_i(want_i[NumPorts-1:0]), .grant_i(any & !held_o),
  .idx_i(DestWidth'(xb_pkg::index_of(64'(grant_o))))
);
