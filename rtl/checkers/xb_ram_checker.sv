// SPDX-License-Identifier: Apache-2.0
/// A RAM rests while the switch that it is in is empty: no read enable is on for want of somebody who says no. That none is
/// off where a word is wanted shows in what the switch does.
///
/// Bound from outside (end of this file), Verilator with --assert only; reports one cycle late (see xb_axis_checker).
`default_nettype none
/* verilator tracing_off */  // its registers mean nothing to a reader of waveforms

module xb_ram_checker (
  input logic clk_i,
  input logic re_i
);
  logic read_q, calm;
  initial read_q = 1'b0;

  assign calm = xb_calm_pkg::switches == 1 && xb_calm_pkg::cycles == xb_calm_pkg::Calm;
  always_ff @(posedge clk_i) read_q <= re_i;

  rests_while_empty: assert property (@(posedge clk_i) !(read_q && calm))
    else $error("RAM: is read, and the switch has been empty for %0d cycles", xb_calm_pkg::Calm);
endmodule : xb_ram_checker

/* verilator tracing_on */
`default_nettype wire

bind xb_ram_1r1w xb_ram_checker u_checker (.clk_i, .re_i);
