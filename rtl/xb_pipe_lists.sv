// SPDX-License-Identifier: Apache-2.0
/// The lists of the pipelined memory switch, as in xb_packet_lists: a packet is a list of memory words, an output's queue a
/// list of packets.
///
/// With traffic classes an output has a queue for each of them, and an input a packet under way of each.
/// A read takes three cycles: the description of the output's next word goes to registers, the reader decides, the
/// lists change. An output's turns are four cycles apart at least. A write is one cycle, and seen from the next on; who writes to
/// which queue is known a cycle before, so that each queue finds for itself what changes.
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
  /// A cycle ahead: input `turn_i` may write a word of a packet of that class for output `dest_i`.
  input  logic [PortWidth-1:0]       turn_i,
  input  logic [ClassBits-1:0]       class_i,
  input  logic [PortWidth-1:0]       dest_i,
  /// It does; with `append_i` the packet may be read from now on. The output of that number is to read two cycles later.
  input  logic                       write_i,
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
  // read. There are packets after the head; more than one.
  logic [NumQueues-1:0]   busy_q, valid_q, started_q, starved_q, some_q, several_q;
  // The words that are looked at, by class: nothing was written after it, nor will be before the input writes whose turn is next.
  // That decided upon, then read: its output, class, place. The output has a word of another class.
  logic [PortWidth-1:0]   look_turn_q;
  logic [Turns-1:0]       look_at_q;
  logic [PortWidth-1:0]   look_source_q [Classes];
  logic [PortWidth-1:0]   source_q [Classes];
  logic [AddrWidth-1:0]   look_addr_q [Classes];
  logic [BeatsWidth-1:0]  look_beats_q [Classes];
  logic [Classes-1:0]     look_last_q, at_tail, at_tail_q, meets_q;
  logic                   last_q, valid_late_q, others_late_q;
  // The input's turn, its packet, the queue to which it writes; the class that is read. The same per queue: it would write to it; a
  // packet's last word is read, or another one. Of the packet that is written the output has read all so far.
  logic [PortWidth-1:0]   turn_q;
  logic [QueueWidth-1:0]  to, packet_q, to_q;
  logic [ClassBits-1:0]   class_q, write_class, read_class, read_class_q;
  logic [NumQueues-1:0]   writes_q, ends_q, goes_on_q;
  logic                   waits_q, resume;
  // A link of a word, of a packet that was asked for: by which queue; how a packet's is written.
  logic [NumQueues-1:0]   load_word_q, load_packet_q, load_packet_q2, link_q;
  logic [AddrWidth-1:0]   ask_q, link_addr_q;
  logic [PacketWidth-1:0] appended, appended_q, packet_link;
  logic [WordWidth-1:0]   word, word_link;

  /// What is kept for a port and class.
  function automatic logic [QueueWidth-1:0] queue(input logic [ClassBits-1:0] of_class, input logic [PortWidth-1:0] port);
    queue = (Classes == 1) ? QueueWidth'(port) : QueueWidth'(32'(of_class)*Turns + 32'(port));
  endfunction

  assign read_class  = (Classes == 1) ? '0 : read_class_i;
  assign write_class = (Classes == 1) ? '0 : class_i;
  assign to          = queue(write_class, dest_i);
  assign word        = {addr_i, beats_i, last_i};
  assign starved_o   = starved_q;
  assign busy_o      = busy_q;

  // The output's turn: look, decide, read.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      read_o        <= 1'b0;
      valid_late_q  <= 1'b0;
      others_late_q <= 1'b0;
      look_turn_q   <= '0;
      read_turn_o   <= '0;
      read_queue_o  <= '0;
      look_at_q     <= '0;
    end else begin
      read_o        <= read_i;
      valid_late_q  <= word_valid_o[read_class];
      others_late_q <= (Classes > 1) && (word_valid_o & ~(Classes'(1) << read_class)) != '0;
      look_turn_q   <= turn_q;
      read_turn_o   <= look_turn_q;
      read_queue_o  <= queue(read_class, look_turn_q);
      look_at_q     <= Turns'(1) << turn_q;
    end
  end
  for (genvar c = 0; c < Classes; c++) begin : gen_look
    logic [QueueWidth-1:0] look;
    assign look = queue(ClassBits'(c), turn_q);
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        word_valid_o[c]             <= 1'b0;
        ends_q[c*Turns +: Turns]    <= '0;
        goes_on_q[c*Turns +: Turns] <= '0;
      end else begin
        word_valid_o[c]             <= valid_q[look];
        // Class by class: which one is read is known late.
        ends_q[c*Turns +: Turns]    <= (read_i && read_class == ClassBits'(c) && look_last_q[c]) ? look_at_q : '0;
        goes_on_q[c*Turns +: Turns] <= (read_i && read_class == ClassBits'(c) && !look_last_q[c]) ? look_at_q : '0;
      end
    end
    always_ff @(posedge clk_i) begin
      word_first_o[c] <= !started_q[look];
      {look_source_q[c], look_addr_q[c], look_beats_q[c], look_last_q[c]} <= head_q[look];
    end
    assign word_beats_o[c*BeatsWidth +: BeatsWidth] = look_beats_q[c];
    assign at_tail[c] = (tail_q[queue(ClassBits'(c), look_source_q[c])] == look_addr_q[c])
                        && !(write_i && (turn_q == look_source_q[c]) && (class_q == ClassBits'(c)));
    always_ff @(posedge clk_i) begin
      source_q[c]  <= look_source_q[c];
      at_tail_q[c] <= at_tail[c];
      meets_q[c]   <= at_tail[c] & (look_source_q[c] == turn_i);
    end
  end
  always_ff @(posedge clk_i) begin
    read_addr_o  <= look_addr_q[read_class];
    read_beats_o <= look_beats_q[read_class];
    last_q       <= look_last_q[read_class];
    read_class_q <= read_class;
  end
  assign more_o = !read_o ? valid_late_q : last_q ? some_q[read_queue_o] | others_late_q : !at_tail_q[read_class_q];

  // The input's turn. A word resumes its packet if the output has read, or in this cycle reads, the one before.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      turn_q   <= '0;
      writes_q <= '0;
    end else begin
      turn_q   <= turn_i;
      writes_q <= NumQueues'(1) << to;
    end
  end
  always_ff @(posedge clk_i) begin
    class_q  <= write_class;
    packet_q <= queue(write_class, turn_i);
    to_q     <= to;
    waits_q  <= (starved_q[to] && (source_o[to*PortWidth +: PortWidth] == turn_i))
                || (goes_on_q[to] && at_tail_q[write_class] && (source_q[write_class] == turn_i));
  end
  assign resume   = write_i & !first_i;
  // A packet's description is that of its first word.
  assign appended = {turn_q, first_i ? word : first_word_q[packet_q]};

  xb_ram_1r1w #(.Width(WordWidth), .Depth(Words)) u_word_links (
    .clk_i,
    .we_i(write_i & !first_i), .waddr_i(tail_q[packet_q]), .wdata_i(word),
    .re_i(read_o), .raddr_i(read_addr_o), .rdata_o(word_link)
  );
  // Both a cycle late, which a packet behind another has time for.
  xb_ram_1r1w #(.Width(PacketWidth), .Depth(Words)) u_packet_links (
    .clk_i,
    .we_i(link_q != '0), .waddr_i(link_addr_q), .wdata_i(appended_q),
    .re_i(load_packet_q != '0), .raddr_i(ask_q), .rdata_o(packet_link)
  );

  for (genvar j = 0; j < NumQueues; j++) begin : gen_queue
    localparam int unsigned C = j / Turns;
    logic appends, resumes, to_head, to_next, gets, three;

    assign appends    = append_i & writes_q[j];
    assign resumes    = resume & writes_q[j] & (waits_q | (goes_on_q[j] & meets_q[C]));
    assign to_head    = appends & (!busy_q[j] | (ends_q[j] & !some_q[j]));
    assign to_next    = appends & busy_q[j] & (ends_q[j] ? some_q[j] & !several_q[j] : !some_q[j]);
    assign gets       = appends & busy_q[j] & !(ends_q[j] & !some_q[j]);
    assign three      = (waiting_q[j][AddrWidth:2] != '0) | (&waiting_q[j][1:0]);
    assign source_o[j*PortWidth +: PortWidth] = head_q[j][WordWidth +: PortWidth];

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        {busy_q[j], valid_q[j], started_q[j], starved_q[j], some_q[j], several_q[j]} <= '0;
        {load_word_q[j], load_packet_q[j], load_packet_q2[j], link_q[j]} <= '0;
        waiting_q[j] <= '0;
      end else begin
        load_word_q[j]    <= goes_on_q[j] & !at_tail_q[C];
        load_packet_q[j]  <= ends_q[j] & several_q[j];
        load_packet_q2[j] <= load_packet_q[j];
        link_q[j]         <= gets & !to_next;

        if (load_word_q[j]) valid_q[j] <= 1'b1;
        if (goes_on_q[j]) {valid_q[j], started_q[j], starved_q[j]} <= {2'b01, at_tail_q[C]};
        if (ends_q[j]) {busy_q[j], valid_q[j], started_q[j]} <= {some_q[j], some_q[j], 1'b0};
        if (resumes) {valid_q[j], starved_q[j]} <= 2'b10;
        if (to_head) {busy_q[j], valid_q[j]} <= 2'b11;

        // Whether there are some is known a cycle ahead: there is no time to look at the count.
        if (gets && !ends_q[j]) begin
          waiting_q[j]              <= waiting_q[j] + 1'b1;
          {some_q[j], several_q[j]} <= {1'b1, some_q[j]};
        end else if (ends_q[j] && !gets && some_q[j]) begin
          waiting_q[j]              <= waiting_q[j] - 1'b1;
          {some_q[j], several_q[j]} <= {several_q[j], three};
        end
      end
    end

    // Descriptions: no reset, they count only under the flags above.
    always_ff @(posedge clk_i) begin
      if (load_word_q[j]) head_q[j][WordWidth-1:0] <= word_link;
      if (load_packet_q2[j]) next_q[j] <= packet_link;
      if (ends_q[j]) head_q[j] <= next_q[j];
      if (resumes) head_q[j][WordWidth-1:0] <= word;
      if (to_head) head_q[j] <= appended;
      if (to_next) next_q[j] <= appended;
    end
  end

  always_ff @(posedge clk_i) begin
    if (append_i) last_packet_q[to_q] <= appended[WordWidth-1 -: AddrWidth];
    if (write_i) tail_q[packet_q] <= addr_i;
    if (write_i && first_i) first_word_q[packet_q] <= word;
    link_addr_q <= last_packet_q[to_q];
    appended_q  <= appended;
    ask_q       <= next_q[read_queue_o][WordWidth-1 -: AddrWidth];
  end
endmodule : xb_pipe_lists

`default_nettype wire
