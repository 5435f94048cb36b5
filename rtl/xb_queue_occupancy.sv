// SPDX-License-Identifier: Apache-2.0
/// Occupancy of the queues of a switch with one queue per output, and what they have dropped, counted at the ports:
/// a beat belongs to its output's queue from the cycle in which it is taken until it is delivered or discarded.
///
/// For observation only; a switch whose occupancy nobody reads can do without it. All counts are registers.
`default_nettype none

module xb_queue_occupancy #(
  /// Number of switch ports, 2..64.
  parameter int unsigned NumPorts = 4,
  /// Width of a number of beats discarded at once [bits].
  parameter int unsigned BeatsWidth = 4,
  /// Derived, do not overwrite.
  localparam int unsigned PortWidth = $clog2(NumPorts),
  localparam int unsigned ChangeWidth = BeatsWidth + 1,
  localparam int unsigned CountWidth = xb_pkg::CountWidth
) (
  input  logic                           clk_i,
  input  logic                           rst_ni,
  /// Per input: a beat is taken and kept, it is its packet's first, its destination.
  input  logic [NumPorts-1:0]            accept_i,
  input  logic [NumPorts-1:0]            accept_first_i,
  input  logic [NumPorts*PortWidth-1:0]  accept_dest_i,
  /// Per output: a beat is delivered, its packet's last.
  input  logic [NumPorts-1:0]            deliver_i,
  input  logic [NumPorts-1:0]            deliver_last_i,
  /// Beats for one output are discarded, and with them so many packets end.
  input  logic                           discard_i,
  input  logic [BeatsWidth-1:0]          discard_packets_i,
  input  logic [PortWidth-1:0]           discard_dest_i,
  input  logic [BeatsWidth-1:0]          discard_beats_i,
  /// The same of what was in memory and is lost.
  input  logic                           lose_i,
  input  logic [BeatsWidth-1:0]          lose_packets_i,
  input  logic [PortWidth-1:0]           lose_dest_i,
  input  logic [BeatsWidth-1:0]          lose_beats_i,
  /// Beats and packets held per output, packets discarded.
  output logic [NumPorts*CountWidth-1:0] occ_beats_o,
  output logic [NumPorts*CountWidth-1:0] occ_packets_o,
  output logic [NumPorts*CountWidth-1:0] drop_full_o
);
  if (NumPorts < 2 || NumPorts > 64) begin : gen_illegal_num_ports
    $error("NumPorts must be 2..64");
  end
  if (BeatsWidth < 1) begin : gen_illegal_beats_width
    $error("BeatsWidth must be 1 or more");
  end

  logic [CountWidth-1:0] beats_q [NumPorts];
  logic [CountWidth-1:0] packets_q [NumPorts];
  logic [CountWidth-1:0] drops_q [NumPorts];
  // By how much they change, two's complement.
  logic [ChangeWidth-1:0] beats_change [NumPorts];
  logic [ChangeWidth-1:0] packets_change [NumPorts];

  function automatic logic [CountWidth-1:0] changed(input logic [CountWidth-1:0] count, input logic [ChangeWidth-1:0] change);
    changed = count + {{CountWidth - ChangeWidth{change[ChangeWidth-1]}}, change};
  endfunction

  always_comb begin
    for (int j = 0; j < NumPorts; j++) begin
      beats_change[j]   = deliver_i[j] ? '1 : '0;
      packets_change[j] = (deliver_i[j] && deliver_last_i[j]) ? '1 : '0;
    end
    for (int i = 0; i < NumPorts; i++) begin
      if (accept_i[i]) beats_change[accept_dest_i[i*PortWidth +: PortWidth]] += 1'b1;
      if (accept_first_i[i]) packets_change[accept_dest_i[i*PortWidth +: PortWidth]] += 1'b1;
    end
    if (discard_i) beats_change[discard_dest_i] -= ChangeWidth'(discard_beats_i);
    if (discard_i) packets_change[discard_dest_i] -= ChangeWidth'(discard_packets_i);
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      for (int j = 0; j < NumPorts; j++) begin
        beats_q[j]   <= '0;
        packets_q[j] <= '0;
        drops_q[j]   <= xb_pkg::CountStart;
      end
    end else begin
      for (int j = 0; j < NumPorts; j++) begin
        beats_q[j]   <= changed(beats_q[j], beats_change[j]);
        packets_q[j] <= changed(packets_q[j], packets_change[j]);
      end
      if (discard_i) drops_q[discard_dest_i] <= drops_q[discard_dest_i] + CountWidth'(discard_packets_i);
      if (lose_i) begin
        beats_q[lose_dest_i]   <= changed(beats_q[lose_dest_i], beats_change[lose_dest_i]) - CountWidth'(lose_beats_i);
        packets_q[lose_dest_i] <= changed(packets_q[lose_dest_i], packets_change[lose_dest_i]) - CountWidth'(lose_packets_i);
        drops_q[lose_dest_i]   <= drops_q[lose_dest_i] + CountWidth'(lose_packets_i)
                                  + ((discard_i && discard_dest_i == lose_dest_i) ? CountWidth'(discard_packets_i) : '0);
      end
    end
  end

  for (genvar j = 0; j < NumPorts; j++) begin : gen_port
    assign occ_beats_o[j*CountWidth +: CountWidth]   = beats_q[j];
    assign occ_packets_o[j*CountWidth +: CountWidth] = packets_q[j];
    assign drop_full_o[j*CountWidth +: CountWidth]   = drops_q[j];
  end
endmodule : xb_queue_occupancy

`default_nettype wire
