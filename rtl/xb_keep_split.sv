// SPDX-License-Identifier: Apache-2.0
/// Payload and tkeep of the word that xb_keep_join made of them. Without `Keep` every tkeep is all ones.
///
/// Combinational, no latency.
`default_nettype none

module xb_keep_split #(
  /// Number of switch ports, 2..64.
  parameter int unsigned NumPorts = 4,
  /// Payload of a beat [bits].
  parameter int unsigned DataWidth = 64,
  /// 1: beats have a tkeep, 0: not.
  parameter int unsigned Keep = 0,
  /// Derived, do not overwrite.
  localparam int unsigned KeepWidth = DataWidth / 8,
  localparam int unsigned WordWidth = DataWidth + (Keep != 0 ? KeepWidth : 0)
) (
  /// Words, port i at [i*width +: width].
  input  logic [NumPorts*WordWidth-1:0] word_i,
  /// Payload and tkeep.
  output logic [NumPorts*DataWidth-1:0] tdata_o,
  output logic [NumPorts*KeepWidth-1:0] tkeep_o
);
  if (NumPorts < 2 || NumPorts > 64) begin : gen_illegal_num_ports
    $error("NumPorts must be 2..64");
  end
  if (DataWidth < 8 || DataWidth % 8 != 0) begin : gen_illegal_data_width
    $error("DataWidth must be a multiple of 8");
  end
  if (Keep > 1) begin : gen_illegal_keep
    $error("Keep must be 0 or 1");
  end

  if (Keep != 0) begin : gen_keep
    for (genvar i = 0; i < NumPorts; i++) begin : gen_port
      assign {tkeep_o[i*KeepWidth +: KeepWidth], tdata_o[i*DataWidth +: DataWidth]} =
          word_i[i*WordWidth +: WordWidth];
    end
  end else begin : gen_no_keep
    assign tdata_o = word_i;
    assign tkeep_o = '1;
  end
endmodule : xb_keep_split

`default_nettype wire
