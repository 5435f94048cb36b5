// SPDX-License-Identifier: Apache-2.0
/// Switch with buffered crosspoints for a fast clock: what xb_switch_crosspoint does in two cycles takes five here.
///
/// A beat that is taken in cycle t bids at its input and is popped in t+1, read from the input's memory in t+2, enters its
/// crosspoint in t+3, where its output grants it, goes through the output's multiplexer in t+4 and is offered in t+5.
/// Latency: 5 cycles (cut-through, no contention), the packet's length and 6 under store-and-forward. Capacity:
/// `cfg_depth_i` / NumPorts beats per input and output, CrosspointBeats per crosspoint, 8 per output.
/// Rate: one beat a cycle on every port, 1-beat packets included. Order: kept per input and output.
/// Every output is a function of registers only: no combinational path from any input to any output.
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
  /// What it shows of itself: 2 all, 1 no flags, 0 nothing. Ports that show nothing are 0, and what counts for them is not
  /// there.
  parameter int unsigned Observe = 2,
  /// Capacity of a crosspoint [beats], 2..2**30; full rate takes 6.
  parameter int unsigned CrosspointBeats = 16,
  /// An input serves its longest queue first; else round robin.
  parameter bit LongestFirst = 1'b0,
  /// Derived, do not overwrite.
  localparam int unsigned DestWidth = $clog2(NumPorts),
  localparam int unsigned KeepWidth = DataWidth / 8,
  localparam int unsigned IdBits = (IdWidth == 0) ? 1 : IdWidth,
  localparam int unsigned WordWidth = DataWidth + (Keep != 0 ? KeepWidth : 0) + IdWidth + UserWidth - 1,
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
  /// Per queue (i * NumPorts + j): beats and packets held, in the input's memory, at the crosspoint or on their way through
  /// the output; packets discarded for a destination that does not exist, per input, and for want of room.
  output logic [NumQueues*CountWidth-1:0] occ_beats_o,
  output logic [NumQueues*CountWidth-1:0] occ_packets_o,
  output logic [NumPorts*CountWidth-1:0]  drop_misrouted_o,
  output logic [NumQueues*CountWidth-1:0] drop_full_o,
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
  if (Observe > 2) begin : gen_illegal_observe
    $error("Observe must be 0..2");
  end

  // What nobody looks at stays in reset, and nothing is left of it.
  logic rst_counts_n, rst_flags_n;
  logic [NumPorts*CountWidth-1:0] misrouted;
  assign rst_counts_n = rst_ni && Observe > 0;
  assign rst_flags_n  = rst_ni && Observe > 1;
  assign drop_misrouted_o = (Observe > 0) ? misrouted : '0;

  // A beat as it crosses: user, last, data; and with its source.
  localparam int unsigned BeatWidth = WordWidth + 2;
  localparam int unsigned OutWidth = BeatWidth + DestWidth;

  logic [NumQueues*LevelWidth-1:0] level;
  logic [NumPorts-1:0]             s_user, m_user, push, first, refused, held, entered_last_q;
  logic [NumPorts*DestWidth-1:0]   dest, owner, source;
  // Rows per input; rows per output.
  logic [NumQueues-1:0]            v0, unused_v1, l0, pop, under_way, entered_q;
  logic [NumQueues-1:0]            enter, taken, waits;
  logic [NumPorts*WordWidth-1:0]   s_word, m_word;
  logic [NumPorts*BeatWidth-1:0]   read;
  // Per output: there was work for it 0 to 3 cycles ago, when what it would show now could have been popped.
  logic [NumPorts-1:0]             work_q [4];

  xb_keep #(
    .NumPorts(NumPorts), .DataWidth(DataWidth), .Keep(Keep), .IdWidth(IdWidth), .UserWidth(UserWidth)
  ) u_keep (
    .tdata_i(s_axis_tdata_i), .tkeep_i(s_axis_tkeep_i), .tid_i(s_axis_tid_i), .tuser_i(s_axis_tuser_i),
    .word_o(s_word), .user_o(s_user), .word_i(m_word), .user_i(m_user),
    .tdata_o(m_axis_tdata_o), .tkeep_o(m_axis_tkeep_o), .tid_o(m_axis_tid_o), .tuser_o(m_axis_tuser_o)
  );

  xb_pipe_voq_inputs #(.NumPorts(NumPorts), .DataWidth(WordWidth), .MaxDepth(MaxDepth)) u_inputs (
    .clk_i, .rst_ni, .rst_flags_ni(rst_flags_n), .cfg_depth_i, .cfg_store_forward_i, .cfg_drop_i, .cfg_packet_beats_i,
    .s_axis_tvalid_i, .s_axis_tready_o, .s_axis_tdata_i(s_word), .s_axis_tlast_i, .s_axis_tdest_i, .s_axis_tuser_i(s_user),
    .v0_o(v0), .v1_o(unused_v1), .l0_o(l0), .pop_i(pop), .level_o(level), .word_o(read),
    .push_o(push), .push_dest_o(dest), .push_first_o(first), .refused_o(refused),
    .drop_misrouted_o(misrouted), .silent_i(m_axis_tready_i & ~m_axis_tvalid_o), .locked_i(held), .owner_i(owner), .pool_o, .pool_by_o
  );

  for (genvar i = 0; i < NumPorts; i++) begin : gen_input
    logic [NumPorts-1:0] left;

    for (genvar j = 0; j < NumPorts; j++) begin : gen_turn
      assign left[j] = taken[j*NumPorts + i];
      assign enter[j*NumPorts + i] = entered_q[i*NumPorts + j];
      assign waits[j*NumPorts + i] = v0[i*NumPorts + j] & !under_way[i*NumPorts + j];
    end
    xb_pipe_sender #(
      .NumPorts(NumPorts), .Depth(CrosspointBeats), .LevelWidth(LevelWidth), .LongestFirst(LongestFirst)
    ) u_sender (
      .clk_i, .rst_ni,
      .v0_i(v0[i*NumPorts +: NumPorts]), .l0_i(l0[i*NumPorts +: NumPorts]),
      .level_i(level[i*NumPorts*LevelWidth +: NumPorts*LevelWidth]), .return_i(left),
      .pop_o(pop[i*NumPorts +: NumPorts]), .under_way_o(under_way[i*NumPorts +: NumPorts])
    );
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        entered_q[i*NumPorts +: NumPorts] <= '0;
        entered_last_q[i]                 <= 1'b0;
      end else begin
        entered_q[i*NumPorts +: NumPorts] <= pop[i*NumPorts +: NumPorts];
        entered_last_q[i]                 <= (pop[i*NumPorts +: NumPorts] & l0[i*NumPorts +: NumPorts]) != '0;
      end
    end
  end

  for (genvar j = 0; j < NumPorts; j++) begin : gen_output
    logic [NumPorts-1:0]  want, last, grant;
    logic [DestWidth-1:0] sel;
    logic [BeatWidth-1:0] crossed;
    logic                 fire, unused_room;

    xb_pipe_crosspoints #(.NumPorts(NumPorts), .Width(BeatWidth), .Depth(CrosspointBeats)) u_crosspoints (
      .clk_i, .rst_ni,
      .enter_i(enter[j*NumPorts +: NumPorts]), .last_i(entered_last_q), .word_i(read), .want_o(want), .last_o(last),
      .take_i(grant), .taken_o(taken[j*NumPorts +: NumPorts]), .sel_i(sel), .word_o(crossed)
    );
    xb_pipe_grant #(.NumPorts(NumPorts)) u_grant (
      .clk_i, .rst_ni, .service_i('0), .weights_i('0), .waiting_i('0),
      .want_i(want), .last_i(last), .return_i(m_axis_tvalid_o[j] & m_axis_tready_i[j]), .grant_o(grant), .fire_o(fire),
      .sel_o(sel), .room_o(unused_room), .held_o(held[j]), .owner_o(owner[j*DestWidth +: DestWidth])
    );
    xb_pipe_output #(.Width(OutWidth)) u_output (
      .clk_i, .rst_ni,
      .valid_i(fire), .word_i({sel, crossed}), .valid_o(m_axis_tvalid_o[j]), .ready_i(m_axis_tready_i[j]),
      .word_o({source[j*DestWidth +: DestWidth], m_user[j], m_axis_tlast_o[j], m_word[j*WordWidth +: WordWidth]})
    );
    assign m_axis_tdest_o[j*DestWidth +: DestWidth] = DestWidth'(j);

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        for (int c = 0; c < 4; c++) work_q[c][j] <= 1'b0;
      end else begin
        work_q[0][j] <= waits[j*NumPorts +: NumPorts] != '0;
        for (int c = 1; c < 4; c++) work_q[c][j] <= work_q[c - 1][j];
      end
    end
  end

  xb_voq_counters #(.NumPorts(NumPorts)) u_counters (
    .clk_i, .rst_ni(rst_counts_n),
    .push_i(push), .push_first_i(first), .push_dest_i(dest), .refused_i(refused & s_axis_tlast_i),
    .leave_i(m_axis_tvalid_o & m_axis_tready_i), .leave_last_i(m_axis_tlast_o), .leave_source_i(source),
    .occ_beats_o, .occ_packets_o, .drop_full_o
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) idle_with_work_o <= '0;
    else idle_with_work_o <= (Observe > 1) ? work_q[3] & m_axis_tready_i & ~m_axis_tvalid_o : '0;
  end

  assign blocked_o              = '0;
  assign blocked_backpressure_o = '0;
  assign blocked_by_o           = '0;
  assign hol_o                  = '0;
  assign hol_victims_o          = '0;
endmodule : xb_switch_crosspoint_pipe

`default_nettype wire
