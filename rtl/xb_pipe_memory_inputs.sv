// SPDX-License-Identifier: Apache-2.0
/// The input stages of the pipelined memory switch (xb_pipe_ingress_stage), and the word of the one whose turn it is.
///
/// As in xb_memory_inputs, an input with no word for its turn completes one that waits for packets, for an output that is
/// hungry, or one overdue. It is chosen two cycles before the turn, and completed a cycle before it if it still waits.
/// With traffic classes an input has a stage for each of them. Of its turn it shows the word of the highest class that the memory
/// is not known to refuse, or else of the highest. A word that the memory refused at its last turn keeps no other class from
/// completing one that waits; nor does one of a lower class where xb_starvation_guard says so.
`default_nettype none

module xb_pipe_memory_inputs #(
  /// Ports that take turns, 4..64.
  parameter int unsigned Turns = 4,
  /// Of four destinations the last does not exist.
  parameter bit ThreePorts = 1'b0,
  /// Payload of a beat [bits].
  parameter int unsigned DataWidth = 64,
  /// Traffic classes, 1..8.
  parameter int unsigned Classes = 1,
  /// Derived, do not overwrite.
  localparam int unsigned DestWidth = $clog2(Turns),
  localparam int unsigned BeatsWidth = $clog2(2*Turns + 1),
  localparam int unsigned SideWidth = xb_pkg::PairSideWidth,
  localparam int unsigned ClassBits = (Classes < 2) ? 1 : $clog2(Classes),
  localparam int unsigned NumStages = Turns * Classes,
  localparam int unsigned CountWidth = xb_pkg::CountWidth
) (
  input  logic                        clk_i,
  input  logic                        rst_ni,
  /// AXI4-Stream inputs; of input i and class c, at c*Turns+i, a beat is on offer, would be taken.
  input  logic [NumStages-1:0]        s_axis_tvalid_i,
  output logic [NumStages-1:0]        s_axis_tready_o,
  input  logic [Turns*DataWidth-1:0]  s_axis_tdata_i,
  input  logic [Turns-1:0]            s_axis_tlast_i,
  input  logic [Turns*DestWidth-1:0]  s_axis_tdest_i,
  input  logic [Turns-1:0]            s_axis_tuser_i,
  /// Outputs that have little of a class to send.
  input  logic [NumStages-1:0]        hungry_i,
  /// Per input: a beat is taken and kept, it is its packet's first; per stage, a cycle later, a chain is there that may leave.
  output logic [Turns-1:0]            accept_o,
  output logic [Turns-1:0]            accept_first_o,
  output logic [Turns*DestWidth-1:0]  accept_dest_o,
  output logic [NumStages-1:0]            enter_o,
  output logic [NumStages*DestWidth-1:0]  enter_dest_o,
  /// Per stage: a word is there; the head word is its chain's first, its output.
  output logic [NumStages-1:0]            head_valid_o,
  output logic [NumStages-1:0]            head_first_o,
  output logic [NumStages*DestWidth-1:0]  head_dest_o,
  /// The input whose turn it is; classes of which the memory would refuse its word. A cycle later, classes of which it has a word
  /// that waits for that; its head word, and the class of that.
  input  logic [DestWidth-1:0]        turn_i,
  input  logic [Classes-1:0]          refused_i,
  output logic [Classes-1:0]          waits_o,
  output logic [ClassBits-1:0]        class_o,
  output logic                        valid_o,
  output logic [DestWidth-1:0]        turn_o,
  output logic [DestWidth-1:0]        dest_o,
  output logic                        first_o,
  output logic                        last_o,
  output logic [BeatsWidth-1:0]       beats_o,
  output logic [BeatsWidth-1:0]       packets_o,
  /// An input whose turn was, and the classes of which its word has been refused.
  input  logic [DestWidth-1:0]        late_turn_i,
  input  logic [Classes-1:0]          refuse_i,
  /// A stage's head word is taken, in the next cycle or now; pairs that leave.
  input  logic [NumStages-1:0]        pop_next_i,
  input  logic [NumStages-1:0]        pop_i,
  output logic [Turns*2*DataWidth-1:0] pair_data_o,
  output logic [Turns*SideWidth-1:0]  pair_side_o,
  /// Packets discarded at each input because their destination does not exist.
  output logic [Turns*CountWidth-1:0] drop_misrouted_o
);
  if (Turns < 4 || Turns > 64) begin : gen_illegal_turns
    $error("Turns must be 4..64");
  end
  if (DataWidth < 1) begin : gen_illegal_data_width
    $error("DataWidth must be 1 or more");
  end
  if (Classes < 1 || Classes > 8) begin : gen_illegal_classes
    $error("Classes must be 1..8");
  end

  localparam int unsigned TickWidth = $clog2(4*Turns*Turns);
  // Of a stage's beats (xb_pipe_ingress_stage).
  localparam int unsigned Slots = Turns + (Classes > 1 ? 12 : 8);
  localparam int unsigned AddrWidth = $clog2(Slots) + DestWidth;
  localparam int unsigned BeatWidth = DataWidth + 2;
  localparam int unsigned RamAddrWidth = AddrWidth + (Classes > 1 ? ClassBits : 0);
  localparam int unsigned RamDepth = (Classes > 1) ? Classes * 2**AddrWidth : Slots * 2**DestWidth;

  // Per stage.
  logic [NumStages-1:0]  last, accept, accept_first, has_word, other_word, pick_q, picked;
  logic [Turns-1:0]      may_pick [NumStages];
  logic [BeatsWidth-1:0] beats [NumStages];
  logic [BeatsWidth-1:0] packets [NumStages];
  logic [DestWidth-1:0]  dest [NumStages];
  logic [1:0]            ram_we [NumStages];
  logic [AddrWidth-1:0]  ram_waddr [NumStages];
  logic [BeatWidth-1:0]  ram_wdata [NumStages];
  logic [AddrWidth-1:0]  ram_raddr [NumStages];
  logic [NumStages-1:0]  ram_re, two;
  logic [CountWidth-1:0] misrouted [NumStages];
  // The input whose turn is after the next; the output that it looks at first, and those from there on; the class and output of the
  // word that it completes.
  logic [DestWidth-1:0]  after_q, from_q, from, pick_dest_q;
  // That input, one-hot: a flip-flop beside the stages that it selects, where the longest path begins.
  logic [Turns-1:0]      after_hot_q;
  logic [Turns-1:0]      from_on_q;
  logic [DestWidth-1:0]  pick_dest [Classes];
  logic [ClassBits-1:0]  pick_class;
  logic [Classes-1:0]    may_any;
  logic                  round_ends;
  // Of the input whose turn it is: classes of which it has a word, the one that it shows.
  logic [Classes-1:0]    heads;
  logic [ClassBits-1:0]  turn_class;
  logic [TickWidth-1:0]  now_q;
  // With classes: the input and class that were shown in the cycle before.
  logic [DestWidth-1:0]  shown_turn_q;
  logic [ClassBits-1:0]  shown_class_q;

  // `a` + `b` modulo Turns.
  function automatic logic [DestWidth-1:0] plus(input logic [DestWidth-1:0] a, input logic [1:0] b);
    logic [DestWidth:0] sum;
    sum  = (DestWidth+1)'(a) + (DestWidth+1)'(b);
    plus = DestWidth'((sum >= (DestWidth+1)'(Turns)) ? sum - (DestWidth+1)'(Turns) : sum);
  endfunction

  /// The stage of an input and class.
  function automatic logic [31:0] stage(input logic [ClassBits-1:0] of_class, input logic [31:0] input_port);
    stage = (Classes == 1) ? input_port : 32'(of_class)*Turns + input_port;
  endfunction

  // One further with every input, and one more with every round of all classes.
  assign from = plus(from_q, round_ends ? 2'd2 : 2'd1);
  // By class, and then of one.
  for (genvar c = 0; c < Classes; c++) begin : gen_pick
    logic [Turns-1:0]     may, later;
    logic [DestWidth-1:0] first_dest, later_dest;
    always_comb begin
      may = '0;
      for (int i = 0; i < Turns; i++) may |= may_pick[c*Turns + i] & {Turns{after_hot_q[i]}};
    end
    assign later      = may & from_on_q;
    assign may_any[c] = may != '0;
    // Side by side: whether there is a later one is known late.
    always_comb begin
      {first_dest, later_dest} = '0;
      for (int j = Turns-1; j >= 0; j--) begin
        if (may[j]) first_dest = DestWidth'(j);
        if (later[j]) later_dest = DestWidth'(j);
      end
    end
    assign pick_dest[c] = (later != '0) ? later_dest : first_dest;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      after_q     <= DestWidth'(2);
      after_hot_q <= Turns'(4);
      from_q      <= DestWidth'(2);
      from_on_q   <= {Turns{1'b1}} << 2;
      pick_q      <= '0;
      pick_dest_q <= '0;
      now_q       <= '0;
      valid_o     <= 1'b0;
      turn_o      <= '0;
    end else begin
      after_q     <= plus(turn_i, 2'd3);
      after_hot_q <= {after_hot_q[Turns-2:0], after_hot_q[Turns-1]};
      from_q      <= from;
      from_on_q   <= {Turns{1'b1}} << from;
      for (int c = 0; c < Classes; c++)
        pick_q[c*Turns +: Turns] <= (may_any != '0 && pick_class == ClassBits'(c)) ? after_hot_q : '0;
      pick_dest_q <= pick_dest[pick_class];
      now_q       <= now_q + 1'b1;
      valid_o     <= heads != '0;
      turn_o      <= turn_i;
    end
  end

  if (Classes == 1) begin : gen_one_class
    logic unused_class;
    assign unused_class = ^{refused_i, has_word, late_turn_i, refuse_i, picked, shown_turn_q, shown_class_q};
    assign {shown_turn_q, shown_class_q} = '0;
    assign other_word   = '0;
    assign pick_class   = '0;
    assign round_ends   = after_q == DestWidth'(Turns-1);
    assign turn_class   = '0;
    assign waits_o      = '0;
    assign class_o      = '0;
  end else begin : gen_classes
    // The class that is first to complete a word; those below are next.
    logic [ClassBits-1:0] class_q;
    // Stages whose head word was refused at its last turn. The input whose turn was next; it completed a word that waited.
    // Inputs at which such a word goes before those of lower classes.
    logic [NumStages-1:0] refused_q;
    logic [DestWidth-1:0] next_q, next_q2;
    logic                 picked_q;
    logic [Turns-1:0]     due;

    xb_starvation_guard #(.NumPorts(Turns)) u_guard (
      .clk_i, .rst_ni, .turn_i(next_q2), .serve_i(picked_q), .pass_i(1'b1), .due_o(due)
    );

    assign round_ends = (after_q == DestWidth'(Turns-1)) && (class_q == ClassBits'(Classes-1));

    always_comb begin
      pick_class = '0;
      for (int c = 0; c < Classes; c++) begin
        if (ClassBits'(c) > class_q && may_any[c]) pick_class = ClassBits'(c);
      end
      for (int c = 0; c < Classes; c++) begin
        if (ClassBits'(c) <= class_q && may_any[c]) pick_class = ClassBits'(c);
      end
      other_word = '0;
      for (int i = 0; i < Turns; i++) begin
        for (int c = 0; c < Classes; c++) begin
          for (int d = 0; d < Classes; d++) begin
            if (d > c || (d < c && !due[i])) other_word[c*Turns + i] |= has_word[d*Turns + i] & !refused_q[d*Turns + i];
          end
        end
      end
      turn_class = '0;
      for (int c = 0; c < Classes; c++) if (heads[c]) turn_class = ClassBits'(c);
      for (int c = 0; c < Classes; c++) if (heads[c] && !refused_i[c]) turn_class = ClassBits'(c);
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        class_q   <= '0;
        waits_o   <= '0;
        refused_q <= '0;
        next_q    <= DestWidth'(1);
        next_q2   <= '0;
        picked_q  <= 1'b1;
      end else begin
        for (int c = 0; c < Classes; c++) refused_q[c*Turns + 32'(late_turn_i)] <= refuse_i[c];
        next_q   <= after_q;
        next_q2  <= next_q;
        picked_q <= picked != '0;
        if (after_q == DestWidth'(Turns-1)) class_q <= (class_q == ClassBits'(Classes-1)) ? '0 : class_q + 1'b1;
        for (int c = 0; c < Classes; c++) waits_o[c] <= heads[c] && refused_i[c] && (turn_class != ClassBits'(c));
      end
    end
    always_ff @(posedge clk_i) begin
      class_o       <= turn_class;
      shown_turn_q  <= turn_o;
      shown_class_q <= class_o;
    end
  end

  for (genvar i = 0; i < Turns; i++) begin : gen_input
    // The classes of an input have one RAM for their beats: one comes, and one pair leaves. A register between it and the
    // rotator, since both of its ends, block RAMs, may be far away.
    logic [1:0]              we;
    logic [RamAddrWidth-1:0] waddr, raddr;
    logic                    re, has_two;

    for (genvar c = 0; c < Classes; c++) begin : gen_class
      localparam int unsigned S = c*Turns + i;

      xb_pipe_ingress_stage #(.Turns(Turns), .ThreePorts(ThreePorts), .DataWidth(DataWidth), .Whole(Classes > 1)) u_stage (
        .clk_i, .rst_ni, .tick_i(now_q == '0),
        .s_tvalid_i(s_axis_tvalid_i[S]), .s_tready_o(s_axis_tready_o[S]),
        .s_tdata_i(s_axis_tdata_i[i*DataWidth +: DataWidth]), .s_tlast_i(s_axis_tlast_i[i]),
        .s_tuser_i(s_axis_tuser_i[i]), .s_tdest_i(s_axis_tdest_i[i*DestWidth +: DestWidth]),
        .accept_o(accept[S]), .accept_dest_o(dest[S]), .accept_first_o(accept_first[S]),
        .enter_o(enter_o[S]), .enter_dest_o(enter_dest_o[S*DestWidth +: DestWidth]),
        .has_word_o(has_word[S]), .other_word_i(other_word[S]),
        .hungry_i(hungry_i[c*Turns +: Turns]), .may_pick_o(may_pick[S]), .pick_i(pick_q[S]), .pick_dest_i(pick_dest_q), .picked_o(picked[S]),
        .word_valid_o(head_valid_o[S]), .word_dest_o(head_dest_o[S*DestWidth +: DestWidth]),
        .word_first_o(head_first_o[S]), .word_last_o(last[S]), .word_beats_o(beats[S]), .word_packets_o(packets[S]),
        .word_pop_next_i(pop_next_i[S]), .word_pop_i(pop_i[S]), .ram_we_o(ram_we[S]), .ram_waddr_o(ram_waddr[S]), .ram_wdata_o(ram_wdata[S]),
        .ram_re_o(ram_re[S]), .ram_raddr_o(ram_raddr[S]), .pair_two_o(two[S]), .drop_misrouted_o(misrouted[S])
      );
    end

    if (Classes == 1) begin : gen_own_ram
      assign {we, waddr, re, raddr, has_two} = {ram_we[i], ram_waddr[i], ram_re[i], ram_raddr[i], two[i]};
    end else begin : gen_common_ram
      // Of the word that was shown two cycles ago, whose pairs are read from now on, if it leaves.
      logic [ClassBits-1:0] leave_q, leave_q2, leave_q3;
      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) begin
          leave_q  <= '0;
          leave_q2 <= '0;
          leave_q3 <= '0;
        end else begin
          if (shown_turn_q == DestWidth'(i)) leave_q <= shown_class_q;
          leave_q2 <= leave_q;
          leave_q3 <= leave_q2;
        end
      end
      assign re      = ram_re[stage(leave_q, i)];
      assign raddr   = {leave_q, ram_raddr[stage(leave_q, i)]};
      assign has_two = two[stage(leave_q3, i)];
      always_comb begin
        {we, waddr} = '0;
        for (int c = 0; c < Classes; c++) begin
          we |= ram_we[c*Turns + i];
          if (ram_we[c*Turns + i] != '0) waddr = {ClassBits'(c), ram_waddr[c*Turns + i]};
        end
      end
    end
    for (genvar b = 0; b < 2; b++) begin : gen_bank
      logic [BeatWidth-1:0] rdata, rdata_q;
      xb_ram_1r1w #(.Width(BeatWidth), .Depth(RamDepth)) u_ram (
        .clk_i, .we_i(we[b]), .waddr_i(waddr), .wdata_i(ram_wdata[i]), .re_i(re), .raddr_i(raddr), .rdata_o(rdata)
      );
      always_ff @(posedge clk_i) rdata_q <= rdata;
      assign pair_data_o[(2*i + b)*DataWidth +: DataWidth] = rdata_q[0 +: DataWidth];
      assign pair_side_o[i*SideWidth + 2*b +: 2]           = rdata_q[DataWidth +: 2];
    end
    assign pair_side_o[i*SideWidth + SideWidth-1] = has_two;
  end

  // Of one class at most a beat is on offer.
  always_comb begin
    {accept_o, accept_first_o, accept_dest_o} = '0;
    for (int i = 0; i < Turns; i++) begin
      drop_misrouted_o[i*CountWidth +: CountWidth] = misrouted[i];
      for (int c = 0; c < Classes; c++) begin
        if (Classes == 1 || s_axis_tvalid_i[c*Turns + i]) begin
          accept_o[i]                              = accept[c*Turns + i];
          accept_first_o[i]                        = accept_first[c*Turns + i];
          accept_dest_o[i*DestWidth +: DestWidth]  = dest[c*Turns + i];
        end
        if (c > 0) drop_misrouted_o[i*CountWidth +: CountWidth] += misrouted[c*Turns + i] - xb_pkg::CountStart;
      end
    end
    for (int c = 0; c < Classes; c++) heads[c] = head_valid_o[c*Turns + 32'(turn_i)];
  end

  // Descriptions: no reset, they count only under valid_o.
  logic [DestWidth-1:0]  dest_of [Classes];
  logic [Classes-1:0]    first_of, last_of;
  logic [BeatsWidth-1:0] beats_of [Classes];
  logic [BeatsWidth-1:0] packets_of [Classes];
  for (genvar c = 0; c < Classes; c++) begin : gen_turn
    logic [Turns*DestWidth-1:0] dests;  // those of the class first: of an index with a sum in it yosys makes a multiplier
    assign dests         = head_dest_o[c*Turns*DestWidth +: Turns*DestWidth];
    assign dest_of[c]    = dests[turn_i*DestWidth +: DestWidth];
    assign first_of[c]   = head_first_o[c*Turns + 32'(turn_i)];
    assign last_of[c]    = last[c*Turns + 32'(turn_i)];
    assign beats_of[c]   = beats[c*Turns + 32'(turn_i)];
    assign packets_of[c] = packets[c*Turns + 32'(turn_i)];
  end
  always_ff @(posedge clk_i) begin
    dest_o    <= dest_of[turn_class];
    first_o   <= first_of[turn_class];
    last_o    <= last_of[turn_class];
    beats_o   <= beats_of[turn_class];
    packets_o <= packets_of[turn_class];
  end
endmodule : xb_pipe_memory_inputs

`default_nettype wire
