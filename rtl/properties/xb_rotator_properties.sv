// SPDX-License-Identifier: Apache-2.0
/// xb_rotator: an output shows the input that it selects, of eight ports.
//
// mutant shows_selected: xb_rotator.sv s/lane\[i + (1 << s)\] = low;/lane[i + (1 << s)] = (s == 1) ? lane[i] : low;/
`default_nettype none

module xb_rotator_properties #(
  parameter int unsigned NumPorts = 8,
  parameter int unsigned Width = 2
) (
  input logic                      clk_i,
  input logic [NumPorts*Width-1:0] data_i,
  input logic [2:0]                start_i
);
  logic [NumPorts*Width-1:0] data;
  logic [NumPorts*3-1:0]     sel;
  (* anyconst *) logic [2:0] watched;
  logic [2:0]                selected;

  xb_rotator #(.NumPorts(NumPorts), .Width(Width)) u_dut (.data_i, .sel_i(sel), .data_o(data));

  for (genvar j = 0; j < NumPorts; j++) begin : gen_sel
    assign sel[3*j +: 3] = start_i - 3'(j);
  end
  assign selected = start_i - watched;

  always_ff @(posedge clk_i) begin
    shows_selected: assert (data[Width*watched +: Width] == data_i[Width*selected +: Width]);
    reached_rotation: cover (watched == 3'd6 && start_i == 3'd3);
  end
endmodule : xb_rotator_properties

`default_nettype wire
