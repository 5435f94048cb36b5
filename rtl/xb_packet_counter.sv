// SPDX-License-Identifier: Apache-2.0
/// Counts the packets of one queue from the beats that enter and leave it.
///
/// Both counts are registers. A packet is *held* from its first beat's push to its last beat's pop, and
/// *complete* from its last beat's push to its last beat's pop.
`default_nettype none

module xb_packet_counter #(
  /// Width of a number of packets inside [bits].
  parameter int unsigned Width = xb_pkg::CountWidth
) (
  input  logic                          clk_i,
  input  logic                          rst_ni,
  /// A packet's first, last beat enters; a packet's last beat leaves.
  input  logic                          push_first_i,
  input  logic                          push_last_i,
  input  logic                          pop_last_i,
  /// Packets of which at least one beat has entered and the last has not left.
  output logic [xb_pkg::CountWidth-1:0] held_o,
  /// Some packet is wholly in the queue, or has only its front part gone.
  output logic                          has_complete_o
);
  if (Width < 2) begin : gen_illegal_width
    $error("Width must be 2 or more");
  end

  logic [Width-1:0] held_q, complete_q;

  assign held_o         = xb_pkg::CountWidth'(held_q);
  assign has_complete_o = complete_q != '0;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      held_q     <= '0;
      complete_q <= '0;
    end else begin
      // Two's complement: +1, 0 or -1.
      held_q     <= held_q + {{Width - 1{pop_last_i & !push_first_i}}, push_first_i ^ pop_last_i};
      complete_q <= complete_q + {{Width - 1{pop_last_i & !push_last_i}}, push_last_i ^ pop_last_i};
    end
  end
endmodule : xb_packet_counter

`default_nettype wire
