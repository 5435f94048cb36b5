// SPDX-License-Identifier: Apache-2.0
/// What the inputs of a crossbar with buffered crosspoints owe their queues: a round robin over those that may send
/// (xb_fairness_checker).
///
/// Bound from outside (end of this file), Verilator with --assert only.
`default_nettype none
/* verilator tracing_off */  // its registers mean nothing to a reader of waveforms

module xb_crosspoint_inputs_checker #(
  /// Number of ports, 2..64.
  parameter int unsigned NumPorts = 4,
  /// Derived, do not overwrite.
  localparam int unsigned DestWidth = $clog2(NumPorts)
) (
  input logic                          clk_i,
  input logic                          rst_ni,
  /// Row i at [i*NumPorts +: NumPorts]: outputs for which input i has a packet able to start; whose crosspoint has no
  /// room for a packet, for a beat.
  input logic [NumPorts*NumPorts-1:0]  bids_i,
  input logic [NumPorts*NumPorts-1:0]  packets_full_i,
  input logic [NumPorts*NumPorts-1:0]  beats_full_i,
  /// Per output: a packet's last beat leaves, the input that it came in by.
  input logic [NumPorts-1:0]           ends_i,
  input logic [NumPorts*DestWidth-1:0] leave_source_i,
  /// Per input: a packet starts, and for which output.
  input logic [NumPorts-1:0]           starts_i,
  input logic [NumPorts*DestWidth-1:0] pop_dest_i
);
  logic [NumPorts*NumPorts-1:0] emptied;

  always_comb begin
    emptied = '0;
    for (int j = 0; j < NumPorts; j++) begin
      for (int i = 0; i < NumPorts; i++) begin
        if (ends_i[j] && leave_source_i[j*DestWidth +: DestWidth] == DestWidth'(i)) emptied[i*NumPorts+j] = 1'b1;
      end
    end
  end

  for (genvar i = 0; i < NumPorts; i++) begin : gen_input
    logic [NumPorts-1:0] closed;

    assign closed = beats_full_i[i*NumPorts +: NumPorts]
                    | (packets_full_i[i*NumPorts +: NumPorts] & ~emptied[i*NumPorts +: NumPorts]);

    xb_fairness_checker #(.NumReq(NumPorts)) u_fairness_checker (
      .clk_i, .rst_ni, .enable_i(1'b1), .req_i(bids_i[i*NumPorts +: NumPorts] & ~closed),
      .grant_i(starts_i[i]), .idx_i(pop_dest_i[i*DestWidth +: DestWidth])
    );
  end
endmodule : xb_crosspoint_inputs_checker

/* verilator tracing_on */
`default_nettype wire

bind xb_crosspoint_inputs xb_crosspoint_inputs_checker #(.NumPorts(NumPorts)) u_checker (
  .clk_i, .rst_ni, .bids_i, .packets_full_i(packets_full), .beats_full_i(beats_full), .ends_i(ends), .leave_source_i,
  .starts_i(starts), .pop_dest_i(pop_dest_o)
);
