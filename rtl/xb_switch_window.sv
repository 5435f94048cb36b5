// SPDX-License-Identifier: Apache-2.0
/// Input-buffered switch that looks ahead: the first w packets of an input's FIFO may bid (Hluchyj, Karol 1988). The
/// FIFO's packets lie in a queue per output (xb_voq_input), so that they can be taken out of order; between two
/// packets of the same input and output the order is kept.
///
/// Latency: 3 cycles from a packet's first beat's acceptance to its offer (cut-through, no contention, no routing delay):
/// matched and popped in the next cycle, through the crossbar in the one after it, offered in the third; under
/// store-and-forward the packet's length less 1 more. Capacity: `cfg_depth_i` beats per input, and 3 beats per output
/// for what is on its way through the crossbar.
/// Rate: one beat a cycle on every port, 1-beat packets included.
/// Every output is a function of registers only: no combinational path from any input to any output.
`default_nettype none

module xb_switch_window #(
  /// Number of ports N, 2..64.
  parameter int unsigned NumPorts = 4,
  /// Payload of a beat [bits], a multiple of 8.
  parameter int unsigned DataWidth = 64,
  /// Elaborated capacity of an input's memory [beats], >= 2.
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
  /// Change them only while the switch is empty.
  /// Capacity of each input's memory [beats], 1..MaxDepth.
  input  logic [CountWidth-1:0]           cfg_depth_i,
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
  /// Packets of an input that may bid, 1..8.
  input  logic [3:0]                      cfg_window_i,
  /// Output arbitration: 0 and 3 round robin, 1 random, 2 oldest packet first; seed, read at reset.
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
  /// Per input: beats and packets held, in its memory or on their way through the output; packets discarded for a
  /// destination that does not exist, and for want of room.
  output logic [NumPorts*CountWidth-1:0] occ_beats_o,
  output logic [NumPorts*CountWidth-1:0] occ_packets_o,
  output logic [NumPorts*CountWidth-1:0]  drop_misrouted_o,
  output logic [NumPorts*CountWidth-1:0] drop_full_o,
  /// Head-of-line flags of the last cycle (xb_hol_probe), of what was matched in it. An input is blocked when none of
  /// its packets moves; the head is the oldest. Row i of the victims is at [i*NumPorts +: NumPorts].
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
  if (Observe > 2) begin : gen_illegal_observe
    $error("Observe must be 0..2");
  end

  // What nobody looks at stays in reset, and nothing is left of it.
  logic rst_counts_n, rst_flags_n;
  logic [NumPorts*CountWidth-1:0] misrouted;
  assign rst_counts_n = rst_ni && Observe > 0;
  assign rst_flags_n  = rst_ni && Observe > 1;
  assign drop_misrouted_o = (Observe > 0) ? misrouted : '0;

  localparam logic [CountWidth-1:0] OutputDepth = CountWidth'(3);  // what full rate takes

  logic [NumPorts-1:0]              s_user, m_user, open;
  logic [NumPorts*DestWidth-1:0]    owner;
  logic [NumPorts-1:0]              pop_ask, beat, pop, pop_last, leaving, user, last, able, unused_exhausted;
  logic [NumPorts-1:0]              push, push_first, refused, in_free, out_free, held, match, match_out, work, idle_ready;
  logic [NumPorts*DestWidth-1:0]    pop_dest, able_dest, unused_push_dest, match_dest, source;
  logic [NumPorts*WordWidth-1:0]    data, s_word, m_word;
  logic [NumPorts*NumPorts-1:0]     unused_bids, waiting;
  logic [NumPorts*NumPorts*CountWidth-1:0] unused_queue_beats;
  logic [NumPorts*CountWidth-1:0]   able_stamp;
  logic [NumPorts*4-1:0]            count;
  logic [NumPorts*8*DestWidth-1:0]  window_dest;
  logic [NumPorts*8*CountWidth-1:0] window_stamp;
  logic [NumPorts*3-1:0]            slot;
  logic [CountWidth-1:0]            now;
  logic [3:0]                       window_q;
  logic [1:0]                       arbiter_q;
  logic                             loaded_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      window_q  <= '0;
      arbiter_q <= '0;
      loaded_q  <= 1'b0;
    end else begin
      window_q  <= 4'({xb_pkg::bounded(32'(cfg_window_i), 1, 8)});
      arbiter_q <= cfg_arbiter_i;
      loaded_q  <= 1'b1;
    end
  end

  xb_keep #(
    .NumPorts(NumPorts), .DataWidth(DataWidth), .Keep(Keep), .IdWidth(IdWidth), .UserWidth(UserWidth)
  ) u_keep (
    .tdata_i(s_axis_tdata_i), .tkeep_i(s_axis_tkeep_i), .tid_i(s_axis_tid_i), .tuser_i(s_axis_tuser_i),
    .word_o(s_word), .user_o(s_user), .word_i(m_word), .user_i(m_user),
    .tdata_o(m_axis_tdata_o), .tkeep_o(m_axis_tkeep_o), .tid_o(m_axis_tid_o), .tuser_o(m_axis_tuser_o)
  );

  xb_voq_inputs #(.NumPorts(NumPorts), .DataWidth(WordWidth), .MaxDepth(MaxDepth), .Observe(Observe)) u_inputs (
    .clk_i, .rst_ni,
    .cfg_depth_i, .cfg_store_forward_i, .cfg_drop_i, .cfg_packet_beats_i, .cfg_sharing_i, .cfg_alpha_i,
    .cfg_route_delay_i, .now_o(now),
    .s_axis_tvalid_i, .s_axis_tready_o, .s_axis_tdata_i(s_word), .s_axis_tlast_i, .s_axis_tdest_i, .s_axis_tuser_i(s_user),
    .pop_i(pop_ask), .pop_dest_i(pop_dest), .beat_o(beat), .pop_o(pop), .pop_last_o(pop_last),
    .data_o(data), .user_o(user), .last_o(last), .leaving_o(leaving),
    .able_o(able), .able_dest_o(able_dest), .able_stamp_o(able_stamp), .exhausted_o(unused_exhausted),
    .bids_o(unused_bids), .queue_beats_o(unused_queue_beats),
    .push_o(push), .push_first_o(push_first), .push_dest_o(unused_push_dest), .refused_o(refused),
    .silent_i(m_axis_tready_i & ~m_axis_tvalid_o), .locked_i(open), .owner_i(owner),
    .pool_o, .pool_by_o, .drop_misrouted_o(misrouted)
  );

  for (genvar i = 0; i < NumPorts; i++) begin : gen_input
    xb_order_window #(.NumPorts(NumPorts), .MaxDepth(MaxDepth)) u_window (
      .clk_i, .rst_ni,
      .push_i(able[i]), .push_dest_i(able_dest[i*DestWidth +: DestWidth]),
      .push_stamp_i(able_stamp[i*CountWidth +: CountWidth]),
      .take_i(match[i]), .take_slot_i(slot[i*3 +: 3]),
      .count_o(count[i*4 +: 4]), .dest_o(window_dest[i*8*DestWidth +: 8*DestWidth]),
      .stamp_o(window_stamp[i*8*CountWidth +: 8*CountWidth])
    );
    assign m_axis_tdest_o[i*DestWidth +: DestWidth] = DestWidth'(i);
  end

  xb_window_matcher #(.NumPorts(NumPorts)) u_matcher (
    .clk_i, .rst_ni,
    .kind_i(arbiter_q), .window_i(window_q), .load_i(!loaded_q), .seed_i(cfg_seed_i), .now_i(now),
    .count_i(count), .dest_i(window_dest), .stamp_i(window_stamp), .in_free_i(in_free), .out_free_i(out_free),
    .match_o(match), .match_dest_o(match_dest), .match_slot_o(slot), .match_out_o(match_out)
  );

  xb_voq_transfer #(.NumPorts(NumPorts), .DataWidth(WordWidth), .MaxDepth(4)) u_transfer (
    .clk_i, .rst_ni, .output_depth_i(OutputDepth),
    .in_free_o(in_free), .out_free_o(out_free), .held_o(held), .match_i(match), .match_dest_i(match_dest), .work_i(work),
    .pop_o(pop_ask), .pop_dest_o(pop_dest), .pop_i(pop), .pop_last_i(pop_last), .leaving_i(leaving),
    .data_i(data), .user_i(user), .last_i(last),
    .m_tvalid_o(m_axis_tvalid_o), .m_tready_i(m_axis_tready_i), .m_tdata_o(m_word),
    .m_tlast_o(m_axis_tlast_o), .m_tuser_o(m_user), .m_source_o(source), .open_o(open), .owner_o(owner),
    .starved_o(idle_with_work_o)
  );

  xb_input_counters #(.NumPorts(NumPorts)) u_counters (
    .clk_i, .rst_ni(rst_counts_n),
    .push_i(push), .push_first_i(push_first), .refused_i(refused & s_axis_tlast_i),
    .leave_i(m_axis_tvalid_o & m_axis_tready_i), .leave_last_i(m_axis_tlast_o), .leave_source_i(source),
    .occ_beats_o, .occ_packets_o, .drop_full_o
  );

  assign idle_ready = out_free & ~match_out & m_axis_tready_i;

  always_comb begin
    work = '0;
    for (int i = 0; i < NumPorts; i++) work |= waiting[i*NumPorts +: NumPorts];
  end

  for (genvar i = 0; i < NumPorts; i++) begin : gen_probe
    logic [DestWidth-1:0] oldest_dest;

    assign oldest_dest = window_dest[i*8*DestWidth +: DestWidth];

    xb_hol_probe #(.NumPorts(NumPorts), .Width($clog2(MaxDepth + 1))) u_probe (
      .clk_i, .rst_ni(rst_flags_n),
      .enter_i(able[i]), .enter_dest_i(able_dest[i*DestWidth +: DestWidth]), .leave_i(match[i]),
      .head_dest_i((leaving[i] || match[i]) ? pop_dest[i*DestWidth +: DestWidth] : oldest_dest),
      .bid_i(leaving[i] ? beat[i] : (count[i*4 +: 4] != '0)), .pop_i(pop[i]),
      .contention_i(!leaving[i] && (held[oldest_dest] || match_out[oldest_dest])), .idle_ready_i(idle_ready),
      .waiting_o(waiting[i*NumPorts +: NumPorts]),
      .blocked_o(blocked_o[i]), .blocked_backpressure_o(blocked_backpressure_o[i]),
      .blocked_by_o(blocked_by_o[i*DestWidth +: DestWidth]),
      .hol_o(hol_o[i]), .hol_victims_o(hol_victims_o[i*NumPorts +: NumPorts])
    );
  end
endmodule : xb_switch_window

`default_nettype wire
