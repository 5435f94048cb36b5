// SPDX-License-Identifier: Apache-2.0
/// Input-buffered switch: one FIFO per input, a packet-holding arbiter per output, a crossbar.
///
/// Latency: 1 cycle from a beat's acceptance to its offer at the output (cut-through, no contention), packet
/// length under store-and-forward; plus the routing delay. Capacity: `cfg_depth_i` beats per input, nothing elsewhere.
/// Rate: one beat a cycle on every port, 1-beat packets included. Order: kept per input.
/// Every output is a function of registers only: no combinational path from any input to any output.
/// With traffic classes an input has a FIFO for each of them, and tid says a packet's class with its first beat: 0 the
/// lowest, what is above the highest as that. Outputs match them as xb_class_matcher does. Counts are of all classes of an
/// input; head-of-line flags are those of the highest class whose head was blocked.
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
  /// What it shows of itself: 2 all, 1 no flags, 0 nothing, and 3, if it has a `count_queue_i`, as 1 with counts of that queue
  /// alone. Ports that show nothing are 0, and what counts for them is not there.
  parameter int unsigned Observe = 2,
  /// 1: arbitration is round robin and there is no routing delay, whatever the settings say: no time stamps.
  parameter int unsigned Fixed = 0,
  /// Traffic classes, 1..8. With several, tid has 3 bits at least, the lowest 3 of which say the class, and s_axis_tready_o a
  /// bit for each: i*Classes+c of input i and class c.
  parameter int unsigned Classes = 1,
  /// Derived, do not overwrite.
  localparam int unsigned DestWidth = $clog2(NumPorts),
  localparam int unsigned KeepWidth = DataWidth / 8,
  localparam int unsigned IdUsed = (Classes > 1 && IdWidth < 3) ? 3 : IdWidth,
  localparam int unsigned IdBits = (IdUsed == 0) ? 1 : IdUsed,
  localparam int unsigned WordWidth = DataWidth + (Keep != 0 ? KeepWidth : 0) + IdUsed + UserWidth - 1,
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
  /// Output arbitration: 0 round robin, 1 random, 2 oldest packet first, 3 weighted round robin (xb_arbiter); seed, read at
  /// reset; packets of input i in its turn, 1..15, in nibble i, 0 counts as 1, as from input 16 on.
  input  logic [1:0]                      cfg_arbiter_i,
  input  logic [31:0]                     cfg_seed_i,
  input  logic [63:0]                     cfg_input_weights_i,
  /// With classes: service 0 strict priority, 1 deficit round robin, 2 that of all but the highest, which goes first; weight of
  /// class c in byte c, 1..255; an input offers 0 the highest of its heads alone, 1 all.
  input  logic [1:0]                      cfg_service_i,
  input  logic [63:0]                     cfg_weights_i,
  input  logic                            cfg_class_heads_i,
  /// AXI4-Stream inputs, port i in bit i or at [i*width +: width]; tdest counts with a packet's first beat.
  input  logic [NumPorts-1:0]             s_axis_tvalid_i,
  output logic [NumPorts*Classes-1:0]     s_axis_tready_o,
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
  if (Classes < 1 || Classes > 8) begin : gen_illegal_classes
    $error("Classes must be 1..8");
  end
  if (MaxDepth < 2 || MaxDepth > 2**30) begin : gen_illegal_max_depth
    $error("MaxDepth must be 2..2**30");
  end

  localparam int unsigned SideWidth = DestWidth + 2;
  localparam logic [1:0] Oldest = 2'd2;  // of xb_arbiter
  localparam int unsigned LevelWidth = $clog2(MaxDepth + 2);

  localparam int unsigned NumFifos = NumPorts * Classes;

  // Per input, its class with a beat on offer, or shown.
  logic [NumPorts-1:0]           s_user, m_user, s_ready, s_refused, pop, shown;
  logic [NumPorts-1:0]           head_last, head_user, out_locked;
  logic [NumPorts*DestWidth-1:0] head_dest, sel;
  logic [NumPorts*WordWidth-1:0] head_data, s_word, m_word;
  logic [NumPorts*SideWidth-1:0] head_side, out_side;
  logic [NumPorts*CountWidth-1:0] occ_beats, occ_packets, drop_misrouted, drop_full;
  // Per FIFO, of input i and class c in bit c*NumPorts+i.
  logic [NumFifos-1:0]           fifo_offer, fifo_ready, fifo_beat, fifo_last, fifo_user, fifo_shown, fifo_pop;
  logic [NumFifos-1:0]           bid, started, enter, leave, first, push, held, refused;
  logic [NumFifos*DestWidth-1:0] fifo_dest, enter_dest;
  logic [NumFifos*WordWidth-1:0] fifo_data;
  logic [NumFifos*CountWidth-1:0] fifo_age, fifo_beats, fifo_packets, fifo_misrouted;
  logic [LevelWidth-1:0]         depth_q, packet_beats_q;
  logic [CountWidth-1:0]         route_delay_q, now_q;
  logic                          store_forward_q, drop_q, loaded_q;
  logic [1:0]                    arbiter_q;
  logic [63:0]                   input_weights_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      depth_q         <= '0;
      store_forward_q <= 1'b0;
      drop_q          <= 1'b0;
      packet_beats_q  <= '0;
      route_delay_q   <= '0;
      arbiter_q       <= '0;
      input_weights_q <= '0;
      now_q           <= xb_pkg::CountStart;
      loaded_q        <= 1'b0;
    end else begin
      depth_q         <= LevelWidth'({xb_pkg::bounded(cfg_depth_i, 1, MaxDepth)});
      store_forward_q <= cfg_store_forward_i;
      drop_q          <= cfg_drop_i;
      packet_beats_q  <= LevelWidth'({xb_pkg::bounded(cfg_packet_beats_i, 1, MaxDepth + 1)});
      route_delay_q   <= (Fixed != 0) ? '0 : cfg_route_delay_i;
      arbiter_q       <= (Fixed != 0) ? '0 : cfg_arbiter_i;
      input_weights_q <= (Fixed != 0) ? '0 : cfg_input_weights_i;
      now_q           <= now_q + 1'b1;
      loaded_q        <= 1'b1;
    end
  end

  xb_keep #(
    .NumPorts(NumPorts), .DataWidth(DataWidth), .Keep(Keep), .IdWidth(IdUsed), .UserWidth(UserWidth)
  ) u_keep (
    .tdata_i(s_axis_tdata_i), .tkeep_i(s_axis_tkeep_i), .tid_i(s_axis_tid_i), .tuser_i(s_axis_tuser_i),
    .word_o(s_word), .user_o(s_user), .word_i(m_word), .user_i(m_user),
    .tdata_o(m_axis_tdata_o), .tkeep_o(m_axis_tkeep_o), .tid_o(m_axis_tid_o), .tuser_o(m_axis_tuser_o)
  );

  for (genvar c = 0; c < Classes; c++) begin : gen_class
    for (genvar i = 0; i < NumPorts; i++) begin : gen_input
      localparam int unsigned Q = c*NumPorts + i;
      xb_input_queue #(.NumPorts(NumPorts), .DataWidth(WordWidth), .MaxDepth(MaxDepth), .Stamps(1 - Fixed)) u_queue (
        .clk_i, .rst_ni,
        .depth_i(CountWidth'(depth_q)), .store_forward_i(store_forward_q), .drop_i(drop_q),
        .packet_beats_i(CountWidth'(packet_beats_q)), .route_delay_i(route_delay_q), .now_i(now_q),
        .s_tvalid_i(fifo_offer[Q]), .s_tready_o(fifo_ready[Q]),
        .s_tdata_i(s_word[i*WordWidth +: WordWidth]), .s_tlast_i(s_axis_tlast_i[i]),
        .s_tuser_i(s_user[i]), .s_tdest_i(s_axis_tdest_i[i*DestWidth +: DestWidth]),
        .beat_o(fifo_beat[Q]), .bid_o(bid[Q]), .started_o(started[Q]),
        .head_data_o(fifo_data[Q*WordWidth +: WordWidth]), .head_last_o(fifo_last[Q]),
        .head_user_o(fifo_user[Q]), .head_dest_o(fifo_dest[Q*DestWidth +: DestWidth]),
        .head_age_o(fifo_age[Q*CountWidth +: CountWidth]), .pop_i(fifo_pop[Q]),
        .enter_o(enter[Q]), .enter_dest_o(enter_dest[Q*DestWidth +: DestWidth]), .leave_o(leave[Q]),
        .first_o(first[Q]), .push_o(push[Q]), .held_o(held[Q]), .refused_o(refused[Q]),
        .occ_beats_o(fifo_beats[Q*CountWidth +: CountWidth]),
        .occ_packets_o(fifo_packets[Q*CountWidth +: CountWidth]),
        .drop_misrouted_o(fifo_misrouted[Q*CountWidth +: CountWidth])
      );
    end
  end

  if (Classes == 1) begin : gen_one_class
    // Per output: the inputs whose head packet wants to start on it.
    logic [NumPorts-1:0]           req [NumPorts];
    logic [NumPorts*DestWidth-1:0] head_rank;
    logic                          unused_settings;

    assign unused_settings = ^{cfg_service_i, cfg_weights_i, cfg_class_heads_i, s_ready};
    assign fifo_offer      = s_axis_tvalid_i;
    assign s_ready         = fifo_ready;
    assign s_axis_tready_o = fifo_ready;
    assign {head_last, head_user, head_dest, head_data} = {fifo_last, fifo_user, fifo_dest, fifo_data};
    assign {occ_beats, occ_packets, drop_misrouted} = {fifo_beats, fifo_packets, fifo_misrouted};
    assign s_refused       = refused;
    assign fifo_shown      = shown;
    assign fifo_pop        = pop;

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
            if (fifo_age[i*CountWidth +: CountWidth] > fifo_age[k*CountWidth +: CountWidth])
              head_rank[i*DestWidth +: DestWidth] = head_rank[i*DestWidth +: DestWidth] + 1'b1;
            else if (fifo_age[i*CountWidth +: CountWidth] != fifo_age[k*CountWidth +: CountWidth])
              head_rank[k*DestWidth +: DestWidth] = head_rank[k*DestWidth +: DestWidth] + 1'b1;
          end
        end
      end
    end

    for (genvar j = 0; j < NumPorts; j++) begin : gen_output
      xb_packet_arbiter #(.NumReq(NumPorts), .InstanceSeed(j), .AgeWidth(DestWidth)) u_arbiter (
        .clk_i, .rst_ni, .kind_i(arbiter_q), .load_i(!loaded_q), .seed_i(cfg_seed_i), .weights_i(input_weights_q),
        .req_i(req[j]), .age_i(head_rank), .beat_i(fifo_beat),
        .ready_i(m_axis_tready_i[j]), .last_i(m_axis_tlast_o[j]),
        .valid_o(m_axis_tvalid_o[j]), .sel_o(sel[j*DestWidth +: DestWidth]), .locked_o(out_locked[j])
      );
    end

    // The heads that an output shows; such a head moves when that output is ready, the others contend.
    always_comb begin
      shown = '0;
      for (int j = 0; j < NumPorts; j++) begin
        if (m_axis_tvalid_o[j]) shown[sel[j*DestWidth +: DestWidth]] = 1'b1;
      end
    end
  end else begin : gen_classes
    logic [1:0]            service;
    logic [8*Classes-1:0]  weights;
    logic                  class_heads;
    logic [3*NumPorts-1:0] s_tid, s_class;
    logic                  unused_wires;

    assign unused_wires = ^{started, s_class, s_ready};  // a head that is on its way is not free to be offered

    for (genvar i = 0; i < NumPorts; i++) begin : gen_tid
      assign s_tid[3*i +: 3] = s_axis_tid_i[i*IdBits +: 3];
    end
    xb_class_ingress #(.NumPorts(NumPorts), .Classes(Classes)) u_ingress (
      .clk_i, .rst_ni, .cfg_service_i, .cfg_weights_i, .cfg_class_heads_i,
      .service_o(service), .weights_o(weights), .class_heads_o(class_heads),
      .s_tvalid_i(s_axis_tvalid_i), .s_tlast_i(s_axis_tlast_i), .s_tid_i(s_tid),
      .ready_i(fifo_ready), .offer_o(fifo_offer), .s_tready_o(s_axis_tready_o), .ready_o(s_ready), .class_o(s_class)
    );

    xb_class_matcher #(.NumPorts(NumPorts), .Classes(Classes)) u_matcher (
      .clk_i, .rst_ni, .kind_i(arbiter_q), .load_i(!loaded_q), .seed_i(cfg_seed_i), .input_weights_i(input_weights_q),
      .service_i(service), .weights_i(weights), .class_heads_i(class_heads),
      .beat_i(fifo_beat), .bid_i(bid), .dest_i(fifo_dest), .age_i(fifo_age),
      .ready_i(m_axis_tready_i), .last_i(m_axis_tlast_o),
      .valid_o(m_axis_tvalid_o), .sel_o(sel), .locked_o(out_locked), .shown_o(fifo_shown)
    );

    // Of an input one head is shown at most.
    always_comb begin
      {shown, head_last, head_user, head_dest, head_data} = '0;
      {occ_beats, occ_packets, drop_misrouted, s_refused} = '0;
      for (int i = 0; i < NumPorts; i++) begin
        for (int c = 0; c < Classes; c++) begin
          if (fifo_shown[c*NumPorts + i]) begin
            shown[i]     = 1'b1;
            head_last[i] = fifo_last[c*NumPorts + i];
            head_user[i] = fifo_user[c*NumPorts + i];
            head_dest[i*DestWidth +: DestWidth] = fifo_dest[(c*NumPorts + i)*DestWidth +: DestWidth];
            head_data[i*WordWidth +: WordWidth] = fifo_data[(c*NumPorts + i)*WordWidth +: WordWidth];
          end
          fifo_pop[c*NumPorts + i] = fifo_shown[c*NumPorts + i] & pop[i];
          occ_beats[i*CountWidth +: CountWidth]   += fifo_beats[(c*NumPorts + i)*CountWidth +: CountWidth];
          occ_packets[i*CountWidth +: CountWidth] += fifo_packets[(c*NumPorts + i)*CountWidth +: CountWidth];
          drop_misrouted[i*CountWidth +: CountWidth] += fifo_misrouted[(c*NumPorts + i)*CountWidth +: CountWidth];
          s_refused[i] |= refused[c*NumPorts + i];
        end
      end
    end
  end

  for (genvar j = 0; j < NumPorts; j++) begin : gen_output
    assign {m_axis_tdest_o[j*DestWidth +: DestWidth], m_user[j], m_axis_tlast_o[j]} =
        out_side[j*SideWidth +: SideWidth];
  end

  xb_crossbar #(.NumPorts(NumPorts), .Width(WordWidth)) u_data_crossbar (
    .data_i(head_data), .sel_i(sel), .data_o(m_word)
  );
  xb_crossbar #(.NumPorts(NumPorts), .Width(SideWidth)) u_side_crossbar (
    .data_i(head_side), .sel_i(sel), .data_o(out_side)
  );

  for (genvar i = 0; i < NumPorts; i++) begin : gen_input
    assign head_side[i*SideWidth +: SideWidth] =
        {head_dest[i*DestWidth +: DestWidth], head_user[i], head_last[i]};
    xb_counter u_drop_full (
      .clk_i, .rst_ni,
      .count_i(s_refused[i] & s_axis_tlast_i[i]), .total_o(drop_full[i*CountWidth +: CountWidth])
    );
    assign pop[i] = shown[i] & m_axis_tready_i[head_dest[i*DestWidth +: DestWidth]];
  end

  assign {occ_beats_o, occ_packets_o}    = (Observe > 0) ? {occ_beats, occ_packets} : '0;
  assign {drop_misrouted_o, drop_full_o} = (Observe > 0) ? {drop_misrouted, drop_full} : '0;

  if (Observe > 1) begin : gen_flags
    logic [NumFifos-1:0]           blocked, backpressure, hol, pool, idle;
    logic [NumFifos*DestWidth-1:0] blocked_by, pool_by;
    logic [NumFifos*NumPorts-1:0]  victims;

    for (genvar c = 0; c < Classes; c++) begin : gen_class
      localparam int unsigned Q = c*NumPorts;
      xb_fifo_flags #(.NumPorts(NumPorts), .MaxDepth(MaxDepth), .Several(Classes > 1)) u_flags (
        .clk_i, .rst_ni, .cfg_depth_i, .cfg_packet_beats_i,
        .enter_i(enter[Q +: NumPorts]), .enter_dest_i(enter_dest[Q*DestWidth +: NumPorts*DestWidth]),
        .leave_i(leave[Q +: NumPorts]), .head_dest_i(fifo_dest[Q*DestWidth +: NumPorts*DestWidth]),
        .bid_i(bid[Q +: NumPorts]), .pop_i(fifo_pop[Q +: NumPorts]), .shown_i(fifo_shown[Q +: NumPorts]),
        .offer_i(fifo_offer[Q +: NumPorts]), .first_i(first[Q +: NumPorts]), .push_i(push[Q +: NumPorts]),
        .held_i(held[Q +: NumPorts]), .refused_i(refused[Q +: NumPorts]),
        .ready_i(m_axis_tready_i), .valid_i(m_axis_tvalid_o), .locked_i(out_locked), .owner_i(sel),
        .blocked_o(blocked[Q +: NumPorts]), .blocked_backpressure_o(backpressure[Q +: NumPorts]),
        .blocked_by_o(blocked_by[Q*DestWidth +: NumPorts*DestWidth]), .hol_o(hol[Q +: NumPorts]),
        .hol_victims_o(victims[Q*NumPorts +: NumPorts*NumPorts]), .pool_o(pool[Q +: NumPorts]),
        .pool_by_o(pool_by[Q*DestWidth +: NumPorts*DestWidth]), .idle_with_work_o(idle[Q +: NumPorts])
      );
    end
    xb_class_flags #(.NumPorts(NumPorts), .Classes(Classes)) u_class_flags (
      .blocked_i(blocked), .blocked_backpressure_i(backpressure), .blocked_by_i(blocked_by), .hol_i(hol),
      .hol_victims_i(victims), .pool_i(pool), .pool_by_i(pool_by),
      .blocked_o, .blocked_backpressure_o, .blocked_by_o, .hol_o, .hol_victims_o, .pool_o, .pool_by_o
    );
    always_comb begin
      idle_with_work_o = '0;
      for (int c = 0; c < Classes; c++) idle_with_work_o |= idle[c*NumPorts +: NumPorts];
    end
  end else begin : gen_no_flags
    logic unused_wires;
    assign unused_wires = ^{enter, enter_dest, leave, first, push, held, out_locked, fifo_shown};
    assign {blocked_o, blocked_backpressure_o, blocked_by_o, hol_o, hol_victims_o} = '0;
    assign {pool_o, pool_by_o, idle_with_work_o} = '0;
  end
endmodule : xb_switch_input

`default_nettype wire
