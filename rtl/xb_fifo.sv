// SPDX-License-Identifier: Apache-2.0
/// First-word fall-through FIFO on block RAM, one push and one pop a cycle. A word is a beat's data and, in a
/// memory of its own, the side information that goes with it.
///
/// Latency: a word pushed into an empty FIFO is at the head one cycle later. Capacity: `depth_i` words; the
/// RAM's read register and the prefetch register hold copies, not further words.
/// The read address looks ahead (it is the head of the *next* cycle), which hides the RAM's read latency; a
/// word written in the cycle in which it would have to be read is kept in the prefetch register instead. A head
/// that waits is read once: when the one before it goes, or behind the prefetch register.
/// `ready_o`, `valid_o`, `data_o` and `count_o` come from registers only; `ready_i` reaches the RAM's address.
`default_nettype none

module xb_fifo #(
  /// Width of the data and of the side information [bits], >= 1.
  parameter int unsigned DataWidth = 64,
  parameter int unsigned SideWidth = 6,
  /// Elaborated capacity [words], >= 2; need not be a power of two.
  parameter int unsigned MaxDepth = 1024,
  /// Up to so many words the RAM may be of LUTs (xb_ram_1r1w).
  parameter int unsigned LutWords = 255
) (
  input  logic                          clk_i,
  input  logic                          rst_ni,
  /// Run-time capacity [words], 1..MaxDepth. May change at any time: a FIFO over its new capacity takes
  /// nothing until it has drained below it.
  input  logic [xb_pkg::CountWidth-1:0] depth_i,
  /// Push side (valid/ready).
  input  logic                          valid_i,
  output logic                          ready_o,
  input  logic [DataWidth-1:0]          data_i,
  input  logic [SideWidth-1:0]          side_i,
  /// Pop side (valid/ready).
  output logic                          valid_o,
  input  logic                          ready_i,
  output logic [DataWidth-1:0]          data_o,
  output logic [SideWidth-1:0]          side_o,
  /// Words held now.
  output logic [xb_pkg::CountWidth-1:0] count_o
);
  if (DataWidth < 1) begin : gen_illegal_data_width
    $error("DataWidth must be 1 or more");
  end
  if (SideWidth < 1) begin : gen_illegal_side_width
    $error("SideWidth must be 1 or more");
  end
  if (MaxDepth < 2 || MaxDepth > 2**30) begin : gen_illegal_max_depth
    $error("MaxDepth must be 2..2**30");
  end

  // At least 1, so that tools get as far as the message above.
  localparam int unsigned AddrWidth = (MaxDepth < 2) ? 1 : $clog2(MaxDepth);
  localparam int unsigned LevelWidth = $clog2(MaxDepth + 1);
  localparam logic [AddrWidth-1:0] LastAddr = AddrWidth'(MaxDepth - 1);

  logic [AddrWidth-1:0]          waddr_q, raddr_q, raddr_next, raddr;
  logic [LevelWidth-1:0]         count_q;
  logic                          valid_q, bypass_q, push, pop, re;
  logic [DataWidth-1:0]          prefetch_data_q, rdata;
  logic [SideWidth-1:0]          prefetch_side_q, rside;

  assign ready_o    = count_o < depth_i;
  assign valid_o    = valid_q;
  assign data_o     = bypass_q ? prefetch_data_q : rdata;
  assign side_o     = bypass_q ? prefetch_side_q : rside;
  assign count_o    = xb_pkg::CountWidth'(count_q);
  assign push       = valid_i & ready_o;
  assign pop        = valid_o & ready_i;
  assign raddr_next = (raddr_q == LastAddr) ? '0 : raddr_q + 1'b1;
  assign raddr      = pop ? raddr_next : raddr_q;
  assign re         = valid_o & (ready_i | bypass_q);

  xb_ram_1r1w #(.Width(DataWidth), .Depth(MaxDepth), .LutWords(LutWords)) u_data_ram (
    .clk_i,
    .we_i(push), .waddr_i(waddr_q), .wdata_i(data_i),
    .re_i(re), .raddr_i(raddr), .rdata_o(rdata)
  );
  xb_ram_1r1w #(.Width(SideWidth), .Depth(MaxDepth), .LutWords(LutWords)) u_side_ram (
    .clk_i,
    .we_i(push), .waddr_i(waddr_q), .wdata_i(side_i),
    .re_i(re), .raddr_i(raddr), .rdata_o(rside)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      waddr_q  <= '0;
      raddr_q  <= '0;
      count_q  <= '0;
      valid_q  <= 1'b0;
      bypass_q <= 1'b0;
    end else begin
      // What another line reads is assigned after it: Verilator's model then needs no copy of the old value.
      // Not compared when it is popped: the longest path of a fast clock.
      valid_q  <= push || (count_q > LevelWidth'(pop));
      // The word being written is the next head: the RAM cannot read it yet.
      bypass_q <= push && (count_q == LevelWidth'(pop));
      count_q  <= count_q + {{LevelWidth - 1{pop & !push}}, push ^ pop};  // two's complement: +1, 0 or -1
      if (push) waddr_q <= (waddr_q == LastAddr) ? '0 : waddr_q + 1'b1;
      raddr_q  <= raddr;
    end
  end

  // Datapath: no reset, its content counts only under bypass_q.
  always_ff @(posedge clk_i) begin
    if (push) begin
      prefetch_data_q <= data_i;
      prefetch_side_q <= side_i;
    end
  end
endmodule : xb_fifo

`default_nettype wire
