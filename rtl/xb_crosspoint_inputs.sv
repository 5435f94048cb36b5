// SPDX-License-Identifier: Apache-2.0
/// The inputs' side of a crossbar with buffered crosspoints: each input, by itself, picks the queue that it serves, of
/// those that have a packet able to start and a crosspoint with room, and stays with it to the packet's last beat. It
/// picks by round robin, or the queue of which its memory holds most beats, and of equals by round robin.
///
/// Room counts packets: those that have begun to enter and not left, less the one whose last beat leaves in this cycle. A
/// crosspoint of one packet that is being emptied has room, and can be refilled without a gap: what is popped now
/// arrives when the output decides next. Of beats there must be room for one more, on registers alone.
/// `leave_i` reaches `pop_dest_o`, and with it the memories' read address, in the same cycle.
`default_nettype none

module xb_crosspoint_inputs #(
  /// Number of switch ports, 2..64.
  parameter int unsigned NumPorts = 4,
  /// Capacity of a crosspoint [beats], a power of two.
  parameter int unsigned MaxCrosspointBeats = 16,
  /// The longest queue first; else round robin.
  parameter bit LongestFirst = 1'b0,
  /// Derived, do not overwrite.
  localparam int unsigned DestWidth = $clog2(NumPorts)
) (
  input  logic                          clk_i,
  input  logic                          rst_ni,
  /// Setting: capacity of a crosspoint [packets], >= 1; more than MaxCrosspointBeats is no more than that.
  input  logic [xb_pkg::CountWidth-1:0] packets_i,
  /// The inputs: outputs for which a packet is able to start, row i at [i*NumPorts +: NumPorts]; a packet is under way;
  /// pop a beat for output `pop_dest_o`; it is there and is popped, it is its packet's last.
  input  logic [NumPorts*NumPorts-1:0]  bids_i,
  input  logic [NumPorts-1:0]           leaving_i,
  output logic [NumPorts-1:0]           pop_o,
  output logic [NumPorts*DestWidth-1:0] pop_dest_o,
  input  logic [NumPorts-1:0]           pop_i,
  /// Beats held of each queue, in the order of `bids_i`; for the longest first.
  input  logic [NumPorts*NumPorts*xb_pkg::CountWidth-1:0] queue_beats_i,
  /// The outputs: a beat leaves, it is its packet's last; the input that it came in by.
  input  logic [NumPorts-1:0]           leave_i,
  input  logic [NumPorts-1:0]           leave_last_i,
  input  logic [NumPorts*DestWidth-1:0] leave_source_i,
  /// Per output, inputs whose crosspoint holds a beat, or receives it in this cycle: [j*NumPorts+i].
  output logic [NumPorts*NumPorts-1:0]  filled_o
);
  if (MaxCrosspointBeats < 2 || (MaxCrosspointBeats & (MaxCrosspointBeats - 1)) != 0) begin : gen_illegal_beats
    $error("MaxCrosspointBeats must be a power of two, 2 or more");
  end

  localparam int unsigned Width = $clog2(MaxCrosspointBeats) + 1;
  localparam int unsigned NumQueues = NumPorts * NumPorts;
  localparam int unsigned CountWidth = xb_pkg::CountWidth;
  localparam logic [CountWidth-1:0] Capacity = CountWidth'(MaxCrosspointBeats);
  localparam logic [1:0] Longest = 2'd2;  // xb_arbiter's oldest, by another age

  logic [NumQueues-1:0]       packets_full, beats_full, unused_filled;
  logic [2*NumQueues*Width-1:0] unused_count;
  logic [NumPorts-1:0]        emptied [NumPorts];
  logic [DestWidth-1:0]       dest_q [NumPorts];
  logic [NumPorts-1:0]        ends, starts;

  assign ends   = leave_i & leave_last_i;
  assign starts = pop_i & ~leaving_i;

  xb_pair_counter #(.NumPorts(NumPorts), .Width(Width)) u_packets (
    .clk_i, .rst_ni, .limit_i(Width'((packets_i < Capacity) ? packets_i : Capacity)),
    .up_i(starts), .up_dest_i(pop_dest_o), .down_i(ends), .down_source_i(leave_source_i),
    .count_o(unused_count[0 +: NumQueues*Width]), .full_o(packets_full), .filled_o(unused_filled)
  );
  xb_pair_counter #(.NumPorts(NumPorts), .Width(Width)) u_beats (
    .clk_i, .rst_ni, .limit_i(Width'(Capacity)),
    .up_i(pop_i), .up_dest_i(pop_dest_o), .down_i(leave_i), .down_source_i(leave_source_i),
    .count_o(unused_count[NumQueues*Width +: NumQueues*Width]), .full_o(beats_full), .filled_o
  );

  // Per input: crosspoints that a packet leaves in this cycle.
  always_comb begin
    for (int i = 0; i < NumPorts; i++) emptied[i] = '0;
    for (int j = 0; j < NumPorts; j++) begin
      if (ends[j]) emptied[leave_source_i[j*DestWidth +: DestWidth]][j] = 1'b1;
    end
  end

  for (genvar i = 0; i < NumPorts; i++) begin : gen_input
    logic [NumPorts-1:0]  closed, requests;
    logic [DestWidth-1:0] picked;
    logic                 pick;

    assign closed = beats_full[i*NumPorts +: NumPorts] | (packets_full[i*NumPorts +: NumPorts] & ~emptied[i]);

    assign requests = bids_i[i*NumPorts +: NumPorts] & ~closed;

    if (LongestFirst) begin : gen_longest_first
      xb_arbiter #(.NumReq(NumPorts)) u_arbiter (
        .clk_i, .rst_ni, .kind_i(Longest), .load_i(1'b0), .seed_i('0), .weights_i('0), .req_i(requests),
        .age_i(queue_beats_i[i*NumPorts*CountWidth +: NumPorts*CountWidth]),
        .advance_i(starts[i]), .valid_o(pick), .idx_o(picked)
      );
    end else begin : gen_round_robin
      logic unused_beats;
      assign unused_beats = ^queue_beats_i[i*NumPorts*CountWidth +: NumPorts*CountWidth];

      xb_rr_arbiter #(.NumReq(NumPorts)) u_arbiter (
        .clk_i, .rst_ni, .req_i(requests), .advance_i(starts[i]), .valid_o(pick), .idx_o(picked)
      );
    end
    assign pop_dest_o[i*DestWidth +: DestWidth] = leaving_i[i] ? dest_q[i] : picked;
    assign pop_o[i] = leaving_i[i] ? !beats_full[i*NumPorts + 32'(dest_q[i])] : pick;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) dest_q[i] <= '0;
      else if (starts[i]) dest_q[i] <= picked;
    end
  end
endmodule : xb_crosspoint_inputs

`default_nettype wire
