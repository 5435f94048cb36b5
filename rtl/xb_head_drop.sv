// SPDX-License-Identifier: Apache-2.0
/// Head drop (Shan et al., Occamy, EuroSys 2025): queues that hold more of a shared memory than their threshold lose
/// packets, one queue after the other, so that the memory is free for queues that hold less.
///
/// A queue with more excess than alpha times what the pool had left in the cycle before is over its threshold. Of the
/// outputs with such a queue one after the other is picked, and of its classes likewise; no maximum is looked for. The
/// picked queue loses the packet behind its head, if that is in memory whole (xb_packet_lists); its words go one by one.
/// Both takes what reading leaves: a cycle in which no output reads. `cfg_drop_bandwidth_i` says how many of them, besides:
/// a word needs a credit, of which no more than one is saved.
/// An output whose turn is next or was last is not picked: what is behind its heads may be on its way out of a RAM.
`default_nettype none

module xb_head_drop #(
  /// Number of outputs, 2..64; a queue for each and each class, 1..8.
  parameter int unsigned NumPorts = 4,
  parameter int unsigned Classes = 1,
  /// Words of the memory.
  parameter int unsigned Words = 136,
  /// Derived, do not overwrite.
  localparam int unsigned PortWidth = $clog2(NumPorts),
  localparam int unsigned ClassBits = (Classes < 2) ? 1 : $clog2(Classes),
  localparam int unsigned NumQueues = NumPorts * Classes,
  localparam int unsigned AddrWidth = $clog2(Words),
  localparam int unsigned WordsWidth = $clog2(Words + 1) + 1,
  localparam int unsigned BeatsWidth = $clog2(2*NumPorts + 1),
  localparam int unsigned WordWidth = AddrWidth + 2*BeatsWidth + 1
) (
  input  logic                            clk_i,
  input  logic                            rst_ni,
  /// Settings: words a cycle / 2**16, 0..2**16; alpha of class c in its nibble, 2**(value - 3), value 0..6.
  input  logic [16:0]                     cfg_drop_bandwidth_i,
  input  logic [31:0]                     cfg_class_alphas_i,
  /// The same, registered, 3 bits a class.
  output logic [3*Classes-1:0]            alpha_o,
  /// There are thresholds. Words of the pool, of which so many are taken; words that each queue holds or has reserved.
  input  logic                            enable_i,
  input  logic [WordsWidth-1:0]           pool_limit_i,
  input  logic [WordsWidth-1:0]           pool_i,
  input  logic [NumQueues*WordsWidth-1:0] count_i,
  /// The output whose turn it is; no output reads in this cycle.
  input  logic [PortWidth-1:0]            turn_i,
  input  logic                            idle_i,
  /// The queue of this output and class is to lose the packet behind its head; it does; the description of its first word.
  output logic                            pick_o,
  output logic [PortWidth-1:0]            pick_port_o,
  output logic [ClassBits-1:0]            pick_class_o,
  input  logic                            taken_i,
  input  logic [WordWidth-1:0]            taken_word_i,
  /// A word is free again, of that queue; its address, beats, packets that end in it. In the next cycle the description of
  /// the word after it is there.
  output logic                            free_o,
  output logic [PortWidth-1:0]            free_port_o,
  output logic [ClassBits-1:0]            free_class_o,
  output logic [AddrWidth-1:0]            free_addr_o,
  output logic [BeatsWidth-1:0]           free_beats_o,
  output logic [BeatsWidth-1:0]           free_packets_o,
  input  logic [WordWidth-1:0]            next_word_i
);
  if (NumPorts < 2 || NumPorts > 64) begin : gen_illegal_num_ports
    $error("NumPorts must be 2..64");
  end
  if (Classes < 1 || Classes > 8) begin : gen_illegal_classes
    $error("Classes must be 1..8");
  end
  if (Words < 2 || Words > 2**30) begin : gen_illegal_words
    $error("Words must be 2..2**30");
  end

  localparam int unsigned WholeCredit = 2**16;
  localparam int unsigned FreeWidth = WordsWidth + 4;  // of what is left, times 8

  // Credit for words, below two; settings.
  logic [17:0]           credit_q, bandwidth_q;
  logic [3*Classes-1:0]  alpha_q;
  // By class: most words of a queue that is not over its threshold.
  logic [WordsWidth-1:0] most_q [Classes];
  // The packet that goes: there is one, its queue, the word that goes next, which comes from its link in the cycle after.
  logic                  busy_q, linked_q;
  logic [PortWidth-1:0]  port_q;
  logic [ClassBits-1:0]  class_q;
  logic [WordWidth-1:0]  word_q, word;

  logic [WordsWidth-1:0] left;
  logic [NumQueues-1:0]  over;
  logic [NumPorts-1:0]   asks, neighbour;
  logic [Classes-1:0]    of_port;
  logic                  credited, last, some;

  assign alpha_o  = alpha_q;
  assign left     = (pool_i < pool_limit_i) ? pool_limit_i - pool_i : '0;
  assign credited = credit_q[17] | credit_q[16];

  for (genvar c = 0; c < Classes; c++) begin : gen_class
    logic [FreeWidth+2:0] threshold;
    assign threshold = ((FreeWidth+3)'(left) << alpha_q[3*c +: 3]) >> 3;

    // A word of its own is not of the pool.
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) most_q[c] <= '1;
      else most_q[c] <= (threshold[FreeWidth+2:WordsWidth] != '0) ? '1 : threshold[WordsWidth-1:0] + WordsWidth'(threshold[WordsWidth-1:0] != '1);
    end
    for (genvar j = 0; j < NumPorts; j++) begin : gen_queue
      assign over[c*NumPorts + j] = enable_i && (count_i[(c*NumPorts + j)*WordsWidth +: WordsWidth] > most_q[c])
                                    && !(busy_q && port_q == PortWidth'(j) && (Classes == 1 || class_q == ClassBits'(c)));
    end
    assign of_port[c] = over[c*NumPorts + 32'(pick_port_o)];
  end

  always_comb begin
    asks = '0;
    for (int c = 0; c < Classes; c++) asks |= over[c*NumPorts +: NumPorts];
    for (int j = 0; j < NumPorts; j++)
      neighbour[j] = turn_i == PortWidth'((j + 1) % NumPorts) || turn_i == PortWidth'((j + NumPorts - 1) % NumPorts);
  end

  xb_rr_arbiter #(.NumReq(NumPorts)) u_port (
    .clk_i, .rst_ni, .req_i(asks & ~neighbour), .advance_i(pick_o), .valid_o(some), .idx_o(pick_port_o)
  );
  if (Classes == 1) begin : gen_one_class
    logic unused_class;
    assign unused_class = ^{class_q, of_port};
    assign pick_class_o = '0;
  end else begin : gen_classes
    logic unused_valid;
    xb_rr_arbiter #(.NumReq(Classes)) u_class (
      .clk_i, .rst_ni, .req_i(of_port), .advance_i(pick_o), .valid_o(unused_valid), .idx_o(pick_class_o)
    );
  end

  assign word         = linked_q ? next_word_i : word_q;
  assign last         = word[0];
  assign free_o       = busy_q & credited & idle_i;
  assign free_port_o  = port_q;
  assign free_class_o = class_q;
  assign {free_packets_o, free_addr_o, free_beats_o} = word[WordWidth-1:1];
  assign pick_o       = some & idle_i & (busy_q ? credited & last : bandwidth_q != '0);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      credit_q    <= '0;
      bandwidth_q <= '0;
      alpha_q     <= '0;
      busy_q      <= 1'b0;
      linked_q    <= 1'b0;
      port_q      <= '0;
      class_q     <= '0;
    end else begin
      bandwidth_q <= 18'({xb_pkg::bounded(32'(cfg_drop_bandwidth_i), 0, WholeCredit)});
      for (int c = 0; c < Classes; c++) alpha_q[3*c +: 3] <= 3'({xb_pkg::bounded(32'(cfg_class_alphas_i[4*c +: 4]), 0, 6)});

      if (free_o) credit_q <= credit_q - 18'(WholeCredit) + bandwidth_q;
      else if (!credited) credit_q <= credit_q + bandwidth_q;

      linked_q <= free_o & !last;
      if (free_o && last) busy_q <= 1'b0;
      if (pick_o && taken_i) begin
        busy_q  <= 1'b1;
        port_q  <= pick_port_o;
        class_q <= pick_class_o;
      end
    end
  end
  // Counts only while there is a packet that goes.
  always_ff @(posedge clk_i) word_q <= (pick_o && taken_i) ? taken_word_i : word;
endmodule : xb_head_drop

`default_nettype wire
