// SPDX-License-Identifier: Apache-2.0
/// Head-of-line and idle-with-work flags of the memory switch. They describe the last cycle.
///
/// A head is *blocked* from the turn in which the memory refused its word to the turn that takes it: by
/// back-pressure, since outputs do not contend. Its own output is no victim: that lacks words, not a turn.
/// An output is *idle with work* if it is ready, sends nothing, and could have read one word more at its last turn:
/// what the limit of one word a turn costs.
`default_nettype none

module xb_memory_flags #(
  /// Number of switch ports, 2..64.
  parameter int unsigned NumPorts = 4,
  /// Derived, do not overwrite.
  localparam int unsigned DestWidth = $clog2(NumPorts)
) (
  input  logic                          clk_i,
  input  logic                          rst_ni,
  /// Port whose turn it is: its input's word is refused; its output could read a word more.
  input  logic [DestWidth-1:0]          turn_i,
  input  logic                          refuse_i,
  input  logic                          more_i,
  /// Per input: the first word of a packet for `enter_dest_i` is complete; the head word leaves, it is its packet's
  /// first, its packet's destination.
  input  logic [NumPorts-1:0]           enter_i,
  input  logic [NumPorts*DestWidth-1:0] enter_dest_i,
  input  logic [NumPorts-1:0]           leave_i,
  input  logic [NumPorts-1:0]           head_first_i,
  input  logic [NumPorts*DestWidth-1:0] head_dest_i,
  /// Per output: it has a packet to send or beats staged; it has beats staged, or on the way there; its handshake.
  input  logic [NumPorts-1:0]           busy_i,
  input  logic [NumPorts-1:0]           staged_i,
  input  logic [NumPorts-1:0]           valid_i,
  input  logic [NumPorts-1:0]           ready_i,
  /// Flags, as xb_hol_probe has them.
  output logic [NumPorts-1:0]           blocked_o,
  output logic [NumPorts-1:0]           blocked_backpressure_o,
  output logic [NumPorts*DestWidth-1:0] blocked_by_o,
  output logic [NumPorts-1:0]           hol_o,
  output logic [NumPorts*NumPorts-1:0]  hol_victims_o,
  output logic [NumPorts-1:0]           idle_with_work_o
);
  if (NumPorts < 2 || NumPorts > 64) begin : gen_illegal_num_ports
    $error("NumPorts must be 2..64");
  end

  // Per input: its head word was refused at its last turn. Per output: it could have read more at its last turn, at the
  // turn before that.
  logic [NumPorts-1:0]          refused_q, more_q, more_before_q, idle_ready;
  logic [NumPorts*NumPorts-1:0] waiting;

  assign idle_ready = ready_i & ~busy_i;

  for (genvar i = 0; i < NumPorts; i++) begin : gen_probe
    xb_hol_probe #(.NumPorts(NumPorts)) u_probe (
      .clk_i, .rst_ni,
      .enter_i(enter_i[i]), .enter_dest_i(enter_dest_i[i*DestWidth +: DestWidth]),
      .leave_i(leave_i[i] & head_first_i[i]), .head_dest_i(head_dest_i[i*DestWidth +: DestWidth]),
      .bid_i(refused_q[i]), .pop_i(leave_i[i]), .contention_i(1'b0),
      .idle_ready_i(idle_ready & ~(NumPorts'(1) << head_dest_i[i*DestWidth +: DestWidth])),
      .waiting_o(waiting[i*NumPorts +: NumPorts]),
      .blocked_o(blocked_o[i]), .blocked_backpressure_o(blocked_backpressure_o[i]),
      .blocked_by_o(blocked_by_o[i*DestWidth +: DestWidth]),
      .hol_o(hol_o[i]), .hol_victims_o(hol_victims_o[i*NumPorts +: NumPorts])
    );
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      refused_q        <= '0;
      more_q           <= '0;
      more_before_q    <= '0;
      idle_with_work_o <= '0;
    end else begin
      refused_q[turn_i] <= refuse_i;
      more_q[turn_i]    <= more_i;
      more_before_q[turn_i] <= more_q[turn_i];
      // The first word of a busy period on its way is not idleness: the way is the same in an empty switch.
      idle_with_work_o  <= ready_i & ~valid_i & more_q & ~(staged_i & ~more_before_q);
    end
  end

  logic unused;
  assign unused = ^waiting;
endmodule : xb_memory_flags

`default_nettype wire
