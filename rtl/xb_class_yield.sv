// SPDX-License-Identifier: Apache-2.0
/// Which classes an output may read a word of, so that it does not idle while one of them waits.
///
/// An output reads a word in its turn, every N cycles. If it always read the highest class while that has only words of fewer
/// than N beats, it would idle for the rest of each turn, whatever the lower classes have. So a class yields once after such
/// a word, if another class has one: of two words that follow each other one may then be full.
///
/// Latency: 0 from the words, 1 from a read.
`default_nettype none

module xb_class_yield #(
  /// Outputs, 2..64, and traffic classes, 2..8.
  parameter int unsigned NumPorts = 4,
  parameter int unsigned Classes = 2,
  /// Derived, do not overwrite.
  localparam int unsigned PortWidth = (NumPorts < 2) ? 1 : $clog2(NumPorts),
  localparam int unsigned ClassBits = (Classes < 2) ? 1 : $clog2(Classes)
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  /// Output whose turn it is, classes that have a word for it, and those to choose from.
  input  logic [PortWidth-1:0] turn_i,
  input  logic [Classes-1:0]   open_i,
  output logic [Classes-1:0]   choice_o,
  /// It reads a word of this class, which begins a packet and has fewer than N beats.
  input  logic                 read_i,
  input  logic [ClassBits-1:0] class_i,
  input  logic                 short_i
);
  if (NumPorts < 2 || NumPorts > 64) begin : gen_illegal_ports
    $error("NumPorts must be 2..64");
  end
  if (Classes < 2 || Classes > 8) begin : gen_illegal_classes
    $error("Classes must be 2..8");
  end

  logic [NumPorts*Classes-1:0] yields_q;
  logic [Classes-1:0]          others;

  assign others   = open_i & ~yields_q[32'(turn_i)*Classes +: Classes];
  assign choice_o = (others != '0) ? others : open_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) yields_q <= '0;
    else if (read_i) yields_q[32'(turn_i)*Classes +: Classes] <= short_i ? (Classes'(1) << class_i) : '0;
  end
endmodule : xb_class_yield

`default_nettype wire
