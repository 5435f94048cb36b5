// SPDX-License-Identifier: Apache-2.0
/// Switch with buffered crosspoints (CICQ): in every input's memory a queue per output (VOQ), and a small buffer at
/// each crosspoint, so that inputs and outputs decide by themselves, by round robin.
///
/// Latency: 2 cycles from a packet's first beat's acceptance to its offer (cut-through, no contention, no routing delay):
/// popped in the next cycle, offered in the one after it; under store-and-forward the packet's length less 1 more.
/// Capacity: `cfg_depth_i` beats per input and `cfg_crosspoint_packets_i` packets per crosspoint, of MaxCrosspointBeats
/// beats together at most.
/// Rate: one beat a cycle on every port, 1-beat packets included, also with crosspoints of one packet. Order: kept per
/// (input, output).
/// Every output is a function of registers only: no combinational path from any input to any output.
/// No head-of-line blocking: those flags are 0.
/// With traffic classes an input has such a memory, and a buffer at each crosspoint, for each of them, and tid says a packet's
/// class with its first beat: 0 the lowest, what is above the highest as that. An input starts a packet of the highest class
/// that it can; outputs serve classes as xb_class_arbiter does. Counts and flags are of all classes.
`default_nettype none

module xb_switch_crosspoint #(
  /// Number of ports N, 2..64.
  parameter int unsigned NumPorts = 4,
  /// Payload of a beat [bits], a multiple of 8.
  parameter int unsigned DataWidth = 64,
  /// Elaborated capacity of an input's memory [beats], >= 2.
  parameter int unsigned MaxDepth = 1024,
  /// Elaborated capacity of a crosspoint [beats], a power of two.
  parameter int unsigned MaxCrosspointBeats = 16,
  /// 1: beats have a tkeep, which goes with the payload through every memory; 0: none, its ports cost nothing.
  parameter int unsigned Keep = 0,
  /// Bits of tid, which goes with the payload likewise; 0: none, its ports are one bit a port and cost nothing.
  parameter int unsigned IdWidth = 0,
  /// Bits of tuser, all of which go with the payload.
  parameter int unsigned UserWidth = 1,
  /// What it shows of itself: 2 all, 1 no flags, 0 nothing, and 3, if it has a `count_queue_i`, as 1 with counts of that queue
  /// alone. Ports that show nothing are 0, and what counts for them is not there.
  parameter int unsigned Observe = 2,
  /// Inputs serve the longest of their queues first; else in turn.
  parameter bit LongestFirst = 1'b0,
  /// Traffic classes, 1..8. With several, tid has 3 bits at least, the lowest 3 of which say the class, and s_axis_tready_o a
  /// bit for each: i*Classes+c of input i and class c.
  parameter int unsigned Classes = 1,
  /// Derived, do not overwrite.
  localparam int unsigned NumQueues = NumPorts * NumPorts,
  localparam int unsigned DestWidth = $clog2(NumPorts),
  localparam int unsigned QueueWidth = $clog2(NumPorts * NumPorts),
  localparam int unsigned KeepWidth = DataWidth / 8,
  localparam int unsigned IdUsed = (Classes > 1 && IdWidth < 3) ? 3 : IdWidth,
  localparam int unsigned IdBits = (IdUsed == 0) ? 1 : IdUsed,
  localparam int unsigned WordWidth = DataWidth + (Keep != 0 ? KeepWidth : 0) + IdUsed + UserWidth - 1,
  localparam int unsigned CountWidth = xb_pkg::CountWidth
) (
  input  logic                            clk_i,
  input  logic                            rst_ni,
  /// Settings, registered: they count from the next cycle on, out of range as the nearest value in it.
  /// Change them only while the switch is empty.
  /// Capacity of each input's memory [beats], 1..MaxDepth, for all of its queues together.
  input  logic [CountWidth-1:0]           cfg_depth_i,
  /// Capacity of each crosspoint [packets], >= 1, within its capacity in beats.
  input  logic [CountWidth-1:0]           cfg_crosspoint_packets_i,
  /// 0 cut-through, 1 store-and-forward.
  input  logic                            cfg_store_forward_i,
  /// 0 back-pressure, 1 tail drop: a packet that finds no room for cfg_packet_beats_i is discarded whole.
  input  logic                            cfg_drop_i,
  /// Longest packet [beats], under tail drop.
  input  logic [CountWidth-1:0]           cfg_packet_beats_i,
  /// Who gets the room in an input's memory, under tail drop: 0 complete sharing, 1 partition (depth / N for each queue),
  /// 2 dynamic threshold; its alpha is 2**(value - 3), value 0..6.
  input  logic [1:0]                      cfg_sharing_i,
  input  logic [2:0]                      cfg_alpha_i,
  /// Cycles from a header's arrival until its packet may bid, beyond the latency above.
  input  logic [CountWidth-1:0]           cfg_route_delay_i,
  /// With classes: service 0 strict priority, 1 deficit round robin, 2 that of all but the highest, which goes first; weight of
  /// class c in byte c, 1..255.
  input  logic [1:0]                      cfg_service_i,
  input  logic [63:0]                     cfg_weights_i,
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
  /// Per queue i*N+j (input i, output j): beats and packets held, in the input's memory or at the crosspoint; packets discarded for want of room. Per input: packets discarded for a destination that does not exist.
  output logic [NumQueues*CountWidth-1:0] occ_beats_o,
  output logic [NumQueues*CountWidth-1:0] occ_packets_o,
  output logic [NumPorts*CountWidth-1:0]  drop_misrouted_o,
  output logic [NumQueues*CountWidth-1:0] drop_full_o,
  /// With Observe = 3: the queue i*N+j whose counts the first words of these show two cycles later, as they are in the cycle
  /// between; all other words are 0.
  input  logic [QueueWidth-1:0]           count_queue_i,
  /// Head-of-line flags, 0: no packet waits behind one for another output.
  output logic [NumPorts-1:0]             blocked_o,
  output logic [NumPorts-1:0]             blocked_backpressure_o,
  output logic [NumPorts*DestWidth-1:0]   blocked_by_o,
  output logic [NumPorts-1:0]             hol_o,
  output logic [NumPorts*NumPorts-1:0]    hol_victims_o,
  /// Pool flags of the last cycle (xb_pool_probe): the input is held off, or discards, because its memory is full of
  /// packets for other outputs; the output that holds most of it.
  output logic [NumPorts-1:0]             pool_o,
  output logic [NumPorts*DestWidth-1:0]   pool_by_o,
  /// In the last cycle the output was ready and sent nothing, though a packet for it could have been sent.
  output logic [NumPorts-1:0]             idle_with_work_o
);
  if (NumPorts < 2 || NumPorts > 64) begin : gen_illegal_num_ports
    $error("NumPorts must be 2..64");
  end
  if (MaxCrosspointBeats < 2 || (MaxCrosspointBeats & (MaxCrosspointBeats - 1)) != 0) begin : gen_illegal_beats
    $error("MaxCrosspointBeats must be a power of two, 2 or more");
  end
  if (Observe > 3) begin : gen_illegal_observe
    $error("Observe must be 0..3");
  end
  if (Classes < 1 || Classes > 8) begin : gen_illegal_classes
    $error("Classes must be 1..8");
  end

  // What nobody looks at stays in reset, and nothing is left of it.
  logic rst_counts_n;
  logic [NumPorts*CountWidth-1:0] misrouted;
  assign rst_counts_n = rst_ni && Observe > 0;
  assign drop_misrouted_o = (Observe > 0) ? misrouted : '0;

  localparam int unsigned NumMemories = NumPorts * Classes;

  logic [NumPorts-1:0]           s_user, m_user, s_ready, out_locked, under_way;
  logic [NumPorts-1:0]           push, push_first, refused, work, work_q;
  logic [NumPorts*DestWidth-1:0] push_dest, source;
  logic [NumPorts*WordWidth-1:0] s_word, m_word;
  // Per memory, of input i and class c in bit c*NumPorts+i; of an output and class likewise: what its crosspoints show, the
  // crosspoints that hold a beat, a beat that is taken.
  logic [NumMemories-1:0]           memory_offer, memory_ready, memory_leaving, memory_pool;
  logic [NumMemories-1:0]           memory_push, memory_push_first, memory_refused, arriving_q, popped, take;
  logic [NumMemories*DestWidth-1:0] memory_push_dest, memory_pool_by, pop_dest, arriving_dest_q;
  logic [NumMemories*NumPorts-1:0]  bids, filled;
  logic [NumMemories*WordWidth-1:0] crosspoint_word;
  logic [2*NumMemories-1:0]         crosspoint_side;
  logic [NumMemories*CountWidth-1:0] memory_misrouted;
  logic [CountWidth-1:0]         crosspoint_packets_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      crosspoint_packets_q <= '0;
      arriving_q           <= '0;
      arriving_dest_q      <= '0;
      work_q               <= '0;
      idle_with_work_o     <= '0;
    end else begin
      crosspoint_packets_q <= xb_pkg::bounded(cfg_crosspoint_packets_i, 1, MaxCrosspointBeats);
      arriving_q           <= popped;
      arriving_dest_q      <= pop_dest;
      work_q               <= work;
      // What could have been popped in the cycle before would be on offer now.
      idle_with_work_o     <= (Observe == 2) ? work_q & m_axis_tready_i & ~m_axis_tvalid_o : '0;
    end
  end

  always_comb begin
    work = '0;
    for (int i = 0; i < NumMemories; i++) work |= bids[i*NumPorts +: NumPorts];
  end

  xb_keep #(
    .NumPorts(NumPorts), .DataWidth(DataWidth), .Keep(Keep), .IdWidth(IdUsed), .UserWidth(UserWidth)
  ) u_keep (
    .tdata_i(s_axis_tdata_i), .tkeep_i(s_axis_tkeep_i), .tid_i(s_axis_tid_i), .tuser_i(s_axis_tuser_i),
    .word_o(s_word), .user_o(s_user), .word_i(m_word), .user_i(m_user),
    .tdata_o(m_axis_tdata_o), .tkeep_o(m_axis_tkeep_o), .tid_o(m_axis_tid_o), .tuser_o(m_axis_tuser_o)
  );

  for (genvar c = 0; c < Classes; c++) begin : gen_class
    // Inputs that start no packet of this class: one is under way, or a higher class starts one.
    logic [NumPorts-1:0]             kept, pop_ask, unused_pop_last, user, last;
    logic [NumPorts-1:0]             unused_able, unused_exhausted, unused_beat;
    logic [NumPorts*DestWidth-1:0]   unused_able_dest;
    logic [NumPorts*WordWidth-1:0]   data;
    logic [NumPorts*CountWidth-1:0]  unused_stamp;
    logic [NumQueues-1:0]            asks;
    logic [NumQueues*CountWidth-1:0] queue_beats;
    logic [2*NumPorts-1:0]           side;
    logic [CountWidth-1:0]           unused_now;

    if (c == Classes - 1) begin : gen_highest
      assign kept = under_way;
    end else begin : gen_lower
      assign kept = gen_class[c+1].kept | gen_class[c+1].pop_ask;
    end
    for (genvar i = 0; i < NumPorts; i++) begin : gen_port
      assign asks[i*NumPorts +: NumPorts] = bids[c*NumQueues + i*NumPorts +: NumPorts] & {NumPorts{!kept[i]}};
      assign side[i*2 +: 2] = {user[i], last[i]};
    end

    xb_voq_inputs #(.NumPorts(NumPorts), .DataWidth(WordWidth), .MaxDepth(MaxDepth), .Observe(Observe)) u_inputs (
      .clk_i, .rst_ni,
      .cfg_depth_i, .cfg_store_forward_i, .cfg_drop_i, .cfg_packet_beats_i, .cfg_sharing_i, .cfg_alpha_i,
      .cfg_route_delay_i, .now_o(unused_now),
      .s_axis_tvalid_i(memory_offer[c*NumPorts +: NumPorts]), .s_axis_tready_o(memory_ready[c*NumPorts +: NumPorts]),
      .s_axis_tdata_i(s_word), .s_axis_tlast_i, .s_axis_tdest_i, .s_axis_tuser_i(s_user),
      .pop_i(pop_ask), .pop_dest_i(pop_dest[c*NumPorts*DestWidth +: NumPorts*DestWidth]), .beat_o(unused_beat),
      .pop_o(popped[c*NumPorts +: NumPorts]), .pop_last_o(unused_pop_last),
      .data_o(data), .user_o(user), .last_o(last), .leaving_o(memory_leaving[c*NumPorts +: NumPorts]),
      .able_o(unused_able), .able_dest_o(unused_able_dest), .able_stamp_o(unused_stamp), .exhausted_o(unused_exhausted),
      .bids_o(bids[c*NumQueues +: NumQueues]), .queue_beats_o(queue_beats), .push_o(memory_push[c*NumPorts +: NumPorts]),
      .push_first_o(memory_push_first[c*NumPorts +: NumPorts]),
      .push_dest_o(memory_push_dest[c*NumPorts*DestWidth +: NumPorts*DestWidth]),
      .refused_o(memory_refused[c*NumPorts +: NumPorts]),
      .silent_i(m_axis_tready_i & ~m_axis_tvalid_o), .locked_i(out_locked), .owner_i(source),
      .pool_o(memory_pool[c*NumPorts +: NumPorts]), .pool_by_o(memory_pool_by[c*NumPorts*DestWidth +: NumPorts*DestWidth]),
      .drop_misrouted_o(memory_misrouted[c*NumPorts*CountWidth +: NumPorts*CountWidth])
    );

    xb_crosspoint_inputs #(
      .NumPorts(NumPorts), .MaxCrosspointBeats(MaxCrosspointBeats), .LongestFirst(LongestFirst)
    ) u_senders (
      .clk_i, .rst_ni, .packets_i(crosspoint_packets_q),
      .bids_i(asks), .queue_beats_i(queue_beats), .leaving_i(memory_leaving[c*NumPorts +: NumPorts]), .pop_o(pop_ask),
      .pop_dest_o(pop_dest[c*NumPorts*DestWidth +: NumPorts*DestWidth]), .pop_i(popped[c*NumPorts +: NumPorts]),
      .leave_i(take[c*NumPorts +: NumPorts]), .leave_last_i(m_axis_tlast_o), .leave_source_i(source),
      .filled_o(filled[c*NumQueues +: NumQueues])
    );

    xb_crosspoints #(
      .NumPorts(NumPorts), .DataWidth(WordWidth), .SideWidth(2), .MaxBeats(MaxCrosspointBeats)
    ) u_crosspoints (
      .clk_i, .rst_ni,
      .valid_i(arriving_q[c*NumPorts +: NumPorts]), .dest_i(arriving_dest_q[c*NumPorts*DestWidth +: NumPorts*DestWidth]),
      .data_i(data), .side_i(side), .source_i(source),
      .data_o(crosspoint_word[c*NumPorts*WordWidth +: NumPorts*WordWidth]),
      .side_o(crosspoint_side[c*2*NumPorts +: 2*NumPorts]), .take_i(take[c*NumPorts +: NumPorts])
    );
  end

  // An output's arbiter is a round robin over its crosspoints that hold a beat. What arrives is offered in the same cycle,
  // if its crosspoint has the turn.
  if (Classes == 1) begin : gen_one_class
    logic unused_wires;

    assign unused_wires    = ^{cfg_service_i, cfg_weights_i, memory_leaving, s_ready};
    assign under_way       = '0;  // an input that sends picks nothing
    assign memory_offer    = s_axis_tvalid_i;
    assign s_ready         = memory_ready;
    assign s_axis_tready_o = memory_ready;
    assign take            = m_axis_tvalid_o & m_axis_tready_i;
    assign m_word          = crosspoint_word;

    for (genvar j = 0; j < NumPorts; j++) begin : gen_output
      xb_packet_arbiter #(.NumReq(NumPorts), .InstanceSeed(j)) u_arbiter (
        .clk_i, .rst_ni, .kind_i('0), .load_i(1'b0), .seed_i('0), .weights_i('0), .age_i('0),
        .req_i(filled[j*NumPorts +: NumPorts]), .beat_i(filled[j*NumPorts +: NumPorts]),
        .ready_i(m_axis_tready_i[j]), .last_i(m_axis_tlast_o[j]),
        .valid_o(m_axis_tvalid_o[j]), .sel_o(source[j*DestWidth +: DestWidth]), .locked_o(out_locked[j])
      );
      assign {m_user[j], m_axis_tlast_o[j]} = crosspoint_side[j*2 +: 2];
    end
  end else begin : gen_classes
    localparam int unsigned ClassBits = (Classes < 2) ? 1 : $clog2(Classes);

    logic [1:0]            service;
    logic [8*Classes-1:0]  weights;
    logic                  unused_wires, unused_class_heads;
    logic [3*NumPorts-1:0] s_tid, unused_s_class;

    assign unused_wires = ^s_ready;

    for (genvar i = 0; i < NumPorts; i++) begin : gen_input
      assign s_tid[3*i +: 3] = s_axis_tid_i[i*IdBits +: 3];
    end
    xb_class_ingress #(.NumPorts(NumPorts), .Classes(Classes)) u_ingress (
      .clk_i, .rst_ni, .cfg_service_i, .cfg_weights_i, .cfg_class_heads_i(1'b0),
      .service_o(service), .weights_o(weights), .class_heads_o(unused_class_heads),
      .s_tvalid_i(s_axis_tvalid_i), .s_tlast_i(s_axis_tlast_i), .s_tid_i(s_tid),
      .ready_i(memory_ready), .offer_o(memory_offer), .s_tready_o(s_axis_tready_o), .ready_o(s_ready), .class_o(unused_s_class)
    );

    for (genvar j = 0; j < NumPorts; j++) begin : gen_output
      logic [NumMemories-1:0] req;
      logic [ClassBits-1:0]   class_here;

      for (genvar c = 0; c < Classes; c++) begin : gen_class
        assign req[c*NumPorts +: NumPorts] = filled[c*NumQueues + j*NumPorts +: NumPorts];
        assign take[c*NumPorts + j] = m_axis_tvalid_o[j] && m_axis_tready_i[j] && class_here == ClassBits'(c);
      end
      xb_class_arbiter #(.NumReq(NumPorts), .Classes(Classes)) u_arbiter (
        .clk_i, .rst_ni, .service_i(service), .weights_i(weights), .req_i(req),
        .ready_i(m_axis_tready_i[j]), .last_i(m_axis_tlast_o[j]),
        .valid_o(m_axis_tvalid_o[j]), .sel_o(source[j*DestWidth +: DestWidth]), .class_o(class_here), .locked_o(out_locked[j])
      );
      always_comb begin
        {m_user[j], m_axis_tlast_o[j]} = '0;
        m_word[j*WordWidth +: WordWidth] = '0;
        for (int c = 0; c < Classes; c++) begin
          if (class_here == ClassBits'(c)) begin
            {m_user[j], m_axis_tlast_o[j]}   = crosspoint_side[(c*NumPorts + j)*2 +: 2];
            m_word[j*WordWidth +: WordWidth] = crosspoint_word[(c*NumPorts + j)*WordWidth +: WordWidth];
          end
        end
      end
    end

    always_comb begin
      under_way = '0;
      for (int c = 0; c < Classes; c++) under_way |= memory_leaving[c*NumPorts +: NumPorts];
    end
  end

  for (genvar j = 0; j < NumPorts; j++) begin : gen_dest
    assign m_axis_tdest_o[j*DestWidth +: DestWidth] = DestWidth'(j);
  end

  xb_class_pushes #(.NumPorts(NumPorts), .Classes(Classes)) u_pushes (
    .offer_i(memory_offer), .push_i(memory_push), .push_first_i(memory_push_first), .push_dest_i(memory_push_dest),
    .refused_i(memory_refused), .drop_misrouted_i(memory_misrouted), .pool_i(memory_pool), .pool_by_i(memory_pool_by),
    .push_o(push), .push_first_o(push_first), .push_dest_o(push_dest), .refused_o(refused), .drop_misrouted_o(misrouted),
    .pool_o, .pool_by_o
  );
  // Of a queue and class an input's memory and a crosspoint; one beat is on its way.
  localparam int unsigned HeldWidth = $clog2(MaxDepth + MaxCrosspointBeats + 2) + $clog2(Classes);
  xb_voq_counters #(.NumPorts(NumPorts), .OneQueue(32'(Observe == 3)), .HeldWidth(HeldWidth)) u_counters (
    .clk_i, .rst_ni(rst_counts_n), .count_queue_i,
    .push_i(push), .push_first_i(push_first), .push_dest_i(push_dest), .refused_i(refused & s_axis_tlast_i),
    .leave_i(m_axis_tvalid_o & m_axis_tready_i), .leave_last_i(m_axis_tlast_o), .leave_source_i(source),
    .occ_beats_o, .occ_packets_o, .drop_full_o
  );

  assign blocked_o              = '0;
  assign blocked_backpressure_o = '0;
  assign blocked_by_o           = '0;
  assign hol_o                  = '0;
  assign hol_victims_o          = '0;
endmodule : xb_switch_crosspoint

`default_nettype wire
