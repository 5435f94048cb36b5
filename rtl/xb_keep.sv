// SPDX-License-Identifier: Apache-2.0
/// The word of a beat in a switch: its payload, and with `Keep` its tkeep above it, so that every memory and crossbar
/// on the way carries both. And the same apart again, where it leaves; without `Keep` every tkeep is all ones.
///
/// Combinational, no latency. Without `Keep` the word is the payload, and nothing is added.
`default_nettype none

module xb_keep #(
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
  /// Payload and tkeep that come in, port i at [i*width +: width], and their words.
  input  logic [NumPorts*DataWidth-1:0] tdata_i,
  input  logic [NumPorts*KeepWidth-1:0] tkeep_i,
  output logic [NumPorts*WordWidth-1:0] word_o,
  /// Words that go out, and their payload and tkeep.
  input  logic [NumPorts*WordWidth-1:0] word_i,
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
      assign word_o[i*WordWidth +: WordWidth] =
          {tkeep_i[i*KeepWidth +: KeepWidth], tdata_i[i*DataWidth +: DataWidth]};
      assign {tkeep_o[i*KeepWidth +: KeepWidth], tdata_o[i*DataWidth +: DataWidth]} =
          word_i[i*WordWidth +: WordWidth];
    end
  end else begin : gen_no_keep
    logic unused_keep;
    assign unused_keep = ^tkeep_i;
    assign word_o      = tdata_i;
    assign tdata_o     = word_i;
    assign tkeep_o     = '1;
  end
endmodule : xb_keep

`default_nettype wire
