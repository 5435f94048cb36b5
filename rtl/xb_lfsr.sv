// SPDX-License-Identifier: Apache-2.0
/// Random numbers of 32 bits: xorshift 13/17/5 (Marsaglia 2003), of period 2^32 - 1.
///
/// The state moves on only with `advance_i`, so that cycles in which nothing is drawn change nothing. Instances that
/// share a seed get different states by `InstanceSeed`: the state is loaded with `seed_i` xor
/// (InstanceSeed + 1) * 9e3779b9 (hexadecimal, modulo 2^32), or with 1 where that is 0, the only state that would stay
/// for ever. (The multiples of that odd number differ, and no two of them for numbers below 2^28 differ by 1.)
`default_nettype none

module xb_lfsr #(
  /// Number of this generator among those of one seed.
  parameter int unsigned InstanceSeed = 0
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  /// Load the state (once, before anything is drawn); wins over `advance_i`.
  input  logic        load_i,
  input  logic [31:0] seed_i,
  /// The number has been used.
  input  logic        advance_i,
  /// The random number: the state.
  output logic [31:0] value_o
);
  if (InstanceSeed >= 2**28) begin : gen_illegal_instance_seed
    $error("InstanceSeed must be below 2**28");
  end

  localparam logic [31:0] Number = 32'(InstanceSeed) + 32'd1;
  localparam logic [31:0] Mix = Number * 32'h9e3779b9;

  logic [31:0] state_q;

  function automatic logic [31:0] xorshift(input logic [31:0] state);
    logic [31:0] x;
    x = state;
    x = x ^ (x << 13);
    x = x ^ (x >> 17);
    xorshift = x ^ (x << 5);
  endfunction

  assign value_o = state_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) state_q <= 32'd1;
    else if (load_i) state_q <= (seed_i == Mix) ? 32'd1 : seed_i ^ Mix;
    else if (advance_i) state_q <= xorshift(state_q);
  end
endmodule : xb_lfsr

`default_nettype wire
