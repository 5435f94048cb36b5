// SPDX-License-Identifier: Apache-2.0
/// The crosspoints of one output in a pipelined switch: a FIFO in LUTs for each input, of which the first beat's framing is in
/// registers. It comes a cycle before its payload and bids while that is written.
///
/// Latency: what enters in cycle t bids in t+1, and `word_o` shows it one cycle after its `take_i`. Capacity: `Depth` beats
/// each: their sender sees to that.
`default_nettype none

module xb_pipe_crosspoints #(
  /// Number of switch ports, 2..64.
  parameter int unsigned NumPorts = 4,
  /// Width of a word [bits].
  parameter int unsigned Width = 66,
  /// Capacity of a crosspoint [beats], >= 2.
  parameter int unsigned Depth = 16,
  /// Derived, do not overwrite.
  localparam int unsigned DestWidth = $clog2(NumPorts)
) (
  input  logic                      clk_i,
  input  logic                      rst_ni,
  /// Per input: a beat enters, it is its packet's last; registers. What entered in the last cycle.
  input  logic [NumPorts-1:0]       enter_i,
  input  logic [NumPorts-1:0]       last_i,
  input  logic [NumPorts*Width-1:0] word_i,
  /// Per input, registers: a beat is there, the first is its packet's last. The one that goes, one-hot or 0.
  output logic [NumPorts-1:0]       want_o,
  output logic [NumPorts-1:0]       last_o,
  input  logic [NumPorts-1:0]       take_i,
  /// What went in the last cycle: whose, one-hot; the word of input `sel_i`.
  output logic [NumPorts-1:0]       taken_o,
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

  // At least 1, so that tools get as far as the message above.
  localparam int unsigned AddrWidth = (Depth < 2) ? 1 : $clog2(Depth);
  localparam logic [AddrWidth-1:0] LastAddr = AddrWidth'(Depth - 1);

  function automatic logic [AddrWidth-1:0] after(input logic [AddrWidth-1:0] addr);
    after = (addr == LastAddr) ? '0 : addr + 1'b1;
  endfunction

  logic [NumPorts-1:0] entered_q;
  logic [Width-1:0]    words [NumPorts];

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
    logic [Width-1:0]     queue_q [Depth];
    logic [AddrWidth-1:0] waddr_q, raddr_q;

    xb_pipe_output #(.Width(1), .Depth(Depth)) u_framing (
      .clk_i, .rst_ni,
      .valid_i(enter_i[i]), .word_i(last_i[i]), .valid_o(want_o[i]), .ready_i(take_i[i]), .word_o(last_o[i])
    );
    assign words[i] = queue_q[raddr_q];

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        waddr_q <= '0;
        raddr_q <= '0;
      end else begin
        if (entered_q[i]) waddr_q <= after(waddr_q);
        if (taken_o[i]) raddr_q <= after(raddr_q);
      end
    end
    // Datapath: no reset, its content counts only where a beat is.
    always_ff @(posedge clk_i) begin
      if (entered_q[i]) queue_q[waddr_q] <= word_i[i*Width +: Width];
    end
  end
endmodule : xb_pipe_crosspoints

`default_nettype wire
