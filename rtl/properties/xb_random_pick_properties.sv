// SPDX-License-Identifier: Apache-2.0
/// xb_random_pick: of so many requesters the one whose rank the random number says, each as likely as the others; none
/// while it is not enabled.
//
// mutant valid_shown: xb_random_pick.sv s/assign valid_o = enable_i &&/assign valid_o =/
// mutant picked_asked: xb_random_pick.sv s/req_i\[i\] && below == rank/below >= rank/
// mutant picked_by_rank: xb_random_pick.sv s/(RankWidth + 16)'(random_i)/(RankWidth + 16)'(random_i >> 1)/
// mutant none_if_disabled: xb_random_pick.sv s/if (enable_i) begin/begin/
`default_nettype none

module xb_random_pick_properties #(
  parameter int unsigned NumReq = 3
) (
  input logic              clk_i,
  input logic [NumReq-1:0] req_i,
  input logic              enable_i,
  input logic [15:0]       random_i
);
  logic       valid;
  logic [1:0] idx, before;

  xb_random_pick #(.NumReq(NumReq)) u_dut (.req_i, .enable_i, .random_i, .valid_o(valid), .idx_o(idx));

  assign before = 2'(req_i[0] && idx > 2'd0) + 2'(req_i[1] && idx > 2'd1);

  always_ff @(posedge clk_i) begin
    valid_shown: assert (valid == (enable_i && req_i != '0));
    if (valid) picked_asked: assert (idx < 2'(NumReq) && req_i[idx]);
    if (valid) picked_by_rank: assert (before == 2'((18'(random_i) * 18'($countones(req_i))) >> 16));
    if (!valid) none_if_disabled: assert (idx == '0);
    reached_last: cover (valid && before == 2'd2);
  end
endmodule : xb_random_pick_properties

`default_nettype wire
