// SPDX-License-Identifier: Apache-2.0
/// Idle-with-work probe: outputs that are ready and send nothing although a packet for them waits somewhere in
/// the switch, the loss that an ideal switch would not have. The flags describe the last cycle.
`default_nettype none

module xb_idle_probe #(
  /// Number of switch ports, 2..64.
  parameter int unsigned NumPorts = 4
) (
  input  logic                         clk_i,
  input  logic                         rst_ni,
  /// Row i (at [i*NumPorts +: NumPorts]): outputs for which a packet waits in queue i.
  input  logic [NumPorts*NumPorts-1:0] waiting_i,
  /// The outputs' handshake.
  input  logic [NumPorts-1:0]          ready_i,
  input  logic [NumPorts-1:0]          valid_i,
  output logic [NumPorts-1:0]          idle_with_work_o
);
  if (NumPorts < 2 || NumPorts > 64) begin : gen_illegal_num_ports
    $error("NumPorts must be 2..64");
  end

  logic [NumPorts-1:0] any_waiting;

  always_comb begin
    any_waiting = '0;
    for (int i = 0; i < NumPorts; i++) any_waiting |= waiting_i[i*NumPorts +: NumPorts];
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) idle_with_work_o <= '0;
    else idle_with_work_o <= any_waiting & ready_i & ~valid_i;
  end
endmodule : xb_idle_probe

`default_nettype wire
