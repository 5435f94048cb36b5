// SPDX-License-Identifier: Apache-2.0
/// Occupancy and drops of the N x N queues of a switch with virtual output queues: queue i*N+j is of input i and
/// output j, wherever in the switch its beats are. Only what changes is touched. With OneQueue they are in memories
/// (xb_voq_count_memory), and the first word shows those of the queue asked for.
`default_nettype none

module xb_voq_counters #(
  /// Number of switch ports N, 2..64.
  parameter int unsigned NumPorts = 4,
  /// 0: all queues side by side; 1: one, that of `count_queue_i`.
  parameter int unsigned OneQueue = 0,
  /// With OneQueue: a queue holds less than 2**HeldWidth beats.
  parameter int unsigned HeldWidth = 32,
  /// Derived, do not overwrite.
  localparam int unsigned DestWidth = $clog2(NumPorts),
  localparam int unsigned QueueWidth = $clog2(NumPorts * NumPorts),
  localparam int unsigned CountWidth = xb_pkg::CountWidth
) (
  input  logic                                    clk_i,
  input  logic                                    rst_ni,
  /// With OneQueue: the queue whose counts are shown two cycles later.
  input  logic [QueueWidth-1:0]                   count_queue_i,
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

  localparam int unsigned NumQueues = NumPorts * NumPorts;
  if (OneQueue > 1) begin : gen_illegal_one_queue
    $error("OneQueue must be 0..1");
  end
  if (HeldWidth < 1) begin : gen_illegal_held_width
    $error("HeldWidth must be 1 or more");
  end

  if (OneQueue == 0) begin : gen_all
    logic [3*NumQueues-1:0] unused_full, unused_filled;
    logic                   unused_question;

    assign unused_question = ^count_queue_i;

    xb_pair_counter #(.NumPorts(NumPorts), .Width(CountWidth)) u_beats (
      .clk_i, .rst_ni, .limit_i('1),
      .up_i(push_i), .up_dest_i(push_dest_i), .down_i(leave_i), .down_source_i(leave_source_i),
      .count_o(occ_beats_o), .full_o(unused_full[0 +: NumQueues]), .filled_o(unused_filled[0 +: NumQueues])
    );
    xb_pair_counter #(.NumPorts(NumPorts), .Width(CountWidth)) u_packets (
      .clk_i, .rst_ni, .limit_i('1),
      .up_i(push_i & push_first_i), .up_dest_i(push_dest_i),
      .down_i(leave_i & leave_last_i), .down_source_i(leave_source_i), .count_o(occ_packets_o),
      .full_o(unused_full[NumQueues +: NumQueues]), .filled_o(unused_filled[NumQueues +: NumQueues])
    );
    xb_pair_counter #(.NumPorts(NumPorts), .Width(CountWidth), .Start(xb_pkg::CountStart)) u_refused (
      .clk_i, .rst_ni, .limit_i('1),
      .up_i(refused_i), .up_dest_i(push_dest_i), .down_i('0), .down_source_i('0), .count_o(drop_full_o),
      .full_o(unused_full[2*NumQueues +: NumQueues]), .filled_o(unused_filled[2*NumQueues +: NumQueues])
    );
  end else begin : gen_one
    logic [CountWidth-1:0] beats, packets, refused;

    xb_voq_count_memory #(.NumPorts(NumPorts), .HeldWidth(HeldWidth)) u_memory (
      .clk_i, .rst_ni, .queue_i(count_queue_i),
      .push_i, .push_first_i, .push_dest_i, .refused_i, .leave_i, .leave_last_i, .leave_source_i,
      .occ_beats_o(beats), .occ_packets_o(packets), .drop_full_o(refused)
    );
    assign occ_beats_o   = (NumQueues * CountWidth)'(beats);
    assign occ_packets_o = (NumQueues * CountWidth)'(packets);
    assign drop_full_o   = (NumQueues * CountWidth)'(refused);
  end
endmodule : xb_voq_counters

`default_nettype wire
