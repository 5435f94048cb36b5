// SPDX-License-Identifier: Apache-2.0
/// Switch with virtual output queues for a fast clock: what xb_switch_voq does in three cycles takes five here.
///
/// A beat that is taken in cycle t bids in t+1, is accepted in t+2 (iSLIP, one iteration), read in t+3, goes through the
/// crossbar in t+4 and is offered in t+5. With traffic classes all of that (xb_pipe_voq_plane) is there for each of them, and
/// the port chooses which it shows (xb_pipe_voq_port); counts and flags are of all classes. Latency: 5 cycles (cut-through, no
/// contention), the packet's length and 6 under store-and-forward. Capacity: `cfg_depth_i` / NumPorts beats per input, output
/// and class, up to 15 per output and class. Rate: one beat a cycle on every port, 1-beat packets included, from a depth of
/// 4 NumPorts on. Order: kept per input, output and class.
/// Every output is a function of registers only: no combinational path from any input to any output.
`default_nettype none

module xb_switch_voq_pipe #(
  /// Number of ports N, 2..64.
  parameter int unsigned NumPorts = 4,
  /// Payload of a beat [bits], a multiple of 8.
  parameter int unsigned DataWidth = 64,
  /// Elaborated capacity of an input's memory [beats], >= 2; an equal part for each output, of two at least. Each class has one.
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
  /// Per queue (i * NumPorts + j): beats and packets held, in the input's memory or on their way through the output;
  /// packets discarded for a destination that does not exist, per input, and for want of room.
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
  /// In the last cycle the output was ready and sent nothing, though a packet for it could have been matched.
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
  assign rst_counts_n = rst_ni && Observe > 0;
  assign rst_flags_n  = rst_ni && Observe == 2;

  // A beat as a port shows it: source, user, last, data.
  localparam int unsigned OutWidth = WordWidth + 2 + DestWidth;
  localparam int unsigned NumFifos = NumPorts * Classes;

  logic [NumPorts-1:0]             s_user, m_user, s_ready, push, first, refused, work;
  logic [NumPorts*DestWidth-1:0]   dest, source;
  logic [NumPorts*WordWidth-1:0]   s_word, m_word;
  logic [NumPorts*OutWidth-1:0]    shown;
  // Of the plane of class c, its input or output p in bit c*NumPorts+p.
  logic [NumFifos-1:0]             plane_offer, plane_ready, plane_push, plane_first, plane_refused, plane_pool, plane_work;
  logic [NumFifos-1:0]             plane_valid, plane_taken;
  logic [NumFifos*DestWidth-1:0]   plane_dest, plane_pool_by;
  logic [NumFifos*OutWidth-1:0]    plane_word;
  logic [NumFifos*CountWidth-1:0]  misrouted;

  xb_keep #(
    .NumPorts(NumPorts), .DataWidth(DataWidth), .Keep(Keep), .IdWidth(IdUsed), .UserWidth(UserWidth)
  ) u_keep (
    .tdata_i(s_axis_tdata_i), .tkeep_i(s_axis_tkeep_i), .tid_i(s_axis_tid_i), .tuser_i(s_axis_tuser_i),
    .word_o(s_word), .user_o(s_user), .word_i(m_word), .user_i(m_user),
    .tdata_o(m_axis_tdata_o), .tkeep_o(m_axis_tkeep_o), .tid_o(m_axis_tid_o), .tuser_o(m_axis_tuser_o)
  );

  for (genvar c = 0; c < Classes; c++) begin : gen_class
    xb_pipe_voq_plane #(.NumPorts(NumPorts), .DataWidth(WordWidth), .MaxDepth(MaxDepth), .RamRegister(RamRegister)) u_plane (
      .clk_i, .rst_ni, .rst_flags_ni(rst_flags_n), .cfg_depth_i, .cfg_store_forward_i, .cfg_drop_i, .cfg_packet_beats_i,
      .s_axis_tvalid_i(plane_offer[c*NumPorts +: NumPorts]), .s_axis_tready_o(plane_ready[c*NumPorts +: NumPorts]),
      .s_axis_tdata_i(s_word), .s_axis_tlast_i, .s_axis_tdest_i, .s_axis_tuser_i(s_user),
      .m_valid_o(plane_valid[c*NumPorts +: NumPorts]), .m_ready_i(plane_taken[c*NumPorts +: NumPorts]),
      .m_word_o(plane_word[c*NumPorts*OutWidth +: NumPorts*OutWidth]),
      .push_o(plane_push[c*NumPorts +: NumPorts]), .push_dest_o(plane_dest[c*NumPorts*DestWidth +: NumPorts*DestWidth]),
      .push_first_o(plane_first[c*NumPorts +: NumPorts]), .refused_o(plane_refused[c*NumPorts +: NumPorts]),
      .drop_misrouted_o(misrouted[c*NumPorts*CountWidth +: NumPorts*CountWidth]), .work_o(plane_work[c*NumPorts +: NumPorts]),
      .pool_o(plane_pool[c*NumPorts +: NumPorts]),
      .pool_by_o(plane_pool_by[c*NumPorts*DestWidth +: NumPorts*DestWidth])
    );
  end

  if (Classes == 1) begin : gen_one_class
    logic unused_wires;

    assign unused_wires     = ^{cfg_service_i, cfg_weights_i, s_ready};
    assign plane_offer      = s_axis_tvalid_i;
    assign s_ready          = plane_ready;
    assign s_axis_tready_o  = plane_ready;
    assign m_axis_tvalid_o  = plane_valid;
    assign plane_taken      = m_axis_tready_i;
    assign {shown, work}    = {plane_word, plane_work};
    assign {push, first, dest, refused} = {plane_push, plane_first, plane_dest, plane_refused};
    assign {pool_o, pool_by_o} = {plane_pool, plane_pool_by};
    assign drop_misrouted_o = (Observe > 0) ? misrouted : '0;
  end else begin : gen_classes
    logic [1:0]            service;
    logic [8*Classes-1:0]  weights;
    logic [3*NumPorts-1:0] s_tid, s_class;
    logic                  unused_class_heads, unused_wires;

    assign unused_wires = ^s_ready;  // for whoever looks from outside
    xb_class_ingress #(.NumPorts(NumPorts), .Classes(Classes)) u_ingress (
      .clk_i, .rst_ni, .cfg_service_i, .cfg_weights_i, .cfg_class_heads_i(1'b0),
      .service_o(service), .weights_o(weights), .class_heads_o(unused_class_heads),
      .s_tvalid_i(s_axis_tvalid_i), .s_tlast_i(s_axis_tlast_i), .s_tid_i(s_tid),
      .ready_i(plane_ready), .offer_o(plane_offer), .s_tready_o(s_axis_tready_o), .ready_o(s_ready), .class_o(s_class)
    );

    for (genvar p = 0; p < NumPorts; p++) begin : gen_port
      logic [Classes-1:0]          valid, ready, last;
      logic [Classes*OutWidth-1:0] words;

      assign s_tid[3*p +: 3] = s_axis_tid_i[p*IdBits +: 3];
      for (genvar c = 0; c < Classes; c++) begin : gen_class
        assign valid[c] = plane_valid[c*NumPorts + p];
        assign words[c*OutWidth +: OutWidth] = plane_word[(c*NumPorts + p)*OutWidth +: OutWidth];
        assign last[c]  = words[c*OutWidth + WordWidth];
        assign plane_taken[c*NumPorts + p] = ready[c];
      end
      xb_pipe_voq_port #(.Classes(Classes), .Width(OutWidth)) u_port (
        .clk_i, .rst_ni, .service_i(service), .weights_i(weights), .valid_i(valid), .ready_o(ready), .last_i(last), .word_i(words),
        .valid_o(m_axis_tvalid_o[p]), .ready_i(m_axis_tready_i[p]), .word_o(shown[p*OutWidth +: OutWidth])
      );
    end

    // An input takes a beat of one class. What another class's packet keeps from a port is work, too.
    always_comb begin
      {push, first, dest, refused, work, pool_o, pool_by_o, drop_misrouted_o} = '0;
      for (int c = 0; c < Classes; c++) begin
        push      |= plane_push[c*NumPorts +: NumPorts];
        first     |= plane_push[c*NumPorts +: NumPorts] & plane_first[c*NumPorts +: NumPorts];
        refused   |= plane_refused[c*NumPorts +: NumPorts];
        work      |= plane_work[c*NumPorts +: NumPorts] | plane_valid[c*NumPorts +: NumPorts];
        pool_o    |= plane_pool[c*NumPorts +: NumPorts];
        pool_by_o |= plane_pool_by[c*NumPorts*DestWidth +: NumPorts*DestWidth];
        for (int i = 0; i < NumPorts; i++) begin
          if (s_class[3*i +: 3] == 3'(c)) dest[i*DestWidth +: DestWidth] = plane_dest[(c*NumPorts + i)*DestWidth +: DestWidth];
          if (Observe > 0) drop_misrouted_o[i*CountWidth +: CountWidth] += misrouted[(c*NumPorts + i)*CountWidth +: CountWidth];
        end
      end
    end
  end

  for (genvar j = 0; j < NumPorts; j++) begin : gen_output
    assign {source[j*DestWidth +: DestWidth], m_user[j], m_axis_tlast_o[j], m_word[j*WordWidth +: WordWidth]} =
        shown[j*OutWidth +: OutWidth];
    assign m_axis_tdest_o[j*DestWidth +: DestWidth] = DestWidth'(j);
  end

  // Of a queue and class a ring; what is behind that is less than 32 beats.
  localparam int unsigned HeldWidth = $clog2(MaxDepth + 32) + $clog2(Classes);
  xb_voq_counters #(.NumPorts(NumPorts), .OneQueue(32'(Observe == 3)), .HeldWidth(HeldWidth)) u_counters (
    .clk_i, .rst_ni(rst_counts_n), .count_queue_i,
    .push_i(push), .push_first_i(first), .push_dest_i(dest), .refused_i(refused & s_axis_tlast_i),
    .leave_i(m_axis_tvalid_o & m_axis_tready_i), .leave_last_i(m_axis_tlast_o), .leave_source_i(source),
    .occ_beats_o, .occ_packets_o, .drop_full_o
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) idle_with_work_o <= '0;
    else idle_with_work_o <= ((Observe == 2) ? work : '0) & m_axis_tready_i & ~m_axis_tvalid_o;
  end

  assign blocked_o              = '0;
  assign blocked_backpressure_o = '0;
  assign blocked_by_o           = '0;
  assign hol_o                  = '0;
  assign hol_victims_o          = '0;
endmodule : xb_switch_voq_pipe

`default_nettype wire
