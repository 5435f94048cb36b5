// SPDX-License-Identifier: Apache-2.0
/// The input stages of the memory switch (xb_ingress_stage), and the head word of the one whose turn it is.
///
/// The input whose turn is next and which has no word for it completes one that waits for packets: for an output that is
/// hungry, or one overdue, the next from an output on that changes with every turn. A word is overdue when it has
/// waited for one to two ticks, in each of which a word for one output of all is filled twice at full load.
`default_nettype none

module xb_memory_inputs #(
  /// Number of switch ports, 2..64.
  parameter int unsigned NumPorts = 4,
  /// Payload of a beat [bits].
  parameter int unsigned DataWidth = 64,
  /// Derived, do not overwrite.
  localparam int unsigned DestWidth = $clog2(NumPorts),
  localparam int unsigned BeatsWidth = $clog2(2*NumPorts + 1),
  localparam int unsigned PairWidth = 2*DataWidth + 5,
  localparam int unsigned CountWidth = xb_pkg::CountWidth
) (
  input  logic                           clk_i,
  input  logic                           rst_ni,
  input  logic [CountWidth-1:0]          now_i,
  /// AXI4-Stream inputs.
  input  logic [NumPorts-1:0]            s_axis_tvalid_i,
  output logic [NumPorts-1:0]            s_axis_tready_o,
  input  logic [NumPorts*DataWidth-1:0]  s_axis_tdata_i,
  input  logic [NumPorts-1:0]            s_axis_tlast_i,
  input  logic [NumPorts*DestWidth-1:0]  s_axis_tdest_i,
  input  logic [NumPorts-1:0]            s_axis_tuser_i,
  /// Outputs that have little to send.
  input  logic [NumPorts-1:0]            hungry_i,
  /// Per input: a beat is taken and kept, it is its packet's first, with it a chain is there that may leave.
  output logic [NumPorts-1:0]            accept_o,
  output logic [NumPorts-1:0]            accept_first_o,
  output logic [NumPorts-1:0]            enter_o,
  output logic [NumPorts*DestWidth-1:0]  accept_dest_o,
  /// Per input: the head word is its chain's first, its output.
  output logic [NumPorts-1:0]            head_first_o,
  output logic [NumPorts*DestWidth-1:0]  head_dest_o,
  /// The head word of the input whose turn it is; `pop_i` takes it, and shows per input in `word_pop_o`.
  input  logic [DestWidth-1:0]           turn_i,
  output logic                           valid_o,
  output logic [DestWidth-1:0]           dest_o,
  output logic                           first_o,
  output logic                           last_o,
  output logic [BeatsWidth-1:0]          beats_o,
  output logic [BeatsWidth-1:0]          packets_o,
  output logic [CountWidth-1:0]          stamp_o,
  input  logic                           pop_i,
  output logic [NumPorts-1:0]            word_pop_o,
  /// Pairs at the heads, and which of them move.
  output logic [NumPorts*PairWidth-1:0]  pair_o,
  input  logic [NumPorts-1:0]            pair_pop_i,
  /// Packets discarded at each input because their destination does not exist.
  output logic [NumPorts*CountWidth-1:0] drop_misrouted_o
);
  if (NumPorts < 2 || NumPorts > 64) begin : gen_illegal_num_ports
    $error("NumPorts must be 2..64");
  end
  if (DataWidth < 1) begin : gen_illegal_data_width
    $error("DataWidth must be 1 or more");
  end

  localparam int unsigned TickWidth = $clog2(4*NumPorts*NumPorts);

  logic [NumPorts-1:0]   valid, last, may, later;
  logic [NumPorts-1:0]   may_pick [NumPorts];
  logic [BeatsWidth-1:0] beats [NumPorts];
  logic [BeatsWidth-1:0] packets [NumPorts];
  logic [CountWidth-1:0] stamp [NumPorts];
  // Input whose turn is next; rounds of turns; output that it looks at first; the output of the word that it completes.
  logic [DestWidth-1:0]  next, round_q, pick_dest;
  logic [DestWidth:0]    from;
  logic                  tick;

  assign next  = (turn_i == DestWidth'(NumPorts-1)) ? '0 : turn_i + 1'b1;
  assign from  = (DestWidth+1)'(next) + (DestWidth+1)'(round_q);
  assign may   = may_pick[next];
  assign later = may & ({NumPorts{1'b1}} << ((from >= (DestWidth+1)'(NumPorts)) ? from - (DestWidth+1)'(NumPorts) : from));
  assign tick  = now_i[TickWidth-1:0] == '0;

  always_comb begin
    pick_dest = '0;
    for (int j = NumPorts-1; j >= 0; j--) begin
      if (later[j] || (later == '0 && may[j])) pick_dest = DestWidth'(j);
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) round_q <= '0;
    else if (next == '0) round_q <= (round_q == DestWidth'(NumPorts-1)) ? '0 : round_q + 1'b1;
  end

  for (genvar i = 0; i < NumPorts; i++) begin : gen_input
    assign word_pop_o[i] = pop_i && (turn_i == DestWidth'(i));

    xb_ingress_stage #(.NumPorts(NumPorts), .DataWidth(DataWidth)) u_stage (
      .clk_i, .rst_ni, .now_i, .tick_i(tick),
      .s_tvalid_i(s_axis_tvalid_i[i]), .s_tready_o(s_axis_tready_o[i]),
      .s_tdata_i(s_axis_tdata_i[i*DataWidth +: DataWidth]), .s_tlast_i(s_axis_tlast_i[i]),
      .s_tuser_i(s_axis_tuser_i[i]), .s_tdest_i(s_axis_tdest_i[i*DestWidth +: DestWidth]),
      .accept_o(accept_o[i]), .accept_dest_o(accept_dest_o[i*DestWidth +: DestWidth]),
      .accept_first_o(accept_first_o[i]), .enter_o(enter_o[i]),
      .hungry_i, .may_pick_o(may_pick[i]),
      .pick_i((next == DestWidth'(i)) && (may != '0)), .pick_dest_i(pick_dest),
      .word_valid_o(valid[i]), .word_dest_o(head_dest_o[i*DestWidth +: DestWidth]),
      .word_first_o(head_first_o[i]), .word_last_o(last[i]), .word_beats_o(beats[i]),
      .word_packets_o(packets[i]), .word_stamp_o(stamp[i]), .word_pop_i(word_pop_o[i]),
      .pair_o(pair_o[i*PairWidth +: PairWidth]), .pair_pop_i(pair_pop_i[i]),
      .drop_misrouted_o(drop_misrouted_o[i*CountWidth +: CountWidth])
    );
  end

  assign valid_o = valid[turn_i];
  assign dest_o  = head_dest_o[turn_i*DestWidth +: DestWidth];
  assign first_o = head_first_o[turn_i];
  assign last_o  = last[turn_i];
  assign beats_o = beats[turn_i];
  assign packets_o = packets[turn_i];
  assign stamp_o = stamp[turn_i];
endmodule : xb_memory_inputs

`default_nettype wire
