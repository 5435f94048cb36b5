// SPDX-License-Identifier: Apache-2.0
/// The buffer of one crosspoint: a FIFO that a beat may pass in the very cycle in which it arrives.
///
/// Latency: none; a beat that arrives when nothing is held is the head at once, from the arriving register. Capacity:
/// `MaxBeats` beats and the arriving one; the user keeps to it and knows whether there is a head.
`default_nettype none

module xb_crosspoint #(
  /// Width of the data and of the side information [bits].
  parameter int unsigned DataWidth = 64,
  parameter int unsigned SideWidth = 2,
  /// Capacity [beats], >= 2.
  parameter int unsigned MaxBeats = 16
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  /// A beat arrives (driven by registers).
  input  logic                 valid_i,
  input  logic [DataWidth-1:0] data_i,
  input  logic [SideWidth-1:0] side_i,
  /// The head, if there is one, and its removal.
  output logic [DataWidth-1:0] data_o,
  output logic [SideWidth-1:0] side_o,
  input  logic                 take_i
);
  if (MaxBeats < 2 || MaxBeats > 2**30) begin : gen_illegal_max_beats
    $error("MaxBeats must be 2..2**30");
  end

  logic                          held, unused_ready;
  logic [DataWidth-1:0]          held_data;
  logic [SideWidth-1:0]          held_side;
  logic [xb_pkg::CountWidth-1:0] unused_count;

  assign data_o = held ? held_data : data_i;
  assign side_o = held ? held_side : side_i;

  xb_fifo #(.DataWidth(DataWidth), .SideWidth(SideWidth), .MaxDepth(MaxBeats)) u_fifo (
    .clk_i, .rst_ni, .depth_i(xb_pkg::CountWidth'(MaxBeats)),
    .valid_i(valid_i & (held | !take_i)), .ready_o(unused_ready), .data_i, .side_i,
    .valid_o(held), .ready_i(take_i), .data_o(held_data), .side_o(held_side), .count_o(unused_count)
  );
endmodule : xb_crosspoint

`default_nettype wire
