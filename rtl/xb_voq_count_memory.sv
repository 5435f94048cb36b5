// SPDX-License-Identifier: Apache-2.0
/// Occupancy and drops of the N x N queues of a switch with virtual output queues, as memories of LUTs: for who asks for one
/// queue at a time. Of each input a memory has what came, by output, and of each output one what went, by input; an event
/// changes a word of each, and what a queue holds is the difference. A word counts from its first event since reset on.
///
/// Latency: 2 cycles from a queue's number to its counts, which are those that xb_voq_counters would show in the cycle between.
`default_nettype none

module xb_voq_count_memory #(
  /// Number of switch ports N, 2..64.
  parameter int unsigned NumPorts = 4,
  /// A queue holds less than 2**HeldWidth beats; 1 or more, above 32 as 32.
  parameter int unsigned HeldWidth = 32,
  /// Derived, do not overwrite.
  localparam int unsigned DestWidth = $clog2(NumPorts),
  localparam int unsigned QueueWidth = $clog2(NumPorts * NumPorts),
  localparam int unsigned CountWidth = xb_pkg::CountWidth
) (
  input  logic                          clk_i,
  input  logic                          rst_ni,
  /// The queue that is asked for, i*N+j of input i and output j; the answer for one that does not exist means nothing.
  input  logic [QueueWidth-1:0]         queue_i,
  /// Per input: a beat of a packet for `push_dest_i` enters, it is the first; such a packet has been refused whole.
  input  logic [NumPorts-1:0]           push_i,
  input  logic [NumPorts-1:0]           push_first_i,
  input  logic [NumPorts*DestWidth-1:0] push_dest_i,
  input  logic [NumPorts-1:0]           refused_i,
  /// Per output: a beat of a packet from `leave_source_i` leaves, it is the last.
  input  logic [NumPorts-1:0]           leave_i,
  input  logic [NumPorts-1:0]           leave_last_i,
  input  logic [NumPorts*DestWidth-1:0] leave_source_i,
  /// Its counts.
  output logic [CountWidth-1:0]         occ_beats_o,
  output logic [CountWidth-1:0]         occ_packets_o,
  output logic [CountWidth-1:0]         drop_full_o
);
  if (NumPorts < 2 || NumPorts > 64) begin : gen_illegal_num_ports
    $error("NumPorts must be 2..64");
  end
  if (HeldWidth < 1) begin : gen_illegal_held_width
    $error("HeldWidth must be 1 or more");
  end

  localparam int unsigned Words = 2**DestWidth;  // some of no queue, unless the ports are a power of two
  // What came: refused, packets, beats; what went: packets, beats. They go round, and their difference is right.
  localparam int unsigned Held = (HeldWidth < 1 || HeldWidth > CountWidth) ? CountWidth : HeldWidth;
  localparam int unsigned WentWidth = 2 * Held;
  localparam int unsigned CameWidth = WentWidth + CountWidth;
  localparam logic [CameWidth-1:0] Start = {xb_pkg::CountStart, WentWidth'(0)};

  logic [DestWidth-1:0]          ask_input, ask_input_q, ask_output_q;
  logic [QueueWidth-1:0]         row;
  logic [NumPorts*CameWidth-1:0] came_here;
  logic [NumPorts*WentWidth-1:0] went_here;
  logic [CameWidth-1:0]          came, came_q;
  logic [WentWidth-1:0]          went, went_q;

  // An input's first queue is the last that is not above the one asked for: no division.
  always_comb begin
    ask_input = '0;
    row       = '0;
    for (int i = 1; i < NumPorts; i++) begin
      if (queue_i >= QueueWidth'(i*NumPorts)) begin
        ask_input = DestWidth'(i);
        row       = QueueWidth'(i*NumPorts);
      end
    end
  end

  for (genvar p = 0; p < NumPorts; p++) begin : gen_port
    logic [CameWidth-1:0] came_mem_q [Words];
    logic [WentWidth-1:0] went_mem_q [Words];
    logic [Words-1:0]     came_counts_q, went_counts_q;
    logic [CameWidth-1:0] came_word;
    logic [WentWidth-1:0] went_word;
    logic [DestWidth-1:0] dest, source;
    logic                 begins;

    assign dest      = push_dest_i[p*DestWidth +: DestWidth];
    assign source    = leave_source_i[p*DestWidth +: DestWidth];
    assign begins    = push_i[p] & push_first_i[p];
    assign came_word = came_counts_q[dest] ? came_mem_q[dest] : Start;
    assign went_word = went_counts_q[source] ? went_mem_q[source] : '0;

    always_ff @(posedge clk_i) begin
      if (push_i[p] | refused_i[p]) begin
        came_mem_q[dest] <= {came_word[WentWidth +: CountWidth] + CountWidth'(refused_i[p]),
                             came_word[Held +: Held] + Held'(begins),
                             came_word[0 +: Held] + Held'(push_i[p])};
      end
      if (leave_i[p]) begin
        went_mem_q[source] <= {went_word[Held +: Held] + Held'(leave_last_i[p]), went_word[0 +: Held] + 1'b1};
      end
    end
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        came_counts_q <= '0;
        went_counts_q <= '0;
      end else begin
        if (push_i[p] | refused_i[p]) came_counts_q[dest] <= 1'b1;
        if (leave_i[p]) went_counts_q[source] <= 1'b1;
      end
    end

    assign came_here[p*CameWidth +: CameWidth] =
        (ask_input_q != DestWidth'(p)) ? '0 : came_counts_q[ask_output_q] ? came_mem_q[ask_output_q] : Start;
    assign went_here[p*WentWidth +: WentWidth] =
        (ask_output_q == DestWidth'(p) && went_counts_q[ask_input_q]) ? went_mem_q[ask_input_q] : '0;
  end

  always_comb begin
    came = '0;
    went = '0;
    for (int p = 0; p < NumPorts; p++) begin
      came |= came_here[p*CameWidth +: CameWidth];
      went |= went_here[p*WentWidth +: WentWidth];
    end
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      ask_input_q  <= '0;
      ask_output_q <= '0;
      came_q       <= Start;
      went_q       <= '0;
    end else begin
      ask_input_q  <= ask_input;
      ask_output_q <= DestWidth'(queue_i - row);
      came_q       <= came;
      went_q       <= went;
    end
  end

  assign occ_beats_o   = CountWidth'({came_q[0 +: Held] - went_q[0 +: Held]});
  assign occ_packets_o = CountWidth'({came_q[Held +: Held] - went_q[Held +: Held]});
  assign drop_full_o   = came_q[WentWidth +: CountWidth];
endmodule : xb_voq_count_memory

`default_nettype wire
