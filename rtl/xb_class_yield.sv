// SPDX-License-Identifier: Apache-2.0
/// Which classes an output may read a word of, so that it does not idle while one of them waits.
///
/// An output reads a word in its turn, every N cycles. If it always read the highest class while that has only words of fewer
/// than N beats, it would idle for the rest of each turn, whatever the lower classes have. So it reads the highest class whose
/// word lasts, with what is staged, until that of its next turn is on offer. If much is staged, that is a short word for which
/// there is room besides: a turn is used for it that would be lost. If no word lasts, a class yields once after a word of fewer
/// than N beats, if another class has one.
///
/// When classes have been passed over in 16 turns (xb_starvation_guard), one whose word does not last may be chosen, too, in the
/// next turn that needs one; of several those first that have not been since all were. A word of fewer than N beats that is read
/// starts the count again, unless others are passed over for it: in a turn that is needed, for theirs does not last; else,
/// though theirs would do.
///
/// Latency: 0 from the words, 1 from a read.
`default_nettype none

module xb_class_yield #(
  /// Outputs, 2..64, and traffic classes, 2..8.
  parameter int unsigned NumPorts = 4,
  parameter int unsigned Classes = 2,
  /// Derived, do not overwrite.
  localparam int unsigned PortWidth = (NumPorts < 2) ? 1 : $clog2(NumPorts),
  localparam int unsigned ClassBits = (Classes < 2) ? 1 : $clog2(Classes),
  localparam int unsigned BeatsWidth = $clog2(2*NumPorts + 1),
  localparam int unsigned StagedWidth = $clog2(4*NumPorts)
) (
  input  logic                          clk_i,
  input  logic                          rst_ni,
  /// Output whose turn it is, the beats that it has staged; classes that have a word for it, its beats, and those to choose
  /// from.
  input  logic [PortWidth-1:0]          turn_i,
  input  logic [StagedWidth-1:0]        staged_i,
  input  logic [Classes-1:0]            open_i,
  input  logic [Classes*BeatsWidth-1:0] beats_i,
  output logic [Classes-1:0]            choice_o,
  /// It reads a word of this class, which has fewer than N beats; its packet was not under way.
  input  logic                          read_i,
  input  logic [ClassBits-1:0]          class_i,
  input  logic                          short_i,
  input  logic                          chosen_i
);
  if (NumPorts < 2 || NumPorts > 64) begin : gen_illegal_ports
    $error("NumPorts must be 2..64");
  end
  if (Classes < 2 || Classes > 8) begin : gen_illegal_classes
    $error("Classes must be 2..8");
  end

  logic [NumPorts*Classes-1:0] yields_q, served_q;
  logic [NumPorts-1:0]         due;
  logic [Classes-1:0]          lasting, others, ending, left, passed, read_class, served;
  logic                        needed, forced;

  for (genvar c = 0; c < Classes; c++) begin : gen_class
    logic [StagedWidth:0] staged;  // with that word

    assign staged     = (StagedWidth+1)'(staged_i) + (StagedWidth+1)'(beats_i[c*BeatsWidth +: BeatsWidth]);
    assign lasting[c] = open_i[c] && (staged >= (StagedWidth+1)'(NumPorts + 2))
        && ((staged_i <= StagedWidth'(NumPorts + 1)) || (staged <= (StagedWidth+1)'(2*NumPorts + 1)));
  end
  assign needed     = staged_i <= StagedWidth'(NumPorts + 1);
  assign others     = open_i & ~yields_q[32'(turn_i)*Classes +: Classes];
  assign served     = served_q[32'(turn_i)*Classes +: Classes];
  assign ending     = open_i & ~lasting;
  assign left       = ending & ~served;
  assign choice_o   = (lasting == '0) ? (others != '0 ? others : open_i)
                    : (needed && due[turn_i]) ? lasting | (left != '0 ? left : ending) : lasting;
  assign read_class = Classes'(1) << class_i;
  assign forced     = chosen_i && needed && due[turn_i] && (lasting != '0) && ((lasting & read_class) == '0);
  assign passed     = (needed ? ending : lasting) & ~read_class;

  xb_starvation_guard #(.NumPorts(NumPorts)) u_guard (
    .clk_i, .rst_ni, .turn_i, .serve_i(read_i & short_i & (forced | (passed == '0))), .pass_i(read_i), .due_o(due)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      yields_q <= '0;
      served_q <= '0;
    end else if (read_i) begin
      yields_q[32'(turn_i)*Classes +: Classes] <= short_i ? read_class : '0;
      if (short_i && forced) served_q[32'(turn_i)*Classes +: Classes] <= (left != '0 ? served : '0) | read_class;
    end
  end
endmodule : xb_class_yield

`default_nettype wire
