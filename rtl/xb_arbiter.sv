// SPDX-License-Identifier: Apache-2.0
/// Arbiter whose discipline is a setting: round robin, random, oldest first, or weighted round robin.
///
/// Combinational from `req_i` to the grant; `advance_i` says that the grant is taken.
/// - Round robin (xb_rr_arbiter): the first requester at or after a pointer, which moves to one past it.
/// - Random: every requester equally likely (xb_random_pick on an xb_lfsr that moves with each grant taken at random).
/// - Oldest: the largest age; equal ages are ordered by the round robin.
/// - Weighted: in its turn of the round robin a requester has as many grants as its weight, unless it stops asking: none
///   waits for more than the sum of the others' weights.
`default_nettype none

module xb_arbiter #(
  /// Number of requesters, >= 2.
  parameter int unsigned NumReq = 4,
  /// Number of this arbiter among those of one seed (xb_lfsr).
  parameter int unsigned InstanceSeed = 0,
  /// Width of an age [bits].
  parameter int unsigned AgeWidth = xb_pkg::CountWidth,
  /// Derived, do not overwrite.
  localparam int unsigned IdxWidth = $clog2(NumReq)
) (
  input  logic                                 clk_i,
  input  logic                                 rst_ni,
  /// Settings: 0 round robin, 1 random, 2 oldest, 3 weighted; seed of the random numbers, taken over with `load_i`.
  input  logic [1:0]                           kind_i,
  input  logic                                 load_i,
  input  logic [31:0]                          seed_i,
  /// Weights, of requester i in nibble i, 1..15, and 0 as 1; from requester 16 on 1.
  input  logic [63:0]                          weights_i,
  /// Requests, bit i = requester i, and their ages, requester i at [i*AgeWidth +: AgeWidth].
  input  logic [NumReq-1:0]                    req_i,
  input  logic [NumReq*AgeWidth-1:0]           age_i,
  /// The grant is taken. Only with `valid_o`.
  input  logic                                 advance_i,
  output logic                                 valid_o,
  output logic [IdxWidth-1:0]                  idx_o
);
  if (AgeWidth < 1) begin : gen_illegal_age_width
    $error("AgeWidth must be 1 or more");
  end

  localparam logic [1:0] Random = 2'd1;
  localparam logic [1:0] Oldest = 2'd2;
  localparam logic [1:0] Weighted = 2'd3;

  logic [NumReq-1:0]             candidates, oldest;
  logic [AgeWidth-1:0]           best;
  logic [IdxWidth-1:0]           rr_idx, random_idx;
  logic [31:0]                   random;
  logic                          unused_valid, unused_random, goes_on;
  // Weighted: whose turn it is; how many grants that had left at its last one, which counts.
  logic [IdxWidth-1:0]           turn_q;
  logic [3:0]                    left_q;

  assign unused_random = ^random[31:16];

  always_comb begin
    oldest = '0;
    best   = '0;
    if (kind_i == Oldest) begin
      for (int i = 0; i < NumReq; i++) begin
        if (req_i[i] && (age_i[i*AgeWidth +: AgeWidth] >= best)) begin
          if (age_i[i*AgeWidth +: AgeWidth] != best) oldest = '0;
          oldest[i] = 1'b1;
          best      = age_i[i*AgeWidth +: AgeWidth];
        end
      end
    end
  end

  always_comb begin
    goes_on    = 1'b0;
    candidates = req_i;
    if (kind_i == Oldest) candidates = oldest;
    if (kind_i == Weighted) begin
      goes_on = (left_q > 4'd1) && req_i[turn_q];
      if (goes_on) candidates = NumReq'(1) << turn_q;
    end
  end

  xb_rr_arbiter #(.NumReq(NumReq)) u_rr (
    .clk_i, .rst_ni, .req_i(candidates), .advance_i(advance_i && kind_i != Random), .valid_o, .idx_o(rr_idx)
  );
  xb_lfsr #(.InstanceSeed(InstanceSeed)) u_lfsr (
    .clk_i, .rst_ni, .load_i, .seed_i, .advance_i(advance_i && kind_i == Random), .value_o(random)
  );
  xb_random_pick #(.NumReq(NumReq)) u_pick (
    .req_i, .enable_i(kind_i == Random), .random_i(random[15:0]), .valid_o(unused_valid), .idx_o(random_idx)
  );

  assign idx_o = (kind_i == Random) ? random_idx : rr_idx;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      turn_q <= '0;
      left_q <= '0;
    end else if (kind_i != Weighted) begin
      left_q <= '0;
    end else if (advance_i) begin
      turn_q <= idx_o;
      left_q <= goes_on ? left_q - 1'b1 : 4'(weights_i >> {idx_o, 2'b00});
    end
  end
endmodule : xb_arbiter

`default_nettype wire
