// SPDX-License-Identifier: Apache-2.0
/// A reset for one clock: begins at once, ends two edges of the clock after `rst_ni` has.
`default_nettype none

module xb_reset_sync (
  input  logic clk_i,
  /// Asynchronous reset, of any clock.
  input  logic rst_ni,
  /// The same, released by `clk_i`.
  output logic rst_no
);
  (* ASYNC_REG = "TRUE" *) logic [1:0] sync_q;

  assign rst_no = sync_q[1];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) sync_q <= '0;
    else sync_q <= {sync_q[0], 1'b1};
  end
endmodule : xb_reset_sync

`default_nettype wire
