// SPDX-License-Identifier: Apache-2.0
/// The word of a beat in a switch: its payload, and above it what goes with it, so that every memory and crossbar on the
/// way carries all: with `Keep` its tkeep, tid if it has bits, the bits of tuser but the lowest. And the same apart again,
/// where it leaves; without `Keep` every tkeep is all ones, without bits tid is 0.
///
/// Combinational, no latency. By default the word is the payload, and nothing is added.
`default_nettype none

module xb_keep #(
  /// Number of switch ports, 2..64.
  parameter int unsigned NumPorts = 4,
  /// Payload of a beat [bits].
  parameter int unsigned DataWidth = 64,
  /// 1: beats have a tkeep, 0: not.
  parameter int unsigned Keep = 0,
  /// Bits of tid, 0..64.
  parameter int unsigned IdWidth = 0,
  /// Bits of tuser, 1..64.
  parameter int unsigned UserWidth = 1,
  /// Derived, do not overwrite.
  localparam int unsigned KeepWidth = DataWidth / 8,
  localparam int unsigned IdBits = (IdWidth == 0) ? 1 : IdWidth,
  localparam int unsigned IdAt = DataWidth + (Keep != 0 ? KeepWidth : 0),
  localparam int unsigned UserAt = IdAt + IdWidth,
  localparam int unsigned WordWidth = UserAt + UserWidth - 1
) (
  /// What comes in, port i at [i*width +: width]; the words, and the lowest bits of tuser.
  input  logic [NumPorts*DataWidth-1:0] tdata_i,
  input  logic [NumPorts*KeepWidth-1:0] tkeep_i,
  input  logic [NumPorts*IdBits-1:0]    tid_i,
  input  logic [NumPorts*UserWidth-1:0] tuser_i,
  output logic [NumPorts*WordWidth-1:0] word_o,
  output logic [NumPorts-1:0]           user_o,
  /// The same of what goes out.
  input  logic [NumPorts*WordWidth-1:0] word_i,
  input  logic [NumPorts-1:0]           user_i,
  output logic [NumPorts*DataWidth-1:0] tdata_o,
  output logic [NumPorts*KeepWidth-1:0] tkeep_o,
  output logic [NumPorts*IdBits-1:0]    tid_o,
  output logic [NumPorts*UserWidth-1:0] tuser_o
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
  if (IdWidth > 64) begin : gen_illegal_id_width
    $error("IdWidth must be 0..64");
  end
  if (UserWidth < 1 || UserWidth > 64) begin : gen_illegal_user_width
    $error("UserWidth must be 1..64");
  end

  if (WordWidth == DataWidth) begin : gen_data
    assign word_o  = tdata_i;
    assign tdata_o = word_i;
  end else begin : gen_word
    for (genvar i = 0; i < NumPorts; i++) begin : gen_port
      assign word_o[i*WordWidth +: DataWidth]  = tdata_i[i*DataWidth +: DataWidth];
      assign tdata_o[i*DataWidth +: DataWidth] = word_i[i*WordWidth +: DataWidth];
    end
  end
  if (Keep != 0) begin : gen_keep
    for (genvar i = 0; i < NumPorts; i++) begin : gen_port
      assign word_o[i*WordWidth + DataWidth +: KeepWidth] = tkeep_i[i*KeepWidth +: KeepWidth];
      assign tkeep_o[i*KeepWidth +: KeepWidth]            = word_i[i*WordWidth + DataWidth +: KeepWidth];
    end
  end else begin : gen_no_keep
    logic unused_keep;
    assign unused_keep = ^tkeep_i;
    assign tkeep_o     = '1;
  end
  if (IdWidth != 0) begin : gen_id
    for (genvar i = 0; i < NumPorts; i++) begin : gen_port
      assign word_o[i*WordWidth + IdAt +: IdBits] = tid_i[i*IdBits +: IdBits];
      assign tid_o[i*IdBits +: IdBits]            = word_i[i*WordWidth + IdAt +: IdBits];
    end
  end else begin : gen_no_id
    logic unused_id;
    assign unused_id = ^tid_i;
    assign tid_o     = '0;
  end
  if (UserWidth > 1) begin : gen_user
    for (genvar i = 0; i < NumPorts; i++) begin : gen_port
      assign {word_o[i*WordWidth + UserAt +: UserWidth - 1], user_o[i]} = tuser_i[i*UserWidth +: UserWidth];
      assign tuser_o[i*UserWidth +: UserWidth] = {word_i[i*WordWidth + UserAt +: UserWidth - 1], user_i[i]};
    end
  end else begin : gen_first_alone
    assign user_o  = tuser_i;
    assign tuser_o = user_i;
  end
endmodule : xb_keep

`default_nettype wire
