// SPDX-License-Identifier: Apache-2.0
/// Picks one of the requesters at random: of n requesters the one with k = random_i * n / 2^16 (rounded down) others
/// below it. Combinational.
///
/// Bias: a requester's probability differs from 1/n by less than 2^-16, since that many of the 65536 numbers do not
/// divide evenly.
`default_nettype none

module xb_random_pick #(
  /// Number of requesters, 2..64.
  parameter int unsigned NumReq = 4,
  /// Derived, do not overwrite.
  localparam int unsigned IdxWidth = $clog2(NumReq)
) (
  /// Requests, bit i = requester i.
  input  logic [NumReq-1:0]   req_i,
  /// Pick (else nothing toggles, for designs in which random picking is a setting).
  input  logic                enable_i,
  /// A uniform random number.
  input  logic [15:0]         random_i,
  /// Some requester is picked.
  output logic                valid_o,
  /// The picked requester, 0 if there is none.
  output logic [IdxWidth-1:0] idx_o
);
  if (NumReq < 2 || NumReq > 64) begin : gen_illegal_num_req
    $error("NumReq must be 2..64");
  end

  localparam int unsigned RankWidth = IdxWidth + 1;

  logic [RankWidth-1:0] rank, below, count;
  // The fraction is the part that rounding drops.
  logic [15:0]          unused_fraction;

  assign valid_o = enable_i && req_i != '0;
  always_comb begin
    below = '0;
    count = '0;
    idx_o = '0;
    {rank, unused_fraction} = '0;
    if (enable_i) begin
      count = RankWidth'($countones(req_i));
      // Written out: a sum of a few is smaller than a multiplier.
      for (int b = 0; b < IdxWidth; b++) begin
        if (count[b]) {rank, unused_fraction} = {rank, unused_fraction} + ((RankWidth + 16)'(random_i) << b);
      end
      // All, a power of two of them: none of the above.
      if (count[IdxWidth]) {rank, unused_fraction} = (RankWidth + 16)'(random_i) << IdxWidth;
      for (int i = 0; i < NumReq; i++) begin
        if (req_i[i] && below == rank) idx_o = IdxWidth'(i);
        below += RankWidth'(req_i[i]);
      end
    end
  end
endmodule : xb_random_pick

`default_nettype wire
