// SPDX-License-Identifier: Apache-2.0
/// Carries matched packets from the inputs' memories to a queue per output, beat by beat.
///
/// A match holds to its packet's last beat: in every cycle in which the input has the packet's next beat and the
/// output queue has room, that beat is popped. It is shown by the memory one cycle later, passes the crossbar, and is
/// offered by the output queue in the cycle after. Room counts the beats under way; one that leaves the output queue
/// in this cycle is still counted, so that full rate takes an `output_depth_i` of 3.
/// A *starved* output is idle and ready although some input had a packet able to start for it when its beat of this
/// cycle would have been popped, two cycles ago: the loss of the matching.
`default_nettype none

module xb_voq_transfer #(
  /// Number of switch ports, 2..64.
  parameter int unsigned NumPorts = 4,
  /// Payload of a beat [bits].
  parameter int unsigned DataWidth = 64,
  /// Elaborated capacity of an output queue [beats], >= 2.
  parameter int unsigned MaxDepth = 1024,
  /// Derived, do not overwrite.
  localparam int unsigned DestWidth = $clog2(NumPorts),
  localparam int unsigned CountWidth = xb_pkg::CountWidth
) (
  input  logic                          clk_i,
  input  logic                          rst_ni,
  /// Setting: capacity of an output queue [beats], 1..MaxDepth.
  input  logic [CountWidth-1:0]         output_depth_i,
  /// Ports that can be matched, outputs that a packet under way holds, and the match: per input, whether and with
  /// which output.
  output logic [NumPorts-1:0]           in_free_o,
  output logic [NumPorts-1:0]           out_free_o,
  output logic [NumPorts-1:0]           held_o,
  input  logic [NumPorts-1:0]           match_i,
  input  logic [NumPorts*DestWidth-1:0] match_dest_i,
  /// Outputs for which some input has a packet able to start.
  input  logic [NumPorts-1:0]           work_i,
  /// The inputs: pop a beat for output `pop_dest_o`; it is there and is popped, it is its packet's last; a packet is
  /// under way; the beats of the last cycle's pops.
  output logic [NumPorts-1:0]           pop_o,
  output logic [NumPorts*DestWidth-1:0] pop_dest_o,
  input  logic [NumPorts-1:0]           pop_i,
  input  logic [NumPorts-1:0]           pop_last_i,
  input  logic [NumPorts-1:0]           leaving_i,
  input  logic [NumPorts*DataWidth-1:0] data_i,
  input  logic [NumPorts-1:0]           user_i,
  input  logic [NumPorts-1:0]           last_i,
  /// AXI4-Stream outputs, and the inputs that their beats came in by.
  output logic [NumPorts-1:0]           m_tvalid_o,
  input  logic [NumPorts-1:0]           m_tready_i,
  output logic [NumPorts*DataWidth-1:0] m_tdata_o,
  output logic [NumPorts-1:0]           m_tlast_o,
  output logic [NumPorts-1:0]           m_tuser_o,
  output logic [NumPorts*DestWidth-1:0] m_source_o,
  /// An output is in the middle of a packet, which came in by input `owner_o`.
  output logic [NumPorts-1:0]           open_o,
  output logic [NumPorts*DestWidth-1:0] owner_o,
  /// Outputs that were starved in the last cycle.
  output logic [NumPorts-1:0]           starved_o
);
  if (DataWidth < 1) begin : gen_illegal_data_width
    $error("DataWidth must be 1 or more");
  end
  if (MaxDepth < 2 || MaxDepth > 2**30) begin : gen_illegal_max_depth
    $error("MaxDepth must be 2..2**30");
  end

  // Per input: the output of its packet under way. Per output: held by a packet under way; a beat is on its way
  // from the memory to the queue, and the input that it comes from; has room.
  logic [DestWidth-1:0] dest_q [NumPorts];
  logic [DestWidth-1:0] source_q [NumPorts];
  logic [NumPorts-1:0]  out_held_q, moving_q, moving, room;
  // Outputs for which there was work one and two cycles ago.
  logic [NumPorts-1:0]  work_q, work_late_q;
  logic [NumPorts*DestWidth-1:0] source;
  logic [NumPorts*DataWidth-1:0] crossed;

  assign in_free_o  = ~leaving_i;
  assign out_free_o = ~out_held_q & room;
  assign held_o     = out_held_q;

  for (genvar i = 0; i < NumPorts; i++) begin : gen_input
    assign pop_dest_o[i*DestWidth +: DestWidth] =
        leaving_i[i] ? dest_q[i] : match_dest_i[i*DestWidth +: DestWidth];
    assign pop_o[i] = leaving_i[i] ? room[dest_q[i]] : match_i[i];
  end

  always_comb begin
    moving = '0;
    for (int i = 0; i < NumPorts; i++) begin
      if (pop_i[i]) moving[pop_dest_o[i*DestWidth +: DestWidth]] = 1'b1;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      out_held_q  <= '0;
      moving_q    <= '0;
      work_q      <= '0;
      work_late_q <= '0;
      starved_o   <= '0;
      for (int p = 0; p < NumPorts; p++) begin
        dest_q[p]   <= '0;
        source_q[p] <= '0;
      end
    end else begin
      moving_q    <= moving;
      work_q      <= work_i;
      work_late_q <= work_q;
      starved_o   <= work_late_q & m_tready_i & ~m_tvalid_o;
      for (int i = 0; i < NumPorts; i++) begin
        if (pop_i[i]) begin
          dest_q[i] <= pop_dest_o[i*DestWidth +: DestWidth];
          out_held_q[pop_dest_o[i*DestWidth +: DestWidth]] <= !pop_last_i[i];
          source_q[pop_dest_o[i*DestWidth +: DestWidth]]   <= DestWidth'(i);
        end
      end
    end
  end

  xb_crossbar #(.NumPorts(NumPorts), .Width(DataWidth)) u_crossbar (
    .data_i, .sel_i(source), .data_o(crossed)
  );

  for (genvar j = 0; j < NumPorts; j++) begin : gen_output
    logic [CountWidth-1:0] count;
    logic                  unused_ready;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        open_o[j]                         <= 1'b0;
        owner_o[j*DestWidth +: DestWidth] <= '0;
      end else if (m_tvalid_o[j] && m_tready_i[j]) begin
        open_o[j]                         <= !m_tlast_o[j];
        owner_o[j*DestWidth +: DestWidth] <= m_source_o[j*DestWidth +: DestWidth];
      end
    end

    assign source[j*DestWidth +: DestWidth] = source_q[j];
    assign room[j]   = count + CountWidth'(moving_q[j]) < output_depth_i;

    xb_fifo #(.DataWidth(DataWidth), .SideWidth(DestWidth + 2), .MaxDepth(MaxDepth)) u_queue (
      .clk_i, .rst_ni, .depth_i(CountWidth'(MaxDepth)),
      .valid_i(moving_q[j]), .ready_o(unused_ready), .data_i(crossed[j*DataWidth +: DataWidth]),
      .side_i({source_q[j], user_i[source_q[j]], last_i[source_q[j]]}),
      .valid_o(m_tvalid_o[j]), .ready_i(m_tready_i[j]), .data_o(m_tdata_o[j*DataWidth +: DataWidth]),
      .side_o({m_source_o[j*DestWidth +: DestWidth], m_tuser_o[j], m_tlast_o[j]}),
      .count_o(count)
    );
  end
endmodule : xb_voq_transfer

`default_nettype wire
