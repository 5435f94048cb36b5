// SPDX-License-Identifier: Apache-2.0
/// Crossbar datapath: every output shows the word of the input it selects. Combinational, no state.
`default_nettype none

module xb_crossbar #(
  /// Number of inputs and of outputs, 2..64.
  parameter int unsigned NumPorts = 4,
  /// Width of a word [bits].
  parameter int unsigned Width = 64,
  /// Derived, do not overwrite; at least 1, so that tools get as far as the message below.
  localparam int unsigned IdxWidth = (NumPorts < 2) ? 1 : $clog2(NumPorts)
) (
  /// Words of the inputs, input i at [i*Width +: Width].
  input  logic [NumPorts*Width-1:0]    data_i,
  /// Input that output j selects, at [j*IdxWidth +: IdxWidth]; below NumPorts.
  input  logic [NumPorts*IdxWidth-1:0] sel_i,
  /// Words of the outputs.
  output logic [NumPorts*Width-1:0]    data_o
);
  if (NumPorts < 2 || NumPorts > 64) begin : gen_illegal_num_ports
    $error("NumPorts must be 2..64");
  end
  if (Width < 1) begin : gen_illegal_width
    $error("Width must be 1 or more");
  end

  logic [Width-1:0] lane [NumPorts];

  always_comb begin
    for (int i = 0; i < NumPorts; i++) lane[i] = data_i[i*Width +: Width];
  end

  for (genvar j = 0; j < NumPorts; j++) begin : gen_output
    assign data_o[j*Width +: Width] = lane[sel_i[j*IdxWidth +: IdxWidth]];
  end
endmodule : xb_crossbar

`default_nettype wire
