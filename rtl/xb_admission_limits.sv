// SPDX-License-Identifier: Apache-2.0
/// The settings of admission to a memory (xb_admission), in words: clamped, divided and registered once for all memories
/// of a switch.
`default_nettype none

module xb_admission_limits #(
  /// Number of ports, 2..64; of queues that share a memory, NumPorts..8*NumPorts.
  parameter int unsigned NumPorts = 4,
  parameter int unsigned NumQueues = NumPorts,
  /// Largest depth setting [beats].
  parameter int unsigned MaxDepth = 1024,
  /// Beats of a memory word, 1..128.
  parameter int unsigned WordBeats = 2 * NumPorts,
  /// The depth setting is each queue's, and the only limit.
  parameter bit PerOutput = 1'b0,
  /// Width of a number of words [bits]; holds twice the words of a memory.
  parameter int unsigned WordsWidth = $clog2(MaxDepth / WordBeats + 2*NumPorts + 1) + 1
) (
  input  logic                          clk_i,
  input  logic                          rst_ni,
  /// Settings: depth [beats]; packets get all their words at once; longest packet [beats]; 0 complete, 1 partition,
  /// 2 dynamic; alpha.
  input  logic [xb_pkg::CountWidth-1:0] cfg_depth_i,
  input  logic                          cfg_reserve_i,
  input  logic [xb_pkg::CountWidth-1:0] cfg_packet_beats_i,
  input  logic [1:0]                    cfg_sharing_i,
  input  logic [2:0]                    cfg_alpha_i,
  /// Words of the pool, of a queue's part of it, that a packet asks for at its first one; the rule.
  output logic [WordsWidth-1:0]         pool_limit_o,
  output logic [WordsWidth-1:0]         queue_limit_o,
  output logic [WordsWidth-1:0]         packet_words_o,
  output logic                          partition_o,
  output logic                          dynamic_o,
  output logic [2:0]                    alpha_o
);
  if (NumPorts < 2 || NumPorts > 64) begin : gen_illegal_num_ports
    $error("NumPorts must be 2..64");
  end
  if (NumQueues < 1 || NumQueues > 4096) begin : gen_illegal_num_queues
    $error("NumQueues must be 1..4096");
  end
  if (MaxDepth < 2 || MaxDepth > 2**30) begin : gen_illegal_max_depth
    $error("MaxDepth must be 2..2**30");
  end
  if (WordBeats < 1 || WordBeats > 128) begin : gen_illegal_word_beats
    $error("WordBeats must be 1..128");
  end
  if (WordsWidth < 1) begin : gen_illegal_words_width
    $error("WordsWidth must be 1 or more");
  end

  localparam int unsigned CountWidth = xb_pkg::CountWidth;
  // Longer packets than the design admits need no larger reservation.
  localparam int unsigned MaxPacket = 65535;
  localparam int unsigned PacketWidth = $clog2(MaxPacket + WordBeats + 1);
  localparam int unsigned DepthWidth = $clog2(MaxDepth + WordBeats + 1);

  logic [DepthWidth-1:0]  depth, depth_words, queue_words;
  logic [PacketWidth-1:0] packet, packet_words;
  logic [1:0]             sharing;

  // The divisions are by constants, of settings that stand still: no path of a running switch.
  assign depth        = DepthWidth'({xb_pkg::bounded(cfg_depth_i, 1, MaxDepth)});
  assign depth_words  = depth / DepthWidth'(WordBeats);
  assign packet       = PacketWidth'({xb_pkg::bounded(cfg_packet_beats_i, 1, MaxPacket)});
  assign sharing      = 2'({xb_pkg::bounded(32'(cfg_sharing_i), 0, 2)});
  assign packet_words = (packet + PacketWidth'(WordBeats - 1)) / PacketWidth'(WordBeats);
  // What a queue can ever hold, a word of its own included, is also the most that a packet may ask for.
  assign queue_words  = (PerOutput || sharing != 2'd1) ? depth_words : depth_words / DepthWidth'(NumQueues);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      pool_limit_o   <= '0;
      queue_limit_o  <= '0;
      packet_words_o <= WordsWidth'(1);
      partition_o    <= 1'b0;
      dynamic_o      <= 1'b0;
      alpha_o        <= '0;
    end else begin
      pool_limit_o  <= WordsWidth'(depth_words);
      queue_limit_o <= WordsWidth'(queue_words);
      partition_o   <= PerOutput || (sharing == 2'd1);
      dynamic_o     <= !PerOutput && (sharing == 2'd2);
      alpha_o       <= 3'({xb_pkg::bounded(32'(cfg_alpha_i), 0, 6)});
      if (!cfg_reserve_i) packet_words_o <= WordsWidth'(1);
      else if (CountWidth'(packet_words) > CountWidth'(queue_words)) packet_words_o <= WordsWidth'(queue_words) + 1'b1;
      else packet_words_o <= WordsWidth'(packet_words);
    end
  end
endmodule : xb_admission_limits

`default_nettype wire
