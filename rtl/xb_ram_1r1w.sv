// SPDX-License-Identifier: Apache-2.0
/// Block RAM with one write and one read port.
///
/// Latency: read data follows its address by one cycle, with OutputRegister by two. Reading an address in the very cycle
/// in which it is written returns the old word; users bypass (see xb_fifo), so no collision logic is asked for.
/// It rests, and shows what it has, in cycles in which nobody reads: the enable is the block RAM's own.
`default_nettype none

module xb_ram_1r1w #(
  /// Word width [bits], >= 1.
  parameter int unsigned Width = 64,
  /// Number of words, >= 2; need not be a power of two.
  parameter int unsigned Depth = 1024,
  /// Up to so many words LUTs will do, if the tool likes: faster for a few bits, while many words are slow.
  parameter int unsigned LutWords = 255,
  /// 1: a register behind the read port, which deep memories of many blocks need for a fast clock.
  parameter int unsigned OutputRegister = 0,
  /// Derived, do not overwrite.
  localparam int unsigned AddrWidth = $clog2(Depth)
) (
  input  logic                 clk_i,
  /// Write port: `wdata_i` goes to `waddr_i` when `we_i`.
  input  logic                 we_i,
  input  logic [AddrWidth-1:0] waddr_i,
  input  logic [Width-1:0]     wdata_i,
  /// Read port: `rdata_o` is the word that `raddr_i` named in the last cycle before with `re_i`, or with OutputRegister what
  /// that was a cycle ago.
  input  logic                 re_i,
  input  logic [AddrWidth-1:0] raddr_i,
  output logic [Width-1:0]     rdata_o
);
  if (Width < 1) begin : gen_illegal_width
    $error("Width must be 1 or more");
  end
  if (Depth < 2 || Depth > 2**30) begin : gen_illegal_depth
    $error("Depth must be 2..2**30");
  end
  if (LutWords > 2**30) begin : gen_illegal_lut_words
    $error("LutWords must be 0..2**30");
  end
  if (OutputRegister > 1) begin : gen_illegal_output_register
    $error("OutputRegister must be 0..1");
  end

`ifdef YOSYS
  (* no_rw_check, ram_style = (Depth > LutWords) ? "block" : "" *)
`else
  (* no_rw_check *)
`endif
  logic [Width-1:0] mem_q [Depth];

  always_ff @(posedge clk_i) begin
    if (we_i) mem_q[waddr_i] <= wdata_i;
  end

  if (OutputRegister == 0) begin : gen_output
    always_ff @(posedge clk_i) begin
      if (re_i) rdata_o <= mem_q[raddr_i];
    end
  end else begin : gen_output_register
    logic [Width-1:0] read_q;

    always_ff @(posedge clk_i) begin
      if (re_i) read_q <= mem_q[raddr_i];
      rdata_o <= read_q;
    end
  end
endmodule : xb_ram_1r1w

`default_nettype wire
