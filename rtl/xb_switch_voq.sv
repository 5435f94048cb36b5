// SPDX-License-Identifier: Apache-2.0
/// Switch with virtual output queues (VOQ): in every input's memory a queue per output, a central matching of inputs
/// with outputs (iSLIP, PIM or RRM), a crossbar, and a queue per output behind it.
///
/// Latency: 3 cycles from a packet's first beat's acceptance to its offer (cut-through, no contention, no routing delay):
/// matched and popped in the next cycle, through the crossbar in the one after it, offered in the third; under
/// store-and-forward the packet's length less 1 more. Capacity: `cfg_depth_i` beats per input, `cfg_output_depth_i` per
/// output, which includes the beat on its way through the crossbar.
/// Rate: one beat a cycle on every port, 1-beat packets included. Order: kept per (input, output).
/// Every output is a function of registers only: no combinational path from any input to any output.
/// No head-of-line blocking: those flags are 0.
/// With traffic classes an input has such a memory for each of them, and tid says a packet's class with its first beat: 0 the
/// lowest, what is above the highest as that. xb_voq_class_matcher matches them. Counts and flags are of all classes.
`default_nettype none

module xb_switch_voq #(
  /// Number of ports N, 2..64.
  parameter int unsigned NumPorts = 4,
  /// Payload of a beat [bits], a multiple of 8.
  parameter int unsigned DataWidth = 64,
  /// Elaborated capacity of an input's memory, and of an output queue [beats], >= 2.
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
  /// Capacity of each output queue [beats], 1..MaxDepth; 3 for full rate.
  input  logic [CountWidth-1:0]           cfg_output_depth_i,
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
  /// 0 iSLIP, 1 PIM, 2 RRM; rounds of the matching, 1..4; seed of PIM's random numbers, read at reset.
  input  logic [1:0]                      cfg_scheduler_i,
  input  logic [2:0]                      cfg_iterations_i,
  input  logic [31:0]                     cfg_seed_i,
  /// With classes: service 0 strict priority, 1 deficit round robin, 2 that of all but the highest, which goes first; weight of
  /// class c in byte c, 1..255; an input that a high class waits for offers 0 that one alone, but in the last round, 1 all.
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
  /// Per queue i*N+j (input i, output j): beats and packets held, in the input's memory or on their way through the
  /// output; packets discarded for want of room. Per input: packets discarded for a destination that does not exist.
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
  /// In the last cycle the output was ready and sent nothing, though a packet for it could have been matched.
  output logic [NumPorts-1:0]             idle_with_work_o
);
  if (NumPorts < 2 || NumPorts > 64) begin : gen_illegal_num_ports
    $error("NumPorts must be 2..64");
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

  logic [NumPorts-1:0]           s_user, m_user, s_ready, open;
  logic [NumPorts*DestWidth-1:0] owner;
  logic [NumPorts-1:0]           pop_ask, pop, pop_last, leaving, user, last;
  logic [NumPorts-1:0]           push, push_first, refused, in_free, out_free, held, match, work, starved;
  logic [NumPorts*DestWidth-1:0] pop_dest, push_dest, match_dest, source;
  logic [NumPorts*WordWidth-1:0] data, s_word, m_word;
  // Per memory, of input i and class c in bit c*NumPorts+i.
  logic [NumMemories-1:0]           memory_offer, memory_ready, memory_pop_ask, memory_pop, memory_pop_last, memory_leaving;
  logic [NumMemories-1:0]           memory_user, memory_last, able, exhausted, memory_pool;
  logic [NumMemories-1:0]           memory_push, memory_push_first, memory_refused;
  logic [NumMemories*DestWidth-1:0] able_dest, memory_push_dest, memory_pool_by;
  logic [NumMemories*WordWidth-1:0] memory_data;
  logic [NumMemories*NumPorts-1:0]  bids;
  logic [NumMemories*CountWidth-1:0] memory_misrouted;
  logic [NumMemories*NumPorts*CountWidth-1:0] unused_queue_beats;
  logic [NumMemories*CountWidth-1:0] unused_stamp;
  logic [NumMemories-1:0]        unused_beat;
  logic [Classes*CountWidth-1:0] unused_now;
  logic [CountWidth-1:0]         output_depth_q;
  logic [2:0]                    iterations_q;
  logic [1:0]                    scheduler_q;
  logic                          loaded_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      output_depth_q <= '0;
      scheduler_q    <= '0;
      iterations_q   <= '0;
      loaded_q       <= 1'b0;
    end else begin
      output_depth_q <= xb_pkg::bounded(cfg_output_depth_i, 1, MaxDepth);
      scheduler_q    <= 2'({xb_pkg::bounded(32'(cfg_scheduler_i), 0, 2)});
      iterations_q   <= 3'({xb_pkg::bounded(32'(cfg_iterations_i), 1, 4)});
      loaded_q       <= 1'b1;
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
    xb_voq_inputs #(.NumPorts(NumPorts), .DataWidth(WordWidth), .MaxDepth(MaxDepth), .Observe(Observe)) u_inputs (
      .clk_i, .rst_ni,
      .cfg_depth_i, .cfg_store_forward_i, .cfg_drop_i, .cfg_packet_beats_i, .cfg_sharing_i, .cfg_alpha_i,
      .cfg_route_delay_i, .now_o(unused_now[c*CountWidth +: CountWidth]),
      .s_axis_tvalid_i(memory_offer[c*NumPorts +: NumPorts]), .s_axis_tready_o(memory_ready[c*NumPorts +: NumPorts]),
      .s_axis_tdata_i(s_word), .s_axis_tlast_i, .s_axis_tdest_i, .s_axis_tuser_i(s_user),
      .pop_i(memory_pop_ask[c*NumPorts +: NumPorts]), .pop_dest_i(pop_dest), .beat_o(unused_beat[c*NumPorts +: NumPorts]),
      .pop_o(memory_pop[c*NumPorts +: NumPorts]), .pop_last_o(memory_pop_last[c*NumPorts +: NumPorts]),
      .data_o(memory_data[c*NumPorts*WordWidth +: NumPorts*WordWidth]), .user_o(memory_user[c*NumPorts +: NumPorts]),
      .last_o(memory_last[c*NumPorts +: NumPorts]), .leaving_o(memory_leaving[c*NumPorts +: NumPorts]),
      .able_o(able[c*NumPorts +: NumPorts]), .able_dest_o(able_dest[c*NumPorts*DestWidth +: NumPorts*DestWidth]),
      .able_stamp_o(unused_stamp[c*NumPorts*CountWidth +: NumPorts*CountWidth]), .exhausted_o(exhausted[c*NumPorts +: NumPorts]),
      .bids_o(bids[c*NumQueues +: NumQueues]), .queue_beats_o(unused_queue_beats[c*NumQueues*CountWidth +: NumQueues*CountWidth]),
      .push_o(memory_push[c*NumPorts +: NumPorts]), .push_first_o(memory_push_first[c*NumPorts +: NumPorts]),
      .push_dest_o(memory_push_dest[c*NumPorts*DestWidth +: NumPorts*DestWidth]),
      .refused_o(memory_refused[c*NumPorts +: NumPorts]),
      .silent_i(m_axis_tready_i & ~m_axis_tvalid_o), .locked_i(open), .owner_i(owner),
      .pool_o(memory_pool[c*NumPorts +: NumPorts]), .pool_by_o(memory_pool_by[c*NumPorts*DestWidth +: NumPorts*DestWidth]),
      .drop_misrouted_o(memory_misrouted[c*NumPorts*CountWidth +: NumPorts*CountWidth])
    );
  end

  for (genvar j = 0; j < NumPorts; j++) begin : gen_output
    assign m_axis_tdest_o[j*DestWidth +: DestWidth] = DestWidth'(j);
  end

  if (Classes == 1) begin : gen_one_class
    logic unused_wires;

    assign unused_wires    = ^{cfg_service_i, cfg_weights_i, cfg_class_heads_i, bids, held, s_ready};
    assign memory_offer    = s_axis_tvalid_i;
    assign s_ready         = memory_ready;
    assign s_axis_tready_o = memory_ready;
    assign memory_pop_ask  = pop_ask;
    assign {pop, pop_last, leaving, data, user, last} =
        {memory_pop, memory_pop_last, memory_leaving, memory_data, memory_user, memory_last};
    assign {push, push_first, push_dest, refused} = {memory_push, memory_push_first, memory_push_dest, memory_refused};
    assign {pool_o, pool_by_o, misrouted} = {memory_pool, memory_pool_by, memory_misrouted};

    xb_voq_matcher #(.NumPorts(NumPorts)) u_matcher (
      .clk_i, .rst_ni,
      .scheduler_i(scheduler_q), .iterations_i(iterations_q), .load_i(!loaded_q), .seed_i(cfg_seed_i),
      .able_i(able), .able_dest_i(able_dest), .exhausted_i(exhausted),
      .in_free_i(in_free), .out_free_i(out_free), .match_o(match), .match_dest_o(match_dest), .work_o(work)
    );
  end else begin : gen_classes
    localparam int unsigned ClassBits = (Classes < 2) ? 1 : $clog2(Classes);

    logic [1:0]                    service;
    logic [8*Classes-1:0]          weights;
    logic                          class_heads, unused_events;
    logic [3*NumPorts-1:0]         s_tid, s_class;
    // Per input: the class matched, of the packet that is popped from, of the beat shown.
    logic [NumPorts*ClassBits-1:0] match_class, pop_class, shown_class_q;
    logic [NumPorts-1:0]           moving;

    assign unused_events = ^{able, able_dest, exhausted, s_ready};  // bids say what they lead to

    for (genvar i = 0; i < NumPorts; i++) begin : gen_input
      assign s_tid[3*i +: 3] = s_axis_tid_i[i*IdBits +: 3];
      assign pop_class[i*ClassBits +: ClassBits] =
          match[i] ? match_class[i*ClassBits +: ClassBits] : shown_class_q[i*ClassBits +: ClassBits];
    end
    xb_class_ingress #(.NumPorts(NumPorts), .Classes(Classes)) u_ingress (
      .clk_i, .rst_ni, .cfg_service_i, .cfg_weights_i, .cfg_class_heads_i,
      .service_o(service), .weights_o(weights), .class_heads_o(class_heads),
      .s_tvalid_i(s_axis_tvalid_i), .s_tlast_i(s_axis_tlast_i), .s_tid_i(s_tid),
      .ready_i(memory_ready), .offer_o(memory_offer), .s_tready_o(s_axis_tready_o), .ready_o(s_ready), .class_o(s_class)
    );

    xb_voq_class_matcher #(.NumPorts(NumPorts), .Classes(Classes)) u_matcher (
      .clk_i, .rst_ni,
      .scheduler_i(scheduler_q), .iterations_i(iterations_q), .load_i(!loaded_q), .seed_i(cfg_seed_i),
      .service_i(service), .weights_i(weights), .class_heads_i(class_heads), .bids_i(bids),
      .in_free_i(in_free), .out_free_i(out_free), .held_i(held), .moving_i(moving),
      .match_o(match), .match_dest_o(match_dest), .match_class_o(match_class), .work_o(work)
    );

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) shown_class_q <= '0;
      else shown_class_q <= pop_class;
    end

    // An input takes a beat of one class and pops one of one class.
    always_comb begin
      {pop, pop_last, leaving, data, user, last, moving} = '0;
      {push, push_first, push_dest, refused, pool_o, pool_by_o, misrouted} = '0;
      for (int i = 0; i < NumPorts; i++) begin
        for (int c = 0; c < Classes; c++) begin
          memory_pop_ask[c*NumPorts + i] = pop_ask[i] && pop_class[i*ClassBits +: ClassBits] == ClassBits'(c);
          pop[i]      |= memory_pop[c*NumPorts + i];
          pop_last[i] |= memory_pop[c*NumPorts + i] & memory_pop_last[c*NumPorts + i];
          leaving[i]  |= memory_leaving[c*NumPorts + i];
          push[i]     |= memory_push[c*NumPorts + i];
          refused[i]  |= memory_refused[c*NumPorts + i];
          pool_o[i]   |= memory_pool[c*NumPorts + i];
          pool_by_o[i*DestWidth +: DestWidth] |= memory_pool_by[(c*NumPorts + i)*DestWidth +: DestWidth];
          misrouted[i*CountWidth +: CountWidth] += memory_misrouted[(c*NumPorts + i)*CountWidth +: CountWidth];
          if (s_class[3*i +: 3] == 3'(c)) begin
            push_first[i]                       = memory_push_first[c*NumPorts + i];
            push_dest[i*DestWidth +: DestWidth] = memory_push_dest[(c*NumPorts + i)*DestWidth +: DestWidth];
          end
          if (shown_class_q[i*ClassBits +: ClassBits] == ClassBits'(c)) begin
            data[i*WordWidth +: WordWidth] = memory_data[(c*NumPorts + i)*WordWidth +: WordWidth];
            {user[i], last[i]} = {memory_user[c*NumPorts + i], memory_last[c*NumPorts + i]};
          end
        end
        if (pop[i]) moving[pop_dest[i*DestWidth +: DestWidth]] = 1'b1;
      end
    end
  end

  xb_voq_transfer #(.NumPorts(NumPorts), .DataWidth(WordWidth), .MaxDepth(MaxDepth)) u_transfer (
    .clk_i, .rst_ni, .output_depth_i(output_depth_q),
    .in_free_o(in_free), .out_free_o(out_free), .held_o(held), .match_i(match), .match_dest_i(match_dest), .work_i(work),
    .pop_o(pop_ask), .pop_dest_o(pop_dest), .pop_i(pop), .pop_last_i(pop_last), .leaving_i(leaving),
    .data_i(data), .user_i(user), .last_i(last),
    .m_tvalid_o(m_axis_tvalid_o), .m_tready_i(m_axis_tready_i), .m_tdata_o(m_word),
    .m_tlast_o(m_axis_tlast_o), .m_tuser_o(m_user), .m_source_o(source), .open_o(open), .owner_o(owner),
    .starved_o(starved)
  );

  // Of a queue and class an input's memory and an output's queue.
  localparam int unsigned HeldWidth = $clog2(2*MaxDepth + 1) + $clog2(Classes);
  xb_voq_counters #(.NumPorts(NumPorts), .OneQueue(32'(Observe == 3)), .HeldWidth(HeldWidth)) u_counters (
    .clk_i, .rst_ni(rst_counts_n), .count_queue_i,
    .push_i(push), .push_first_i(push_first), .push_dest_i(push_dest), .refused_i(refused & s_axis_tlast_i),
    .leave_i(m_axis_tvalid_o & m_axis_tready_i), .leave_last_i(m_axis_tlast_o), .leave_source_i(source),
    .occ_beats_o, .occ_packets_o, .drop_full_o
  );

  assign idle_with_work_o       = (Observe == 2) ? starved : '0;
  assign blocked_o              = '0;
  assign blocked_backpressure_o = '0;
  assign blocked_by_o           = '0;
  assign hol_o                  = '0;
  assign hol_victims_o          = '0;
endmodule : xb_switch_voq

`default_nettype wire
