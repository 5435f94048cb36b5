// SPDX-License-Identifier: Apache-2.0
/// One input of a pipelined switch with virtual output queues: framing, a ring per output in one RAM, and of the first
/// three beats of each ring whether they are there, and their packet's last, in registers, fetched ahead of the beats.
///
/// Latency: what is taken in cycle t bids in t+1, and `word_o` shows it two cycles after its `pop_i`, or three with
/// RamRegister. Under store-and-forward a packet bids in the third cycle after its last beat. Capacity: `ring_i` beats
/// for each output; a beat that leaves counts for a cycle more.
/// Between packets the input takes nothing unless every ring has room, because which it will be is not known; within a
/// packet the room of its own ring counts alone, or an output that a packet holds could wait for ever.
`default_nettype none

module xb_pipe_voq_input #(
  /// Number of switch ports, 2..64.
  parameter int unsigned NumPorts = 4,
  /// Payload of a beat [bits].
  parameter int unsigned DataWidth = 64,
  /// Elaborated capacity of all rings together [beats], >= 2; a ring has two at least.
  parameter int unsigned MaxDepth = 1024,
  /// 1: a register behind the data RAM.
  parameter int unsigned RamRegister = 0,
  /// Derived, do not overwrite.
  localparam int unsigned DestWidth = $clog2(NumPorts),
  localparam int unsigned Ring = (MaxDepth / NumPorts < 2) ? 2 : MaxDepth / NumPorts,
  localparam int unsigned LevelWidth = $clog2(Ring + 1)
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  /// Settings (change them only while empty): capacity of a ring [beats], and less 1; under tail drop a packet is taken
  /// below `limit_i` beats, and less 1; packets start when they are complete; tail drop.
  input  logic [LevelWidth-1:0] ring_i,
  input  logic [LevelWidth-1:0] ring_less_1_i,
  input  logic [LevelWidth-1:0] limit_i,
  input  logic [LevelWidth-1:0] limit_less_1_i,
  input  logic                  store_forward_i,
  input  logic                  drop_i,
  /// AXI4-Stream from the link.
  input  logic                  s_tvalid_i,
  output logic                  s_tready_o,
  input  logic [DataWidth-1:0]  s_tdata_i,
  input  logic                  s_tlast_i,
  input  logic                  s_tuser_i,
  input  logic [DestWidth-1:0]  s_tdest_i,
  /// Per ring, registers: a beat is there, a second one is; the first is its packet's last. The ring whose first beat goes.
  output logic [NumPorts-1:0]   v0_o,
  output logic [NumPorts-1:0]   v1_o,
  output logic [NumPorts-1:0]   l0_o,
  input  logic [NumPorts-1:0]   pop_i,
  /// Beats held of each ring; one that went is gone.
  output logic [NumPorts*LevelWidth-1:0] level_o,
  /// The beat that went two cycles ago, or three: user, last, data.
  output logic [DataWidth+1:0]  word_o,
  /// What is on offer: a beat to keep (it is taken if `push_o`), its packet's output, whether it is the first; a beat is
  /// discarded for want of room; packets discarded as misrouted. In the last cycle a beat for `popped_dest_o` left.
  output logic                  valid_o,
  output logic                  push_o,
  output logic [DestWidth-1:0]  dest_o,
  output logic                  first_o,
  output logic                  refused_o,
  output logic [xb_pkg::CountWidth-1:0] drop_misrouted_o,
  output logic                  popped_o,
  output logic [DestWidth-1:0]  popped_dest_o
);
  if (DataWidth < 1) begin : gen_illegal_data_width
    $error("DataWidth must be 1 or more");
  end
  if (MaxDepth < 2 || MaxDepth > 2**30) begin : gen_illegal_max_depth
    $error("MaxDepth must be 2..2**30");
  end

  localparam int unsigned AddrWidth = $clog2(Ring);
  localparam logic [AddrWidth-1:0] LastAddr = AddrWidth'(Ring - 1);

  function automatic logic [AddrWidth-1:0] next(input logic [AddrWidth-1:0] addr);
    next = (addr == LastAddr) ? '0 : addr + 1'b1;
  endfunction

  logic                          push, ready_q, stored_q, early_q, side, in_packet;
  logic [NumPorts-1:0]           begins, kept_q, mine, popped_q, room_q, ok, forced, commit, behind_q, lacks_q, fetch, fetched_q;
  logic [DestWidth-1:0]          fetch_sel, popped_sel_q;
  logic [NumPorts*AddrWidth-1:0] waddr_q, fetch_q, raddr_q;
  logic [AddrWidth-1:0]          waddr, faddr, raddr;

  xb_ingress #(.NumPorts(NumPorts)) u_ingress (
    .clk_i, .rst_ni, .drop_i,
    .s_tvalid_i, .s_tready_o, .s_tlast_i, .s_tdest_i,
    .room_i(1'b1), .admit_i(begins != '0),
    .valid_o, .ready_i(ready_q), .first_o, .dest_o, .refused_o, .drop_misrouted_o
  );

  // The ring of the packet on offer, one-hot; 0: it is discarded. Known before whether a beat is there.
  assign mine      = first_o ? begins : kept_q;
  assign push      = valid_o & ready_q;
  assign push_o    = push;
  assign in_packet = (s_tvalid_i & s_tready_o) ? !s_tlast_i : !first_o;

  // One fetch a cycle: of a ring that lacks a beat in its registers, or else of that which lost one in the last cycle.
  assign fetch     = (lacks_q != '0) ? lacks_q & (~lacks_q + 1'b1) : popped_q & behind_q;
  assign fetch_sel = DestWidth'({xb_pkg::index_of(64'(fetch))});

  always_comb begin
    waddr = '0;
    faddr = '0;
    raddr = '0;
    for (int j = 0; j < NumPorts; j++) begin
      if (mine[j]) waddr |= waddr_q[j*AddrWidth +: AddrWidth];
      if (fetch[j]) faddr |= fetch_q[j*AddrWidth +: AddrWidth];
      if (popped_q[j]) raddr |= raddr_q[j*AddrWidth +: AddrWidth];
    end
  end

  xb_ram_1r1w #(.Width(1), .Depth(NumPorts << AddrWidth)) u_side_ram (
    .clk_i, .we_i(push), .waddr_i({dest_o, waddr}), .wdata_i(s_tlast_i),
    .re_i((lacks_q | (popped_q & behind_q)) != '0), .raddr_i({fetch_sel, faddr}), .rdata_o(side)
  );
  xb_ram_1r1w #(.Width(DataWidth + 2), .Depth(NumPorts << AddrWidth), .OutputRegister(RamRegister)) u_data_ram (
    .clk_i, .we_i(push), .waddr_i({dest_o, waddr}), .wdata_i({s_tuser_i, s_tlast_i, s_tdata_i}),
    .re_i(popped_q != '0), .raddr_i({popped_sel_q, raddr}), .rdata_o(word_o)
  );

  for (genvar j = 0; j < NumPorts; j++) begin : gen_ring
    logic [LevelWidth-1:0] count_q;
    logic [AddrWidth-1:0]  commit_q;
    // Beats in the registers, on their way there, or gone in the last cycle. What becomes of their number, and whether there
    // are others: if no beat enters, and if one does, which is known last.
    logic [1:0]            ahead_q, ahead, ahead_enter;
    logic                  more, behind, behind_enter;
    logic                  enter, leave, full, full_q, almost, open, direct, in_v, in_l, v0_q, v1_q, v2_q, l0_q, l1_q, l2_q;
    logic [AddrWidth-1:0]  fetch_next;

    assign begins[j] = s_tdest_i == DestWidth'(j) && (!drop_i || room_q[j]);
    assign enter  = s_tvalid_i & ready_q & mine[j];
    assign full   = count_q >= ring_i;
    assign almost = count_q >= ring_less_1_i;
    assign ok[j]  = popped_q[j] | !(full | (almost & enter));
    // Beats of a packet may leave when it is complete, or as they come. One that is longer than its ring starts when that
    // is full of it.
    assign forced[j]  = stored_q & mine[j] & full_q & !popped_q[j] & !behind_q[j] & (ahead_q == 2'd0);
    assign leave      = !store_forward_i | s_tlast_i | early_q;
    assign commit[j]  = forced[j] | (enter & leave);
    assign open       = !store_forward_i & !behind_q[j] & !fetched_q[j] & (ahead_q != 2'd3 | popped_q[j]);
    assign direct     = enter & open;
    assign fetch_next = next(fetch_q[j*AddrWidth +: AddrWidth]);
    assign more       = behind_q[j] & !(fetch[j] & (fetch_next == commit_q));
    assign behind       = forced[j] | more;
    assign behind_enter = ((forced[j] | leave) & !open) | more;
    assign ahead        = ahead_q + 2'(fetch[j]) - 2'(popped_q[j]);
    assign ahead_enter  = ahead + 2'(open);
    assign in_v       = fetched_q[j] | direct;
    assign in_l       = fetched_q[j] ? side : s_tlast_i;
    assign v0_o[j]    = v0_q;
    assign v1_o[j]    = v1_q;
    assign l0_o[j]    = l0_q;
    assign level_o[j*LevelWidth +: LevelWidth] = count_q - LevelWidth'(popped_q[j]);

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        count_q      <= '0;
        full_q       <= 1'b0;
        room_q[j]    <= 1'b0;
        waddr_q[j*AddrWidth +: AddrWidth] <= '0;
        fetch_q[j*AddrWidth +: AddrWidth] <= '0;
        raddr_q[j*AddrWidth +: AddrWidth] <= '0;
        commit_q     <= '0;
        behind_q[j]  <= 1'b0;
        ahead_q      <= '0;
        lacks_q[j]   <= 1'b0;
        {v0_q, v1_q, v2_q, l0_q, l1_q, l2_q} <= '0;
      end else begin
        // The step is known before whether a beat comes.
        if (enter != popped_q[j]) count_q <= count_q + {{LevelWidth-1{popped_q[j]}}, 1'b1};
        room_q[j] <= count_q < (enter ? limit_less_1_i : limit_i);
        if (enter) waddr_q[j*AddrWidth +: AddrWidth] <= next(waddr_q[j*AddrWidth +: AddrWidth]);
        if (fetch[j] || direct) fetch_q[j*AddrWidth +: AddrWidth] <= fetch_next;
        if (popped_q[j]) raddr_q[j*AddrWidth +: AddrWidth] <= next(raddr_q[j*AddrWidth +: AddrWidth]);
        if (commit[j]) commit_q <= enter ? next(waddr_q[j*AddrWidth +: AddrWidth]) : waddr_q[j*AddrWidth +: AddrWidth];
        behind_q[j] <= enter ? behind_enter : behind;
        ahead_q     <= enter ? ahead_enter : ahead;
        lacks_q[j]  <= enter ? behind_enter & (ahead_enter != 2'd3) : behind & (ahead != 2'd3);
        // As `full` in the next cycle, with a beat on its way.
        full_q      <= popped_q[j] ? full & enter : full | (almost & enter);
        v0_q <= pop_i[j] ? v1_q | in_v : v0_q | in_v;
        v1_q <= pop_i[j] ? v2_q | (v1_q & in_v) : v1_q | (v0_q & in_v);
        v2_q <= pop_i[j] ? v2_q & in_v : v2_q | (v1_q & in_v);
        l0_q <= pop_i[j] ? (v1_q ? l1_q : in_l) : (v0_q ? l0_q : in_l);
        l1_q <= pop_i[j] ? (v2_q ? l2_q : in_l) : (v1_q ? l1_q : in_l);
        l2_q <= (!pop_i[j] & v2_q) ? l2_q : in_l;
      end
    end
  end

  assign popped_o      = popped_q != '0;
  assign popped_dest_o = popped_sel_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      ready_q      <= 1'b0;
      stored_q     <= 1'b0;  // beats of a packet that is not complete wait for its last
      early_q      <= 1'b0;  // it is too long for that
      kept_q       <= '0;
      popped_q     <= '0;
      popped_sel_q <= '0;
      fetched_q    <= '0;
    end else begin
      ready_q      <= in_packet ? (mine & ~ok) == '0 : drop_i | (ok == '1);
      stored_q     <= (commit == '0) & (stored_q | push);
      if (push && s_tlast_i) early_q <= 1'b0;
      else if (forced != '0) early_q <= 1'b1;
      if (first_o) kept_q <= begins;
      popped_q     <= pop_i;
      popped_sel_q <= DestWidth'({xb_pkg::index_of(64'(pop_i))});
      fetched_q    <= fetch;
    end
  end
endmodule : xb_pipe_voq_input

`default_nettype wire
