// SPDX-License-Identifier: Apache-2.0
/// What the inputs of a crossbar with buffered crosspoints owe their queues: a round robin over those that may send
/// (xb_fairness_checker), or that none which may send is longer than the one which does.
///
/// Bound from outside (end of this file), Verilator with --assert only.
`default_nettype none
/* verilator tracing_off */  // its registers mean nothing to a reader of waveforms

module xb_crosspoint_inputs_checker #(
  /// Number of ports, 2..64.
  parameter int unsigned NumPorts = 4,
  /// The longest queue first; else round robin.
  parameter bit LongestFirst = 1'b0,
  /// Derived, do not overwrite.
  localparam int unsigned DestWidth = $clog2(NumPorts),
  localparam int unsigned CountWidth = xb_pkg::CountWidth
) (
  input logic                          clk_i,
  input logic                          rst_ni,
  /// Row i at [i*NumPorts +: NumPorts]: outputs for which input i has a packet able to start; whose crosspoint has no
  /// room for a packet, for a beat.
  input logic [NumPorts*NumPorts-1:0]  bids_i,
  input logic [NumPorts*NumPorts-1:0]  packets_full_i,
  input logic [NumPorts*NumPorts-1:0]  beats_full_i,
  /// Beats held of each queue, in the same order.
  input logic [NumPorts*NumPorts*CountWidth-1:0] queue_beats_i,
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
    logic [NumPorts-1:0] closed, requests;

    assign closed = beats_full_i[i*NumPorts +: NumPorts]
                    | (packets_full_i[i*NumPorts +: NumPorts] & ~emptied[i*NumPorts +: NumPorts]);

    assign requests = bids_i[i*NumPorts +: NumPorts] & ~closed;

    if (LongestFirst) begin : gen_longest_first
      logic [CountWidth-1:0] served;
      logic                  overtaken_q;
      initial overtaken_q = 1'b0;  // nothing is wrong before the first reset

      assign served = queue_beats_i[(i*NumPorts + 32'(pop_dest_i[i*DestWidth +: DestWidth]))*CountWidth +: CountWidth];

      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) begin
          overtaken_q <= 1'b0;
        end else begin
          overtaken_q <= 1'b0;
          for (int j = 0; j < NumPorts; j++) begin
            if (starts_i[i] && requests[j] && queue_beats_i[(i*NumPorts + j)*CountWidth +: CountWidth] > served) begin
              overtaken_q <= 1'b1;
            end
          end
        end
      end

      longest_goes_first: assert property (@(posedge clk_i) !overtaken_q)
        else $error("s_axis port %0d: a queue starts a packet though a longer one could", i);
    end else begin : gen_round_robin
      logic unused_beats;
      assign unused_beats = ^queue_beats_i[i*NumPorts*CountWidth +: NumPorts*CountWidth];

      xb_fairness_checker #(.NumReq(NumPorts)) u_fairness_checker (
        .clk_i, .rst_ni, .enable_i(1'b1), .req_i(requests),
        .grant_i(starts_i[i]), .idx_i(pop_dest_i[i*DestWidth +: DestWidth])
      );
    end
  end
endmodule : xb_crosspoint_inputs_checker

/* verilator tracing_on */
`default_nettype wire

bind xb_crosspoint_inputs xb_crosspoint_inputs_checker #(
  .NumPorts(NumPorts), .LongestFirst(LongestFirst)
) u_checker (
  .clk_i, .rst_ni, .bids_i, .queue_beats_i, .packets_full_i(packets_full), .beats_full_i(beats_full), .ends_i(ends), .leave_source_i,
  .starts_i(starts), .pop_dest_i(pop_dest_o)
);
