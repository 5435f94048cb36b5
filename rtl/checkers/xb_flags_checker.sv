// SPDX-License-Identifier: Apache-2.0
/// What a switch's head-of-line and idle-with-work flags owe its ports: a blocked head, a victim that was ready and
/// idle, an output that was ready and sent nothing. The flags describe the last cycle.
///
/// Part of xb_ports_checker, which is bound from outside; reports one cycle late (see xb_axis_checker).
/// Looks at ports alone. That a packet waited, the hosts check, which know the packets.
`default_nettype none
/* verilator tracing_off */  // its registers mean nothing to a reader of waveforms

module xb_flags_checker #(
  /// Number of ports, 2..64.
  parameter int unsigned NumPorts = 4,
  /// A victim shows no beat. Not where outputs have queues: such a one is idle behind its queue.
  parameter bit VictimsSilent = 1'b1
) (
  input logic                         clk_i,
  input logic                         rst_ni,
  /// The outputs' handshake.
  input logic [NumPorts-1:0]          m_axis_tvalid_i,
  input logic [NumPorts-1:0]          m_axis_tready_i,
  /// The flags.
  input logic [NumPorts-1:0]          blocked_i,
  input logic [NumPorts-1:0]          blocked_backpressure_i,
  input logic [NumPorts-1:0]          hol_i,
  input logic [NumPorts*NumPorts-1:0] hol_victims_i,
  input logic [NumPorts-1:0]          idle_with_work_i
);
  // Outputs that could be victims, or idle with work, in the last cycle.
  logic [NumPorts-1:0] open_q, idle_q;
  // What the last cycle did wrong: inputs, inputs, outputs.
  logic [NumPorts-1:0] unblocked_q, victims_off_q, busy_q;
  initial {unblocked_q, victims_off_q, busy_q} = '0;  // nothing is wrong before the first reset

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      open_q        <= '0;
      idle_q        <= '0;
      unblocked_q   <= '0;
      victims_off_q <= '0;
      busy_q        <= '0;
    end else begin
      open_q      <= m_axis_tready_i & ~(VictimsSilent ? m_axis_tvalid_i : '0);
      idle_q      <= m_axis_tready_i & ~m_axis_tvalid_i;
      unblocked_q <= (hol_i | blocked_backpressure_i) & ~blocked_i;
      busy_q      <= idle_with_work_i & ~idle_q;
      for (int i = 0; i < NumPorts; i++) begin
        victims_off_q[i] <= hol_i[i] != (hol_victims_i[i*NumPorts +: NumPorts] != '0)
                            || (hol_victims_i[i*NumPorts +: NumPorts] & ~open_q) != '0;
      end
    end
  end

  // $clog2(x & -x) is the lowest set bit's number.
  hol_is_blocked: assert property (@(posedge clk_i) unblocked_q == '0)
    else $error("s_axis port %0d: head-of-line blocking or back-pressure, and the head is not blocked",
                $clog2(unblocked_q & -unblocked_q));
  victims_were_idle: assert property (@(posedge clk_i) victims_off_q == '0)
    else $error("s_axis port %0d: head-of-line blocking without a victim that was idle and ready, or a victim without it",
                $clog2(victims_off_q & -victims_off_q));
  idle_was_idle: assert property (@(posedge clk_i) busy_q == '0)
    else $error("m_axis port %0d: idle with work, and it was not idle and ready", $clog2(busy_q & -busy_q));
endmodule : xb_flags_checker

/* verilator tracing_on */
`default_nettype wire
