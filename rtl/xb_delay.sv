// SPDX-License-Identifier: Apache-2.0
/// Control signals a number of cycles later, 0 from reset on: they go beside a word that takes as long through a memory.
`default_nettype none

module xb_delay #(
  /// Width of the signals [bits], >= 1.
  parameter int unsigned Width = 1,
  /// Latency [cycles], 0 or 1; 0 is wires.
  parameter int unsigned Cycles = 1
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic [Width-1:0] now_i,
  /// `now_i` of `Cycles` cycles ago.
  output logic [Width-1:0] late_o
);
  if (Width < 1) begin : gen_illegal_width
    $error("Width must be 1 or more");
  end
  if (Cycles > 1) begin : gen_illegal_cycles
    $error("Cycles must be 0..1");
  end

  if (Cycles == 0) begin : gen_wires
    logic unused_clock;
    assign unused_clock = clk_i ^ rst_ni;
    assign late_o       = now_i;
  end else begin : gen_register
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) late_o <= '0;
      else late_o <= now_i;
    end
  end
endmodule : xb_delay

`default_nettype wire
