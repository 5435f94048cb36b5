// SPDX-License-Identifier: Apache-2.0
/// What crosses to another clock in xb_async_fifo is a Gray code: of two values after another at most one bit differs.
///
/// Bound from outside (end of this file), Verilator with --assert only; reports one cycle late (see xb_axis_checker). No
/// simulation of clocks alone shows a code that is none: there all bits of a register change at once.
`default_nettype none
/* verilator tracing_off */  // its registers mean nothing to a reader of waveforms

module xb_gray_checker #(
  /// Width of the code [bits].
  parameter int unsigned Width = 5
) (
  input logic             clk_i,
  input logic             rst_ni,
  input logic [Width-1:0] code_i
);
  logic             wrong_q;
  logic [Width-1:0] code_q, changed;
  initial wrong_q = 1'b0;  // nothing is wrong before the first reset

  assign changed = code_i ^ code_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      code_q  <= '0;
      wrong_q <= 1'b0;
    end else begin
      code_q  <= code_i;
      wrong_q <= (changed & (changed - 1'b1)) != '0;
    end
  end

  one_bit_at_a_time: assert property (@(posedge clk_i) !wrong_q)
    else $error("more than one bit changed at once, to %b", code_q);
endmodule : xb_gray_checker

/* verilator tracing_on */
`default_nettype wire

bind xb_async_fifo xb_gray_checker #(.Width(LogDepth + 1)) u_write_checker (
  .clk_i(s_clk_i), .rst_ni(s_rst_n), .code_i(wgray_q)
);
bind xb_async_fifo xb_gray_checker #(.Width(LogDepth + 1)) u_read_checker (
  .clk_i(m_clk_i), .rst_ni(m_rst_n), .code_i(rgray_q)
);
