// SPDX-License-Identifier: Apache-2.0
/// Bounds how often a class is passed over at a port for the sake of throughput: after 16 turns of the port without
/// serving one that is, it is due, until one has been served. A rare one need not wait.
///
/// Latency: 1.
`default_nettype none

module xb_starvation_guard #(
  /// Ports that take turns, 2..64.
  parameter int unsigned NumPorts = 4,
  /// Derived, do not overwrite.
  localparam int unsigned PortWidth = (NumPorts < 2) ? 1 : $clog2(NumPorts)
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  /// Port whose turn it is; it serves such a class, or passes it over.
  input  logic [PortWidth-1:0] turn_i,
  input  logic                 serve_i,
  input  logic                 pass_i,
  /// Per port: such a class is due.
  output logic [NumPorts-1:0]  due_o
);
  if (NumPorts < 2 || NumPorts > 64) begin : gen_illegal_num_ports
    $error("NumPorts must be 2..64");
  end

  logic [4:0] passed_q [NumPorts];

  for (genvar p = 0; p < NumPorts; p++) begin : gen_port
    assign due_o[p] = passed_q[p][4];
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) passed_q[p] <= '0;
      else if (turn_i == PortWidth'(p)) begin
        if (serve_i) passed_q[p] <= '0;
        else if (pass_i && !due_o[p]) passed_q[p] <= passed_q[p] + 1'b1;
      end
    end
  end
endmodule : xb_starvation_guard

`default_nettype wire
