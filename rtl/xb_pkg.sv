// SPDX-License-Identifier: Apache-2.0
/// Constants that every xbarlab module and its users agree on, and functions that several of them use. Refer to them as
/// `xb_pkg::Name`.
`default_nettype none

package xb_pkg;
  /// Width of every occupancy, depth and drop counter on a port [bits]. One machine word, so that a
  /// harness reads a vector of counters as an array.
/* verilator lint_off UNUSEDPARAM */  // not every module counts
  parameter int unsigned CountWidth = 32;
  /// What the counters of cycles and of drops begin with. They go round: a test begins shortly before that.
  parameter logic [CountWidth-1:0] CountStart = '0;
  /// Side information of a pair of beats [bits]: {second beat exists, last and user of the second, of the first beat}.
  parameter int unsigned PairSideWidth = 5;
/* verilator lint_on UNUSEDPARAM */
  // Per bit of a number below 64: the numbers that have it.
  parameter logic [6*64-1:0] HasBit = {
      64'hffff_ffff_0000_0000, 64'hffff_0000_ffff_0000, 64'hff00_ff00_ff00_ff00,
      64'hf0f0_f0f0_f0f0_f0f0, 64'hcccc_cccc_cccc_cccc, 64'haaaa_aaaa_aaaa_aaaa};

  /// A setting as it counts: one out of its range counts as the nearest value in it.
  function automatic logic [31:0] bounded(
      input logic [31:0] value, input logic [31:0] lowest, input logic [31:0] highest);
    bounded = (value < lowest) ? lowest : (value > highest) ? highest : value;
  endfunction

  /// The first of some requesters from a pointer on, one-hot; 0 if there is none. A pointer is the mask of the
  /// requesters from it on; of none is the same as of all.
  function automatic logic [63:0] first_from(input logic [63:0] req, input logic [63:0] ptr);
    first_from = ((req & ptr) != 64'd0) ? req & ptr : req;
    first_from = first_from & (~first_from + 64'd1);  // lowest set bit
  endfunction

  /// The pointer past a one-hot requester.
  function automatic logic [63:0] past(input logic [63:0] onehot);
    past = ~(onehot | (onehot - 64'd1));
  endfunction

  /// Any of some requesters numbered below `ports`, equally likely, one-hot: the pick of xb_random_pick.
  function automatic logic [63:0] any_of(input logic [63:0] req, input logic [15:0] number, input int unsigned ports);
    logic [6:0]  count, below;
    logic [22:0] product;
    count   = 7'($countones(req));
    product = 23'd0;
    // Written out: it is narrow, and yosys would try to share multipliers among arbiters.
    for (int b = 0; b < 7; b++) begin
      if (count[b]) product = product + (23'(number) << b);
    end
    below = 7'd0;
    for (int i = 0; i < 64; i++) begin
      any_of[i] = 1'b0;
      if (i < ports) begin
        any_of[i] = req[i] && below == product[22:16];
        below = below + 7'(req[i]);
      end
    end
  endfunction

  /// The number of a one-hot requester, 0 if there is none.
  function automatic logic [5:0] index_of(input logic [63:0] onehot);
    for (int b = 0; b < 6; b++) index_of[b] = (onehot & HasBit[64*b +: 64]) != 64'd0;
  endfunction
endpackage : xb_pkg

`default_nettype wire
