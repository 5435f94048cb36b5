// SPDX-License-Identifier: Apache-2.0
/// xb_starvation_guard, for any port and any turns: a class is due once it has been passed over in 16 turns of the port since
/// one was served, not before, and until one is served.
//
// mutant due_in_time: xb_starvation_guard.sv s/pass_i && !due_o\[p\]/pass_i \&\& !due_o[p] \&\& passed_q[p] != 5'd15/
// mutant not_before: xb_starvation_guard.sv s/passed_q\[p\] + 1'b1/passed_q[p] + 2'd2/
`default_nettype none

module xb_starvation_guard_properties #(
  parameter int unsigned NumPorts = 3,
  localparam int unsigned PortWidth = $clog2(NumPorts)
) (
  input logic                 clk_i,
  input logic [PortWidth-1:0] turn_i,
  input logic                 serve_i,
  input logic                 pass_i
);
  localparam logic [5:0] Turns = 6'd16;

  logic                 rst_ni = 1'b0;
  logic [NumPorts-1:0]  due;
  logic [5:0]           passed_q = '0;  // at the watched port, up to all that count
  (* anyconst *) logic [PortWidth-1:0] watched;

  xb_starvation_guard #(.NumPorts(NumPorts)) u_dut (.clk_i, .rst_ni, .turn_i, .serve_i, .pass_i, .due_o(due));

  always_ff @(posedge clk_i) begin
    rst_ni <= 1'b1;
    if (rst_ni) begin
      assume (watched < PortWidth'(NumPorts));
      if (turn_i == watched && serve_i) passed_q <= '0;
      else if (turn_i == watched && pass_i && passed_q < Turns) passed_q <= passed_q + 1'b1;

      if (passed_q == Turns) due_in_time: assert (due[watched]);
      if (passed_q < Turns) not_before: assert (!due[watched]);
      reached_due: cover (due[watched]);
      reached_due_at_others: cover (due != '0 && !due[watched]);
    end
  end
endmodule : xb_starvation_guard_properties

`default_nettype wire
