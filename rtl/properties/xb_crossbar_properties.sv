// SPDX-License-Identifier: Apache-2.0
/// xb_crossbar: an output shows the input that it selects.
//
// mutant shows_selected: xb_crossbar.sv s/lane\[sel_i\[j\*IdxWidth +: IdxWidth\]\]/lane[sel_i[0 +: IdxWidth]]/
`default_nettype none

module xb_crossbar_properties #(
  parameter int unsigned NumPorts = 3,
  parameter int unsigned Width = 2
) (
  input logic                      clk_i,
  input logic [NumPorts*Width-1:0] data_i,
  input logic [NumPorts*2-1:0]     sel_i
);
  logic [NumPorts*Width-1:0] data;
  (* anyconst *) logic [1:0] watched;
  logic [1:0]                sel;

  xb_crossbar #(.NumPorts(NumPorts), .Width(Width)) u_dut (.data_i, .sel_i, .data_o(data));

  assign sel = sel_i[2*watched +: 2];

  always_ff @(posedge clk_i) begin
    assume (watched < 2'(NumPorts));
    assume (sel < 2'(NumPorts));
    shows_selected: assert (data[Width*watched +: Width] == data_i[Width*sel +: Width]);
    reached_crossing: cover (watched == 2'd2 && sel == 2'd1);
  end
endmodule : xb_crossbar_properties

`default_nettype wire
