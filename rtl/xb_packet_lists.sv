// SPDX-License-Identifier: Apache-2.0
/// The lists of the memory switch: a packet is a list of memory words, an output's queue a list of packets.
///
/// Packets from several inputs come to an output word by word, interleaved, and leave whole, in the order in which
/// they were appended to its queue. One word is written and one is read in a cycle, so each kind of link is a
/// RAM with one write and one read port. A link holds the *description* of what it leads to (address, beats, end of
/// packet; for packets also source and arrival), so one read is enough. It is written at the address of the word
/// before, and of the first word of the packet before: these are in use for as long as the link is needed.
/// An output keeps the description of its next word and of the packet after that in registers. A description that
/// comes out of a RAM is there two cycles after the word before was read, the earliest next turn.
`default_nettype none

module xb_packet_lists #(
  /// Number of switch ports, 2..64.
  parameter int unsigned NumPorts = 4,
  /// Number of words of the memory, >= 2.
  parameter int unsigned Words = 264,
  /// Derived, do not overwrite.
  localparam int unsigned PortWidth = $clog2(NumPorts),
  localparam int unsigned AddrWidth = $clog2(Words),
  localparam int unsigned BeatsWidth = $clog2(2*NumPorts + 1)
) (
  input  logic                          clk_i,
  input  logic                          rst_ni,
  /// The switch's cycle counter; cycles that a packet's header needs before it may be read.
  input  logic [xb_pkg::CountWidth-1:0] now_i,
  input  logic [xb_pkg::CountWidth-1:0] route_delay_i,
  /// Input and output whose turn it is. An output's turns are at least two cycles apart.
  input  logic [PortWidth-1:0]          turn_i,
  /// The input writes a word of a packet for output `dest_i`; with `append_i` the packet may be read from now on.
  input  logic                          write_i,
  input  logic [PortWidth-1:0]          dest_i,
  input  logic [AddrWidth-1:0]          addr_i,
  input  logic [BeatsWidth-1:0]         beats_i,
  input  logic                          first_i,
  input  logic                          last_i,
  input  logic [xb_pkg::CountWidth-1:0] stamp_i,
  input  logic                          append_i,
  /// Output `dest_i` has read all words of the packet that the input is writing, and waits for the next.
  output logic                          starved_o,
  /// The word that the output may read in this cycle, and whether it does.
  output logic                          word_valid_o,
  output logic [AddrWidth-1:0]          word_addr_o,
  output logic [BeatsWidth-1:0]         word_beats_o,
  output logic                          word_first_o,
  input  logic                          read_i,
  /// A word would be there for the output to read once more in this cycle (with `read_i`: after that one).
  output logic                          more_o,
  /// Outputs that have a packet to read, or read one.
  output logic [NumPorts-1:0]           busy_o
);
  if (NumPorts < 2 || NumPorts > 64) begin : gen_illegal_num_ports
    $error("NumPorts must be 2..64");
  end
  if (Words < 2 || Words > 2**30) begin : gen_illegal_words
    $error("Words must be 2..2**30");
  end

  localparam int unsigned CountWidth = xb_pkg::CountWidth;
  localparam int unsigned WordWidth = AddrWidth + BeatsWidth + 1;           // {addr, beats, last}
  localparam int unsigned PacketWidth = CountWidth + PortWidth + WordWidth; // {stamp, source, first word}

  // Per input, of the packet being written: its first word, its last so far.
  logic [WordWidth-1:0]   first_word_q [NumPorts];
  logic [AddrWidth-1:0]   tail_q [NumPorts];
  // Per output: the packet at the head (its word field is the next word to read), the packet after it, the number of
  // packets after the head, and the first word's address of the last one.
  logic [PacketWidth-1:0] head_q [NumPorts];
  logic [PacketWidth-1:0] next_q [NumPorts];
  logic [AddrWidth:0]     waiting_q [NumPorts];
  logic [AddrWidth-1:0]   last_packet_q [NumPorts];
  // A packet is at the head; its next word is described; some word of it has been read; it has been routed; all of
  // it that was written has been read.
  logic [NumPorts-1:0]    busy_q, valid_q, started_q, routed_q, starved_q;
  // A link that was read in the last cycle, of the output whose turn it was.
  logic                   load_word_q, load_packet_q;
  logic [PortWidth-1:0]   load_turn_q;

  logic [PacketWidth-1:0] head, next, appended, packet_link;
  logic [WordWidth-1:0]   word, word_link;
  logic [CountWidth-1:0]  head_stamp, next_stamp, age, next_age;
  logic [PortWidth-1:0]   source, starved_source, appended_source;
  logic [AddrWidth-1:0]   addr, next_addr, handle;
  logic                   last, routed, ends, goes_on, at_tail, resume, to_head, to_next;
  logic [AddrWidth:0]     dest_waiting;

  assign word = {addr_i, beats_i, last_i};

  // The output's turn.
  assign head                             = head_q[turn_i];
  assign next                             = next_q[turn_i];
  assign {head_stamp, source, addr, word_beats_o, last} = head;
  assign next_stamp   = next[PacketWidth-1 -: CountWidth];
  assign next_addr    = next[WordWidth-1 -: AddrWidth];
  assign age          = now_i - head_stamp;
  assign next_age     = now_i - next_stamp;
  // Once routed, a head stays so, however long it waits: ages wrap around.
  assign routed       = started_q[turn_i] | routed_q[turn_i] | (age > route_delay_i);
  assign word_valid_o = valid_q[turn_i] & routed;
  assign word_addr_o  = addr;
  assign word_first_o = !started_q[turn_i];
  assign at_tail      = tail_q[source] == addr;
  assign ends         = read_i & last;
  assign goes_on      = read_i & !last;
  assign more_o       = !read_i ? word_valid_o
                      : last    ? (waiting_q[turn_i] != '0) && (next_age > route_delay_i)
                                : !at_tail;
  assign busy_o       = busy_q;

  // The input's turn. A word resumes its packet if the output has read, or in this cycle reads, the one before.
  assign starved_source = head_q[dest_i][WordWidth +: PortWidth];
  assign starved_o      = starved_q[dest_i] && (starved_source == turn_i);
  assign resume         = write_i & !first_i
                          & (starved_o | (goes_on && (dest_i == turn_i) && (source == turn_i) && at_tail));
  // A packet's description is that of its first word.
  assign appended_source = turn_i;
  assign appended        = {stamp_i, appended_source, first_i ? word : first_word_q[turn_i]};
  assign handle          = appended[WordWidth-1 -: AddrWidth];
  assign dest_waiting    = waiting_q[dest_i] - (AddrWidth+1)'(ends && (dest_i == turn_i) && (waiting_q[dest_i] != '0));
  assign to_head         = append_i && (!busy_q[dest_i] || (ends && (dest_i == turn_i) && (waiting_q[dest_i] == '0)));
  assign to_next         = append_i & !to_head && (dest_waiting == '0);

  xb_ram_1r1w #(.Width(WordWidth), .Depth(Words)) u_word_links (
    .clk_i,
    .we_i(write_i & !first_i), .waddr_i(tail_q[turn_i]), .wdata_i(word),
    .raddr_i(addr), .rdata_o(word_link)
  );
  xb_ram_1r1w #(.Width(PacketWidth), .Depth(Words)) u_packet_links (
    .clk_i,
    .we_i(append_i & !to_head & !to_next), .waddr_i(last_packet_q[dest_i]), .wdata_i(appended),
    .raddr_i(next_addr), .rdata_o(packet_link)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      busy_q        <= '0;
      valid_q       <= '0;
      started_q     <= '0;
      routed_q      <= '0;
      starved_q     <= '0;
      load_word_q   <= 1'b0;
      load_packet_q <= 1'b0;
      load_turn_q   <= '0;
      for (int j = 0; j < NumPorts; j++) waiting_q[j] <= '0;
    end else begin
      load_word_q   <= goes_on & !at_tail;
      load_packet_q <= ends && (waiting_q[turn_i] > (AddrWidth+1)'(1));
      load_turn_q   <= turn_i;
      if (load_word_q) valid_q[load_turn_q] <= 1'b1;

      routed_q[turn_i] <= word_valid_o & !read_i;
      if (read_i) started_q[turn_i] <= !last;
      if (goes_on) begin
        valid_q[turn_i]   <= 1'b0;
        starved_q[turn_i] <= at_tail;
      end
      if (ends) begin
        busy_q[turn_i]  <= waiting_q[turn_i] != '0;
        valid_q[turn_i] <= waiting_q[turn_i] != '0;
      end

      if (resume) begin
        valid_q[dest_i]   <= 1'b1;
        starved_q[dest_i] <= 1'b0;
      end
      if (to_head) begin
        busy_q[dest_i]  <= 1'b1;
        valid_q[dest_i] <= 1'b1;
      end
      if (ends && (waiting_q[turn_i] != '0)) waiting_q[turn_i] <= waiting_q[turn_i] - 1'b1;
      if (append_i && !to_head) waiting_q[dest_i] <= dest_waiting + 1'b1;
    end
  end

  // Descriptions: no reset, they count only under the flags above.
  always_ff @(posedge clk_i) begin
    if (load_word_q) head_q[load_turn_q][WordWidth-1:0] <= word_link;
    if (load_packet_q) next_q[load_turn_q] <= packet_link;
    if (ends) head_q[turn_i] <= next;
    if (resume) head_q[dest_i][WordWidth-1:0] <= word;
    if (to_head) head_q[dest_i] <= appended;
    if (to_next) next_q[dest_i] <= appended;
    if (append_i) last_packet_q[dest_i] <= handle;
    if (write_i) tail_q[turn_i] <= addr_i;
    if (write_i && first_i) first_word_q[turn_i] <= word;
  end
endmodule : xb_packet_lists

`default_nettype wire
