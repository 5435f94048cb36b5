// SPDX-License-Identifier: Apache-2.0
/// Event counter: `total_o` is the number of cycles since reset in which `count_i` was high, from xb_pkg::CountStart
/// on, modulo 2^CountWidth.
`default_nettype none

module xb_counter (
  input  logic                          clk_i,
  input  logic                          rst_ni,
  input  logic                          count_i,
  output logic [xb_pkg::CountWidth-1:0] total_o
);
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) total_o <= xb_pkg::CountStart;
    else if (count_i) total_o <= total_o + 1'b1;
  end
endmodule : xb_counter

`default_nettype wire
