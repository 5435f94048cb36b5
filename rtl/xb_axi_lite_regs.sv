// SPDX-License-Identifier: Apache-2.0
/// Registers of a switch behind AXI4-Lite, 32 bits wide: its settings, and what it counts. Connect those that the switch
/// has; settings of the others are stored and have no effect, counters of the others are tied to 0.
///
/// Latency: 2 cycles from address to read data, and from address and data to the response of a write; a read and a
/// write at a time. An address without a register, and a write to one that is read-only, answer SLVERR, with data of 0. All
/// outputs come from registers. A setting changes in the cycle of the response: change those that need an empty switch
/// in reset, or while it is empty. A seed counts from the switch's next reset on, which is not this module's then.
/// With OneQueue, for a switch whose Observe is 3, `count_queue_o` goes to its port of this name, the first words of its
/// counts to `occ_beats_i`, `occ_packets_i` and `drop_full_i`, and a queue's count takes 2 cycles more.
`default_nettype none

module xb_axi_lite_regs #(
  /// Number of switch ports, 2..64.
  parameter int unsigned NumPorts = 4,
  /// Queues that the switch reports, 1..4096: an occupancy and a count of drops each.
  parameter int unsigned NumQueues = 4,
  /// The switch's MaxDepth, to which the depth is reset.
  parameter int unsigned MaxDepth = 1024,
  /// 0: the switch shows the counts of all queues; 1: those of the queue that `count_queue_o` asks for, two cycles later.
  parameter int unsigned OneQueue = 0,
  /// Derived, do not overwrite.
  localparam int unsigned QueueBits = (NumQueues < 2) ? 1 : $clog2(NumQueues),
  localparam int unsigned ShownQueues = (OneQueue == 0) ? NumQueues : 1,
  localparam int unsigned CountWidth = xb_pkg::CountWidth
) (
  input  logic                            clk_i,
  input  logic                            rst_ni,
  /// AXI4-Lite, addresses in bytes; awprot and arprot have no meaning here.
  input  logic                            s_axil_awvalid_i,
  output logic                            s_axil_awready_o,
  input  logic [16:0]                     s_axil_awaddr_i,
  input  logic                            s_axil_wvalid_i,
  output logic                            s_axil_wready_o,
  input  logic [31:0]                     s_axil_wdata_i,
  input  logic [3:0]                      s_axil_wstrb_i,
  output logic                            s_axil_bvalid_o,
  input  logic                            s_axil_bready_i,
  output logic [1:0]                      s_axil_bresp_o,
  input  logic                            s_axil_arvalid_i,
  output logic                            s_axil_arready_o,
  input  logic [16:0]                     s_axil_araddr_i,
  output logic                            s_axil_rvalid_o,
  input  logic                            s_axil_rready_i,
  output logic [31:0]                     s_axil_rdata_o,
  output logic [1:0]                      s_axil_rresp_o,
  /// To the switch's ports of these names.
  output logic [CountWidth-1:0]           cfg_depth_o,
  output logic                            cfg_store_forward_o,
  output logic                            cfg_drop_o,
  output logic [CountWidth-1:0]           cfg_packet_beats_o,
  output logic [CountWidth-1:0]           cfg_route_delay_o,
  output logic [1:0]                      cfg_arbiter_o,
  output logic [31:0]                     cfg_seed_o,
  output logic [1:0]                      cfg_sharing_o,
  output logic [2:0]                      cfg_alpha_o,
  output logic [1:0]                      cfg_scheduler_o,
  output logic [2:0]                      cfg_iterations_o,
  output logic [3:0]                      cfg_window_o,
  output logic [CountWidth-1:0]           cfg_output_depth_o,
  output logic [CountWidth-1:0]           cfg_crosspoint_packets_o,
  output logic [1:0]                      cfg_service_o,
  output logic                            cfg_class_heads_o,
  output logic [63:0]                     cfg_weights_o,
  output logic [31:0]                     cfg_class_alphas_o,
  output logic [16:0]                     cfg_drop_bandwidth_o,
  output logic [63:0]                     cfg_input_weights_o,
  output logic [QueueBits-1:0]            count_queue_o,
  /// From them.
  input  logic [ShownQueues*CountWidth-1:0] occ_beats_i,
  input  logic [ShownQueues*CountWidth-1:0] occ_packets_i,
  input  logic [ShownQueues*CountWidth-1:0] drop_full_i,
  input  logic [NumPorts*CountWidth-1:0]  drop_misrouted_i
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
  if (OneQueue > 1) begin : gen_illegal_one_queue
    $error("OneQueue must be 0..1");
  end

  localparam int unsigned NumSettings = 22;
  localparam int unsigned Settings = 4;  // the number of the first one's word
  localparam int unsigned PortBits = $clog2(NumPorts);
  // Blocks have words up to a power of two, so that an address picks one without a comparison.
  localparam int unsigned ShownBits = (ShownQueues < 2) ? 1 : $clog2(ShownQueues);
  localparam int unsigned Copies = OneQueue + 1;  // one queue's count is at even and odd addresses
  localparam int unsigned MisroutedWidth = 32 * 2**PortBits;
  localparam int unsigned CountsWidth = 32 * 2**ShownBits;
  localparam logic [31:0] Id = 32'h5842_4152;
  localparam logic [1:0] Okay = 2'b00, SlvErr = 2'b10;

  // The settings, the last first: the bits that there are; address, access, name.
  localparam logic [NumSettings*32-1:0] Bits = {
      32'hffff_ffff,   // 0x00064 RW input_weights_high: of inputs 8..15, a nibble each
      32'hffff_ffff,   // 0x00060 RW input_weights_low: of inputs 0..7, a nibble each, packets in a turn of arbiter 3
      32'h0001_ffff,   // 0x0005c RW drop_bandwidth: of queues over their threshold [words a cycle / 2**16], 0..2**16
      32'hffff_ffff,   // 0x00058 RW class_alphas: the same as alpha with head drop, of class c in nibble c
      32'hffff_ffff,   // 0x00054 RW weights_high: of classes 4..7, a byte each
      32'hffff_ffff,   // 0x00050 RW weights_low: of classes 0..3, a byte each
      32'h0000_0001,   // 0x0004c RW class_heads: an input offers 0 the highest of its heads, 1 all
      32'h0000_0003,   // 0x00048 RW service: of classes, 0 strict, 1 deficit round robin, 2 that of all but the highest
      32'hffff_ffff,   // 0x00044 RW crosspoint_packets: packets that a crosspoint holds
      32'hffff_ffff,   // 0x00040 RW output_depth: capacity of an output's queue [beats]
      32'h0000_000f,   // 0x0003c RW window: packets of an input that may bid
      32'h0000_0007,   // 0x00038 RW iterations: of the matching
      32'h0000_0003,   // 0x00034 RW scheduler: 0 iSLIP, 1 PIM, 2 RRM
      32'h0000_0007,   // 0x00030 RW alpha: of a dynamic threshold, 2**(value - 3)
      32'h0000_0003,   // 0x0002c RW sharing: 0 complete, 1 partition, 2 dynamic threshold
      32'hffff_ffff,   // 0x00028 RW seed: of the random numbers, read by the switch at reset
      32'h0000_0003,   // 0x00024 RW arbiter: 0 round robin, 1 random, 2 oldest packet first, 3 weighted round robin
      32'hffff_ffff,   // 0x00020 RW route_delay: from a header's arrival until its packet may bid [cycles]
      32'hffff_ffff,   // 0x0001c RW packet_beats: longest packet, under tail drop [beats]
      32'h0000_0001,   // 0x00018 RW drop: 0 back-pressure, 1 tail drop
      32'h0000_0001,   // 0x00014 RW store_forward: 0 cut-through, 1 store-and-forward
      32'hffff_ffff};  // 0x00010 RW depth: capacity of a queue's memory [beats]
  localparam logic [NumSettings*32-1:0] Reset = {
      32'h1111_1111, 32'h1111_1111, 32'd0, 32'h3333_3333, 32'h0101_0101, 32'h0101_0101, 32'd0, 32'd0, 32'd1, 32'd4, 32'd1, 32'd1, 32'd0, 32'd3, 32'd0, 32'd1, 32'd0, 32'd0, 32'd1, 32'd0, 32'd0, 32'd0} | (NumSettings * 32)'(MaxDepth);

  logic                      aw_q, w_q, ar_q, write, writable, readable, known;
  logic [1:0]                asked_q;  // the switch saw the address a cycle ago, two
  logic [14:0]               awaddr_q, araddr_q;  // of words
  logic [31:0]               wdata_q, rdata;
  logic [3:0]                wstrb_q;
  logic [NumSettings*32-1:0] settings_q;
  logic [32*32-1:0]          first;
  logic [4*CountsWidth-1:0]  counts;
  logic [MisroutedWidth-1:0] misroute;
  logic [11:0]               write_word, read_word;
  logic                      unused_bytes;

  assign unused_bytes     = ^{s_axil_awaddr_i[1:0], s_axil_araddr_i[1:0]};
  assign s_axil_awready_o = !aw_q;
  assign s_axil_wready_o  = !w_q;
  assign s_axil_arready_o = !ar_q;
  assign write            = aw_q & w_q & (!s_axil_bvalid_o | s_axil_bready_i);
  assign write_word       = awaddr_q[11:0];
  assign writable         = awaddr_q[14:12] == 3'd0 && write_word >= 12'(Settings) && write_word < 12'(Settings + NumSettings);
  assign read_word        = araddr_q[11:0];

  // 0x00000 RO id: "XBAR"
  // 0x00004 RO ports: NumPorts
  // 0x00008 RO queues: NumQueues
  // 0x04000 RO occ_beats: a word a queue, beats held
  // 0x08000 RO occ_packets: a word a queue, packets held
  // 0x0c000 RO drop_full: a word a queue, packets discarded for want of room
  // 0x10000 RO drop_misrouted: a word an input, packets to no output
  assign first    = {{((32 - Settings - NumSettings) * 32){1'b0}}, settings_q, 32'd0, 32'(NumQueues), 32'(NumPorts), Id};
  assign counts   = {CountsWidth'({Copies{drop_full_i}}), CountsWidth'({Copies{occ_packets_i}}),
                     CountsWidth'({Copies{occ_beats_i}}), CountsWidth'(0)};
  assign misroute = MisroutedWidth'(drop_misrouted_i);
  assign count_queue_o = read_word[QueueBits-1:0];
  assign known    = OneQueue == 0 || asked_q[1] || araddr_q[14:12] == 3'd0 || araddr_q[14];
  always_comb begin
    case (araddr_q[14:12])
      3'd0: begin
        rdata    = first[32*32'(read_word[4:0]) +: 32];
        readable = read_word < 12'd3 || (read_word >= 12'(Settings) && read_word < 12'(Settings + NumSettings));
      end
      3'd1, 3'd2, 3'd3: begin
        rdata    = counts[32*32'({araddr_q[13:12], read_word[ShownBits-1:0]}) +: 32];
        readable = 32'(read_word) < NumQueues;
      end
      default: begin
        rdata    = misroute[32*32'(read_word[PortBits-1:0]) +: 32];
        readable = araddr_q[14:12] == 3'd4 && 32'(read_word) < NumPorts;
      end
    endcase
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      aw_q            <= 1'b0;
      w_q             <= 1'b0;
      ar_q            <= 1'b0;
      asked_q         <= '0;
      awaddr_q        <= '0;
      araddr_q        <= '0;
      wdata_q         <= '0;
      wstrb_q         <= '0;
      settings_q      <= Reset;
      s_axil_bvalid_o <= 1'b0;
      s_axil_bresp_o  <= Okay;
      s_axil_rvalid_o <= 1'b0;
      s_axil_rresp_o  <= Okay;
      s_axil_rdata_o  <= '0;
    end else begin
      if (s_axil_awvalid_i && !aw_q) awaddr_q <= s_axil_awaddr_i[16:2];
      if (s_axil_wvalid_i && !w_q) {wstrb_q, wdata_q} <= {s_axil_wstrb_i, s_axil_wdata_i};
      aw_q <= (aw_q | s_axil_awvalid_i) & !write;
      w_q  <= (w_q | s_axil_wvalid_i) & !write;
      if (s_axil_bready_i) s_axil_bvalid_o <= 1'b0;
      if (write) begin
        s_axil_bvalid_o <= 1'b1;
        s_axil_bresp_o  <= writable ? Okay : SlvErr;
        for (int i = 0; i < NumSettings; i++) begin
          for (int b = 0; b < 4; b++) begin
            if (writable && write_word == 12'(Settings + i) && wstrb_q[b]) begin
              settings_q[i*32 + 8*b +: 8] <= wdata_q[8*b +: 8] & Bits[i*32 + 8*b +: 8];
            end
          end
        end
      end

      if (s_axil_arvalid_i && !ar_q) araddr_q <= s_axil_araddr_i[16:2];
      asked_q <= ar_q ? {asked_q[0], 1'b1} : '0;
      if (s_axil_rready_i) s_axil_rvalid_o <= 1'b0;
      if (ar_q && known && (!s_axil_rvalid_o || s_axil_rready_i)) begin
        ar_q            <= 1'b0;
        s_axil_rvalid_o <= 1'b1;
        s_axil_rdata_o  <= readable ? rdata : '0;
        s_axil_rresp_o  <= readable ? Okay : SlvErr;
      end else if (s_axil_arvalid_i) begin
        ar_q <= 1'b1;
      end
    end
  end

  assign cfg_depth_o              = settings_q[0*32 +: 32];
  assign cfg_store_forward_o      = settings_q[1*32];
  assign cfg_drop_o               = settings_q[2*32];
  assign cfg_packet_beats_o       = settings_q[3*32 +: 32];
  assign cfg_route_delay_o        = settings_q[4*32 +: 32];
  assign cfg_arbiter_o            = settings_q[5*32 +: 2];
  assign cfg_seed_o               = settings_q[6*32 +: 32];
  assign cfg_sharing_o            = settings_q[7*32 +: 2];
  assign cfg_alpha_o              = settings_q[8*32 +: 3];
  assign cfg_scheduler_o          = settings_q[9*32 +: 2];
  assign cfg_iterations_o         = settings_q[10*32 +: 3];
  assign cfg_window_o             = settings_q[11*32 +: 4];
  assign cfg_output_depth_o       = settings_q[12*32 +: 32];
  assign cfg_crosspoint_packets_o = settings_q[13*32 +: 32];
  assign cfg_service_o            = settings_q[14*32 +: 2];
  assign cfg_class_heads_o        = settings_q[15*32];
  assign cfg_weights_o            = settings_q[16*32 +: 64];
  assign cfg_class_alphas_o       = settings_q[18*32 +: 32];
  assign cfg_drop_bandwidth_o     = settings_q[19*32 +: 17];
  assign cfg_input_weights_o      = settings_q[20*32 +: 64];
endmodule : xb_axi_lite_regs

`default_nettype wire
