// SPDX-License-Identifier: Apache-2.0
/// Contract of xb_ingress: a packet is kept whole or discarded whole, and its beats name one destination.
///
/// Bound from outside (end of this file), Verilator with --assert only; reports one cycle late (see xb_axis_checker).
`default_nettype none
/* verilator tracing_off */  // its registers mean nothing to a reader of waveforms

module xb_ingress_checker #(
  /// Number of switch ports.
  parameter int unsigned NumPorts = 4,
  /// Derived, do not overwrite.
  localparam int unsigned DestWidth = $clog2(NumPorts)
) (
  input logic                 clk_i,
  input logic                 rst_ni,
  /// A beat is taken from the link, it is its packet's last; it is kept; the destination.
  input logic                 take_i,
  input logic                 last_i,
  input logic                 kept_i,
  input logic [DestWidth-1:0] dest_i,
  input logic                 first_i,
  /// The destination that the link names, which counts with the first beat.
  input logic [DestWidth-1:0] s_tdest_i
);
  // The packet under way: it has begun, is kept, where it goes.
  logic                 open_q, kept_q;
  logic [DestWidth-1:0] dest_q;
  // What the last cycle did wrong.
  typedef struct packed {
    logic torn, dest_off, first_off;
  } wrong_t;
  wrong_t wrong_q;
  initial wrong_q = '0;  // nothing is wrong before the first reset

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      open_q  <= 1'b0;
      kept_q  <= 1'b0;
      dest_q  <= '0;
      wrong_q <= '0;
    end else begin
      wrong_q <= '0;
      if (take_i) begin
        open_q <= !last_i;
        kept_q <= kept_i;
        dest_q <= dest_i;
        wrong_q.torn      <= open_q & (kept_i != kept_q);
        wrong_q.dest_off  <= dest_i != (open_q ? dest_q : s_tdest_i);
        wrong_q.first_off <= first_i == open_q;
      end
    end
  end

  packets_are_kept_or_discarded: assert property (@(posedge clk_i) wrong_q == '0)
    else $error("packet torn %b, destination wrong %b, first beat not known %b",
                wrong_q.torn, wrong_q.dest_off, wrong_q.first_off);
endmodule : xb_ingress_checker

/* verilator tracing_on */
`default_nettype wire

bind xb_ingress xb_ingress_checker #(.NumPorts(NumPorts)) u_checker (
  .clk_i, .rst_ni, .take_i(take), .last_i(s_tlast_i), .kept_i(valid_o), .dest_i(dest_o), .first_i(first_o), .s_tdest_i
);
