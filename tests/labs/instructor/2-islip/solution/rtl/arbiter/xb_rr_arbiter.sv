// SPDX-License-Identifier: Apache-2.0
/// Round-robin arbiter: picks the first requester at or after a pointer.
///
/// Combinational from `req_i` to the grant. On `advance_i` the pointer moves to one past the granted requester
/// (McKeown's round robin), so no requester waits for more than NumReq-1 grants.
`default_nettype none

module xb_rr_arbiter #(
  /// Number of requesters, >= 2; need not be a power of two.
  parameter int unsigned NumReq = 4,
  /// Derived, do not overwrite; at least 1, so that tools get as far as the message below.
  localparam int unsigned IdxWidth = (NumReq < 2) ? 1 : $clog2(NumReq)
) (
  input  logic                clk_i,
  input  logic                rst_ni,
  /// Requests, bit i = requester i.
  input  logic [NumReq-1:0]   req_i,
  /// The grant is taken: move the pointer. Only with `valid_o`.
  input  logic                advance_i,
  /// Some requester is granted.
  output logic                valid_o,
  /// The granted requester, 0 if there is none.
  output logic [IdxWidth-1:0] idx_o
);
  if (NumReq < 2 || NumReq > 64) begin : gen_illegal_num_req
    $error("NumReq must be 2..64");
  end

  logic [NumReq-1:0]   at_or_after, candidates, onehot;
  logic [IdxWidth-1:0] ptr_q;

  assign at_or_after = req_i & ({NumReq{1'b1}} << ptr_q);
  assign candidates  = (at_or_after != '0) ? at_or_after : req_i;
  assign onehot      = candidates & (~candidates + 1'b1);  // lowest set bit
  assign valid_o     = (req_i != '0);

  // One-hot to binary: bit b of the index is set for the requesters whose number has bit b.
  for (genvar b = 0; b < IdxWidth; b++) begin : gen_idx
    logic [NumReq-1:0] has_bit;
    for (genvar r = 0; r < NumReq; r++) begin : gen_mask
      assign has_bit[r] = 1'((r >> b) & 1);
    end
    assign idx_o[b] = |(onehot & has_bit);
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) ptr_q <= '0;
    else if (advance_i) ptr_q <= (idx_o == IdxWidth'(NumReq - 1)) ? '0 : idx_o + 1'b1;
  end
endmodule : xb_rr_arbiter

`default_nettype wire
