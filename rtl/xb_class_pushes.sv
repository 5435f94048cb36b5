// SPDX-License-Identifier: Apache-2.0
/// What inputs with a memory for each traffic class take and discard, as if each had one: of one class a beat is on offer, and
/// no other has pool flags. Combinational.
`default_nettype none

module xb_class_pushes #(
  /// Number of switch ports, 2..64.
  parameter int unsigned NumPorts = 4,
  /// Traffic classes, 1..8.
  parameter int unsigned Classes = 2,
  /// Derived, do not overwrite.
  localparam int unsigned NumMemories = NumPorts * Classes,
  localparam int unsigned DestWidth = $clog2(NumPorts),
  localparam int unsigned CountWidth = xb_pkg::CountWidth
) (
  /// Of the memory of input i and class c, at c*NumPorts+i: see xb_voq_inputs and xb_pipe_voq_inputs.
  input  logic [NumMemories-1:0]            offer_i,
  input  logic [NumMemories-1:0]            push_i,
  input  logic [NumMemories-1:0]            push_first_i,
  input  logic [NumMemories*DestWidth-1:0]  push_dest_i,
  input  logic [NumMemories-1:0]            refused_i,
  input  logic [NumMemories*CountWidth-1:0] drop_misrouted_i,
  input  logic [NumMemories-1:0]            pool_i,
  input  logic [NumMemories*DestWidth-1:0]  pool_by_i,
  /// Of the inputs.
  output logic [NumPorts-1:0]               push_o,
  output logic [NumPorts-1:0]               push_first_o,
  output logic [NumPorts*DestWidth-1:0]     push_dest_o,
  output logic [NumPorts-1:0]               refused_o,
  output logic [NumPorts*CountWidth-1:0]    drop_misrouted_o,
  output logic [NumPorts-1:0]               pool_o,
  output logic [NumPorts*DestWidth-1:0]     pool_by_o
);
  if (NumPorts < 2 || NumPorts > 64) begin : gen_illegal_num_ports
    $error("NumPorts must be 2..64");
  end
  if (Classes < 1 || Classes > 8) begin : gen_illegal_classes
    $error("Classes must be 1..8");
  end

  if (Classes == 1) begin : gen_one_class
    logic unused_offer;

    assign unused_offer = ^offer_i;
    assign {push_o, push_first_o, push_dest_o, refused_o} = {push_i, push_first_i, push_dest_i, refused_i};
    assign {drop_misrouted_o, pool_o, pool_by_o}          = {drop_misrouted_i, pool_i, pool_by_i};
  end else begin : gen_classes
    // Of a class without a beat on offer, first and destination may be anything.
    always_comb begin
      {push_o, push_first_o, push_dest_o, refused_o, drop_misrouted_o, pool_o, pool_by_o} = '0;
      for (int c = 0; c < Classes; c++) begin
        push_o       |= push_i[c*NumPorts +: NumPorts];
        push_first_o |= push_first_i[c*NumPorts +: NumPorts] & offer_i[c*NumPorts +: NumPorts];
        refused_o    |= refused_i[c*NumPorts +: NumPorts];
        pool_o       |= pool_i[c*NumPorts +: NumPorts];
        pool_by_o    |= pool_by_i[c*NumPorts*DestWidth +: NumPorts*DestWidth];
        for (int i = 0; i < NumPorts; i++) begin
          if (offer_i[c*NumPorts + i])
            push_dest_o[i*DestWidth +: DestWidth] = push_dest_i[(c*NumPorts + i)*DestWidth +: DestWidth];
          drop_misrouted_o[i*CountWidth +: CountWidth] += drop_misrouted_i[(c*NumPorts + i)*CountWidth +: CountWidth];
        end
      end
    end
  end
endmodule : xb_class_pushes

`default_nettype wire
