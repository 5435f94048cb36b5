// SPDX-License-Identifier: Apache-2.0
/// Head-of-line probe of one input FIFO: is the head blocked, by what, and which outputs starve for it.
///
/// The flags are registers: in cycle t+1 they describe cycle t. A head is *blocked* when it may move and does
/// not; the cause is contention (its output serves another input) or back-pressure (its output is its own but
/// not ready). The FIFO suffers *head-of-line blocking* when, besides, a packet behind the head is bound for an
/// output that is idle and ready (Karol, Hluchyj, Morgan 1987).
`default_nettype none

module xb_hol_probe #(
  /// Number of switch ports, 2..64.
  parameter int unsigned NumPorts = 4,
  /// Width of a number of packets that wait [bits].
  parameter int unsigned Width = xb_pkg::CountWidth,
  /// Derived, do not overwrite.
  localparam int unsigned DestWidth = $clog2(NumPorts)
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  /// A packet for `enter_dest_i` becomes able to leave.
  input  logic                 enter_i,
  input  logic [DestWidth-1:0] enter_dest_i,
  /// The head packet (for `head_dest_i`) begins to leave.
  input  logic                 leave_i,
  input  logic [DestWidth-1:0] head_dest_i,
  /// The head may move; it moves; its output serves another input.
  input  logic                 bid_i,
  input  logic                 pop_i,
  input  logic                 contention_i,
  /// Outputs that no packet holds or wants and that are ready, bit j = output j.
  input  logic [NumPorts-1:0]  idle_ready_i,
  /// Outputs for which a packet waits here that has not begun to leave (this cycle, not the last).
  output logic [NumPorts-1:0]  waiting_o,
  /// Flags of the last cycle.
  output logic                 blocked_o,
  output logic                 blocked_backpressure_o,
  output logic [DestWidth-1:0] blocked_by_o,
  output logic                 hol_o,
  output logic [NumPorts-1:0]  hol_victims_o
);
  if (NumPorts < 2 || NumPorts > 64) begin : gen_illegal_num_ports
    $error("NumPorts must be 2..64");
  end
  if (Width < 1) begin : gen_illegal_width
    $error("Width must be 1 or more");
  end

  // One register: Verilator would keep a copy of each of many.
  logic [NumPorts*Width-1:0] queued_q;
  logic [NumPorts-1:0] waiting_q, left, changed;
  logic                blocked;

  assign waiting_o = waiting_q;
  assign blocked   = bid_i & !pop_i;

  // Not 0 shifted: of an empty queue the destination is unknown.
  assign left    = leave_i ? NumPorts'(1) << head_dest_i : '0;
  assign changed = (enter_i ? NumPorts'(1) << enter_dest_i : '0) ^ left;

  // Packets per output, and which of these counts are not zero.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      waiting_q <= '0;
      queued_q  <= '0;
    end else if (changed != '0) begin
      for (int j = 0; j < NumPorts; j++) begin
        if (changed[j]) begin
          queued_q[j*Width +: Width] <= queued_q[j*Width +: Width] + {{Width-1{left[j]}}, 1'b1};  // two's complement: +1 or -1
          waiting_q[j] <= !left[j] || queued_q[j*Width +: Width] != Width'(1);
        end
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      blocked_o              <= 1'b0;
      blocked_backpressure_o <= 1'b0;
      blocked_by_o           <= '0;
      hol_o                  <= 1'b0;
      hol_victims_o          <= '0;
    end else begin
      blocked_o              <= blocked;
      blocked_backpressure_o <= blocked & !contention_i;
      blocked_by_o           <= blocked ? head_dest_i : '0;
      hol_o                  <= blocked && ((waiting_q & idle_ready_i) != '0);
      hol_victims_o          <= blocked ? (waiting_q & idle_ready_i) : '0;
    end
  end
endmodule : xb_hol_probe

`default_nettype wire
