// SPDX-License-Identifier: Apache-2.0
/// The input stages of the memory switch (xb_ingress_stage), and the head word of the one whose turn it is.
///
/// The input whose turn is next and which has no word for it completes one that waits for packets: for an output that is
/// hungry, or one overdue, the next from an output on that changes with every turn. A word is overdue when it has
/// waited for one to two ticks, in each of which a word for one output and class of all is filled twice at full load.
/// With traffic classes an input has a stage for each of them, and words of one class. They take turns to complete a word
/// that waits, so that short packets of a high class, of which there is always one, leave turns to the others. A word that the
/// memory refuses keeps no other class from that; nor does one of a lower class where xb_starvation_guard says so.
`default_nettype none

module xb_memory_inputs #(
  /// Number of switch ports, 2..64.
  parameter int unsigned NumPorts = 4,
  /// Payload of a beat [bits].
  parameter int unsigned DataWidth = 64,
  /// Traffic classes, 1..8.
  parameter int unsigned Classes = 1,
  /// Derived, do not overwrite.
  localparam int unsigned DestWidth = $clog2(NumPorts),
  localparam int unsigned BeatsWidth = $clog2(2*NumPorts + 1),
  localparam int unsigned SideWidth = xb_pkg::PairSideWidth,
  localparam int unsigned PairsWidth = $clog2(NumPorts + 1),
  localparam int unsigned ClassBits = (Classes < 2) ? 1 : $clog2(Classes),
  localparam int unsigned NumStages = NumPorts * Classes,
  localparam int unsigned CountWidth = xb_pkg::CountWidth
) (
  input  logic                           clk_i,
  input  logic                           rst_ni,
  input  logic [CountWidth-1:0]          now_i,
  /// With classes: pairs of the longest packet, up to NumPorts.
  input  logic [PairsWidth-1:0]          packet_pairs_i,
  /// AXI4-Stream inputs, and the class of each one's beat; what an input and class has is at c*NumPorts+i.
  input  logic [NumPorts-1:0]            s_axis_tvalid_i,
  input  logic [NumPorts*ClassBits-1:0]  s_class_i,
  output logic [NumStages-1:0]           s_axis_tready_o,
  input  logic [NumPorts*DataWidth-1:0]  s_axis_tdata_i,
  input  logic [NumPorts-1:0]            s_axis_tlast_i,
  input  logic [NumPorts*DestWidth-1:0]  s_axis_tdest_i,
  input  logic [NumPorts-1:0]            s_axis_tuser_i,
  /// Outputs that have little of a class to send.
  input  logic [NumStages-1:0]           hungry_i,
  /// Per input: a beat is taken and kept, it is its packet's first, with it a chain is there that may leave.
  output logic [NumPorts-1:0]            accept_o,
  output logic [NumPorts-1:0]            accept_first_o,
  output logic [NumStages-1:0]           enter_o,
  output logic [NumPorts*DestWidth-1:0]  accept_dest_o,
  /// Per input and class: the head word is its chain's first, its output.
  output logic [NumStages-1:0]           head_first_o,
  output logic [NumStages*DestWidth-1:0] head_dest_o,
  /// The head words of the input whose turn it is, by class; those that the memory refuses. `pop_i` takes that of `class_i`,
  /// which the others describe, and shows in `word_pop_o`.
  input  logic [DestWidth-1:0]           turn_i,
  input  logic [Classes-1:0]             refuse_i,
  output logic [Classes-1:0]             valid_o,
  output logic [Classes*DestWidth-1:0]   dest_o,
  output logic [Classes-1:0]             first_o,
  output logic [Classes-1:0]             last_o,
  output logic [Classes*BeatsWidth-1:0]  packets_o,
  input  logic [ClassBits-1:0]           class_i,
  output logic [BeatsWidth-1:0]          beats_o,
  output logic [CountWidth-1:0]          stamp_o,
  input  logic                           pop_i,
  output logic [NumStages-1:0]           word_pop_o,
  /// Pairs at the heads, as xb_ingress_stage has them, and which of them move.
  output logic [NumPorts*2*DataWidth-1:0] pair_data_o,
  output logic [NumPorts*SideWidth-1:0]  pair_side_o,
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
  if (Classes < 1 || Classes > 8) begin : gen_illegal_classes
    $error("Classes must be 1..8");
  end

  localparam int unsigned TickWidth = $clog2(4*NumPorts*NumPorts*Classes);

  // Per stage; of the lowest class of an input at its number.
  logic [NumStages-1:0]  valid, last, accept, accept_first, has_word, other_word, pair_pop;
  logic [NumPorts-1:0]   may_pick [NumStages];
  logic [BeatsWidth-1:0] beats [NumStages];
  logic [BeatsWidth-1:0] packets [NumStages];
  logic [CountWidth-1:0] stamp [NumStages];
  logic [DestWidth-1:0]  dest [NumStages];
  logic [2*DataWidth-1:0] pair_data [NumStages];
  logic [SideWidth-1:0]  pair_side [NumStages];
  logic [CountWidth-1:0] misrouted [NumStages];
  // Per input: class of the word that leaves.
  logic [NumPorts*ClassBits-1:0] leaving;
  // Input whose turn is next; rounds of turns; output that it looks at first; the class and output of the word that it
  // completes.
  logic [NumPorts-1:0]   may, later;
  logic [DestWidth-1:0]  next, round_q, pick_dest;
  logic [DestWidth:0]    from;
  logic [ClassBits-1:0]  pick_class;
  logic                  tick, round_ends;

  /// The stage of an input and class.
  function automatic logic [31:0] stage(input logic [ClassBits-1:0] of_class, input logic [31:0] input_port);
    stage = (Classes == 1) ? input_port : 32'(of_class)*NumPorts + input_port;
  endfunction

  assign next  = (turn_i == DestWidth'(NumPorts-1)) ? '0 : turn_i + 1'b1;
  assign from  = (DestWidth+1)'(next) + (DestWidth+1)'(round_q);
  assign may   = may_pick[stage(pick_class, 32'(next))];
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
    else if (round_ends) round_q <= (round_q == DestWidth'(NumPorts-1)) ? '0 : round_q + 1'b1;
  end

  if (Classes == 1) begin : gen_one_class
    logic unused_class;
    assign unused_class = ^{class_i, has_word, refuse_i};
    assign other_word   = '0;
    assign leaving      = '0;
    assign pick_class   = '0;
    assign round_ends   = next == '0;
  end else begin : gen_classes
    // The class whose turn it is to complete a word; those below are next. Outputs go on when all classes had theirs.
    logic [ClassBits-1:0]          class_q;
    logic [NumPorts*ClassBits-1:0] leaving_q;
    // Stages whose head word was refused at its last turn; inputs at which a word that waits goes before those of lower classes.
    logic [NumStages-1:0]          refused_q;
    logic [NumPorts-1:0]           due;

    xb_starvation_guard #(.NumPorts(NumPorts)) u_guard (
      .clk_i, .rst_ni, .turn_i(next), .serve_i(may != '0), .pass_i(1'b1), .due_o(due)
    );

    assign round_ends = (next == '0) && (class_q == ClassBits'(Classes-1));

    always_comb begin
      pick_class = '0;
      for (int c = 0; c < Classes; c++) begin
        if (ClassBits'(c) > class_q && may_pick[c*NumPorts + 32'(next)] != '0) pick_class = ClassBits'(c);
      end
      for (int c = 0; c < Classes; c++) begin
        if (ClassBits'(c) <= class_q && may_pick[c*NumPorts + 32'(next)] != '0) pick_class = ClassBits'(c);
      end
      other_word = '0;
      leaving    = leaving_q;
      for (int i = 0; i < NumPorts; i++) begin
        for (int c = 0; c < Classes; c++) begin
          for (int d = 0; d < Classes; d++) begin
            if (d > c || (d < c && !due[i])) other_word[c*NumPorts + i] |= has_word[d*NumPorts + i] & !refused_q[d*NumPorts + i];
          end
        end
        if (pop_i && turn_i == DestWidth'(i)) leaving[i*ClassBits +: ClassBits] = class_i;
      end
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        class_q   <= '0;
        leaving_q <= '0;
        refused_q <= '0;
      end else begin
        leaving_q <= leaving;
        for (int c = 0; c < Classes; c++) refused_q[c*NumPorts + 32'(turn_i)] <= refuse_i[c];
        if (next == '0) class_q <= (class_q == ClassBits'(Classes-1)) ? '0 : class_q + 1'b1;
      end
    end
  end

  for (genvar i = 0; i < NumPorts; i++) begin : gen_input
    for (genvar c = 0; c < Classes; c++) begin : gen_class
      localparam int unsigned S = c*NumPorts + i;
      logic here, leaves;
      assign here          = (Classes == 1) || s_class_i[i*ClassBits +: ClassBits] == ClassBits'(c);
      assign leaves        = (Classes == 1) || leaving[i*ClassBits +: ClassBits] == ClassBits'(c);
      assign pair_pop[S]   = pair_pop_i[i] & leaves;
      assign word_pop_o[S] = pop_i && (turn_i == DestWidth'(i)) && (Classes == 1 || class_i == ClassBits'(c));

      xb_ingress_stage #(.NumPorts(NumPorts), .DataWidth(DataWidth), .Whole(Classes > 1)) u_stage (
        .clk_i, .rst_ni, .now_i, .tick_i(tick), .packet_pairs_i,
        .s_tvalid_i(s_axis_tvalid_i[i] & here), .s_tready_o(s_axis_tready_o[S]),
        .s_tdata_i(s_axis_tdata_i[i*DataWidth +: DataWidth]), .s_tlast_i(s_axis_tlast_i[i]),
        .s_tuser_i(s_axis_tuser_i[i]), .s_tdest_i(s_axis_tdest_i[i*DestWidth +: DestWidth]),
        .accept_o(accept[S]), .accept_dest_o(dest[S]), .accept_first_o(accept_first[S]), .enter_o(enter_o[S]),
        .has_word_o(has_word[S]), .other_word_i(other_word[S]),
        .hungry_i(hungry_i[c*NumPorts +: NumPorts]), .may_pick_o(may_pick[S]),
        .pick_i((next == DestWidth'(i)) && (may != '0) && (Classes == 1 || pick_class == ClassBits'(c))),
        .pick_dest_i(pick_dest),
        .word_valid_o(valid[S]), .word_dest_o(head_dest_o[S*DestWidth +: DestWidth]),
        .word_first_o(head_first_o[S]), .word_last_o(last[S]), .word_beats_o(beats[S]),
        .word_packets_o(packets[S]), .word_stamp_o(stamp[S]), .word_pop_i(word_pop_o[S]),
        .pair_data_o(pair_data[S]), .pair_side_o(pair_side[S]), .pair_pop_i(pair_pop[S]), .drop_misrouted_o(misrouted[S])
      );
    end
    assign accept_dest_o[i*DestWidth +: DestWidth] = dest[stage(s_class_i[i*ClassBits +: ClassBits], i)];
    assign pair_data_o[i*2*DataWidth +: 2*DataWidth] = pair_data[stage(leaving[i*ClassBits +: ClassBits], i)];
    assign pair_side_o[i*SideWidth +: SideWidth]     = pair_side[stage(leaving[i*ClassBits +: ClassBits], i)];
  end

  // Not that of the class on offer: without an offer it may be unknown.
  always_comb begin
    accept_o       = '0;
    accept_first_o = '0;
    for (int c = 0; c < Classes; c++) begin
      accept_o       |= accept[c*NumPorts +: NumPorts];
      accept_first_o |= accept_first[c*NumPorts +: NumPorts];
    end
    for (int i = 0; i < NumPorts; i++) begin
      drop_misrouted_o[i*CountWidth +: CountWidth] = misrouted[i];
      for (int c = 1; c < Classes; c++)
        drop_misrouted_o[i*CountWidth +: CountWidth] += misrouted[c*NumPorts + i] - xb_pkg::CountStart;
    end
  end

  for (genvar c = 0; c < Classes; c++) begin : gen_turn
    assign valid_o[c] = valid[c*NumPorts + 32'(turn_i)];
    logic [NumPorts*DestWidth-1:0] dests;  // those of the class first: of an index with a sum in it yosys makes a multiplier
    assign dests      = head_dest_o[c*NumPorts*DestWidth +: NumPorts*DestWidth];
    assign dest_o[c*DestWidth +: DestWidth] = dests[turn_i*DestWidth +: DestWidth];
    assign first_o[c] = head_first_o[c*NumPorts + 32'(turn_i)];
    assign last_o[c]  = last[c*NumPorts + 32'(turn_i)];
    assign packets_o[c*BeatsWidth +: BeatsWidth] = packets[c*NumPorts + 32'(turn_i)];
  end
  assign beats_o = beats[stage(class_i, 32'(turn_i))];
  assign stamp_o = stamp[stage(class_i, 32'(turn_i))];
endmodule : xb_memory_inputs

`default_nettype wire
