// SPDX-License-Identifier: Apache-2.0
/// xb_head_drop, for any counts, reads and packets: only queues over their threshold lose packets, and only while no output
/// reads; all words of a packet go, one after the other, before the next one's; no more than the bandwidth.
//
// mutant only_over_picked: xb_head_drop.sv s/WordsWidth +: WordsWidth\] > most_q/WordsWidth +: WordsWidth] >= most_q/
// mutant one_picked_when_over: xb_head_drop.sv s/: bandwidth_q != '0)/: credited)/
// mutant reads_go_first: xb_head_drop.sv s/busy_q & credited & idle_i/busy_q \& credited/
// mutant links_are_there: xb_head_drop.sv s/(j + 1) % NumPorts) ||/j) ||/
// mutant whole_packets: xb_head_drop.sv s/(busy_q ? credited & last/(busy_q ? credited/
// mutant words_in_order: xb_head_drop.sv s/word_q <= (pick_o && taken_i) ? taken_word_i : word;/word_q <= (pick_o \&\& taken_i) ? taken_word_i : word_q;/
// mutant of_its_queue: xb_head_drop.sv s/class_q <= pick_class_o/class_q <= '0/
// mutant bandwidth_kept: xb_head_drop.sv s/credit_q - 18'(WholeCredit) + bandwidth_q/credit_q - 18'(WholeCredit) + (bandwidth_q << 1)/
`default_nettype none

module xb_head_drop_properties #(
  parameter int unsigned NumPorts = 3,
  parameter int unsigned Classes = 2,
  parameter int unsigned Words = 6,
  localparam int unsigned NumQueues = NumPorts * Classes,
  localparam int unsigned WordsWidth = $clog2(Words + 1) + 1,
  localparam int unsigned AddrWidth = $clog2(Words),
  localparam int unsigned BeatsWidth = $clog2(2*NumPorts + 1),
  localparam int unsigned WordWidth = AddrWidth + 2*BeatsWidth + 1
) (
  input logic                            clk_i,
  input logic [WordsWidth-1:0]           pool_i,
  input logic [NumQueues*WordsWidth-1:0] count_i,
  input logic                            read_i,
  input logic                            taken_i,
  input logic [WordWidth-1:0]            word_i
);
  logic                                 rst_ni = 1'b0;
  // Settings; the bandwidth in quarters of a word a cycle.
  (* anyconst *) logic [31:0]           alphas;
  (* anyconst *) logic [16:0]           bandwidth;
  (* anyconst *) logic [WordsWidth-1:0] limit;
  logic [5:0]                           alpha;
  logic [1:0]                           turn_q = '0;
  logic                                 pick, gone;
  logic [1:0]                           pick_port, gone_port;
  logic                                 pick_class, gone_class;
  logic [AddrWidth-1:0]                 addr;
  logic [BeatsWidth-1:0]                beats, packets;
  // Of the cycle before: what was left of the pool, the alphas; settings and thresholds are there.
  logic [WordsWidth-1:0]                left, left_q = '0, count;
  logic [5:0]                           alpha_q = '0;
  logic [1:0]                           set_q = '0;
  // The packet that goes: there is one, its queue, its next word, which is that of the link read in the last cycle.
  logic                                 busy_q = 1'b0, linked_q = 1'b0, class_q = 1'b0, some_over;
  logic [1:0]                           port_q = '0;
  logic [WordWidth-1:0]                 word_q = '0, word;
  // Quarters of words that may go.
  logic [4:0]                           bank_q = '0;
  logic [NumQueues-1:0]                 over;

  xb_head_drop #(.NumPorts(NumPorts), .Classes(Classes), .Words(Words)) u_dut (
    .clk_i, .rst_ni, .cfg_drop_bandwidth_i(bandwidth), .cfg_class_alphas_i(alphas), .alpha_o(alpha), .enable_i(1'b1),
    .pool_limit_i(limit), .pool_i, .count_i, .turn_i(turn_q), .idle_i(!read_i),
    .pick_o(pick), .pick_port_o(pick_port), .pick_class_o(pick_class), .taken_i, .taken_word_i(word_i),
    .free_o(gone), .free_port_o(gone_port), .free_class_o(gone_class), .free_addr_o(addr), .free_beats_o(beats),
    .free_packets_o(packets), .next_word_i(word_i)
  );

  assign left  = (pool_i < limit) ? limit - pool_i : '0;
  assign word  = linked_q ? word_i : word_q;
  for (genvar q = 0; q < NumQueues; q++) begin : gen_queue
    logic [2:0] shift;
    assign shift   = alpha_q[3*(q / NumPorts) +: 3];
    // Excess against alpha times what was left, both times 8.
    assign over[q] = count_i[q*WordsWidth +: WordsWidth] != '0 &&
        (WordsWidth+6)'((WordsWidth+1)'(count_i[q*WordsWidth +: WordsWidth]) - 1'b1) << 3 > (WordsWidth+6)'(left_q) << shift;
  end
  // Of the output whose turn it is, which is beside none.
  assign some_over = over[turn_q] | over[NumPorts + 32'(turn_q)];

  always_ff @(posedge clk_i) begin
    rst_ni <= 1'b1;
    assume (bandwidth[13:0] == '0 && bandwidth <= 17'h10000);
    assume (limit <= WordsWidth'(Words));
    if (rst_ni) begin
      turn_q  <= (turn_q == 2'(NumPorts - 1)) ? '0 : turn_q + 1'b1;
      left_q  <= left;
      alpha_q <= alpha;
      set_q   <= {set_q[0], 1'b1};
      if (set_q[0]) begin
        bank_q <= (bank_q + 5'(bandwidth >> 14) - (gone ? 5'd4 : 5'd0) > 5'd12) ? 5'd12 : bank_q + 5'(bandwidth >> 14) - (gone ? 5'd4 : 5'd0);
      end
      word_q   <= (pick && taken_i) ? word_i : word;
      linked_q <= gone & !word[0];
      if (gone && word[0]) busy_q <= 1'b0;
      if (pick && taken_i) begin
        busy_q  <= 1'b1;
        port_q  <= pick_port;
        class_q <= pick_class;
      end

      if (pick && set_q[1]) only_over_picked: assert (over[32'(pick_class) * NumPorts + 32'(pick_port)]);
      if (set_q[1] && some_over && !busy_q && !read_i && bandwidth != '0) one_picked_when_over: assert (pick);
      reads_go_first: assert (!read_i || !(pick | gone));
      if (pick) links_are_there: assert (pick_port == turn_q);
      if (pick && busy_q) whole_packets: assert (gone && word[0]);
      if (gone) words_in_order: assert (busy_q && {packets, addr, beats} == word[WordWidth-1:1]);
      if (gone) of_its_queue: assert (gone_port == port_q && gone_class == class_q);
      if (gone) bandwidth_kept: assert (bank_q >= 5'd4);
      reached_second_word: cover (gone && linked_q && word[0]);
      reached_next_packet: cover (gone && pick && pick_class != gone_class);
    end
  end
endmodule : xb_head_drop_properties

`default_nettype wire
