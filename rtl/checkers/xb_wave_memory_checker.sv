// SPDX-License-Identifier: Apache-2.0
/// Contract of xb_wave_memory: waves keep in step. Nothing is written where a read wave is, every pair comes from and
/// goes to the port whose bank it is, and an output gets as many pairs as its wave has.
///
/// Bound from outside (end of this file), Verilator with --assert only; reports one cycle late (see xb_axis_checker).
`default_nettype none
/* verilator tracing_off */  // its registers mean nothing to a reader of waveforms

module xb_wave_memory_checker #(
  /// Number of ports, and of banks.
  parameter int unsigned NumPorts = 4,
  /// Cycles that a pair takes longer from its bank.
  parameter int unsigned RamRegister = 0,
  /// Derived, do not overwrite.
  localparam int unsigned PortWidth = $clog2(NumPorts),
  localparam int unsigned PairsWidth = $clog2(NumPorts + 1),
  localparam int unsigned CountWidth = xb_pkg::CountWidth
) (
  input logic                          clk_i,
  input logic                          rst_ni,
  /// The ports' banks, the waves that start, the pairs that move; per bank: written and read at one address.
  input logic [NumPorts*PortWidth-1:0] port_i,
  input logic [PairsWidth-1:0]         write_pairs_i,
  input logic [PairsWidth-1:0]         read_pairs_i,
  input logic [NumPorts-1:0]           pop_i,
  input logic [NumPorts-1:0]           push_i,
  input logic [NumPorts-1:0]           clash_i
);
  // Per port: pairs that its waves still owe.
  logic [CountWidth-1:0] pops_due_q [NumPorts];
  logic [CountWidth-1:0] pushes_due_q [NumPorts];
  logic [PortWidth-1:0]  turn;
  // What the last cycle did wrong.
  logic [NumPorts-1:0]   clash_q, shared_q, owed_q;
  initial {clash_q, shared_q, owed_q} = '0;  // nothing is wrong before the first reset

  assign turn = port_i[0 +: PortWidth];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      clash_q  <= '0;
      shared_q <= '0;
      owed_q   <= '0;
      for (int i = 0; i < NumPorts; i++) begin
        pops_due_q[i]   <= '0;
        pushes_due_q[i] <= '0;
      end
    end else begin
      clash_q  <= clash_i;
      owed_q   <= '0;
      shared_q <= '0;
      for (int i = 0; i < NumPorts; i++) begin
        pops_due_q[i]   <= pops_due_q[i] - CountWidth'(pop_i[i])
                           + ((turn == PortWidth'(i)) ? CountWidth'(write_pairs_i) : '0);
        pushes_due_q[i] <= pushes_due_q[i] - CountWidth'(push_i[i])
                           + ((turn == PortWidth'(i)) ? CountWidth'(read_pairs_i) : '0);
        // A wave that starts finds the one before gone, but for the pair that a read brings a cycle later, or two.
        if (turn == PortWidth'(i)) begin
          if (pops_due_q[i] != '0 || pushes_due_q[i] > CountWidth'(1 + RamRegister)) owed_q[i] <= 1'b1;
        end
        // The ports of the banks go round.
        if (port_i[i*PortWidth +: PortWidth] != PortWidth'((CountWidth'(turn) + NumPorts - i) % NumPorts)) begin
          shared_q[i] <= 1'b1;
        end
      end
    end
  end

  // $clog2(x & -x) is the lowest set bit's number.
  no_write_where_a_wave_reads: assert property (@(posedge clk_i) clash_q == '0)
    else $error("bank %0d: a word is overwritten while it is read", $clog2(clash_q & -clash_q));
  banks_go_round: assert property (@(posedge clk_i) shared_q == '0)
    else $error("bank %0d: serves another port than its turn says", $clog2(shared_q & -shared_q));
  waves_move_what_they_hold: assert property (@(posedge clk_i) owed_q == '0)
    else $error("port %0d: a wave starts and the one before has not moved all its pairs", $clog2(owed_q & -owed_q));
endmodule : xb_wave_memory_checker

/* verilator tracing_on */
`default_nettype wire

bind xb_wave_memory xb_wave_memory_checker #(.NumPorts(NumPorts), .RamRegister(RamRegister)) u_checker (
  .clk_i, .rst_ni, .port_i, .write_pairs_i, .read_pairs_i, .pop_i(pop_o), .push_i(push_o), .clash_i(clash)
);
