// SPDX-License-Identifier: Apache-2.0
/// Occupancy and drops of the N x N queues of a switch with virtual output queues: queue i*N+j is of input i and
/// output j, wherever in the switch its beats are. Only what changes is touched.
`default_nettype none

module xb_voq_counters #(
  /// Number of switch ports N, 2..64.
  parameter int unsigned NumPorts = 4,
  /// Derived, do not overwrite.
  localparam int unsigned DestWidth = $clog2(NumPorts),
  localparam int unsigned CountWidth = xb_pkg::CountWidth
) (
  input  logic                                    clk_i,
  input  logic                                    rst_ni,
  /// Per input: a beat of a packet for `push_dest_i` enters, it is the first; such a packet has been refused whole.
  input  logic [NumPorts-1:0]                     push_i,
  input  logic [NumPorts-1:0]                     push_first_i,
  input  logic [NumPorts*DestWidth-1:0]           push_dest_i,
  input  logic [NumPorts-1:0]                     refused_i,
  /// Per output: a beat of a packet from `leave_source_i` leaves, it is the last.
  input  logic [NumPorts-1:0]                     leave_i,
  input  logic [NumPorts-1:0]                     leave_last_i,
  input  logic [NumPorts*DestWidth-1:0]           leave_source_i,
  output logic [NumPorts*NumPorts*CountWidth-1:0] occ_beats_o,
  output logic [NumPorts*NumPorts*CountWidth-1:0] occ_packets_o,
  output logic [NumPorts*NumPorts*CountWidth-1:0] drop_full_o
);
  localparam int unsigned RowWidth = NumPorts * CountWidth;

  // A row per input.
  logic [RowWidth-1:0]   beats_q [NumPorts];
  logic [RowWidth-1:0]   packets_q [NumPorts];
  logic [RowWidth-1:0]   refused_q [NumPorts];
  logic [DestWidth-1:0]  dest [NumPorts];
  logic [DestWidth-1:0]  source [NumPorts];
  // What enters changes its count alone, unless a beat of the same queue leaves; then nothing does.
  logic [NumPorts-1:0]   begins, ends, up, down, packet_up, packet_down;

  assign begins = push_i & push_first_i;
  assign ends   = leave_i & leave_last_i;

  for (genvar p = 0; p < NumPorts; p++) begin : gen_port
    assign dest[p]   = push_dest_i[p*DestWidth +: DestWidth];
    assign source[p] = leave_source_i[p*DestWidth +: DestWidth];
    assign occ_beats_o[p*RowWidth +: RowWidth]   = beats_q[p];
    assign occ_packets_o[p*RowWidth +: RowWidth] = packets_q[p];
    assign drop_full_o[p*RowWidth +: RowWidth]   = refused_q[p];
  end

  always_comb begin
    up          = push_i;
    down        = leave_i;
    packet_up   = begins;
    packet_down = ends;
    for (int j = 0; j < NumPorts; j++) begin
      if (leave_i[j] && push_i[source[j]] && dest[source[j]] == DestWidth'(j)) begin
        up[source[j]] = 1'b0;
        down[j]       = 1'b0;
      end
      if (ends[j] && begins[source[j]] && dest[source[j]] == DestWidth'(j)) begin
        packet_up[source[j]] = 1'b0;
        packet_down[j]       = 1'b0;
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      for (int i = 0; i < NumPorts; i++) begin
        beats_q[i]   <= '0;
        packets_q[i] <= '0;
        refused_q[i] <= '0;
      end
    end else begin
      for (int p = 0; p < NumPorts; p++) begin
        if (up[p]) begin
          beats_q[p][dest[p]*CountWidth +: CountWidth] <= beats_q[p][dest[p]*CountWidth +: CountWidth] + 1'b1;
        end
        if (down[p]) begin
          beats_q[source[p]][p*CountWidth +: CountWidth] <= beats_q[source[p]][p*CountWidth +: CountWidth] - 1'b1;
        end
        if (packet_up[p]) begin
          packets_q[p][dest[p]*CountWidth +: CountWidth] <= packets_q[p][dest[p]*CountWidth +: CountWidth] + 1'b1;
        end
        if (packet_down[p]) begin
          packets_q[source[p]][p*CountWidth +: CountWidth] <=
              packets_q[source[p]][p*CountWidth +: CountWidth] - 1'b1;
        end
        if (refused_i[p]) begin
          refused_q[p][dest[p]*CountWidth +: CountWidth] <= refused_q[p][dest[p]*CountWidth +: CountWidth] + 1'b1;
        end
      end
    end
  end
endmodule : xb_voq_counters

`default_nettype wire
