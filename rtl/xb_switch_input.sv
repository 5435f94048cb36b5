// SPDX-License-Identifier: Apache-2.0
/// Input-buffered switch: one FIFO per input, a packet-holding arbiter per output, a crossbar.
///
/// Latency: 1 cycle from a beat's acceptance to its offer at the output (cut-through, no contention), packet
/// length under store-and-forward; plus the routing delay. Capacity: `cfg_depth_i` beats per input, nothing elsewhere.
/// Rate: one beat a cycle on every port, 1-beat packets included. Order: kept per input.
/// Every output is a function of registers only: no combinational path from any input to any output.
/// A head packet may wait for its output while those behind it could go: head-of-line blocking, which limits
/// uniform traffic to 2-sqrt(2) = 0.586 of the line rate for many ports (Karol, Hluchyj, Morgan 1987).
`default_nettype none

module xb_switch_input #(
  /// Number of ports N, 2..64.
  parameter int unsigned NumPorts = 4,
  /// Payload of a beat [bits], a multiple of 8.
  parameter int unsigned DataWidth = 64,
  /// Elaborated capacity of a FIFO [beats], >= 2.
  parameter int unsigned MaxDepth = 1024,
  /// 1: beats have a tkeep, which goes with the payload through every memory; 0: none, its ports cost nothing.
  parameter int unsigned Keep = 0,
  /// Bits of tid, which goes with the payload likewise; 0: none, its ports are one bit a port and cost nothing.
  parameter int unsigned IdWidth = 0,
  /// Bits of tuser, all of which go with the payload.
  parameter int unsigned UserWidth = 1,
  /// What it shows of itself: 2 all, 1 no flags, 0 nothing. Ports that show nothing are 0, and what counts for them is not
  /// there.
  parameter int unsigned Observe = 2,
  /// 1: arbitration is round robin and there is no routing delay, whatever the settings say: no time stamps.
  parameter int unsigned Fixed = 0,
  /// Derived, do not overwrite.
  localparam int unsigned DestWidth = $clog2(NumPorts),
  localparam int unsigned KeepWidth = DataWidth / 8,
  localparam int unsigned IdBits = (IdWidth == 0) ? 1 : IdWidth,
  localparam int unsigned WordWidth = DataWidth + (Keep != 0 ? KeepWidth : 0) + IdWidth + UserWidth - 1,
  localparam int unsigned CountWidth = xb_pkg::CountWidth
) (
  input  logic                            clk_i,
  input  logic                            rst_ni,
  /// Settings, registered: they count from the next cycle on, out of range as the nearest value in it.
  /// Capacity of each FIFO [beats], 1..MaxDepth.
  input  logic [CountWidth-1:0]           cfg_depth_i,
  /// 0 cut-through, 1 store-and-forward. Change it only while the switch is empty.
  input  logic                            cfg_store_forward_i,
  /// 0 back-pressure, 1 tail drop: a packet that finds no room for cfg_packet_beats_i is discarded whole.
  input  logic                            cfg_drop_i,
  /// Longest packet [beats], under tail drop.
  input  logic [CountWidth-1:0]           cfg_packet_beats_i,
  /// Cycles from a header's arrival until its packet may bid, beyond the latency above.
  input  logic [CountWidth-1:0]           cfg_route_delay_i,
  /// Output arbitration: 0 round robin, 1 random, 2 oldest packet first (xb_arbiter); seed, read at reset.
  input  logic [1:0]                      cfg_arbiter_i,
  input  logic [31:0]                     cfg_seed_i,
  /// AXI4-Stream inputs, port i in bit i or at [i*width +: width]; tdest counts with a packet's first beat.
  input  logic [NumPorts-1:0]             s_axis_tvalid_i,
  output logic [NumPorts-1:0]             s_axis_tready_o,
  input  logic [NumPorts*DataWidth-1:0]   s_axis_tdata_i,
  input  logic [NumPorts*KeepWidth-1:0]   s_axis_tkeep_i,
  input  logic [NumPorts-1:0]             s_axis_tlast_i,
  input  logic [NumPorts*DestWidth-1:0]   s_axis_tdest_i,
  input  logic [NumPorts*IdBits-1:0]      s_axis_tid_i,
  input  logic [NumPorts*UserWidth-1:0]   s_axis_tuser_i,
  /// AXI4-Stream outputs.
  output logic [NumPorts-1:0]             m_axis_tvalid_o,
  input  logic [NumPorts-1:0]             m_axis_tready_i,
  output logic [NumPorts*DataWidth-1:0]   m_axis_tdata_o,
  output logic [NumPorts*KeepWidth-1:0]   m_axis_tkeep_o,
  output logic [NumPorts-1:0]             m_axis_tlast_o,
  output logic [NumPorts*DestWidth-1:0]   m_axis_tdest_o,
  output logic [NumPorts*IdBits-1:0]      m_axis_tid_o,
  output logic [NumPorts*UserWidth-1:0]   m_axis_tuser_o,
  /// Occupancy of each FIFO [beats, packets]; packets discarded at each input because their destination does
  /// not exist, and because its FIFO was full.
  output logic [NumPorts*CountWidth-1:0]  occ_beats_o,
  output logic [NumPorts*CountWidth-1:0]  occ_packets_o,
  output logic [NumPorts*CountWidth-1:0]  drop_misrouted_o,
  output logic [NumPorts*CountWidth-1:0]  drop_full_o,
  /// Head-of-line flags of the last cycle (xb_hol_probe); row i of the victims is at [i*NumPorts +: NumPorts].
  output logic [NumPorts-1:0]             blocked_o,
  output logic [NumPorts-1:0]             blocked_backpressure_o,
  output logic [NumPorts*DestWidth-1:0]   blocked_by_o,
  output logic [NumPorts-1:0]             hol_o,
  output logic [NumPorts*NumPorts-1:0]    hol_victims_o,
  /// Pool flags of the last cycle (xb_pool_probe): the input is held off, or discards, because its memory is full of
  /// packets for other outputs; the output that holds most of it.
  output logic [NumPorts-1:0]             pool_o,
  output logic [NumPorts*DestWidth-1:0]   pool_by_o,
  /// In the last cycle the output was ready and sent nothing, though a packet for it waited in the switch.
  output logic [NumPorts-1:0]             idle_with_work_o
);
  if (NumPorts < 2 || NumPorts > 64) begin : gen_illegal_num_ports
    $error("NumPorts must be 2..64");
  end
  if (Observe > 2) begin : gen_illegal_observe
    $error("Observe must be 0..2");
  end
  if (Fixed > 1) begin : gen_illegal_fixed
    $error("Fixed must be 0 or 1");
  end
  if (MaxDepth < 2 || MaxDepth > 2**30) begin : gen_illegal_max_depth
    $error("MaxDepth must be 2..2**30");
  end

  localparam int unsigned SideWidth = DestWidth + 2;
  localparam logic [1:0] Oldest = 2'd2;  // of xb_arbiter
  localparam int unsigned LevelWidth = $clog2(MaxDepth + 2);

  logic [NumPorts-1:0]           s_user, m_user, beat, bid, started, pop, enter, leave, shown, first, push, held;
  logic [NumPorts-1:0]           head_last, head_user, out_locked, refused;
  logic [NumPorts*DestWidth-1:0] head_dest, enter_dest, head_rank, sel;
  logic [NumPorts*WordWidth-1:0] head_data, s_word, m_word;
  logic [NumPorts*SideWidth-1:0] head_side, out_side;
  logic [NumPorts*CountWidth-1:0] head_age, occ_beats, occ_packets, drop_misrouted, drop_full;
  logic [LevelWidth-1:0]         depth_q, packet_beats_q;
  logic [CountWidth-1:0]         route_delay_q, now_q;
  logic                          store_forward_q, drop_q, loaded_q;
  logic [1:0]                    arbiter_q;
  // Per output: the inputs whose head packet wants to start on it.
  logic [NumPorts-1:0]           req [NumPorts];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      depth_q         <= '0;
      store_forward_q <= 1'b0;
      drop_q          <= 1'b0;
      packet_beats_q  <= '0;
      route_delay_q   <= '0;
      arbiter_q       <= '0;
      now_q           <= xb_pkg::CountStart;
      loaded_q        <= 1'b0;
    end else begin
      depth_q         <= LevelWidth'({xb_pkg::bounded(cfg_depth_i, 1, MaxDepth)});
      store_forward_q <= cfg_store_forward_i;
      drop_q          <= cfg_drop_i;
      packet_beats_q  <= LevelWidth'({xb_pkg::bounded(cfg_packet_beats_i, 1, MaxDepth + 1)});
      route_delay_q   <= (Fixed != 0) ? '0 : cfg_route_delay_i;
      arbiter_q       <= (Fixed != 0) ? '0 : 2'({xb_pkg::bounded(32'(cfg_arbiter_i), 0, 2)});
      now_q           <= now_q + 1'b1;
      loaded_q        <= 1'b1;
    end
  end

  xb_keep #(
    .NumPorts(NumPorts), .DataWidth(DataWidth), .Keep(Keep), .IdWidth(IdWidth), .UserWidth(UserWidth)
  ) u_keep (
    .tdata_i(s_axis_tdata_i), .tkeep_i(s_axis_tkeep_i), .tid_i(s_axis_tid_i), .tuser_i(s_axis_tuser_i),
    .word_o(s_word), .user_o(s_user), .word_i(m_word), .user_i(m_user),
    .tdata_o(m_axis_tdata_o), .tkeep_o(m_axis_tkeep_o), .tid_o(m_axis_tid_o), .tuser_o(m_axis_tuser_o)
  );

  for (genvar i = 0; i < NumPorts; i++) begin : gen_input
    xb_input_queue #(.NumPorts(NumPorts), .DataWidth(WordWidth), .MaxDepth(MaxDepth), .Stamps(1 - Fixed)) u_queue (
      .clk_i, .rst_ni,
      .depth_i(CountWidth'(depth_q)), .store_forward_i(store_forward_q), .drop_i(drop_q),
      .packet_beats_i(CountWidth'(packet_beats_q)), .route_delay_i(route_delay_q), .now_i(now_q),
      .s_tvalid_i(s_axis_tvalid_i[i]), .s_tready_o(s_axis_tready_o[i]),
      .s_tdata_i(s_word[i*WordWidth +: WordWidth]), .s_tlast_i(s_axis_tlast_i[i]),
      .s_tuser_i(s_user[i]), .s_tdest_i(s_axis_tdest_i[i*DestWidth +: DestWidth]),
      .beat_o(beat[i]), .bid_o(bid[i]), .started_o(started[i]),
      .head_data_o(head_data[i*WordWidth +: WordWidth]), .head_last_o(head_last[i]),
      .head_user_o(head_user[i]), .head_dest_o(head_dest[i*DestWidth +: DestWidth]),
      .head_age_o(head_age[i*CountWidth +: CountWidth]), .pop_i(pop[i]),
      .enter_o(enter[i]), .enter_dest_o(enter_dest[i*DestWidth +: DestWidth]), .leave_o(leave[i]),
      .first_o(first[i]), .push_o(push[i]), .held_o(held[i]), .refused_o(refused[i]),
      .occ_beats_o(occ_beats[i*CountWidth +: CountWidth]),
      .occ_packets_o(occ_packets[i*CountWidth +: CountWidth]),
      .drop_misrouted_o(drop_misrouted[i*CountWidth +: CountWidth])
    );
    xb_counter u_drop_full (
      .clk_i, .rst_ni,
      .count_i(refused[i] & s_axis_tlast_i[i]), .total_o(drop_full[i*CountWidth +: CountWidth])
    );
    assign head_side[i*SideWidth +: SideWidth] =
        {head_dest[i*DestWidth +: DestWidth], head_user[i], head_last[i]};
  end

  always_comb begin
    for (int j = 0; j < NumPorts; j++) req[j] = '0;
    for (int i = 0; i < NumPorts; i++) begin
      req[head_dest[i*DestWidth +: DestWidth]][i] = bid[i] & !started[i];
    end
  end

  // In the place of their ages, how many heads are younger: the same order in a few bits, worked out once for all outputs.
  always_comb begin
    head_rank = '0;
    if (arbiter_q == Oldest) begin
      for (int i = 1; i < NumPorts; i++) begin
        for (int k = 0; k < i; k++) begin
          if (head_age[i*CountWidth +: CountWidth] > head_age[k*CountWidth +: CountWidth])
            head_rank[i*DestWidth +: DestWidth] = head_rank[i*DestWidth +: DestWidth] + 1'b1;
          else if (head_age[i*CountWidth +: CountWidth] != head_age[k*CountWidth +: CountWidth])
            head_rank[k*DestWidth +: DestWidth] = head_rank[k*DestWidth +: DestWidth] + 1'b1;
        end
      end
    end
  end

  for (genvar j = 0; j < NumPorts; j++) begin : gen_output
    xb_packet_arbiter #(.NumReq(NumPorts), .InstanceSeed(j), .AgeWidth(DestWidth)) u_arbiter (
      .clk_i, .rst_ni, .kind_i(arbiter_q), .load_i(!loaded_q), .seed_i(cfg_seed_i),
      .req_i(req[j]), .age_i(head_rank), .beat_i(beat),
      .ready_i(m_axis_tready_i[j]), .last_i(m_axis_tlast_o[j]),
      .valid_o(m_axis_tvalid_o[j]), .sel_o(sel[j*DestWidth +: DestWidth]), .locked_o(out_locked[j])
    );
    assign {m_axis_tdest_o[j*DestWidth +: DestWidth], m_user[j], m_axis_tlast_o[j]} =
        out_side[j*SideWidth +: SideWidth];
  end

  xb_crossbar #(.NumPorts(NumPorts), .Width(WordWidth)) u_data_crossbar (
    .data_i(head_data), .sel_i(sel), .data_o(m_word)
  );
  xb_crossbar #(.NumPorts(NumPorts), .Width(SideWidth)) u_side_crossbar (
    .data_i(head_side), .sel_i(sel), .data_o(out_side)
  );

  // The heads that an output shows; such a head moves when that output is ready, the others contend.
  always_comb begin
    shown = '0;
    for (int j = 0; j < NumPorts; j++) begin
      if (m_axis_tvalid_o[j]) shown[sel[j*DestWidth +: DestWidth]] = 1'b1;
    end
  end
  for (genvar i = 0; i < NumPorts; i++) begin : gen_pop
    assign pop[i] = shown[i] & m_axis_tready_i[head_dest[i*DestWidth +: DestWidth]];
  end

  assign {occ_beats_o, occ_packets_o}    = (Observe > 0) ? {occ_beats, occ_packets} : '0;
  assign {drop_misrouted_o, drop_full_o} = (Observe > 0) ? {drop_misrouted, drop_full} : '0;

  if (Observe > 1) begin : gen_flags
    xb_fifo_flags #(.NumPorts(NumPorts), .MaxDepth(MaxDepth)) u_flags (
      .clk_i, .rst_ni, .cfg_depth_i, .cfg_packet_beats_i,
      .enter_i(enter), .enter_dest_i(enter_dest), .leave_i(leave), .head_dest_i(head_dest),
      .bid_i(bid), .pop_i(pop), .shown_i(shown),
      .offer_i(s_axis_tvalid_i), .first_i(first), .push_i(push), .held_i(held), .refused_i(refused),
      .ready_i(m_axis_tready_i), .valid_i(m_axis_tvalid_o), .locked_i(out_locked), .owner_i(sel),
      .blocked_o, .blocked_backpressure_o, .blocked_by_o, .hol_o, .hol_victims_o, .pool_o, .pool_by_o, .idle_with_work_o
    );
  end else begin : gen_no_flags
    logic unused_wires;
    assign unused_wires = ^{enter, enter_dest, leave, first, push, held, out_locked};
    assign {blocked_o, blocked_backpressure_o, blocked_by_o, hol_o, hol_victims_o} = '0;
    assign {pool_o, pool_by_o, idle_with_work_o} = '0;
  end
endmodule : xb_switch_input

`default_nettype wire
