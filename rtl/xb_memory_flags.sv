// SPDX-License-Identifier: Apache-2.0
/// Head-of-line and idle-with-work flags of the memory switch. They describe the last cycle.
///
/// A head is *blocked* from the turn in which the memory refused its word to the turn that takes it: by
/// back-pressure, since outputs do not contend. Its own output is no victim: that lacks words, not a turn.
/// A head is blocked by the *pool* if, besides, its queue was empty at that turn, and its output is ready, shows nothing, and
/// is not in the middle of a packet. Of a packet that is discarded, and would have been admitted had the other queues held
/// nothing, each beat counts for a cycle: its input is flagged for as many as were discarded, from the cycle after the
/// turn on, with the blame of the last such packet.
/// An output is *idle with work* if it is ready, sends nothing, and could have read one word more at its last turn:
/// what the limit of one word a turn costs.
`default_nettype none

module xb_memory_flags #(
  /// Number of switch ports, 2..64.
  parameter int unsigned NumPorts = 4,
  /// Input stages have four slots more (xb_pipe_ingress_stage: Whole).
  parameter bit DeepStages = 1'b0,
  /// Derived, do not overwrite.
  localparam int unsigned DestWidth = $clog2(NumPorts),
  localparam int unsigned BeatsWidth = $clog2(2*NumPorts + 1)
) (
  input  logic                          clk_i,
  input  logic                          rst_ni,
  /// Port whose turn it is to write: its input's word is refused. Port whose turn it is to read: its output could read a
  /// word more.
  input  logic [DestWidth-1:0]          turn_i,
  input  logic                          refuse_i,
  input  logic [DestWidth-1:0]          read_turn_i,
  input  logic                          more_i,
  /// The input's word is discarded; it is its packet's first; its beats. Its queue holds nothing; it would be admitted if
  /// the others held nothing; the other queue that holds most.
  input  logic                          discard_i,
  input  logic                          first_i,
  input  logic [BeatsWidth-1:0]         beats_i,
  input  logic                          none_i,
  input  logic                          alone_i,
  input  logic [DestWidth-1:0]          most_i,
  /// Per input: a chain for `enter_dest_i` is there that may leave; the head word leaves, it is its chain's
  /// first, its output.
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
  input  logic [NumPorts-1:0]           last_i,
  /// Flags, as xb_hol_probe has them.
  output logic [NumPorts-1:0]           blocked_o,
  output logic [NumPorts-1:0]           blocked_backpressure_o,
  output logic [NumPorts*DestWidth-1:0] blocked_by_o,
  output logic [NumPorts-1:0]           hol_o,
  output logic [NumPorts*NumPorts-1:0]  hol_victims_o,
  output logic [NumPorts-1:0]           pool_o,
  output logic [NumPorts*DestWidth-1:0] pool_by_o,
  output logic [NumPorts-1:0]           idle_with_work_o
);
  if (NumPorts < 2 || NumPorts > 64) begin : gen_illegal_num_ports
    $error("NumPorts must be 2..64");
  end

  // Per input: its head word was refused at its last turn. Per output: it could have read more at its last turn, at the
  // turn before that.
  logic [NumPorts-1:0]          refused_q, more_q, more_before_q, idle_ready;
  logic [NumPorts*NumPorts-1:0] waiting;

  // More than the beats that can wait at an input to be discarded.
  localparam int unsigned OwedWidth = $clog2(2*NumPorts*(NumPorts + 6));

  // Per input: its queue was empty when its head was refused, and the head is still there; its packet was discarded because
  // of other queues; cycles to flag; who is to blame. Outputs in the middle of a packet.
  logic [NumPorts-1:0]  crowded_q, held, cause_q, owing, open_q, free, pool;
  logic [OwedWidth-1:0] owed_q [NumPorts];
  logic [DestWidth-1:0] blame_q [NumPorts];
  logic                 cause;

  assign free  = ready_i & ~valid_i & ~open_q;
  assign cause = first_i ? alone_i : cause_q[turn_i];

  assign held  = refused_q & crowded_q & ~leave_i;

  always_comb begin
    for (int i = 0; i < NumPorts; i++) begin
      owing[i] = owed_q[i] != '0;
      pool[i]  = owing[i];
      if (held[i] && free[head_dest_i[i*DestWidth +: DestWidth]]) pool[i] = 1'b1;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      crowded_q <= '0;
      cause_q   <= '0;
      open_q    <= '0;
      pool_o    <= '0;
      pool_by_o <= '0;
      for (int i = 0; i < NumPorts; i++) begin
        owed_q[i]  <= '0;
        blame_q[i] <= '0;
      end
    end else begin
      open_q <= (open_q | (valid_i & ready_i)) & ~(valid_i & ready_i & last_i);
      pool_o <= pool;
      for (int i = 0; i < NumPorts; i++) begin
        pool_by_o[i*DestWidth +: DestWidth] <= pool[i] ? blame_q[i] : '0;
        if (owing[i]) owed_q[i] <= owed_q[i] - 1'b1;
      end
      crowded_q[turn_i] <= refuse_i & none_i;
      if ((refuse_i && none_i) || (discard_i && first_i && alone_i)) blame_q[turn_i] <= most_i;
      if (discard_i) begin
        cause_q[turn_i] <= cause;
        if (cause) owed_q[turn_i] <= owed_q[turn_i] + OwedWidth'(beats_i) - OwedWidth'(owing[turn_i]);
      end
    end
  end

  assign idle_ready = ready_i & ~busy_i;

  for (genvar i = 0; i < NumPorts; i++) begin : gen_probe
    // Chains that wait: a slot of the stage each.
    xb_hol_probe #(.NumPorts(NumPorts), .Width($clog2(NumPorts + (DeepStages ? 13 : 9)))) u_probe (
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
      more_q[read_turn_i]        <= more_i;
      more_before_q[read_turn_i] <= more_q[read_turn_i];
      // The first word of a busy period on its way is not idleness: the way is the same in an empty switch.
      idle_with_work_o  <= ready_i & ~valid_i & more_q & ~(staged_i & ~more_before_q);
    end
  end

  logic unused;
  assign unused = ^waiting;
endmodule : xb_memory_flags

`default_nettype wire
