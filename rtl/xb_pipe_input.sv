// SPDX-License-Identifier: Apache-2.0
/// One FIFO of an input of a pipelined switch: framing, addresses in the data RAM, and its first three beats' outputs in
/// registers, fetched ahead of the beats themselves, so that arbitration begins and ends at flip-flops.
///
/// Latency: what is taken in cycle t is at the head in t+1; its address is `raddr_o` then, whether it goes or not. Under
/// store-and-forward a packet is at the head in the third cycle after its last beat. Capacity: `depth_i` beats; a beat that
/// leaves counts for a cycle more. With `Chosen` what is taken is at the head two cycles later, and the registers know of a beat
/// that goes in the cycle behind it: a choice among FIFOs comes before the grant then, and nothing else is late.
/// A packet longer than the FIFO cannot be stored whole: under store-and-forward it starts when the FIFO is full, and
/// nothing else is in it.
`default_nettype none

module xb_pipe_input #(
  /// Number of switch ports, 2..64.
  parameter int unsigned NumPorts = 4,
  /// Elaborated capacity [beats], >= 2.
  parameter int unsigned MaxDepth = 1024,
  /// It is one of several among which the input chooses.
  parameter bit Chosen = 1'b0,
  /// Derived, do not overwrite.
  localparam int unsigned DestWidth = $clog2(NumPorts),
  localparam int unsigned AddrWidth = (MaxDepth < 2) ? 1 : $clog2(MaxDepth),
  localparam int unsigned LevelWidth = $clog2(MaxDepth + 1)
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  /// Settings (change them only while empty): capacity [beats], and less 1; under tail drop a packet is taken below
  /// `limit_i` beats, and less 1; packets start when they are complete; tail drop.
  input  logic [LevelWidth-1:0] depth_i,
  input  logic [LevelWidth-1:0] depth_less_1_i,
  input  logic [LevelWidth-1:0] limit_i,
  input  logic [LevelWidth-1:0] limit_less_1_i,
  input  logic                  store_forward_i,
  input  logic                  drop_i,
  /// AXI4-Stream from the link, without its payload.
  input  logic                  s_tvalid_i,
  output logic                  s_tready_o,
  input  logic                  s_tlast_i,
  input  logic [DestWidth-1:0]  s_tdest_i,
  /// The head beat's output, one-hot, 0 if there is no beat; it is its packet's last; it goes.
  output logic [NumPorts-1:0]   want_o,
  output logic                  last_o,
  input  logic                  pop_i,
  /// With `Chosen`: it went in the last cycle.
  input  logic                  gone_i,
  /// What `want_o` and `last_o` will be if it stays, if it goes, but for a beat that is taken now; and whether there is a beat.
  output logic [NumPorts-1:0]   stay_o,
  output logic [NumPorts-1:0]   follow_o,
  output logic                  some_stay_o,
  output logic                  some_follow_o,
  output logic                  last_stay_o,
  output logic                  last_follow_o,
  /// Slots of the data RAM: of a beat that is taken, which is free now, taken or not; of the head.
  output logic [AddrWidth-1:0]  waddr_o,
  output logic                  free_o,
  output logic [AddrWidth-1:0]  raddr_o,
  /// What is on offer: a beat to keep (it is taken if `push_o`), its packet's output, whether it is the first; a beat is
  /// discarded for want of room; packets discarded as misrouted.
  output logic                  valid_o,
  output logic                  push_o,
  output logic [DestWidth-1:0]  dest_o,
  output logic                  first_o,
  output logic                  refused_o,
  output logic [xb_pkg::CountWidth-1:0] drop_misrouted_o,
  /// For the probes: a packet for `dest_o` becomes able to leave; the head packet begins to. A packet that starts early
  /// because it is longer than the FIFO does neither. In the last cycle a beat for `popped_dest_o` left.
  output logic                  enter_o,
  output logic                  leave_o,
  output logic                  popped_o,
  output logic [DestWidth-1:0]  popped_dest_o
);
  if (MaxDepth < 2 || MaxDepth > 2**30) begin : gen_illegal_max_depth
    $error("MaxDepth must be 2..2**30");
  end

  localparam logic [AddrWidth-1:0] LastAddr = AddrWidth'(MaxDepth - 1);

  function automatic logic [AddrWidth-1:0] next(input logic [AddrWidth-1:0] addr);
    next = (addr == LastAddr) ? '0 : addr + 1'b1;
  endfunction

  logic                  push, full, almost, commit, forced, stored_q, early_q, start_early_q, started_q;
  logic                  ready_q, room_q, popped_q, popped, passed, fetch, fetched_q, direct, behind_q;
  logic [AddrWidth-1:0]  waddr_q, waddr_next, commit_q, fetch_q, fetch_next, raddr_q;
  logic [LevelWidth-1:0] count_q;
  logic [DestWidth:0]    side;
  // Beats in the registers, or on their way there.
  logic [1:0]            ahead_q;
  logic [NumPorts-1:0]   want0_q, want1_q, want2_q, in_want, fetched_want;
  logic                  last0_q, last1_q, last2_q, in_last, some0, some1, some2;

  xb_ingress #(.NumPorts(NumPorts)) u_ingress (
    .clk_i, .rst_ni, .drop_i,
    .s_tvalid_i, .s_tready_o, .s_tlast_i, .s_tdest_i,
    .room_i(room_q), .admit_i(1'b1),
    .valid_o, .ready_i(ready_q), .first_o, .dest_o, .refused_o, .drop_misrouted_o
  );

  assign push   = valid_o & ready_q;
  assign push_o = push;
  assign full   = count_q >= depth_i;
  assign almost = count_q >= depth_less_1_i;
  // Beats of a packet may leave when it is complete, or as they come.
  assign popped     = Chosen ? gone_i : popped_q;
  assign forced     = stored_q & full & !popped & !behind_q & (ahead_q == 2'd0);
  assign commit     = forced | (push & (!store_forward_i | s_tlast_i | early_q));
  assign waddr_next = push ? next(waddr_q) : waddr_q;

  // The registers are filled from the side RAM, or by a beat that finds none before it there.
  assign passed     = Chosen & gone_i;  // the first register's beat has gone
  assign fetch      = behind_q & (ahead_q != 2'd3 | passed);
  assign direct     = !Chosen & push & !store_forward_i & !behind_q & !fetched_q & (ahead_q != 2'd3);
  assign fetch_next = next(fetch_q);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      ready_q   <= 1'b0;
      room_q    <= 1'b0;
      popped_q  <= 1'b0;
      count_q   <= '0;
      waddr_q   <= '0;
      commit_q  <= '0;
      fetch_q   <= '0;
      raddr_q   <= '0;
      stored_q  <= 1'b0;  // beats of a packet that is not complete wait for its last
      early_q   <= 1'b0;  // it is too long for that
      behind_q  <= 1'b0;  // beats that may leave wait behind the registers
      fetched_q <= 1'b0;
      ahead_q   <= '0;
    end else begin
      // The count knows of a beat that leaves a cycle late: a grant ends in few flip-flops.
      popped_q  <= pop_i;
      ready_q   <= popped | !(full | (almost & push));
      // Of a class it is known late whether a beat comes.
      if (Chosen) begin
        room_q <= push ? count_q < limit_less_1_i : count_q < limit_i;
        if (push != popped) count_q <= popped ? count_q - 1'b1 : count_q + 1'b1;
      end else begin
        room_q  <= count_q < (push ? limit_less_1_i : limit_i);
        count_q <= count_q + LevelWidth'(push) - LevelWidth'(popped);
      end
      waddr_q   <= waddr_next;
      if (commit) commit_q <= waddr_next;
      if (fetch || direct) fetch_q <= fetch_next;
      if (Chosen ? popped : pop_i) raddr_q <= next(raddr_q);
      stored_q  <= !commit & (stored_q | push);
      if (push && s_tlast_i) early_q <= 1'b0;
      else if (forced) early_q <= 1'b1;
      behind_q  <= (commit & !direct) | (behind_q & !(fetch & (fetch_next == commit_q)));
      fetched_q <= fetch;
      ahead_q   <= ahead_q + 2'(fetch) + 2'(direct) - 2'({Chosen ? popped : pop_i});
    end
  end

  // A block RAM's output is late for the grants of the next cycle.
  xb_ram_1r1w #(.Width(DestWidth + 1), .Depth(MaxDepth), .LutWords(512)) u_side_ram (
    .clk_i, .we_i(Chosen ? ready_q : push), .waddr_i(waddr_q), .wdata_i({dest_o, s_tlast_i}),
    .re_i(fetch), .raddr_i(fetch_q), .rdata_o(side)
  );

  always_comb begin
    for (int j = 0; j < NumPorts; j++) begin
      in_want[j] = fetched_q ? side[DestWidth:1] == DestWidth'(j) : direct & (dest_o == DestWidth'(j));
      fetched_want[j] = fetched_q & (side[DestWidth:1] == DestWidth'(j));
    end
  end
  assign in_last = fetched_q ? side[0] : s_tlast_i;
  assign some0   = want0_q != '0;
  assign some1   = want1_q != '0;
  assign some2   = want2_q != '0;
  assign want_o  = passed ? want1_q : want0_q;
  assign last_o  = passed ? last1_q : last0_q;
  assign waddr_o = waddr_q;
  assign free_o  = ready_q;
  assign raddr_o = passed ? next(raddr_q) : raddr_q;

  assign some_stay_o   = (passed ? some1 : some0) | fetched_q;
  assign some_follow_o = (passed ? some2 : some1) | fetched_q;
  assign stay_o        = (passed ? some1 : some0) ? want_o : fetched_want;
  assign follow_o      = passed ? (some2 ? want2_q : fetched_want) : (some1 ? want1_q : fetched_want);
  assign last_stay_o   = (passed ? some1 : some0) ? last_o : side[0];
  assign last_follow_o = passed ? (some2 ? last2_q : side[0]) : (some1 ? last1_q : side[0]);

  // All is ready but for the choice by pop_i, which comes last.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {want0_q, want1_q, want2_q} <= '0;
      {last0_q, last1_q, last2_q} <= '0;
    end else if (Chosen ? popped : pop_i) begin
      want0_q <= some1 ? want1_q : in_want;
      last0_q <= some1 ? last1_q : in_last;
      want1_q <= some2 ? want2_q : some1 ? in_want : '0;
      last1_q <= some2 ? last2_q : in_last;
      want2_q <= some2 ? in_want : '0;
      last2_q <= in_last;
    end else begin
      want0_q <= some0 ? want0_q : in_want;
      last0_q <= some0 ? last0_q : in_last;
      want1_q <= some1 ? want1_q : some0 ? in_want : '0;
      last1_q <= some1 ? last1_q : in_last;
      want2_q <= some2 ? want2_q : some1 ? in_want : '0;
      last2_q <= some2 ? last2_q : in_last;
    end
  end

  assign enter_o  = push & (store_forward_i ? s_tlast_i & !early_q : first_o);
  assign leave_o  = pop_i & !started_q & !start_early_q;
  assign popped_o = popped;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      started_q     <= 1'b0;  // the head packet has begun to leave
      start_early_q <= 1'b0;  // it will do so before it is complete
      popped_dest_o <= '0;
    end else begin
      if (pop_i) started_q <= !last_o;
      start_early_q <= forced | (start_early_q & !pop_i);
      popped_dest_o <= DestWidth'({xb_pkg::index_of(64'(want_o))});
    end
  end
endmodule : xb_pipe_input

`default_nettype wire
