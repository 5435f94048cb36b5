// SPDX-License-Identifier: Apache-2.0
/// Which traffic classes an output of a pipelined switch prefers: all (strict priority), or those that have something left of
/// their share (deficit round robin, in beats), as xb_class_service says it in one cycle.
///
/// A beat that goes in cycle t is charged in t+1, and known in t+2: a class may send a beat more than its share, which it
/// misses in its next round. Shares are given while two beats are left, so that some class that waits is always preferred; they
/// may be given twice.
`default_nettype none

module xb_pipe_service #(
  /// Traffic classes, 2..8.
  parameter int unsigned Classes = 2
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  /// Settings: 0 strict, 1 deficit round robin, 2 the highest class strictly first, the others so; weights, 1..255, class c in
  /// byte c.
  input  logic [1:0]            service_i,
  input  logic [8*Classes-1:0]  weights_i,
  /// Classes of which a beat waits for this output, or whose packet holds it; one of which a beat goes.
  input  logic [Classes-1:0]    waiting_i,
  input  logic [Classes-1:0]    sent_i,
  /// Registers.
  output logic [Classes-1:0]    eligible_o
);
  if (Classes < 2 || Classes > 8) begin : gen_illegal_classes
    $error("Classes must be 2..8");
  end

  localparam int unsigned Width = 16;  // of a deficit; one below a quarter of its range stays there
  localparam logic [1:0] Strict = 2'd0, StrictDwrr = 2'd2;

  logic [Classes-1:0] exempt, waiting_q, sent_q, enough_q;
  logic               refill;

  always_comb begin
    exempt             = (service_i == Strict) ? '1 : '0;
    exempt[Classes-1] |= service_i == StrictDwrr;
  end
  assign refill = (waiting_q & enough_q) == '0;

  for (genvar c = 0; c < Classes; c++) begin : gen_class
    // What is left, less one: it has something left unless this is negative.
    logic [Width-1:0] left_q, left_d;
    logic [8:0]       change;

    always_comb begin
      case ({refill & waiting_q[c], sent_q[c]})
        2'b00: change = '0;
        2'b01: change = '1;
        2'b10: change = {1'b0, weights_i[8*c +: 8]};
        default: change = {1'b0, weights_i[8*c +: 8] - 1'b1};
      endcase
    end
    assign left_d = left_q + {{Width-9{change[8]}}, change};

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        left_q        <= '1;
        eligible_o[c] <= 1'b0;
        waiting_q[c]  <= 1'b0;
        sent_q[c]     <= 1'b0;
        enough_q[c]   <= 1'b0;
      end else begin
        left_q        <= left_d;
        eligible_o[c] <= exempt[c] | !left_d[Width-1];
        enough_q[c]   <= !left_q[Width-1] && left_q[Width-2:1] != '0;
        waiting_q[c]  <= waiting_i[c] & !exempt[c];
        sent_q[c]     <= sent_i[c] & !exempt[c] & (left_q[Width-1 -: 2] != 2'b10);
      end
    end
  end
endmodule : xb_pipe_service

`default_nettype wire
