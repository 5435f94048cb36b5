// SPDX-License-Identifier: Apache-2.0
/// Flags of inputs that have a FIFO for each traffic class: those of the highest class whose head was blocked. Of one class a
/// beat is on offer, and no other has pool flags. Combinational.
`default_nettype none

module xb_class_flags #(
  /// Number of switch ports, 2..64.
  parameter int unsigned NumPorts = 4,
  /// Traffic classes, 1..8.
  parameter int unsigned Classes = 2,
  /// Derived, do not overwrite.
  localparam int unsigned NumFifos = NumPorts * Classes,
  localparam int unsigned DestWidth = $clog2(NumPorts)
) (
  /// Of the FIFO of input i and class c, at c*NumPorts+i: see xb_hol_probe and xb_pool_probe.
  input  logic [NumFifos-1:0]           blocked_i,
  input  logic [NumFifos-1:0]           blocked_backpressure_i,
  input  logic [NumFifos*DestWidth-1:0] blocked_by_i,
  input  logic [NumFifos-1:0]           hol_i,
  input  logic [NumFifos*NumPorts-1:0]  hol_victims_i,
  input  logic [NumFifos-1:0]           pool_i,
  input  logic [NumFifos*DestWidth-1:0] pool_by_i,
  /// Of the inputs.
  output logic [NumPorts-1:0]           blocked_o,
  output logic [NumPorts-1:0]           blocked_backpressure_o,
  output logic [NumPorts*DestWidth-1:0] blocked_by_o,
  output logic [NumPorts-1:0]           hol_o,
  output logic [NumPorts*NumPorts-1:0]  hol_victims_o,
  output logic [NumPorts-1:0]           pool_o,
  output logic [NumPorts*DestWidth-1:0] pool_by_o
);
  if (NumPorts < 2 || NumPorts > 64) begin : gen_illegal_num_ports
    $error("NumPorts must be 2..64");
  end
  if (Classes < 1 || Classes > 8) begin : gen_illegal_classes
    $error("Classes must be 1..8");
  end

  // Inputs of which a higher class has a head that was blocked. Of a head that was not, all flags are 0.
  logic [NumPorts-1:0] higher;

  always_comb begin
    {blocked_o, blocked_backpressure_o, blocked_by_o, hol_o, hol_victims_o, pool_o, pool_by_o, higher} = '0;
    for (int c = Classes - 1; c >= 0; c--) begin
      pool_o    |= pool_i[c*NumPorts +: NumPorts];
      pool_by_o |= pool_by_i[c*NumPorts*DestWidth +: NumPorts*DestWidth];
      for (int i = 0; i < NumPorts; i++) begin
        if (!higher[i]) begin
          blocked_o[i]              = blocked_i[c*NumPorts + i];
          blocked_backpressure_o[i] = blocked_backpressure_i[c*NumPorts + i];
          blocked_by_o[i*DestWidth +: DestWidth] = blocked_by_i[(c*NumPorts + i)*DestWidth +: DestWidth];
          hol_o[i]                  = hol_i[c*NumPorts + i];
          hol_victims_o[i*NumPorts +: NumPorts] = hol_victims_i[(c*NumPorts + i)*NumPorts +: NumPorts];
        end
      end
      higher = blocked_o;
    end
  end
endmodule : xb_class_flags

`default_nettype wire
