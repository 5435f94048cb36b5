// SPDX-License-Identifier: Apache-2.0
/// Occupancy and drops of the inputs of a switch whose beats leave by several outputs in one cycle.
`default_nettype none

module xb_input_counters #(
  /// Number of switch ports, 2..64.
  parameter int unsigned NumPorts = 4,
  /// Derived, do not overwrite.
  localparam int unsigned DestWidth = $clog2(NumPorts),
  localparam int unsigned CountWidth = xb_pkg::CountWidth
) (
  input  logic                           clk_i,
  input  logic                           rst_ni,
  /// Per input: a beat enters, it is its packet's first; a packet has been refused whole.
  input  logic [NumPorts-1:0]            push_i,
  input  logic [NumPorts-1:0]            push_first_i,
  input  logic [NumPorts-1:0]            refused_i,
  /// Per output: a beat of a packet from `leave_source_i` leaves, it is the last.
  input  logic [NumPorts-1:0]            leave_i,
  input  logic [NumPorts-1:0]            leave_last_i,
  input  logic [NumPorts*DestWidth-1:0]  leave_source_i,
  output logic [NumPorts*CountWidth-1:0] occ_beats_o,
  output logic [NumPorts*CountWidth-1:0] occ_packets_o,
  output logic [NumPorts*CountWidth-1:0] drop_full_o
);
  if (NumPorts < 2 || NumPorts > 64) begin : gen_illegal_num_ports
    $error("NumPorts must be 2..64");
  end

  // Per input: what leaves in this cycle.
  logic [DestWidth:0]   beats_out [NumPorts];
  logic [DestWidth:0]   packets_out [NumPorts];
  logic [DestWidth-1:0] source;

  always_comb begin
    source = '0;
    for (int i = 0; i < NumPorts; i++) begin
      beats_out[i]   = '0;
      packets_out[i] = '0;
    end
    for (int j = 0; j < NumPorts; j++) begin
      source = leave_source_i[j*DestWidth +: DestWidth];
      if (leave_i[j]) begin
        beats_out[source]   = beats_out[source] + 1'b1;
        packets_out[source] = packets_out[source] + (DestWidth + 1)'(leave_last_i[j]);
      end
    end
  end

  for (genvar i = 0; i < NumPorts; i++) begin : gen_input
    logic [CountWidth-1:0] beats_q, packets_q;
    logic                  begins;

    assign begins = push_i[i] & push_first_i[i];

    assign occ_beats_o[i*CountWidth +: CountWidth]   = beats_q;
    assign occ_packets_o[i*CountWidth +: CountWidth] = packets_q;

    xb_counter u_refused (
      .clk_i, .rst_ni, .count_i(refused_i[i]), .total_o(drop_full_o[i*CountWidth +: CountWidth])
    );

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        beats_q   <= '0;
        packets_q <= '0;
      end else begin
        beats_q   <= beats_q + CountWidth'(push_i[i]) - CountWidth'(beats_out[i]);
        packets_q <= packets_q + CountWidth'(begins) - CountWidth'(packets_out[i]);
      end
    end
  end
endmodule : xb_input_counters

`default_nettype wire
