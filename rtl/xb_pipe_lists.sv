// SPDX-License-Identifier: Apache-2.0
/// The lists of the pipelined memory switch, as in xb_packet_lists: a packet is a list of memory words, an output's queue a
/// list of packets.
///
/// With traffic classes an output has a queue for each of them, and an input a packet under way of each.
/// A read takes three cycles: the description of the output's next word goes to registers, the reader decides, the
/// lists change. An output's turns are four cycles apart at least. A write is one cycle, and seen from the next on.
`default_nettype none

module xb_pipe_lists #(
  /// Ports that take turns, 4..64.
  parameter int unsigned Turns = 4,
  /// Number of words of the memory, >= 2.
  parameter int unsigned Words = 264,
  /// Traffic classes, 1..8.
  parameter int unsigned Classes = 1,
  /// Derived, do not overwrite.
  localparam int unsigned PortWidth = $clog2(Turns),
  localparam int unsigned AddrWidth = $clog2(Words),
  localparam int unsigned BeatsWidth = $clog2(2*Turns + 1),
  localparam int unsigned ClassBits = (Classes < 2) ? 1 : $clog2(Classes),
  localparam int unsigned NumQueues = Turns * Classes,
  localparam int unsigned QueueWidth = $clog2(NumQueues)
) (
  input  logic                       clk_i,
  input  logic                       rst_ni,
  /// Input `turn_i` writes a word of a packet of that class for output `dest_i`; with `append_i` the packet may be read from now on.
  /// Output `turn_i` is to read two cycles later.
  input  logic [PortWidth-1:0]       turn_i,
  input  logic                       write_i,
  input  logic [ClassBits-1:0]       class_i,
  input  logic [PortWidth-1:0]       dest_i,
  input  logic [AddrWidth-1:0]       addr_i,
  input  logic [BeatsWidth-1:0]      beats_i,
  input  logic                       first_i,
  input  logic                       last_i,
  input  logic                       append_i,
  /// Per output j and class c, at c*Turns+j: it has read all words of the packet that this input is writing, and waits for the
  /// next.
  output logic [NumQueues-1:0]           starved_o,
  output logic [NumQueues*PortWidth-1:0] source_o,
  /// A cycle after its turn: by class, the word that the output may read; the one of `read_class_i`, and whether it is to be read.
  output logic [Classes-1:0]             word_valid_o,
  output logic [Classes*BeatsWidth-1:0]  word_beats_o,
  output logic [Classes-1:0]             word_first_o,
  input  logic [ClassBits-1:0]           read_class_i,
  input  logic                           read_i,
  /// Two cycles after its turn: it is read; a word would be there for the output to read once more.
  output logic                       read_o,
  output logic [PortWidth-1:0]       read_turn_o,
  output logic [QueueWidth-1:0]      read_queue_o,
  output logic [AddrWidth-1:0]       read_addr_o,
  output logic [BeatsWidth-1:0]      read_beats_o,
  output logic                       more_o,
  /// Queues that have a packet to read, or of which one is read.
  output logic [NumQueues-1:0]       busy_o
);
  if (Turns < 4 || Turns > 64) begin : gen_illegal_turns
    $error("Turns must be 4..64");
  end
  if (Classes < 1 || Classes > 8) begin : gen_illegal_classes
    $error("Classes must be 1..8");
  end
  if (Words < 2 || Words > 2**30) begin : gen_illegal_words
    $error("Words must be 2..2**30");
  end

  localparam int unsigned WordWidth = AddrWidth + BeatsWidth + 1;  // {addr, beats, last}
  localparam int unsigned PacketWidth = PortWidth + WordWidth;     // {source, first word}

  // Per input and class, of the packet being written: its first word, its last so far.
  logic [WordWidth-1:0]   first_word_q [NumQueues];
  logic [AddrWidth-1:0]   tail_q [NumQueues];
  // Per queue: the packet at the head (its word field is the next word to read), the packet after it, the number of
  // packets after the head, and the first word's address of the last one.
  logic [PacketWidth-1:0] head_q [NumQueues];
  logic [PacketWidth-1:0] next_q [NumQueues];
  logic [AddrWidth:0]     waiting_q [NumQueues];
  logic [AddrWidth-1:0]   last_packet_q [NumQueues];
  // A packet is at the head; its next word is described; some word of it has been read; all of it that was written has been
  // read. There are packets after the head; more than one. One comes; the head ends.
  logic [NumQueues-1:0]   busy_q, valid_q, started_q, starved_q, some, several, gets, gives;
  // The words that are looked at, by class; that decided upon, then read: its output, source, place; nothing was written after
  // it. The output has a word of another class.
  logic [PortWidth-1:0]   look_turn_q, source_q;
  logic [PortWidth-1:0]   look_source_q [Classes];
  logic [AddrWidth-1:0]   look_addr_q [Classes];
  logic [BeatsWidth-1:0]  look_beats_q [Classes];
  logic [Classes-1:0]     look_last_q, at_tail;
  logic                   last_q, valid_late_q, others_late_q, at_tail_q;
  // The input's packet, the queue to which it writes; the class that is read.
  logic [QueueWidth-1:0]  packet, to;
  logic [ClassBits-1:0]   read_class;
  // A link of a word, of a packet that was asked for: by which output; how a packet's is written.
  logic                   load_word_q, load_packet_q, load_packet_q2, link_q;
  logic [QueueWidth-1:0]  load_queue_q, load_queue_q2;
  logic [AddrWidth-1:0]   ask_q, link_addr_q;
  logic [PacketWidth-1:0] appended, appended_q, packet_link;
  logic [WordWidth-1:0]   word, word_link;
  logic                   ends, goes_on, same, ends_here, resume, to_head, to_next;

  /// What is kept for a port and class.
  function automatic logic [QueueWidth-1:0] queue(input logic [ClassBits-1:0] of_class, input logic [PortWidth-1:0] port);
    queue = (Classes == 1) ? QueueWidth'(port) : QueueWidth'(32'(of_class)*Turns + 32'(port));
  endfunction

  assign read_class = (Classes == 1) ? '0 : read_class_i;
  assign packet     = queue(class_i, turn_i);
  assign to         = queue(class_i, dest_i);
  assign word = {addr_i, beats_i, last_i};
  for (genvar j = 0; j < NumQueues; j++) begin : gen_output
    if (Classes == 1) begin : gen_counted
      assign some[j]    = waiting_q[j] != '0;
      // Not a comparison: its carry chain would be on the longest path.
      assign several[j] = waiting_q[j][AddrWidth:1] != '0;
    end else begin : gen_known
      // The same a cycle ahead: with more queues to choose from there is no time to look at the count.
      logic some_q, several_q, three;
      assign {some[j], several[j]} = {some_q, several_q};
      assign three = (waiting_q[j][AddrWidth:2] != '0) | (&waiting_q[j][1:0]);
      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) {some_q, several_q} <= '0;
        else if (gets[j] && !gives[j]) {some_q, several_q} <= {1'b1, some_q};
        else if (gives[j] && !gets[j] && some_q) {some_q, several_q} <= {several_q, three};
      end
    end
    assign source_o[j*PortWidth +: PortWidth] = head_q[j][WordWidth +: PortWidth];
  end
  assign starved_o = starved_q;
  assign busy_o    = busy_q;

  // The output's turn: look, decide, read.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      read_o        <= 1'b0;
      valid_late_q  <= 1'b0;
      others_late_q <= 1'b0;
      look_turn_q   <= '0;
      read_turn_o   <= '0;
      read_queue_o  <= '0;
    end else begin
      read_o        <= read_i;
      valid_late_q  <= word_valid_o[read_class];
      others_late_q <= (Classes > 1) && (word_valid_o & ~(Classes'(1) << read_class)) != '0;
      look_turn_q   <= turn_i;
      read_turn_o   <= look_turn_q;
      read_queue_o  <= queue(read_class, look_turn_q);
    end
  end
  for (genvar c = 0; c < Classes; c++) begin : gen_look
    logic [QueueWidth-1:0] look;
    assign look = queue(ClassBits'(c), turn_i);
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) word_valid_o[c] <= 1'b0;
      else word_valid_o[c] <= valid_q[look];
    end
    always_ff @(posedge clk_i) begin
      word_first_o[c] <= !started_q[look];
      {look_source_q[c], look_addr_q[c], look_beats_q[c], look_last_q[c]} <= head_q[look];
    end
    assign word_beats_o[c*BeatsWidth +: BeatsWidth] = look_beats_q[c];
    assign at_tail[c] = (tail_q[queue(ClassBits'(c), look_source_q[c])] == look_addr_q[c])
                        && !(write_i && (turn_i == look_source_q[c]) && (Classes == 1 || class_i == ClassBits'(c)));
  end
  always_ff @(posedge clk_i) begin
    source_q     <= look_source_q[read_class];
    read_addr_o  <= look_addr_q[read_class];
    read_beats_o <= look_beats_q[read_class];
    last_q       <= look_last_q[read_class];
    at_tail_q    <= at_tail[read_class];
  end
  assign ends    = read_o & last_q;
  assign goes_on = read_o & !last_q;
  assign more_o  = !read_o ? valid_late_q : last_q ? some[read_queue_o] | others_late_q : !at_tail_q;

  // The input's turn. A word resumes its packet if the output has read, or in this cycle reads, the one before.
  assign same      = read_queue_o == to;
  assign ends_here = ends & same;
  assign resume    = write_i & !first_i
                     & ((starved_q[to] && (source_o[to*PortWidth +: PortWidth] == turn_i))
                        || (goes_on && same && (source_q == turn_i) && at_tail_q));
  // A packet's description is that of its first word.
  assign appended  = {turn_i, first_i ? word : first_word_q[packet]};
  assign to_head   = append_i & (!busy_q[to] | (ends_here & !some[to]));
  assign to_next   = append_i & !to_head & (!some[to] | (ends_here & !several[to]));

  xb_ram_1r1w #(.Width(WordWidth), .Depth(Words)) u_word_links (
    .clk_i,
    .we_i(write_i & !first_i), .waddr_i(tail_q[packet]), .wdata_i(word),
    .raddr_i(read_addr_o), .rdata_o(word_link)
  );
  // Both a cycle late, which a packet behind another has time for.
  xb_ram_1r1w #(.Width(PacketWidth), .Depth(Words)) u_packet_links (
    .clk_i,
    .we_i(link_q), .waddr_i(link_addr_q), .wdata_i(appended_q),
    .raddr_i(ask_q), .rdata_o(packet_link)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      busy_q         <= '0;
      valid_q        <= '0;
      started_q      <= '0;
      starved_q      <= '0;
      load_word_q    <= 1'b0;
      load_packet_q  <= 1'b0;
      load_packet_q2 <= 1'b0;
      load_queue_q   <= '0;
      load_queue_q2  <= '0;
      link_q         <= 1'b0;
    end else begin
      load_word_q    <= goes_on & !at_tail_q;
      load_packet_q  <= ends & several[read_queue_o];
      load_packet_q2 <= load_packet_q;
      load_queue_q   <= read_queue_o;
      load_queue_q2  <= load_queue_q;
      link_q         <= append_i & !to_head & !to_next;
      if (load_word_q) valid_q[load_queue_q] <= 1'b1;

      if (read_o) started_q[read_queue_o] <= !last_q;
      if (goes_on) begin
        valid_q[read_queue_o]   <= 1'b0;
        starved_q[read_queue_o] <= at_tail_q;
      end
      if (ends) begin
        busy_q[read_queue_o]  <= some[read_queue_o];
        valid_q[read_queue_o] <= some[read_queue_o];
      end

      if (resume) begin
        valid_q[to]   <= 1'b1;
        starved_q[to] <= 1'b0;
      end
      if (to_head) begin
        busy_q[to]  <= 1'b1;
        valid_q[to] <= 1'b1;
      end
    end
  end
  for (genvar j = 0; j < NumQueues; j++) begin : gen_waiting
    assign gets[j]  = append_i && !to_head && to == QueueWidth'(j);
    assign gives[j] = ends && read_queue_o == QueueWidth'(j);
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) waiting_q[j] <= '0;
      else if (gets[j]) begin
        if (!gives[j]) waiting_q[j] <= waiting_q[j] + 1'b1;
      end else if (gives[j] && some[j]) begin
        waiting_q[j] <= waiting_q[j] - 1'b1;
      end
    end
  end

  // Descriptions: no reset, they count only under the flags above.
  always_ff @(posedge clk_i) begin
    if (load_word_q) head_q[load_queue_q][WordWidth-1:0] <= word_link;
    if (load_packet_q2) next_q[load_queue_q2] <= packet_link;
    if (ends) head_q[read_queue_o] <= next_q[read_queue_o];
    if (resume) head_q[to][WordWidth-1:0] <= word;
    if (to_head) head_q[to] <= appended;
    if (to_next) next_q[to] <= appended;
    if (append_i) last_packet_q[to] <= appended[WordWidth-1 -: AddrWidth];
    if (write_i) tail_q[packet] <= addr_i;
    if (write_i && first_i) first_word_q[packet] <= word;
    link_addr_q <= last_packet_q[to];
    appended_q  <= appended;
    ask_q       <= next_q[read_queue_o][WordWidth-1 -: AddrWidth];
  end
endmodule : xb_pipe_lists

`default_nettype wire
