// SPDX-License-Identifier: Apache-2.0
/// Two flip-flops at `clk_i` for a value of another clock, of which one bit at most changes at a time (a Gray code).
///
/// Latency: 1 to 2 cycles. The path to the first is no path of either clock: rtl/constraints bounds its delay.
`default_nettype none

module xb_sync #(
  /// Width of the value [bits], >= 1.
  parameter int unsigned Width = 1
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic [Width-1:0] d_i,
  output logic [Width-1:0] q_o
);
  if (Width < 1) begin : gen_illegal_width
    $error("Width must be 1 or more");
  end

  (* ASYNC_REG = "TRUE" *) logic [Width-1:0] meta_q, sync_q;

  assign q_o = sync_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      meta_q <= '0;
      sync_q <= '0;
    end else begin
      meta_q <= d_i;
      sync_q <= meta_q;
    end
  end
endmodule : xb_sync

`default_nettype wire
