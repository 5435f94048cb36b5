// SPDX-License-Identifier: Apache-2.0
/// Who gets a word of the shared memory: complete sharing, partition, or dynamic threshold.
///
/// A queue's *count* is the words that it holds or has reserved. Each queue has one word of its own (a minimum
/// guarantee, as in commercial switch chips), the others are *excess* and come from the pool of `depth` beats,
/// a word counting as 2*NumPorts beats however full it is. A request for several words is granted whole if
/// - complete sharing: the pool has them;
/// - partition: the queue's excess stays within its part, depth / NumPorts (PerOutput: depth);
/// - dynamic threshold: the pool has them, and the queue's excess is less than alpha times what the pool
///   has left (Choudhury, Hahne 1998), alpha = 2**(alpha setting - 3).
/// A request that takes nothing from the pool is always granted.
/// The answer is combinational from the question and the counts; commit and release count from the next cycle on.
`default_nettype none

module xb_admission #(
  /// Number of queues (outputs), 2..64.
  parameter int unsigned NumPorts = 4,
  /// Largest depth setting [beats].
  parameter int unsigned MaxDepth = 1024,
  /// The depth setting is each queue's, and the only limit.
  parameter bit PerOutput = 1'b0,
  /// Derived, do not overwrite.
  localparam int unsigned WordBeats = 2 * NumPorts,
  localparam int unsigned DestWidth = $clog2(NumPorts),
  localparam int unsigned PoolWords = (PerOutput ? NumPorts : 1) * (MaxDepth / WordBeats),
  localparam int unsigned WordsWidth = $clog2(PoolWords + 2*NumPorts + 1) + 1
) (
  input  logic                          clk_i,
  input  logic                          rst_ni,
  /// Settings, registered here: depth [beats]; packets get all their words at once; longest packet [beats];
  /// 0 complete, 1 partition, 2 dynamic; alpha.
  input  logic [xb_pkg::CountWidth-1:0] cfg_depth_i,
  input  logic                          cfg_reserve_i,
  input  logic [xb_pkg::CountWidth-1:0] cfg_packet_beats_i,
  input  logic [1:0]                    cfg_sharing_i,
  input  logic [2:0]                    cfg_alpha_i,
  /// Words that a packet asks for at its first one.
  output logic [WordsWidth-1:0]         packet_words_o,
  /// May queue `dest_i` have `packet_words_o` words (`first_i`) or one?
  input  logic [DestWidth-1:0]          dest_i,
  input  logic                          first_i,
  output logic                          ok_o,
  /// Queue `dest_i` has so many more (two's complement).
  input  logic                          commit_i,
  input  logic [WordsWidth-1:0]         words_i,
  /// A word of queue `release_queue_i` is free again.
  input  logic                          release_i,
  input  logic [DestWidth-1:0]          release_queue_i
);
  if (NumPorts < 2 || NumPorts > 64) begin : gen_illegal_num_ports
    $error("NumPorts must be 2..64");
  end
  if (MaxDepth < 2 || MaxDepth > 2**30) begin : gen_illegal_max_depth
    $error("MaxDepth must be 2..2**30");
  end

  localparam int unsigned CountWidth = xb_pkg::CountWidth;
  // Longer packets than the design admits need no larger reservation.
  localparam int unsigned MaxPacket = 65535;
  localparam int unsigned PacketWidth = 17;
  localparam int unsigned DepthWidth = $clog2(MaxDepth + WordBeats + 1);
  localparam int unsigned AlphaWidth = WordsWidth + 6;

  logic [WordsWidth-1:0] count_q [NumPorts];
  logic [WordsWidth-1:0] pool_q, pool_limit_q, queue_limit_q, packet_words_q;
  logic [2:0]            alpha_q;
  logic [1:0]            sharing;
  logic                  partition_q, dynamic_q;
  logic [WordsWidth-1:0] count, excess, added, committed, release_count, pool_left;
  logic                  pool_ok, same_queue, release_excess;
  logic [DepthWidth-1:0]  depth, depth_words, queue_words;
  logic [PacketWidth-1:0] packet, packet_words;

  // The divisions are by constants, of settings that stand still: no path of a running switch.
  assign depth        = DepthWidth'(xb_pkg::bounded(cfg_depth_i, 1, MaxDepth));
  assign depth_words  = depth / DepthWidth'(WordBeats);
  assign packet       = PacketWidth'(xb_pkg::bounded(cfg_packet_beats_i, 1, MaxPacket));
  assign sharing      = 2'(xb_pkg::bounded(32'(cfg_sharing_i), 0, 2));
  assign packet_words = (packet + PacketWidth'(WordBeats - 1)) / PacketWidth'(WordBeats);
  // What a queue can ever hold, its own word included, is also the most that a packet may ask for.
  assign queue_words  = (PerOutput || sharing != 2'd1) ? depth_words : depth_words / DepthWidth'(NumPorts);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      pool_limit_q   <= '0;
      queue_limit_q  <= '0;
      packet_words_q <= WordsWidth'(1);
      partition_q    <= 1'b0;
      dynamic_q      <= 1'b0;
      alpha_q        <= '0;
    end else begin
      pool_limit_q  <= WordsWidth'(depth_words);
      queue_limit_q <= WordsWidth'(queue_words);
      partition_q   <= PerOutput || (sharing == 2'd1);
      dynamic_q     <= !PerOutput && (sharing == 2'd2);
      alpha_q       <= 3'(xb_pkg::bounded(32'(cfg_alpha_i), 0, 6));
      if (!cfg_reserve_i) packet_words_q <= WordsWidth'(1);
      else if (CountWidth'(packet_words) > CountWidth'(queue_words)) packet_words_q <= WordsWidth'(queue_words) + 1'b1;
      else packet_words_q <= WordsWidth'(packet_words);
    end
  end

  assign packet_words_o = packet_words_q;
  assign count          = count_q[dest_i];
  assign excess         = count - WordsWidth'(count != '0);
  assign added          = (first_i ? packet_words_q : WordsWidth'(1)) - WordsWidth'(count == '0);
  assign pool_left      = pool_limit_q - pool_q;
  assign pool_ok        = pool_q + added <= pool_limit_q;

  always_comb begin
    if (added == '0) ok_o = 1'b1;
    else if (partition_q) ok_o = excess + added <= queue_limit_q;
    else if (dynamic_q) ok_o = pool_ok && (AlphaWidth'(excess) << 3 < AlphaWidth'(pool_left) << alpha_q);
    else ok_o = pool_ok;
  end

  assign same_queue    = commit_i && (release_queue_i == dest_i);
  assign release_count = count_q[release_queue_i];
  assign committed     = count + words_i;
  // A queue that is written and read in one cycle holds both words: the one that goes is excess.
  assign release_excess = release_i & (same_queue | (release_count > WordsWidth'(1)));

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      pool_q <= '0;
      for (int j = 0; j < NumPorts; j++) count_q[j] <= '0;
    end else begin
      if (commit_i) count_q[dest_i] <= committed;
      if (release_i) count_q[release_queue_i] <= (same_queue ? committed : release_count) - 1'b1;
      // A commit leaves the queue with a word at least, so its excess grows by all words but a first one.
      pool_q <= pool_q + (commit_i ? words_i - WordsWidth'(count == '0) : '0) - WordsWidth'(release_excess);
    end
  end
endmodule : xb_admission

`default_nettype wire
