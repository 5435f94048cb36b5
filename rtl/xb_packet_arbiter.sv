// SPDX-License-Identifier: Apache-2.0
/// Output arbiter that grants whole packets: an xb_arbiter whose grant, once shown, holds until the packet's
/// last beat has been taken. Packets of one output are therefore never interleaved, and a beat on offer is
/// never exchanged for another while the receiver stalls (AXI4-Stream: payload stable until accepted).
///
/// Combinational from `req_i` to `sel_o`; no combinational path from `ready_i` to an output.
`default_nettype none

module xb_packet_arbiter #(
  /// Number of inputs, >= 2.
  parameter int unsigned NumReq = 4,
  /// Number of this arbiter among those of one seed (xb_lfsr).
  parameter int unsigned InstanceSeed = 0,
  /// Width of an age [bits].
  parameter int unsigned AgeWidth = xb_pkg::CountWidth,
  /// Derived, do not overwrite.
  localparam int unsigned IdxWidth = $clog2(NumReq)
) (
  input  logic                clk_i,
  input  logic                rst_ni,
  /// Discipline, seed and weights, see xb_arbiter.
  input  logic [1:0]          kind_i,
  input  logic                load_i,
  input  logic [31:0]         seed_i,
  input  logic [63:0]         weights_i,
  /// Inputs that have a packet to start for this output (looked at while no packet holds it), and their ages.
  input  logic [NumReq-1:0]   req_i,
  input  logic [NumReq*AgeWidth-1:0] age_i,
  /// Inputs that have a beat for this output (looked at while a packet holds it).
  input  logic [NumReq-1:0]   beat_i,
  /// The receiver takes a beat.
  input  logic                ready_i,
  /// The selected beat is its packet's last; depends on `sel_o`.
  input  logic                last_i,
  /// A beat of input `sel_o` is on offer.
  output logic                valid_o,
  output logic [IdxWidth-1:0] sel_o,
  /// A packet holds the output (it has been on offer before this cycle).
  output logic                locked_o
);

  logic                grant, locked_q;
  logic [IdxWidth-1:0] granted, sel_q;

  assign valid_o  = locked_q ? beat_i[sel_q] : grant;
  assign sel_o    = locked_q ? sel_q : granted;
  assign locked_o = locked_q;

  // The arbiter moves on when a grant is made, which is once a packet.
  xb_arbiter #(.NumReq(NumReq), .InstanceSeed(InstanceSeed), .AgeWidth(AgeWidth)) u_arbiter (
    .clk_i, .rst_ni, .kind_i, .load_i, .seed_i, .weights_i,
    .req_i, .age_i, .advance_i(grant & !locked_q),
    .valid_o(grant), .idx_o(granted)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      locked_q <= 1'b0;
      sel_q    <= '0;
    end else begin
      locked_q <= (valid_o && ready_i && last_i) ? 1'b0 : (locked_q | grant);
      sel_q    <= sel_o;
    end
  end
endmodule : xb_packet_arbiter

`default_nettype wire
