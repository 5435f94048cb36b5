// SPDX-License-Identifier: Apache-2.0
/// Which traffic class has a port's turn at the pipelined memory switch. Of one class nothing is here.
///
/// Of an input: known a cycle ahead are the classes whose word the memory would refuse, so that the turn is another's. After a
/// word that leaves, what the next one needs is not known, and it is taken to be written.
/// Of an output: that of the packet under way, or the highest that xb_pipe_service and xb_class_yield let go, by what was so in
/// the cycle before.
`default_nettype none

module xb_pipe_class_turn #(
  /// Ports that take turns, 4..64.
  parameter int unsigned Turns = 4,
  /// Traffic classes, 1..8.
  parameter int unsigned Classes = 2,
  /// Derived, do not overwrite.
  localparam int unsigned NumQueues = Turns * Classes,
  localparam int unsigned PortWidth = (Turns < 2) ? 1 : $clog2(Turns),
  localparam int unsigned ClassBits = (Classes < 2) ? 1 : $clog2(Classes),
  localparam int unsigned BeatsWidth = $clog2(2*Turns + 1)
) (
  input  logic                           clk_i,
  input  logic                           rst_ni,
  /// Settings: packets that are not admitted are discarded; service and weights (xb_pipe_service).
  input  logic                           drop_i,
  input  logic [1:0]                     service_i,
  input  logic [8*Classes-1:0]           weights_i,
  /// The input whose turn it is. Of input i and class c, at c*Turns+i: a word is there; it is its packet's first, its output; it
  /// leaves now; its packet goes on whatever admission says.
  input  logic [PortWidth-1:0]           in_turn_i,
  input  logic [NumQueues-1:0]           head_valid_i,
  input  logic [NumQueues-1:0]           head_first_i,
  input  logic [NumQueues*PortWidth-1:0] head_dest_i,
  input  logic [NumQueues-1:0]           pop_i,
  input  logic [NumQueues-1:0]           sure_i,
  /// Of output j and class c, at c*Turns+j: the memory has no room for it; it has read all words of the packet that that input is
  /// writing; there is a packet.
  input  logic [NumQueues-1:0]           crowded_i,
  input  logic [NumQueues-1:0]           starved_i,
  input  logic [NumQueues*PortWidth-1:0] source_i,
  input  logic [NumQueues-1:0]           busy_i,
  /// Classes whose word, if there is one, the memory would refuse to the input whose turn it is.
  output logic [Classes-1:0]             refused_o,
  /// The output that looks at its words. A cycle later, by class: it has one, it begins a packet; its beats. The class of the one
  /// that it may read; it does.
  input  logic [PortWidth-1:0]           out_turn_i,
  input  logic [Classes-1:0]             word_valid_i,
  input  logic [Classes-1:0]             word_first_i,
  input  logic [Classes*BeatsWidth-1:0]  word_beats_i,
  output logic [ClassBits-1:0]           read_class_o,
  input  logic                           read_i,
  /// Per output: a beat is delivered, of this class.
  input  logic [Turns-1:0]               sent_i,
  input  logic [Turns*ClassBits-1:0]     sent_class_i
);
  if (Turns < 4 || Turns > 64) begin : gen_illegal_turns
    $error("Turns must be 4..64");
  end
  if (Classes < 1 || Classes > 8) begin : gen_illegal_classes
    $error("Classes must be 1..8");
  end

  if (Classes == 1) begin : gen_one_class
    logic unused;
    assign unused = ^{clk_i, rst_ni, drop_i, service_i, weights_i, in_turn_i, head_valid_i, head_first_i, head_dest_i, pop_i, sure_i, crowded_i,
                      starved_i, source_i, busy_i, out_turn_i, word_valid_i, word_first_i, word_beats_i, read_i, sent_i,
                      sent_class_i};
    assign {refused_o, read_class_o} = '0;
  end else begin : gen_classes
    logic [PortWidth-1:0] next;

    assign next = (in_turn_i == PortWidth'(Turns-1)) ? '0 : in_turn_i + 1'b1;

    for (genvar c = 0; c < Classes; c++) begin : gen_class
      // Those of the class first: of an index with a sum in it yosys makes a multiplier.
      logic [Turns*PortWidth-1:0] dests, sources;
      logic [PortWidth-1:0]       dest, source;
      logic                       stays, first, sure, crowded, starved;

      assign dests   = head_dest_i[c*Turns*PortWidth +: Turns*PortWidth];
      assign sources = source_i[c*Turns*PortWidth +: Turns*PortWidth];
      assign dest    = dests[next*PortWidth +: PortWidth];
      assign first   = head_first_i[c*Turns + 32'(next)];
      assign stays   = head_valid_i[c*Turns + 32'(next)] & !pop_i[c*Turns + 32'(next)];
      assign sure    = sure_i[c*Turns + 32'(next)];
      assign crowded = crowded_i[c*Turns + 32'(dest)];
      assign source  = sources[dest*PortWidth +: PortWidth];
      assign starved = starved_i[c*Turns + 32'(dest)] && (source == next);

      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) refused_o[c] <= 1'b0;
        else refused_o[c] <= stays & crowded & !(first ? drop_i : (sure | starved));
      end
    end

    // The output's turn.
    logic [Classes-1:0]   eligible [Turns];
    logic [Classes-1:0]   eligible_q, choice, preferred, started, short_of;
    logic [PortWidth-1:0] look_turn_q;
    logic                 is_short;

    for (genvar j = 0; j < Turns; j++) begin : gen_output
      logic [Classes-1:0] waiting, sent;
      for (genvar c = 0; c < Classes; c++) begin : gen_class
        assign waiting[c] = busy_i[c*Turns + j];
        assign sent[c]    = sent_i[j] && sent_class_i[j*ClassBits +: ClassBits] == ClassBits'(c);
      end
      // Charged for what it delivers.
      xb_pipe_service #(.Classes(Classes)) u_service (
        .clk_i, .rst_ni, .service_i, .weights_i, .waiting_i(waiting), .sent_i(sent), .eligible_o(eligible[j])
      );
    end

    xb_class_yield #(.NumPorts(Turns), .Classes(Classes)) u_yield (
      .clk_i, .rst_ni, .turn_i(look_turn_q), .staged_i('0), .open_i(word_valid_i), .beats_i('0), .choice_o(choice),
      .read_i, .class_i(read_class_o), .short_i(is_short), .chosen_i(1'b1)
    );

    assign started   = ~word_first_i;
    assign preferred = choice & eligible_q;
    // Of each class first: which one is read is known late.
    for (genvar c = 0; c < Classes; c++) begin : gen_short
      assign short_of[c] = 32'(word_beats_i[c*BeatsWidth +: BeatsWidth]) < Turns;
    end
    assign is_short  = (started == '0) && short_of[read_class_o];

    always_comb begin
      read_class_o = '0;
      for (int c = 0; c < Classes; c++) begin
        if (started != '0 ? started[c] : preferred != '0 ? preferred[c] : choice[c]) read_class_o = ClassBits'(c);
      end
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        eligible_q  <= '0;
        look_turn_q <= '0;
      end else begin
        eligible_q  <= eligible[out_turn_i];
        look_turn_q <= out_turn_i;
      end
    end
  end
endmodule : xb_pipe_class_turn

`default_nettype wire
