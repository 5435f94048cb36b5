// SPDX-License-Identifier: Apache-2.0
/// xb_rr_arbiter, for any requests: who is granted asked, and nobody who keeps asking is passed over NumReq times.
//
// mutant grant_whenever_asked: xb_rr_arbiter.sv s/= (req_i != '0);/= (candidates != '0 \&\& ptr_q != '1);/
// mutant granted_asked: xb_rr_arbiter.sv s/has_bit\[r\] = 1'((r >> b) & 1)/has_bit[r] = 1'((r >> b) \& 1) | (r == 0)/
// mutant first_is_lowest: xb_rr_arbiter.sv s/if (!rst_ni) ptr_q <= '0;/if (!rst_ni) ptr_q <= '1;/
// mutant none_passed_over: xb_rr_arbiter.sv s/ptr_q <= (idx_o ==.*$/ptr_q <= idx_o;/
`default_nettype none

module xb_rr_arbiter_properties #(
  parameter int unsigned NumReq = 4
) (
  input logic              clk_i,
  input logic [NumReq-1:0] req_i,
  input logic              take_i
);
  logic                      rst_ni = 1'b0;
  logic                      valid, taken, fresh_q = 1'b1;  // none has been taken yet
  logic [$clog2(NumReq)-1:0] idx;
  // A requester, and how many grants it has seen others take since it asks.
  (* anyconst *) logic [$clog2(NumReq)-1:0] watched;
  logic [2:0]                others_q = '0;

  assign taken = take_i & valid;
  xb_rr_arbiter #(.NumReq(NumReq)) u_dut (.clk_i, .rst_ni, .req_i, .advance_i(taken), .valid_o(valid), .idx_o(idx));

  always_ff @(posedge clk_i) begin
    rst_ni <= 1'b1;
    if (!rst_ni || !req_i[watched] || (taken && idx == watched)) others_q <= '0;
    else if (taken) others_q <= others_q + 1'b1;
    if (rst_ni) begin
      grant_whenever_asked: assert (valid == (req_i != '0));
      if (taken) fresh_q <= 1'b0;
      if (valid && fresh_q) first_is_lowest: assert ((req_i & ~({NumReq{1'b1}} << idx)) == '0);
      if (valid) granted_asked: assert (req_i[idx]);
      none_passed_over: assert (others_q < 3'(NumReq));
      reached_longest_wait: cover (taken && idx == watched && others_q == 3'(NumReq - 1));
    end
  end
endmodule : xb_rr_arbiter_properties

`default_nettype wire
