// SPDX-License-Identifier: Apache-2.0
/// Which traffic class has a port's turn at the memory switch: of an input the highest whose word has a fate, of an output
/// that of the packet under way, or the highest that xb_class_service and xb_class_yield allow. Of one class nothing is here.
///
/// Latency: 0 from the words, 1 from a read or a delivery, and from the settings.
`default_nettype none

module xb_class_turn #(
  /// Number of ports, 2..64.
  parameter int unsigned NumPorts = 4,
  /// Elaborated capacity of the memory [beats], >= 2.
  parameter int unsigned MaxDepth = 1024,
  /// Traffic classes, 1..8.
  parameter int unsigned Classes = 2,
  /// Bits of tid, 3 at least with several classes, else 1.
  parameter int unsigned IdBits = 3,
  /// Derived, do not overwrite.
  localparam int unsigned NumQueues = NumPorts * Classes,
  localparam int unsigned PortWidth = (NumPorts < 2) ? 1 : $clog2(NumPorts),
  localparam int unsigned ClassBits = (Classes < 2) ? 1 : $clog2(Classes),
  localparam int unsigned BeatsWidth = $clog2(2*NumPorts + 1),
  localparam int unsigned PairsWidth = $clog2(NumPorts + 1),
  localparam int unsigned StagedWidth = $clog2(4*NumPorts)
) (
  input  logic                          clk_i,
  input  logic                          rst_ni,
  /// Settings, as the switch has them; pairs of the longest packet, N at most.
  input  logic [xb_pkg::CountWidth-1:0] cfg_packet_beats_i,
  input  logic [1:0]                    cfg_service_i,
  input  logic [63:0]                   cfg_weights_i,
  output logic [PairsWidth-1:0]         packet_pairs_o,
  /// Per input: the tid of its beat, the class that it says. The stages that have room, that of input i and class c at
  /// c*NumPorts+i; that of the beat's class has.
  input  logic [NumPorts*IdBits-1:0]    s_tid_i,
  output logic [NumPorts*ClassBits-1:0] s_class_o,
  input  logic [NumQueues-1:0]          stage_ready_i,
  output logic [NumPorts-1:0]           s_ready_o,
  /// The port that has its turn. By class: what can become of the input's word; the class that has the turn.
  input  logic [PortWidth-1:0]          turn_i,
  input  logic [Classes-1:0]            can_write_i,
  input  logic [Classes-1:0]            can_discard_i,
  output logic [ClassBits-1:0]          write_class_o,
  /// Queues that have little to send, that of output j and class c at c*NumPorts+j; for which a word may be completed as it is:
  /// before a class that goes first has little to send, no other needs words.
  input  logic [NumQueues-1:0]          few_i,
  output logic [NumQueues-1:0]          hungry_o,
  /// Beats that the output has staged. By class: it has a word to read, its beats; its packet is under way. The class that has
  /// the turn; beats of its word, which is read.
  input  logic [StagedWidth-1:0]        staged_i,
  input  logic [Classes-1:0]            word_valid_i,
  input  logic [Classes*BeatsWidth-1:0] class_beats_i,
  input  logic [Classes-1:0]            started_i,
  output logic [ClassBits-1:0]          read_class_o,
  input  logic [BeatsWidth-1:0]         read_beats_i,
  input  logic                          read_i,
  /// Queues that have a packet, that of output j and class c at c*NumPorts+j; per output: a beat is delivered, its tid.
  input  logic [NumQueues-1:0]          busy_i,
  input  logic [NumPorts-1:0]           sent_i,
  input  logic [NumPorts*IdBits-1:0]    m_tid_i
);
  if (NumPorts < 2 || NumPorts > 64) begin : gen_illegal_num_ports
    $error("NumPorts must be 2..64");
  end
  if (MaxDepth < 2 || MaxDepth > 2**30) begin : gen_illegal_max_depth
    $error("MaxDepth must be 2..2**30");
  end
  if (Classes < 1 || Classes > 8) begin : gen_illegal_classes
    $error("Classes must be 1..8");
  end
  if (IdBits < 1 || (Classes > 1 && IdBits < 3)) begin : gen_illegal_id_bits
    $error("IdBits must be 1 or more, 3 or more with classes");
  end

  if (Classes == 1) begin : gen_one_class
    logic unused;
    assign unused = ^{clk_i, rst_ni, cfg_packet_beats_i, cfg_service_i, cfg_weights_i, s_tid_i, turn_i, can_write_i, can_discard_i,
                      staged_i, word_valid_i, class_beats_i, started_i, read_beats_i, read_i, busy_i, sent_i, m_tid_i};
    assign {s_class_o, write_class_o, read_class_o, packet_pairs_o} = '0;
    assign s_ready_o = stage_ready_i;
    assign hungry_o  = few_i;
  end else begin : gen_classes
    logic [1:0]           service_q;
    logic [8*Classes-1:0] weights_q;
    logic [Classes-1:0]   allowed [NumPorts], choice, first;

    // Classes that go before all lower ones.
    always_comb begin
      first            = (service_q == 2'd0) ? '1 : '0;
      first[Classes-1] = service_q != 2'd1;
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        service_q      <= '0;
        weights_q      <= '0;
        packet_pairs_o <= '0;
      end else begin
        packet_pairs_o <= PairsWidth'({xb_pkg::bounded((xb_pkg::bounded(cfg_packet_beats_i, 1, MaxDepth + 1) + 1) >> 1, 1, NumPorts)});
        service_q      <= 2'({xb_pkg::bounded(32'(cfg_service_i), 0, 2)});
        for (int c = 0; c < Classes; c++) weights_q[8*c +: 8] <= 8'({xb_pkg::bounded(32'(cfg_weights_i[8*c +: 8]), 1, 255)});
      end
    end

    for (genvar p = 0; p < NumPorts; p++) begin : gen_port
      logic [Classes-1:0]   waiting;
      logic [ClassBits-1:0] sent_class;
      logic                 unused_tid;  // bits above the class

      assign unused_tid = ^{s_tid_i[p*IdBits +: IdBits], m_tid_i[p*IdBits +: IdBits]};
      assign s_class_o[p*ClassBits +: ClassBits] = ClassBits'({xb_pkg::bounded(32'(s_tid_i[p*IdBits +: 3]), 0, Classes - 1)});
      assign s_ready_o[p] = stage_ready_i[32'(s_class_o[p*ClassBits +: ClassBits])*NumPorts + p];
      for (genvar c = 0; c < Classes; c++) begin : gen_class
        logic [Classes-1:0] sated;
        assign waiting[c] = busy_i[c*NumPorts + p];
        for (genvar d = 0; d < Classes; d++) begin : gen_higher
          assign sated[d] = (d == c) ? !few_i[d*NumPorts + p] : (d > c) && first[d] && !few_i[d*NumPorts + p];
        end
        assign hungry_o[c*NumPorts + p] = sated == '0;
      end
      assign sent_class = ClassBits'({xb_pkg::bounded(32'(m_tid_i[p*IdBits +: 3]), 0, Classes - 1)});
      // Charged for what it delivers. Only at its turn an output asks.
      xb_class_service #(.Classes(Classes)) u_service (
        .clk_i, .rst_ni, .service_i(service_q), .weights_i(weights_q), .waiting_i(waiting), .open_i(choice),
        .locked_i(1'b0), .class_i(sent_class), .sent_i(sent_i[p]), .allowed_o(allowed[p])
      );
    end

    xb_class_yield #(.NumPorts(NumPorts), .Classes(Classes)) u_yield (
      .clk_i, .rst_ni, .turn_i, .staged_i, .open_i(word_valid_i), .beats_i(class_beats_i), .choice_o(choice),
      .read_i, .class_i(read_class_o), .short_i(32'(read_beats_i) < NumPorts), .chosen_i(started_i == '0)
    );

    always_comb begin
      write_class_o = '0;
      read_class_o  = '0;
      for (int c = 0; c < Classes; c++) begin
        if (can_write_i[c] || can_discard_i[c]) write_class_o = ClassBits'(c);
        if (started_i == '0 ? choice[c] && allowed[turn_i][c] : started_i[c]) read_class_o = ClassBits'(c);
      end
    end
  end
endmodule : xb_class_turn

`default_nettype wire
