// SPDX-License-Identifier: Apache-2.0
/// What xb_memory_switch owes inside: every word is free or in use, never both; the words in use and promised are
/// those that admission counts; no pair is lost at an output's stage; packets that are discarded are counted.
/// And, by xb_switch_checker, what any switch owes its ports.
///
/// Bound from outside (end of this file), Verilator with --assert only; reports one cycle late (see xb_axis_checker).
`default_nettype none
/* verilator tracing_off */  // its registers mean nothing to a reader of waveforms

module xb_memory_switch_checker #(
  /// Number of ports, 2..64.
  parameter int unsigned NumPorts = 4,
  /// Number of words of the memory.
  parameter int unsigned Words = 264,
  /// Derived, do not overwrite.
  localparam int unsigned DestWidth = $clog2(NumPorts),
  localparam int unsigned AddrWidth = $clog2(Words),
  localparam int unsigned WordsWidth = $clog2(Words + 1) + 1,
  localparam int unsigned BeatsWidth = $clog2(2*NumPorts + 1),
  localparam int unsigned CountWidth = xb_pkg::CountWidth
) (
  input logic                           clk_i,
  input logic                           rst_ni,
  /// The switch's ports, as far as they are looked at.
  input logic [NumPorts-1:0]            s_axis_tvalid_i,
  input logic [NumPorts-1:0]            s_axis_tready_i,
  input logic [NumPorts-1:0]            s_axis_tlast_i,
  input logic [NumPorts*DestWidth-1:0]  s_axis_tdest_i,
  input logic [NumPorts-1:0]            m_axis_tvalid_i,
  input logic [NumPorts-1:0]            m_axis_tready_i,
  input logic [NumPorts-1:0]            m_axis_tlast_i,
  input logic [NumPorts*DestWidth-1:0]  m_axis_tdest_i,
  input logic [NumPorts*CountWidth-1:0] occ_beats_i,
  input logic [NumPorts*CountWidth-1:0] occ_packets_i,
  input logic [NumPorts*CountWidth-1:0] drop_misrouted_i,
  input logic [NumPorts*CountWidth-1:0] drop_full_i,
  /// A word is written, read or discarded in this cycle; its address; of the discarded: beats, end of packet.
  input logic                           write_i,
  input logic [AddrWidth-1:0]           write_addr_i,
  input logic                           read_i,
  input logic [AddrWidth-1:0]           read_addr_i,
  input logic                           discard_i,
  input logic [BeatsWidth-1:0]          discard_beats_i,
  input logic                           discard_last_i,
  /// What admission gives to a queue with a word written (two's complement).
  input logic [WordsWidth-1:0]          words_i,
  /// The free list has an address; outputs to which a pair comes, and those with room for it.
  input logic                           free_valid_i,
  input logic [NumPorts-1:0]            pair_push_i,
  input logic [NumPorts-1:0]            pair_room_i
);
  // Words in use.
  logic [Words-1:0]      used_q;
  // Words in use or promised, by what was given and read; discarded so far.
  logic [CountWidth-1:0] given_q, in_use_q, discarded_beats_q, discarded_packets_q, dropped;
  // What the last cycle did wrong.
  typedef struct packed {
    logic none_free, written_twice, read_unused, over_count, drops_off;
  } wrong_t;
  wrong_t              wrong_q;
  logic [NumPorts-1:0] lost_q;
  initial {wrong_q, lost_q} = '0;  // nothing is wrong before the first reset

  always_comb begin
    dropped = '0;
    for (int q = 0; q < NumPorts; q++) dropped += drop_full_i[q*CountWidth +: CountWidth];
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      used_q              <= '0;
      given_q             <= '0;
      in_use_q            <= '0;
      discarded_beats_q   <= '0;
      discarded_packets_q <= '0;
      wrong_q             <= '0;
      lost_q              <= '0;
    end else begin
      if (read_i) used_q[read_addr_i] <= 1'b0;
      if (write_i) used_q[write_addr_i] <= 1'b1;
      given_q  <= given_q + (write_i ? {{CountWidth - WordsWidth{words_i[WordsWidth-1]}}, words_i} : '0)
                  - CountWidth'(read_i);
      in_use_q <= in_use_q + CountWidth'(write_i) - CountWidth'(read_i);
      if (discard_i) discarded_beats_q <= discarded_beats_q + CountWidth'(discard_beats_i);
      if (discard_i && discard_last_i) discarded_packets_q <= discarded_packets_q + 1'b1;
      wrong_q.none_free     <= write_i & !free_valid_i;
      wrong_q.written_twice <= write_i & used_q[write_addr_i];
      wrong_q.read_unused   <= read_i & !used_q[read_addr_i];
      // Never more in use than given, never more given than there are.
      wrong_q.over_count    <= in_use_q > given_q || given_q > CountWidth'(Words);
      wrong_q.drops_off     <= dropped != discarded_packets_q;
      lost_q                <= pair_push_i & ~pair_room_i;
    end
  end

  words_are_free_or_in_use: assert property (@(posedge clk_i) wrong_q == '0)
    else $error("no free word %b, word in use written %b, free word read %b, word count wrong %b, drop count wrong %b",
                wrong_q.none_free, wrong_q.written_twice, wrong_q.read_unused, wrong_q.over_count, wrong_q.drops_off);
  // $clog2(x & -x) is the lowest set bit's number.
  no_pair_lost: assert property (@(posedge clk_i) lost_q == '0)
    else $error("m_axis port %0d: a pair came to a full stage", $clog2(lost_q & -lost_q));

  // What was discarded is one queue more, from which nothing leaves.
  xb_switch_checker #(.NumPorts(NumPorts), .NumQueues(NumPorts + 1)) u_switch_checker (
    .clk_i, .rst_ni,
    .s_axis_tvalid_i, .s_axis_tready_i, .s_axis_tlast_i, .s_axis_tdest_i,
    .m_axis_tvalid_i, .m_axis_tready_i, .m_axis_tlast_i, .m_axis_tdest_i,
    .occ_beats_i({discarded_beats_q, occ_beats_i}), .occ_packets_i({discarded_packets_q, occ_packets_i}),
    .drop_misrouted_i, .refused_i('0), .drop_full_i('0)
  );
endmodule : xb_memory_switch_checker

/* verilator tracing_on */
`default_nettype wire

bind xb_memory_switch xb_memory_switch_checker #(.NumPorts(NumPorts), .Words(Words)) u_checker (
  .clk_i, .rst_ni,
  .s_axis_tvalid_i, .s_axis_tready_i(s_axis_tready_o), .s_axis_tlast_i, .s_axis_tdest_i,
  .m_axis_tvalid_i(m_axis_tvalid_o), .m_axis_tready_i, .m_axis_tlast_i(m_axis_tlast_o),
  .m_axis_tdest_i(m_axis_tdest_o),
  .occ_beats_i(occ_beats_o), .occ_packets_i(occ_packets_o),
  .drop_misrouted_i(drop_misrouted_o), .drop_full_i(drop_full_o),
  .write_i(write), .write_addr_i(w_addr), .read_i(read), .read_addr_i(r_addr),
  .discard_i(discard), .discard_beats_i(w_beats), .discard_last_i(w_last), .words_i(words),
  .free_valid_i(free_valid), .pair_push_i(pair_push), .pair_room_i(pair_room)
);
