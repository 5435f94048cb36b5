// SPDX-License-Identifier: Apache-2.0
/// The crosspoints of one output in a pipelined switch: a FIFO in LUTs for each input and traffic class, of which the first
/// beat's framing is in registers. It comes a cycle before its payload and bids while that is written.
///
/// Latency: what enters in cycle t bids in t+1, and `word_o` shows it one cycle after its `take_i`. Capacity: `Depth` beats
/// each: their sender sees to that. A crosspoint's classes are parts of one RAM: of an input, one beat a cycle enters.
`default_nettype none

module xb_pipe_crosspoints #(
  /// Number of switch ports, 2..64.
  parameter int unsigned NumPorts = 4,
  /// Width of a word [bits].
  parameter int unsigned Width = 66,
  /// Capacity of a crosspoint's FIFO [beats], >= 2.
  parameter int unsigned Depth = 16,
  /// Traffic classes, 1..8.
  parameter int unsigned Classes = 1,
  /// Derived, do not overwrite.
  localparam int unsigned DestWidth = $clog2(NumPorts),
  localparam int unsigned NumQueues = NumPorts * Classes
) (
  input  logic                      clk_i,
  input  logic                      rst_ni,
  /// Per queue, c*NumPorts+i: a beat enters, it is its packet's last; registers. Per input, what entered in the last cycle.
  input  logic [NumQueues-1:0]      enter_i,
  input  logic [NumQueues-1:0]      last_i,
  input  logic [NumPorts*Width-1:0] word_i,
  /// Per queue, registers: a beat is there, the first is its packet's last. The one that goes, one-hot or 0; of which class,
  /// if one does, one-hot.
  output logic [NumQueues-1:0]      want_o,
  output logic [NumQueues-1:0]      last_o,
  input  logic [NumQueues-1:0]      take_i,
  input  logic [Classes-1:0]        class_i,
  /// What went in the last cycle: whose, one-hot; the word of input `sel_i`.
  output logic [NumQueues-1:0]      taken_o,
  input  logic [DestWidth-1:0]      sel_i,
  output logic [Width-1:0]          word_o
);
  if (NumPorts < 2 || NumPorts > 64) begin : gen_illegal_num_ports
    $error("NumPorts must be 2..64");
  end
  if (Width < 1) begin : gen_illegal_width
    $error("Width must be 1 or more");
  end
  if (Depth < 2 || Depth > 2**30) begin : gen_illegal_depth
    $error("Depth must be 2..2**30");
  end
  if (Classes < 1 || Classes > 8) begin : gen_illegal_classes
    $error("Classes must be 1..8");
  end

  // At least 1, so that tools get as far as the message above.
  localparam int unsigned AddrWidth = (Depth < 2) ? 1 : $clog2(Depth);
  localparam logic [AddrWidth-1:0] LastAddr = AddrWidth'(Depth - 1);
  localparam int unsigned Rows = 2**AddrWidth;
  localparam int unsigned ClassWidth = $clog2(Classes);
  localparam int unsigned RowWidth = ClassWidth + AddrWidth;

  function automatic logic [AddrWidth-1:0] after(input logic [AddrWidth-1:0] addr);
    after = (addr == LastAddr) ? '0 : addr + 1'b1;
  endfunction

  logic [NumQueues-1:0] entered_q;
  logic [Width-1:0]     words [NumPorts];

  assign word_o = words[sel_i];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      entered_q <= '0;
      taken_o   <= '0;
    end else begin
      entered_q <= enter_i;
      taken_o   <= take_i;
    end
  end

  for (genvar i = 0; i < NumPorts; i++) begin : gen_input
    (* no_rw_check *)
    logic [Width-1:0]             queue_q [Classes*Rows];
    logic [Classes*AddrWidth-1:0] waddr_q, raddr_q;
    logic [Classes-1:0]           entered, taken;
    logic [RowWidth-1:0]          write_row, read_row;

    for (genvar c = 0; c < Classes; c++) begin : gen_class
      localparam int unsigned Queue = c*NumPorts + i;

      xb_pipe_output #(.Width(1), .Depth(Depth)) u_framing (
        .clk_i, .rst_ni, .valid_i(enter_i[Queue]), .word_i(last_i[Queue]),
        .valid_o(want_o[Queue]), .ready_i(take_i[Queue]), .word_o(last_o[Queue])
      );
      assign entered[c] = entered_q[Queue];
      assign taken[c]   = (Classes == 1) ? taken_o[Queue] : take_i[Queue];

      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) begin
          waddr_q[c*AddrWidth +: AddrWidth] <= '0;
          raddr_q[c*AddrWidth +: AddrWidth] <= '0;
        end else begin
          if (entered[c]) waddr_q[c*AddrWidth +: AddrWidth] <= after(waddr_q[c*AddrWidth +: AddrWidth]);
          if (taken[c]) raddr_q[c*AddrWidth +: AddrWidth] <= after(raddr_q[c*AddrWidth +: AddrWidth]);
        end
      end
    end

    // Of several classes, which row is read is known a cycle ahead, in a register.
    if (Classes == 1) begin : gen_one_class
      logic unused_class;

      assign unused_class = class_i;
      assign write_row    = waddr_q;
      assign read_row     = raddr_q;
    end else begin : gen_classes
      logic [RowWidth-1:0] next_row;

      always_comb begin
        write_row = '0;
        next_row  = '0;
        for (int c = 0; c < Classes; c++) begin
          if (entered[c]) write_row |= {ClassWidth'(c), waddr_q[c*AddrWidth +: AddrWidth]};
          if (class_i[c]) next_row |= {ClassWidth'(c), raddr_q[c*AddrWidth +: AddrWidth]};
        end
      end
      always_ff @(posedge clk_i) read_row <= next_row;
    end
    assign words[i] = queue_q[read_row];

    // Datapath: no reset, its content counts only where a beat is.
    always_ff @(posedge clk_i) begin
      if (entered != '0) queue_q[write_row] <= word_i[i*Width +: Width];
    end
  end
endmodule : xb_pipe_crosspoints

`default_nettype wire
