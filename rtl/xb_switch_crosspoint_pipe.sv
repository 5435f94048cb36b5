// SPDX-License-Identifier: Apache-2.0
/// Switch with buffered crosspoints for a fast clock: what xb_switch_crosspoint does in two cycles takes five here.
///
/// A beat that is taken in cycle t bids at its input and is popped in t+1, read from the input's memory in t+2, enters its
/// crosspoint in t+3, where its output grants it, goes through the output's multiplexer in t+4 and is offered in t+5.
/// Latency: 5 cycles (cut-through, no contention), the packet's length and 6 under store-and-forward. Capacity:
/// `cfg_depth_i` / NumPorts beats per input and output, CrosspointBeats per crosspoint, 8 per output.
/// Rate: one beat a cycle on every port, 1-beat packets included, from a depth of 3 NumPorts on. Order: kept per input,
/// output and class.
/// Every output is a function of registers only: no combinational path from any input to any output.
/// With traffic classes an input has such a memory, and a crosspoint a buffer of half its size, for each of them, and tid says
/// a packet's class as in xb_switch_crosspoint. An input sends a beat of the highest class that can go, of packets under way first: one whose
/// crosspoint is full lets others pass. Outputs serve classes as xb_pipe_grant does, packet by packet. Counts and flags are of
/// all classes.
`default_nettype none

module xb_switch_crosspoint_pipe #(
  /// Number of ports N, 2..64.
  parameter int unsigned NumPorts = 4,
  /// Payload of a beat [bits], a multiple of 8.
  parameter int unsigned DataWidth = 64,
  /// Elaborated capacity of an input's memory [beats], >= 2; an equal part for each output, of two at least.
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
  /// 1: a register behind the data RAMs, for the clock of deep memories; a cycle more latency.
  parameter int unsigned RamRegister = 0,
  /// Capacity of a crosspoint [beats], 2..2**30, and with classes half of it for each; full rate takes 6,
  /// and one more with RamRegister.
  parameter int unsigned CrosspointBeats = 16,
  /// An input serves its longest queue first; else round robin.
  parameter bit LongestFirst = 1'b0,
  /// Traffic classes, 1..8. With several, tid has 3 bits at least, the lowest 3 of which say the class, and s_axis_tready_o a
  /// bit for each: i*Classes+c of input i and class c.
  parameter int unsigned Classes = 1,
  /// Derived, do not overwrite.
  localparam int unsigned DestWidth = $clog2(NumPorts),
  localparam int unsigned QueueWidth = $clog2(NumPorts * NumPorts),
  localparam int unsigned KeepWidth = DataWidth / 8,
  localparam int unsigned IdUsed = (Classes > 1 && IdWidth < 3) ? 3 : IdWidth,
  localparam int unsigned IdBits = (IdUsed == 0) ? 1 : IdUsed,
  localparam int unsigned WordWidth = DataWidth + (Keep != 0 ? KeepWidth : 0) + IdUsed + UserWidth - 1,
  localparam int unsigned CountWidth = xb_pkg::CountWidth,
  localparam int unsigned Ring = (MaxDepth / NumPorts < 2) ? 2 : MaxDepth / NumPorts,
  localparam int unsigned LevelWidth = $clog2(Ring + 1),
  localparam int unsigned NumQueues = NumPorts * NumPorts
) (
  input  logic                            clk_i,
  input  logic                            rst_ni,
  /// Settings, registered: they count from the next cycle on, out of range as the nearest value in it.
  /// Change them only while the switch is empty. Capacity of each input's memory [beats], 1..MaxDepth.
  input  logic [CountWidth-1:0]           cfg_depth_i,
  /// 0 cut-through, 1 store-and-forward.
  input  logic                            cfg_store_forward_i,
  /// 0 back-pressure, 1 tail drop: a packet that finds no room for cfg_packet_beats_i is discarded whole.
  input  logic                            cfg_drop_i,
  /// Longest packet [beats], under tail drop.
  input  logic [CountWidth-1:0]           cfg_packet_beats_i,
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
  /// Per queue (i * NumPorts + j): beats and packets held, in the input's memory, at the crosspoint or on their way through
  /// the output; packets discarded for a destination that does not exist, per input, and for want of room.
  output logic [NumQueues*CountWidth-1:0] occ_beats_o,
  output logic [NumQueues*CountWidth-1:0] occ_packets_o,
  output logic [NumPorts*CountWidth-1:0]  drop_misrouted_o,
  output logic [NumQueues*CountWidth-1:0] drop_full_o,
  /// With Observe = 3: the queue i*N+j whose counts the first words of these show two cycles later, as they are in the cycle
  /// between; all other words are 0.
  input  logic [QueueWidth-1:0]           count_queue_i,
  /// Head-of-line flags: always 0, as no queue blocks another.
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
  if (Observe > 3) begin : gen_illegal_observe
    $error("Observe must be 0..3");
  end
  if (RamRegister > 1) begin : gen_illegal_ram_register
    $error("RamRegister must be 0..1");
  end

  if (Classes < 1 || Classes > 8) begin : gen_illegal_classes
    $error("Classes must be 1..8");
  end

  // What nobody looks at stays in reset, and nothing is left of it.
  logic rst_counts_n, rst_flags_n;
  logic [NumPorts*CountWidth-1:0] misrouted;
  assign rst_counts_n = rst_ni && Observe > 0;
  assign rst_flags_n  = rst_ni && Observe == 2;
  assign drop_misrouted_o = (Observe > 0) ? misrouted : '0;

  // A beat as it crosses: user, last, data; and with its source.
  localparam int unsigned BeatWidth = WordWidth + 2;
  localparam int unsigned OutWidth = BeatWidth + DestWidth;
  localparam int unsigned NumMemories = NumPorts * Classes;
  // Of a crosspoint, the beats of a class.
  localparam int unsigned ClassBeats = (Classes == 1 || CrosspointBeats < 4) ? CrosspointBeats : CrosspointBeats / 2;

  logic [NumPorts-1:0]             s_user, m_user, s_ready, push, first, refused, held;
  logic [NumPorts*DestWidth-1:0]   dest, owner, source;
  logic [NumPorts*WordWidth-1:0]   s_word, m_word;
  logic [1:0]                      service;
  logic [8*Classes-1:0]            weights;
  // Per memory, of input i and class c in bit c*NumPorts+i.
  logic [NumMemories-1:0]            memory_offer, memory_ready, memory_push, memory_first, memory_refused, memory_pool;
  logic [NumMemories-1:0]            entered_last_q, entered_last;
  logic [NumMemories*DestWidth-1:0]  memory_dest, memory_pool_by;
  logic [NumMemories*CountWidth-1:0] memory_misrouted;
  logic [NumMemories*BeatWidth-1:0]  read;
  // Per input, what crosses.
  logic [NumPorts*BeatWidth-1:0]     word;
  // By class, rows per input; per output, rows by class.
  logic [NumQueues*Classes-1:0]    v0, unused_v1, l0, pop, under_way, entered_q, entered;
  logic [NumQueues*Classes-1:0]    enter, taken, waits;
  logic [NumQueues*Classes*LevelWidth-1:0] level;
  // Per input, i*Classes+c: classes of which a beat could go, of which a packet is under way, of which a beat goes.
  logic [NumMemories-1:0]          asks, begun, may;
  // Per output: there was work for it 0 to 3 cycles ago, or 4, when what it would show now could have been popped.
  localparam int unsigned Work = 4 + RamRegister;
  logic [NumPorts-1:0]             work_q [Work];

  xb_keep #(
    .NumPorts(NumPorts), .DataWidth(DataWidth), .Keep(Keep), .IdWidth(IdUsed), .UserWidth(UserWidth)
  ) u_keep (
    .tdata_i(s_axis_tdata_i), .tkeep_i(s_axis_tkeep_i), .tid_i(s_axis_tid_i), .tuser_i(s_axis_tuser_i),
    .word_o(s_word), .user_o(s_user), .word_i(m_word), .user_i(m_user),
    .tdata_o(m_axis_tdata_o), .tkeep_o(m_axis_tkeep_o), .tid_o(m_axis_tid_o), .tuser_o(m_axis_tuser_o)
  );

  if (Classes == 1) begin : gen_one_class
    logic unused_wires;

    assign unused_wires    = ^{cfg_service_i, cfg_weights_i, s_ready, asks, begun};
    assign memory_offer    = s_axis_tvalid_i;
    assign s_ready         = memory_ready;
    assign s_axis_tready_o = memory_ready;
    assign service         = '0;
    assign weights         = '0;
    assign may             = '1;
    assign word            = read;
  end else begin : gen_classes
    logic [3*NumPorts-1:0] s_tid, unused_s_class;
    logic                  unused_class_heads, unused_wires;

    assign unused_wires = ^s_ready;
    for (genvar i = 0; i < NumPorts; i++) begin : gen_input
      logic [Classes-1:0] asks_here, goes_on, sends_q, sent_q, sent;

      assign s_tid[3*i +: 3] = s_axis_tid_i[i*IdBits +: 3];
      assign asks_here = asks[i*Classes +: Classes];
      assign goes_on   = asks_here & begun[i*Classes +: Classes];
      // A packet that is under way goes on, if it can: an output may wait for it.
      always_comb begin
        may[i*Classes +: Classes] = '0;
        for (int c = 0; c < Classes; c++) if (goes_on == '0 ? asks_here[c] : goes_on[c]) may[i*Classes +: Classes] = Classes'(1) << c;
        word[i*BeatWidth +: BeatWidth] = '0;
        for (int c = 0; c < Classes; c++)
          word[i*BeatWidth +: BeatWidth] |= {BeatWidth{sent[c]}} & read[(c*NumPorts + i)*BeatWidth +: BeatWidth];
      end
      xb_delay #(.Width(Classes), .Cycles(RamRegister)) u_late (.clk_i, .rst_ni, .now_i(sent_q), .late_o(sent));
      // As long as a beat takes from its ring to its crosspoint.
      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) {sent_q, sends_q} <= '0;
        else {sent_q, sends_q} <= {sends_q, may[i*Classes +: Classes]};
      end
    end
    xb_class_ingress #(.NumPorts(NumPorts), .Classes(Classes)) u_ingress (
      .clk_i, .rst_ni, .cfg_service_i, .cfg_weights_i, .cfg_class_heads_i(1'b0),
      .service_o(service), .weights_o(weights), .class_heads_o(unused_class_heads),
      .s_tvalid_i(s_axis_tvalid_i), .s_tlast_i(s_axis_tlast_i), .s_tid_i(s_tid), .ready_i(memory_ready),
      .offer_o(memory_offer), .s_tready_o(s_axis_tready_o), .ready_o(s_ready), .class_o(unused_s_class)
    );
  end

  for (genvar c = 0; c < Classes; c++) begin : gen_class
    xb_pipe_voq_inputs #(.NumPorts(NumPorts), .DataWidth(WordWidth), .MaxDepth(MaxDepth), .RamRegister(RamRegister)) u_inputs (
      .clk_i, .rst_ni, .rst_flags_ni(rst_flags_n), .cfg_depth_i, .cfg_store_forward_i, .cfg_drop_i, .cfg_packet_beats_i,
      .s_axis_tvalid_i(memory_offer[c*NumPorts +: NumPorts]), .s_axis_tready_o(memory_ready[c*NumPorts +: NumPorts]),
      .s_axis_tdata_i(s_word), .s_axis_tlast_i, .s_axis_tdest_i, .s_axis_tuser_i(s_user),
      .v0_o(v0[c*NumQueues +: NumQueues]), .v1_o(unused_v1[c*NumQueues +: NumQueues]), .l0_o(l0[c*NumQueues +: NumQueues]),
      .pop_i(pop[c*NumQueues +: NumQueues]), .level_o(level[c*NumQueues*LevelWidth +: NumQueues*LevelWidth]),
      .word_o(read[c*NumPorts*BeatWidth +: NumPorts*BeatWidth]), .push_o(memory_push[c*NumPorts +: NumPorts]),
      .push_dest_o(memory_dest[c*NumPorts*DestWidth +: NumPorts*DestWidth]),
      .push_first_o(memory_first[c*NumPorts +: NumPorts]), .refused_o(memory_refused[c*NumPorts +: NumPorts]),
      .drop_misrouted_o(memory_misrouted[c*NumPorts*CountWidth +: NumPorts*CountWidth]),
      .silent_i(m_axis_tready_i & ~m_axis_tvalid_o), .locked_i(held), .owner_i(owner),
      .pool_o(memory_pool[c*NumPorts +: NumPorts]), .pool_by_o(memory_pool_by[c*NumPorts*DestWidth +: NumPorts*DestWidth])
    );

    for (genvar i = 0; i < NumPorts; i++) begin : gen_input
      localparam int unsigned Row = c*NumQueues + i*NumPorts;
      logic [NumPorts-1:0] left;

      for (genvar j = 0; j < NumPorts; j++) begin : gen_turn
        localparam int unsigned Column = j*NumMemories + c*NumPorts + i;

        assign left[j]       = taken[Column];
        assign enter[Column] = entered[Row + j];
        assign waits[Column] = v0[Row + j] & !under_way[Row + j];
      end
      xb_pipe_sender #(
        .NumPorts(NumPorts), .Depth(ClassBeats), .LevelWidth(LevelWidth), .LongestFirst(LongestFirst)
      ) u_sender (
        .clk_i, .rst_ni,
        .v0_i(v0[Row +: NumPorts]), .l0_i(l0[Row +: NumPorts]), .level_i(level[Row*LevelWidth +: NumPorts*LevelWidth]),
        .return_i(left), .may_i(may[i*Classes + c]), .asks_o(asks[i*Classes + c]), .pop_o(pop[Row +: NumPorts]),
        .held_o(begun[i*Classes + c]), .under_way_o(under_way[Row +: NumPorts])
      );
      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) begin
          entered_q[Row +: NumPorts]    <= '0;
          entered_last_q[c*NumPorts + i] <= 1'b0;
        end else begin
          entered_q[Row +: NumPorts]    <= pop[Row +: NumPorts];
          entered_last_q[c*NumPorts + i] <= (pop[Row +: NumPorts] & l0[Row +: NumPorts]) != '0;
        end
      end
    end
  end

  xb_delay #(.Width(NumQueues*Classes + NumMemories), .Cycles(RamRegister)) u_late (
    .clk_i, .rst_ni, .now_i({entered_q, entered_last_q}), .late_o({entered, entered_last})
  );

  for (genvar j = 0; j < NumPorts; j++) begin : gen_output
    logic [NumMemories-1:0] want, last, grant;
    logic [DestWidth-1:0]   sel;
    logic [Classes-1:0]     of_class, waiting, works;
    logic [BeatWidth-1:0]   crossed;
    logic                   fire, unused_room;

    xb_pipe_crosspoints #(.NumPorts(NumPorts), .Width(BeatWidth), .Depth(ClassBeats), .Classes(Classes)) u_crosspoints (
      .clk_i, .rst_ni,
      .enter_i(enter[j*NumMemories +: NumMemories]), .last_i(entered_last), .word_i(word),
      .want_o(want), .last_o(last), .take_i(grant), .class_i(of_class),
      .taken_o(taken[j*NumMemories +: NumMemories]), .sel_i(sel), .word_o(crossed)
    );
    for (genvar c = 0; c < Classes; c++) begin : gen_class
      assign waiting[c] = want[c*NumPorts +: NumPorts] != '0;
      assign works[c]   = waits[j*NumMemories + c*NumPorts +: NumPorts] != '0;
    end
    xb_pipe_grant #(.NumPorts(NumPorts), .Classes(Classes)) u_grant (
      .clk_i, .rst_ni, .service_i(service), .weights_i(weights), .waiting_i(waiting),
      .want_i(want), .last_i(last), .return_i(m_axis_tvalid_o[j] & m_axis_tready_i[j]), .grant_o(grant), .class_o(of_class),
      .fire_o(fire), .sel_o(sel), .room_o(unused_room), .held_o(held[j]), .owner_o(owner[j*DestWidth +: DestWidth])
    );
    xb_pipe_output #(.Width(OutWidth)) u_output (
      .clk_i, .rst_ni,
      .valid_i(fire), .word_i({sel, crossed}), .valid_o(m_axis_tvalid_o[j]), .ready_i(m_axis_tready_i[j]),
      .word_o({source[j*DestWidth +: DestWidth], m_user[j], m_axis_tlast_o[j], m_word[j*WordWidth +: WordWidth]})
    );
    assign m_axis_tdest_o[j*DestWidth +: DestWidth] = DestWidth'(j);

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        for (int t = 0; t < Work; t++) work_q[t][j] <= 1'b0;
      end else begin
        work_q[0][j] <= works != '0;
        for (int t = 1; t < Work; t++) work_q[t][j] <= work_q[t - 1][j];
      end
    end
  end

  xb_class_pushes #(.NumPorts(NumPorts), .Classes(Classes)) u_pushes (
    .offer_i(memory_offer), .push_i(memory_push), .push_first_i(memory_first), .push_dest_i(memory_dest),
    .refused_i(memory_refused), .drop_misrouted_i(memory_misrouted), .pool_i(memory_pool), .pool_by_i(memory_pool_by),
    .push_o(push), .push_first_o(first), .push_dest_o(dest), .refused_o(refused), .drop_misrouted_o(misrouted),
    .pool_o, .pool_by_o
  );
  // Of a queue and class a ring and a crosspoint; what is behind that is less than 32 beats.
  localparam int unsigned HeldWidth = $clog2(MaxDepth + CrosspointBeats + 32) + $clog2(Classes);
  xb_voq_counters #(.NumPorts(NumPorts), .OneQueue(32'(Observe == 3)), .HeldWidth(HeldWidth)) u_counters (
    .clk_i, .rst_ni(rst_counts_n), .count_queue_i,
    .push_i(push), .push_first_i(first), .push_dest_i(dest), .refused_i(refused & s_axis_tlast_i),
    .leave_i(m_axis_tvalid_o & m_axis_tready_i), .leave_last_i(m_axis_tlast_o), .leave_source_i(source),
    .occ_beats_o, .occ_packets_o, .drop_full_o
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) idle_with_work_o <= '0;
    else idle_with_work_o <= (Observe == 2) ? work_q[Work - 1] & m_axis_tready_i & ~m_axis_tvalid_o : '0;
  end

  assign blocked_o              = '0;
  assign blocked_backpressure_o = '0;
  assign blocked_by_o           = '0;
  assign hol_o                  = '0;
  assign hol_victims_o          = '0;
endmodule : xb_switch_crosspoint_pipe

`default_nettype wire
