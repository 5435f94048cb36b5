// SPDX-License-Identifier: Apache-2.0
/// Which traffic classes an output may serve now: all (strict priority: its arbiter takes the highest), or those that have
/// not used up their share (deficit round robin, in beats).
///
/// A beat that is taken costs its class one. Once no class that waits has anything left, each that waits gets its weight
/// more; so classes that always wait share the output by weight, within a packet and a weight, whatever the packets'
/// lengths. Classes that have nothing left are served as well while no other asks: the output does not idle for them.
///
/// Latency: 0 from the requests, 1 from a beat that is taken.
`default_nettype none

module xb_class_service #(
  /// Traffic classes, 2..8.
  parameter int unsigned Classes = 2,
  /// Derived, do not overwrite.
  localparam int unsigned ClassBits = (Classes < 2) ? 1 : $clog2(Classes)
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  /// Settings: 0 strict, 1 deficit round robin, 2 the highest class strictly first, the others so; weights, 1..255, class c in
  /// byte c.
  input  logic [1:0]            service_i,
  input  logic [8*Classes-1:0]  weights_i,
  /// Classes of which a head waits for this output, and is able to start on it; it is in a packet, of class `class_i`.
  input  logic [Classes-1:0]    waiting_i,
  input  logic [Classes-1:0]    open_i,
  input  logic                  locked_i,
  input  logic [ClassBits-1:0]  class_i,
  /// A beat of class `class_i` is taken.
  input  logic                  sent_i,
  output logic [Classes-1:0]    allowed_o
);
  if (Classes < 2 || Classes > 8) begin : gen_illegal_classes
    $error("Classes must be 2..8");
  end

  localparam int unsigned Width = 16;  // of a deficit; one that does not fit stays at its end
  localparam logic [1:0] Strict = 2'd0, StrictDwrr = 2'd2;

  logic [Classes-1:0]              exempt, eligible, waiting, has_left;
  logic signed [Width-1:0]         left [Classes];
  logic [Classes*Width-1:0]        left_q;

  always_comb begin
    exempt             = (service_i == Strict) ? '1 : '0;
    exempt[Classes-1] |= service_i == StrictDwrr;
    for (int c = 0; c < Classes; c++) eligible[c] = exempt[c] || $signed(left_q[c*Width +: Width]) > 0;
  end
  assign allowed_o = eligible | ((open_i & eligible) == '0 ? '1 : '0);

  always_comb begin
    waiting = waiting_i;
    if (locked_i) waiting[class_i] = 1'b1;
    waiting &= ~exempt;
    for (int c = 0; c < Classes; c++) begin
      left[c] = $signed(left_q[c*Width +: Width]);
      if (sent_i && class_i == ClassBits'(c) && left[c] != {1'b1, {Width-1{1'b0}}}) left[c] = left[c] - 1'b1;
      has_left[c] = left[c] > 0;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      left_q <= '0;
    end else begin
      for (int c = 0; c < Classes; c++) begin
        if (exempt[c]) left_q[c*Width +: Width] <= '0;
        else if (waiting[c] && (waiting & has_left) == '0)
          left_q[c*Width +: Width] <= left[c] + $signed({{Width-8{1'b0}}, weights_i[8*c +: 8]});
        else left_q[c*Width +: Width] <= left[c];
      end
    end
  end
endmodule : xb_class_service

`default_nettype wire
