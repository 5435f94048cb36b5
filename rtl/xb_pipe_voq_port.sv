// SPDX-License-Identifier: Apache-2.0
/// One port of a pipelined switch with a queue for each traffic class behind it: of which class it shows a beat.
///
/// A packet that has begun goes on to its last beat; then the highest class that has a beat, of those that have something
/// left of their share (xb_pipe_service) if any has. What is shown stays until it is taken.
/// Combinational from the queues, which are registers, to the port, and from its ready to theirs.
`default_nettype none

module xb_pipe_voq_port #(
  /// Traffic classes, 2..8.
  parameter int unsigned Classes = 2,
  /// Width of a word [bits]: a beat, its framing and its source.
  parameter int unsigned Width = 64
) (
  input  logic                     clk_i,
  input  logic                     rst_ni,
  /// Settings: see xb_pipe_service.
  input  logic [1:0]               service_i,
  input  logic [8*Classes-1:0]     weights_i,
  /// The queues, that of class c in bit c or at [c*Width +: Width]: a beat is there, it is its packet's last; ready for it, as
  /// those are that the port would show if they had one.
  input  logic [Classes-1:0]       valid_i,
  output logic [Classes-1:0]       ready_o,
  input  logic [Classes-1:0]       last_i,
  input  logic [Classes*Width-1:0] word_i,
  /// The port.
  output logic                     valid_o,
  input  logic                     ready_i,
  output logic [Width-1:0]         word_o
);
  if (Classes < 2 || Classes > 8) begin : gen_illegal_classes
    $error("Classes must be 2..8");
  end
  if (Width < 1) begin : gen_illegal_width
    $error("Width must be 1 or more");
  end

  // Classes that would be shown if they had a beat. One-hot: the class shown, that of the last cycle; a beat of this one, or of
  // its packet, is to come.
  logic [Classes-1:0] eligible, first, shown, shown_q;
  logic               held_q;

  xb_pipe_service #(.Classes(Classes)) u_service (
    .clk_i, .rst_ni, .service_i, .weights_i, .waiting_i(valid_i | (shown_q & {Classes{held_q}})),
    .sent_i(shown & {Classes{ready_i}}), .eligible_o(eligible)
  );

  // Whether a class is first is known before whether it has a beat: many wait for that.
  always_comb begin
    for (int c = 0; c < Classes; c++) begin
      first[c] = 1'b1;
      for (int d = 0; d < Classes; d++)
        if (d != c && valid_i[d] && (d > c ? eligible[d] || !eligible[c] : eligible[d] && !eligible[c])) first[c] = 1'b0;
    end
    if (held_q) first = shown_q;
    shown  = first & valid_i;
    word_o = '0;
    for (int c = 0; c < Classes; c++) if (shown[c]) word_o |= word_i[c*Width +: Width];
  end
  assign valid_o = shown != '0;
  assign ready_o = {Classes{ready_i}} & first & (valid_i | {Classes{!valid_o}});

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      held_q  <= 1'b0;
      shown_q <= '0;
    end else if (valid_o) begin
      held_q  <= !ready_i || (shown & last_i) == '0;
      shown_q <= shown;
    end
  end
endmodule : xb_pipe_voq_port

`default_nettype wire
