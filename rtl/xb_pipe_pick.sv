// SPDX-License-Identifier: Apache-2.0
/// The first of some requesters from a one-hot pointer on. Combinational, as deep as a logarithm.
`default_nettype none

module xb_pipe_pick #(
  /// Number of requesters, 2..64.
  parameter int unsigned NumReq = 4
) (
  input  logic [NumReq-1:0] req_i,
  input  logic [NumReq-1:0] ptr_i,
  /// One-hot; 0: nobody asks.
  output logic [NumReq-1:0] pick_o
);
  if (NumReq < 2 || NumReq > 64) begin : gen_illegal_num_req
    $error("NumReq must be 2..64");
  end

  logic [NumReq-1:0] reached, passed;

  // The turn goes past all that ask for nothing.
  always_comb begin
    reached = ptr_i;
    passed  = ~req_i;
    for (int s = 1; s < NumReq; s *= 2) begin
      reached |= ((reached & passed) << s) | ((reached & passed) >> (NumReq - s));
      passed  &= (passed >> s) | (passed << (NumReq - s));
    end
  end
  assign pick_o = req_i & reached;
endmodule : xb_pipe_pick

`default_nettype wire
