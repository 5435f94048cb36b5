// SPDX-License-Identifier: Apache-2.0
/// The lists of the memory switch: a packet is a list of memory words, an output's queue a list of packets. With traffic
/// classes an output has a queue for each of them, and an input a packet under way of each; links are in the same RAMs.
///
/// Packets from several inputs come to an output word by word, interleaved, and leave whole, in the order in which
/// they were appended to its queue. One word is written and one is read in a cycle, so each kind of link is a
/// RAM with one write and one read port. A link holds the *description* of what it leads to (address, beats, end of
/// packet; for packets also source and arrival), so one read is enough. It is written at the address of the word
/// before, and of the first word of the packet before: these are in use for as long as the link is needed.
/// An output keeps the description of its next word and of the packet after that in registers. A description that
/// comes out of a RAM is there two cycles after the word before was read, the earliest next turn.
/// With `HeadDrop` a queue may lose the packet behind its head, which is the one described in registers.
`default_nettype none

module xb_packet_lists #(
  /// Number of switch ports, 2..64.
  parameter int unsigned NumPorts = 4,
  /// Number of words of the memory, >= 2.
  parameter int unsigned Words = 264,
  /// Traffic classes, 1..8.
  parameter int unsigned Classes = 1,
  /// 1: packets may be lost (xb_head_drop); a word's description says how many packets end in it. 0: none of that is there.
  parameter int unsigned HeadDrop = 0,
  /// Derived, do not overwrite.
  localparam int unsigned PortWidth = $clog2(NumPorts),
  localparam int unsigned ClassBits = (Classes < 2) ? 1 : $clog2(Classes),
  localparam int unsigned AddrWidth = $clog2(Words),
  localparam int unsigned BeatsWidth = $clog2(2*NumPorts + 1),
  localparam int unsigned WordWidth = ((HeadDrop != 0) ? BeatsWidth : 0) + AddrWidth + BeatsWidth + 1  // {packets, addr, beats, last}
) (
  input  logic                          clk_i,
  input  logic                          rst_ni,
  /// The switch's cycle counter; cycles that a packet's header needs before it may be read.
  input  logic [xb_pkg::CountWidth-1:0] now_i,
  input  logic [xb_pkg::CountWidth-1:0] route_delay_i,
  /// Input and output whose turn it is. An output's turns are at least two cycles apart.
  input  logic [PortWidth-1:0]          turn_i,
  /// By class, output of the packet of which the input may write a word. It writes one of class `write_class_i`; with
  /// `append_i` the packet may be read from now on.
  input  logic [Classes*PortWidth-1:0]  dest_i,
  input  logic                          write_i,
  input  logic [ClassBits-1:0]          write_class_i,
  input  logic [AddrWidth-1:0]          addr_i,
  input  logic [BeatsWidth-1:0]         beats_i,
  input  logic [BeatsWidth-1:0]         packets_i,
  input  logic                          first_i,
  input  logic                          last_i,
  input  logic [xb_pkg::CountWidth-1:0] stamp_i,
  input  logic                          append_i,
  /// By class: output `dest_i` has read all words of the packet that the input is writing, and waits for the next.
  output logic [Classes-1:0]            starved_o,
  /// By class: there is a word that the output may read in this cycle, of so many beats; it is within a packet. The one of
  /// `read_class_i`, and whether it is read.
  output logic [Classes-1:0]            word_valid_o,
  output logic [Classes*BeatsWidth-1:0] class_beats_o,
  output logic [Classes-1:0]            started_o,
  input  logic [ClassBits-1:0]          read_class_i,
  output logic [AddrWidth-1:0]          word_addr_o,
  output logic [BeatsWidth-1:0]         word_beats_o,
  input  logic                          read_i,
  /// A word would be there for the output to read once more in this cycle (with `read_i`: after that one).
  output logic                          more_o,
  /// In a cycle without `read_i`: a queue of an output whose turn is neither next nor was last is to lose the packet behind its
  /// head. It does if that is written whole; the description of its first word. With `link_i`, and without `read_i`, the link of
  /// the word at `link_addr_i` is there in the next cycle.
  input  logic                          drop_i,
  input  logic [PortWidth-1:0]          drop_port_i,
  input  logic [ClassBits-1:0]          drop_class_i,
  output logic                          dropped_o,
  output logic [WordWidth-1:0]          dropped_word_o,
  input  logic                          link_i,
  input  logic [AddrWidth-1:0]          link_addr_i,
  output logic [WordWidth-1:0]          link_word_o,
  /// Queues that have a packet to read, or of which one is read; of output j and class c in bit c*NumPorts+j.
  output logic [NumPorts*Classes-1:0]   busy_o
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
  if (HeadDrop > 1) begin : gen_illegal_head_drop
    $error("HeadDrop must be 0..1");
  end

  localparam int unsigned CountWidth = xb_pkg::CountWidth;
  localparam int unsigned PacketWidth = CountWidth + PortWidth + WordWidth; // {stamp, source, first word}

  localparam int unsigned NumQueues = NumPorts * Classes;
  localparam int unsigned QueueWidth = $clog2(NumQueues);

  // Per input and class, of the packet being written: its first word, its last so far.
  logic [WordWidth-1:0]   first_word_q [NumQueues];
  logic [AddrWidth-1:0]   tail_q [NumQueues];
  // Per queue: the packet at the head (its word field is the next word to read), the packet after it, the number of
  // packets after the head, and the first word's address of the last one.
  logic [PacketWidth-1:0] head_q [NumQueues];
  logic [PacketWidth-1:0] next_q [NumQueues];
  logic [AddrWidth:0]     waiting_q [NumQueues];
  logic [AddrWidth-1:0]   last_packet_q [NumQueues];
  // A packet is at the head; its next word is described; some word of it has been read; it has been routed; all of
  // it that was written has been read.
  logic [NumQueues-1:0]   busy_q, valid_q, started_q, routed_q, starved_q;
  // A link that was read in the last cycle, of the queue of which it was.
  logic                   load_word_q, load_packet_q;
  logic [QueueWidth-1:0]  load_queue_q;

  logic [ClassBits-1:0]   write_class, read_class;
  // The queue to which the input writes, its packet that it writes; the queue that the output reads, the packet there.
  logic [QueueWidth-1:0]  to, packet, from, source_packet;
  logic [PacketWidth-1:0] head, next, appended, packet_link;
  logic [WordWidth-1:0]   word, head_word, word_link;
  logic [CountWidth-1:0]  head_stamp, next_stamp, next_age;
  logic [PortWidth-1:0]   source, appended_source;
  logic [AddrWidth-1:0]   addr, next_addr, handle;
  logic                   last, ends, goes_on, at_tail, resume, to_head, to_next, others;
  logic [AddrWidth:0]     dest_waiting;
  // The queue that is to lose a packet, what is known of that packet; its input and class.
  logic [QueueWidth-1:0]  loser, lost_source;
  logic [PacketWidth-1:0] lost;
  logic [NumQueues-1:0]   open_q;  // of an input and class: a packet of several words is not written to its end

  // Of the output whose turn it is, by class; a word of it is described, and may be read, which is known late.
  logic [QueueWidth-1:0]  out_queue [Classes];
  logic [Classes-1:0]     described;

  /// What is kept for a port and class.
  function automatic logic [QueueWidth-1:0] queue(input logic [ClassBits-1:0] of_class, input logic [PortWidth-1:0] port);
    queue = (Classes == 1) ? QueueWidth'(port) : QueueWidth'(32'(of_class)*NumPorts + 32'(port));
  endfunction

  assign write_class = (Classes == 1) ? '0 : write_class_i;
  assign read_class  = (Classes == 1) ? '0 : read_class_i;
  assign word   = WordWidth'({packets_i, addr_i, beats_i, last_i});
  assign to     = queue(write_class, dest_i[write_class*PortWidth +: PortWidth]);
  assign packet = queue(write_class, turn_i);
  assign from   = queue(read_class, turn_i);

  for (genvar c = 0; c < Classes; c++) begin : gen_class
    logic [QueueWidth-1:0] in_queue;
    logic [CountWidth-1:0] age;
    logic [PortWidth-1:0]  starved_source;

    // The output's turn.
    assign out_queue[c]    = queue(ClassBits'(c), turn_i);
    assign age             = now_i - head_q[out_queue[c]][PacketWidth-1 -: CountWidth];
    // Once routed, a head stays so, however long it waits: ages wrap around.
    assign described[c]    = valid_q[out_queue[c]];
    assign word_valid_o[c] = described[c] & (started_q[out_queue[c]] | routed_q[out_queue[c]] | (age > route_delay_i));
    assign started_o[c]    = started_q[out_queue[c]];
    assign class_beats_o[c*BeatsWidth +: BeatsWidth] = head_q[out_queue[c]][1 +: BeatsWidth];

    // The input's turn.
    assign in_queue       = queue(ClassBits'(c), dest_i[c*PortWidth +: PortWidth]);
    assign starved_source = head_q[in_queue][WordWidth +: PortWidth];
    assign starved_o[c]   = starved_q[in_queue] && (starved_source == turn_i);
  end

  assign head                             = head_q[from];
  assign next                             = next_q[from];
  assign {head_stamp, source, head_word} = head;
  assign {addr, word_beats_o, last} = head_word[AddrWidth + BeatsWidth:0];
  assign next_stamp    = next[PacketWidth-1 -: CountWidth];
  assign next_addr     = next[BeatsWidth+1 +: AddrWidth];
  assign next_age      = now_i - next_stamp;
  assign word_addr_o   = addr;
  assign source_packet = queue(read_class, source);
  assign at_tail       = tail_q[source_packet] == addr;
  assign ends          = read_i & last;
  assign goes_on       = read_i & !last;
  // Of another class, once no packet is under way.
  assign others        = (Classes > 1) && (word_valid_o & ~(Classes'(1) << read_class)) != '0;
  assign more_o        = !read_i ? word_valid_o[read_class] | (others & !started_o[read_class])
                       : last    ? ((waiting_q[from] != '0) && (next_age > route_delay_i)) | others
                                 : !at_tail;
  assign busy_o        = busy_q;

  // A word resumes its packet if the output has read, or in this cycle reads, the one before.
  assign resume = write_i & !first_i
                  & (starved_o[write_class] | (goes_on && (to == from) && (source == turn_i) && at_tail));
  // A packet's description is that of its first word.
  assign appended_source = turn_i;
  assign appended        = {stamp_i, appended_source, first_i ? word : first_word_q[packet]};
  assign handle          = appended[BeatsWidth+1 +: AddrWidth];
  assign dest_waiting    = waiting_q[to] - (AddrWidth+1)'((ends && (to == from) && (waiting_q[to] != '0)) || (dropped_o && (to == loser)));
  assign to_head         = append_i && (!busy_q[to] || (ends && (to == from) && (waiting_q[to] == '0)));
  assign to_next         = append_i & !to_head && (dest_waiting == '0);

  assign loser          = queue(drop_class_i, drop_port_i);
  assign lost           = next_q[loser];
  assign lost_source    = queue(drop_class_i, lost[WordWidth +: PortWidth]);
  assign dropped_word_o = lost[WordWidth-1:0];
  // The packet that its input writes is not whole.
  assign dropped_o      = (HeadDrop != 0) && drop_i && (waiting_q[loser] != '0)
      && !(open_q[lost_source] && first_word_q[lost_source][BeatsWidth+1 +: AddrWidth] == lost[BeatsWidth+1 +: AddrWidth]);
  assign link_word_o    = word_link;

  xb_ram_1r1w #(.Width(WordWidth), .Depth(Words)) u_word_links (
    .clk_i,
    .we_i(write_i & !first_i), .waddr_i(tail_q[packet]), .wdata_i(word),
    .re_i((described != '0) | link_i), .raddr_i((HeadDrop == 0 || read_i) ? addr : link_addr_i), .rdata_o(word_link)
  );
  xb_ram_1r1w #(.Width(PacketWidth), .Depth(Words)) u_packet_links (
    .clk_i,
    .we_i(append_i & !to_head & !to_next), .waddr_i(last_packet_q[to]), .wdata_i(appended),
    .re_i((described != '0) | drop_i), .raddr_i((HeadDrop == 0 || read_i) ? next_addr : lost[BeatsWidth+1 +: AddrWidth]), .rdata_o(packet_link)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      busy_q        <= '0;
      valid_q       <= '0;
      started_q     <= '0;
      routed_q      <= '0;
      starved_q     <= '0;
      open_q        <= '0;
      load_word_q   <= 1'b0;
      load_packet_q <= 1'b0;
      load_queue_q  <= '0;
      // By eight, as in xb_admission.
      for (int k = 0; k < NumQueues; k += 8) begin
        for (int j = 0; j < 8; j++) if (k + j < NumQueues) waiting_q[k + j] <= '0;
      end
    end else begin
      load_word_q   <= goes_on & !at_tail;
      load_packet_q <= (ends && (waiting_q[from] > (AddrWidth+1)'(1))) || (dropped_o && (waiting_q[loser] > (AddrWidth+1)'(1)));
      load_queue_q  <= dropped_o ? loser : from;
      if (load_word_q) valid_q[load_queue_q] <= 1'b1;

      for (int c = 0; c < Classes; c++)
        routed_q[out_queue[c]] <= word_valid_o[c] & !(read_i && read_class == ClassBits'(c));
      if (read_i) started_q[from] <= !last;
      if (goes_on) begin
        valid_q[from]   <= 1'b0;
        starved_q[from] <= at_tail;
      end
      if (ends) begin
        busy_q[from]  <= waiting_q[from] != '0;
        valid_q[from] <= waiting_q[from] != '0;
      end

      if (resume) begin
        valid_q[to]   <= 1'b1;
        starved_q[to] <= 1'b0;
      end
      if (to_head) begin
        busy_q[to]  <= 1'b1;
        valid_q[to] <= 1'b1;
      end
      if (ends && (waiting_q[from] != '0)) waiting_q[from] <= waiting_q[from] - 1'b1;
      if (dropped_o) waiting_q[loser] <= waiting_q[loser] - 1'b1;
      if (append_i && !to_head) waiting_q[to] <= dest_waiting + 1'b1;
      if (write_i) open_q[packet] <= !last_i;
    end
  end

  // Descriptions: no reset, they count only under the flags above.
  always_ff @(posedge clk_i) begin
    if (load_word_q) head_q[load_queue_q][WordWidth-1:0] <= word_link;
    if (load_packet_q) next_q[load_queue_q] <= packet_link;
    if (ends) head_q[from] <= next;
    if (resume) head_q[to][WordWidth-1:0] <= word;
    if (to_head) head_q[to] <= appended;
    if (to_next) next_q[to] <= appended;
    if (append_i) last_packet_q[to] <= handle;
    if (write_i) tail_q[packet] <= addr_i;
    if (write_i && first_i) first_word_q[packet] <= word;
  end

  logic unused;
  assign unused = ^{head_stamp, head_word, write_class_i, read_class_i, lost, open_q};
endmodule : xb_packet_lists

`default_nettype wire
