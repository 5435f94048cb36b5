// SPDX-License-Identifier: Apache-2.0
/// What a switch with traffic classes has once: its settings of them, registered, and of which class the packet is that each
/// input takes.
///
/// tid says a packet's class with its first beat; one above the highest class counts as that.
/// Combinational from a beat on offer to its class; no combinational path from `ready_i` to `offer_o`.
`default_nettype none

module xb_class_ingress #(
  /// Number of switch ports, 2..64.
  parameter int unsigned NumPorts = 4,
  /// Traffic classes, 2..8.
  parameter int unsigned Classes = 2,
  /// Derived, do not overwrite.
  localparam int unsigned NumQueues = NumPorts * Classes,
  localparam int unsigned ClassBits = (Classes < 2) ? 1 : $clog2(Classes)
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  /// Settings of the switch, and as they count, from the next cycle on (xb_class_service).
  input  logic [1:0]            cfg_service_i,
  input  logic [63:0]           cfg_weights_i,
  input  logic                  cfg_class_heads_i,
  output logic [1:0]            service_o,
  output logic [8*Classes-1:0]  weights_o,
  output logic                  class_heads_o,
  /// The links: a beat is on offer, its packet's last; its tid.
  input  logic [NumPorts-1:0]   s_tvalid_i,
  input  logic [NumPorts-1:0]   s_tlast_i,
  input  logic [3*NumPorts-1:0] s_tid_i,
  /// Per input and class, in bit c*NumPorts+i: a beat would be taken; one is on offer.
  input  logic [NumQueues-1:0]  ready_i,
  output logic [NumQueues-1:0]  offer_o,
  /// The same as ready_i in the order of the links, i*Classes+c; of the class of the beat on offer; that class.
  output logic [NumQueues-1:0]  s_tready_o,
  output logic [NumPorts-1:0]   ready_o,
  output logic [3*NumPorts-1:0] class_o
);
  if (NumPorts < 2 || NumPorts > 64) begin : gen_illegal_num_ports
    $error("NumPorts must be 2..64");
  end
  if (Classes < 2 || Classes > 8) begin : gen_illegal_classes
    $error("Classes must be 2..8");
  end

  logic [NumPorts-1:0]           in_packet_q;
  logic [NumPorts*ClassBits-1:0] of_class, class_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      service_o     <= '0;
      weights_o     <= '0;
      class_heads_o <= 1'b0;
      in_packet_q   <= '0;
      class_q       <= '0;
    end else begin
      service_o     <= 2'({xb_pkg::bounded(32'(cfg_service_i), 0, 2)});
      class_heads_o <= cfg_class_heads_i;
      for (int c = 0; c < Classes; c++) weights_o[8*c +: 8] <= 8'({xb_pkg::bounded(32'(cfg_weights_i[8*c +: 8]), 1, 255)});
      for (int i = 0; i < NumPorts; i++) begin
        if (s_tvalid_i[i] && ready_o[i]) in_packet_q[i] <= !s_tlast_i[i];
      end
      class_q <= of_class;
    end
  end

  always_comb begin
    for (int i = 0; i < NumPorts; i++) begin
      if (in_packet_q[i]) of_class[i*ClassBits +: ClassBits] = class_q[i*ClassBits +: ClassBits];
      else if (s_tvalid_i[i])
        of_class[i*ClassBits +: ClassBits] = ClassBits'({xb_pkg::bounded(32'(s_tid_i[3*i +: 3]), 0, Classes - 1)});
      else of_class[i*ClassBits +: ClassBits] = '0;  // tid may be unknown
      for (int c = 0; c < Classes; c++)
        offer_o[c*NumPorts + i] = s_tvalid_i[i] && of_class[i*ClassBits +: ClassBits] == ClassBits'(c);
      class_o[3*i +: 3] = 3'(of_class[i*ClassBits +: ClassBits]);
    end
  end

  for (genvar i = 0; i < NumPorts; i++) begin : gen_input
    assign ready_o[i] = ready_i[32'(class_o[3*i +: 3])*NumPorts + i];
    for (genvar c = 0; c < Classes; c++) begin : gen_class
      assign s_tready_o[i*Classes + c] = ready_i[c*NumPorts + i];
    end
  end
endmodule : xb_class_ingress

`default_nettype wire
