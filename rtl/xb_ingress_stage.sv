// SPDX-License-Identifier: Apache-2.0
/// One input of the memory switch: framing, packing of beats into memory words, and the stage where a word
/// waits until it is complete and the input's turn to write comes.
///
/// Two beats make a *pair*, up to NumPorts pairs of one packet a *word*; a packet starts in a fresh pair of a
/// fresh word. A word is on offer from the cycle after its last beat was taken, so that writing it, a pair a
/// cycle, never runs dry. Capacity: 2*NumPorts pairs, and one beat that waits for its partner: with NumPorts cycles
/// between turns, enough to take a beat in every cycle for packets of NumPorts beats or more.
`default_nettype none

module xb_ingress_stage #(
  /// Number of switch ports, 2..64.
  parameter int unsigned NumPorts = 4,
  /// Payload of a beat [bits].
  parameter int unsigned DataWidth = 64,
  /// Derived, do not overwrite.
  localparam int unsigned DestWidth = $clog2(NumPorts),
  localparam int unsigned BeatsWidth = $clog2(2*NumPorts + 1),
  localparam int unsigned PairWidth = 2*DataWidth + 4
) (
  input  logic                          clk_i,
  input  logic                          rst_ni,
  /// The switch's cycle counter.
  input  logic [xb_pkg::CountWidth-1:0] now_i,
  /// AXI4-Stream from the link.
  input  logic                          s_tvalid_i,
  output logic                          s_tready_o,
  input  logic [DataWidth-1:0]          s_tdata_i,
  input  logic                          s_tlast_i,
  input  logic                          s_tuser_i,
  input  logic [DestWidth-1:0]          s_tdest_i,
  /// A beat is taken and kept: its packet's destination; it is the packet's first.
  output logic                          accept_o,
  output logic [DestWidth-1:0]          accept_dest_o,
  output logic                          accept_first_o,
  /// The first word of a packet (for `accept_dest_o`) becomes complete.
  output logic                          enter_o,
  /// The word at the head: its packet's destination and arrival, its place in the packet, its beats (1..2*NumPorts).
  output logic                          word_valid_o,
  output logic [DestWidth-1:0]          word_dest_o,
  output logic                          word_first_o,
  output logic                          word_last_o,
  output logic [BeatsWidth-1:0]         word_beats_o,
  output logic [xb_pkg::CountWidth-1:0] word_stamp_o,
  /// The word begins to leave: the next one is shown; its pairs follow, each taken by `pair_pop_i`.
  input  logic                          word_pop_i,
  /// Pair at the head: {user of the second, of the first beat, second beat exists, packet ends, second, first}.
  output logic [PairWidth-1:0]          pair_o,
  input  logic                          pair_pop_i,
  /// Packets discarded because their destination does not exist.
  output logic [xb_pkg::CountWidth-1:0] drop_misrouted_o
);
  if (NumPorts < 2 || NumPorts > 64) begin : gen_illegal_num_ports
    $error("NumPorts must be 2..64");
  end
  if (DataWidth < 1) begin : gen_illegal_data_width
    $error("DataWidth must be 1 or more");
  end

  localparam int unsigned Pairs = 2 * NumPorts;
  localparam int unsigned WordWidth = DestWidth + 2 + BeatsWidth;
  localparam int unsigned CountWidth = xb_pkg::CountWidth;

  logic                  first, ready, desc_ready, accept, pair_push, word_end, open_q, half_q, word_first_q, word_first;
  logic                  half_user_q, pair_valid, refused;
  logic [DataWidth-1:0]  half_data_q;
  logic [BeatsWidth-1:0] beats_q, beats;
  logic [CountWidth-1:0] stamp_q, stamp, pair_count, word_count;
  logic [3:0]            pair_side;
  logic [2*DataWidth-1:0] pair_data;

  xb_ingress #(.NumPorts(NumPorts)) u_ingress (
    .clk_i, .rst_ni, .drop_i(1'b0), .room_i(1'b1), .admit_i(1'b1),
    .s_tvalid_i, .s_tready_o, .s_tlast_i, .s_tdest_i,
    .valid_o(accept), .ready_i(ready), .first_o(first), .dest_o(accept_dest_o),
    .refused_o(refused), .drop_misrouted_o
  );

  // Every word has a pair, so the descriptors have room whenever the pairs have.
  assign accept_o       = accept & ready;
  assign accept_first_o = accept_o & first;
  assign beats          = first ? BeatsWidth'(1) : beats_q + 1'b1;
  assign stamp          = first ? now_i : stamp_q;
  assign word_first     = first | word_first_q;
  assign pair_push      = accept_o & (s_tlast_i | half_q);
  assign word_end       = accept_o & (s_tlast_i | (beats == BeatsWidth'(2*NumPorts)));
  assign enter_o        = word_end & word_first;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      open_q       <= 1'b0;
      half_q       <= 1'b0;
      word_first_q <= 1'b0;
      beats_q      <= '0;
      stamp_q      <= '0;
    end else begin
      open_q <= 1'b1;  // ready from the first cycle after reset on
      if (accept_o) begin
        half_q       <= !half_q & !s_tlast_i;
        beats_q      <= word_end ? '0 : beats;
        word_first_q <= word_first & !word_end;
        stamp_q      <= stamp;
      end
    end
  end

  // Datapath: no reset, it counts only under half_q.
  always_ff @(posedge clk_i) begin
    if (accept_o) begin
      half_data_q <= s_tdata_i;
      half_user_q <= s_tuser_i;
    end
  end

  xb_fifo #(.DataWidth(2*DataWidth), .SideWidth(4), .MaxDepth(Pairs)) u_pairs (
    .clk_i, .rst_ni, .depth_i(open_q ? CountWidth'(Pairs) : '0),
    .valid_i(pair_push), .ready_o(ready),
    .data_i(half_q ? {s_tdata_i, half_data_q} : {s_tdata_i, s_tdata_i}),
    .side_i(half_q ? {s_tuser_i, half_user_q, 1'b1, s_tlast_i} : {1'b0, s_tuser_i, 1'b0, s_tlast_i}),
    .valid_o(pair_valid), .ready_i(pair_pop_i), .data_o(pair_data), .side_o(pair_side),
    .count_o(pair_count)
  );
  assign pair_o = {pair_side, pair_data};

  xb_fifo #(.DataWidth(CountWidth), .SideWidth(WordWidth), .MaxDepth(Pairs)) u_words (
    .clk_i, .rst_ni, .depth_i(CountWidth'(Pairs)),
    .valid_i(word_end), .ready_o(desc_ready),
    .data_i(stamp), .side_i({accept_dest_o, word_first, s_tlast_i, beats}),
    .valid_o(word_valid_o), .ready_i(word_pop_i), .data_o(word_stamp_o),
    .side_o({word_dest_o, word_first_o, word_last_o, word_beats_o}),
    .count_o(word_count)
  );

  logic unused;
  assign unused = ^{refused, desc_ready, pair_valid, pair_count, word_count};
endmodule : xb_ingress_stage

`default_nettype wire
