// SPDX-License-Identifier: Apache-2.0
/// One output of a pipelined switch: a register that the port shows, and behind it the beats that a receiver that stalls
/// leaves there, in a RAM of LUTs. Whoever grants sends no more than they hold, so nothing here stops the crossbar.
///
/// Latency: 1 cycle. Capacity: `Depth` beats, the register included: its sender sees to that.
`default_nettype none

module xb_pipe_output #(
  /// Width of a word [bits]: a beat, its framing and its source.
  parameter int unsigned Width = 64,
  /// Slots of the queue, >= 2; as many beats may be here.
  parameter int unsigned Depth = 8
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  /// A beat comes through the crossbar.
  input  logic             valid_i,
  input  logic [Width-1:0] word_i,
  /// The port.
  output logic             valid_o,
  input  logic             ready_i,
  output logic [Width-1:0] word_o
);
  if (Width < 1) begin : gen_illegal_width
    $error("Width must be 1 or more");
  end
  if (Depth < 2 || Depth > 2**30) begin : gen_illegal_depth
    $error("Depth must be 2..2**30");
  end

  // At least 1, so that tools get as far as the message above.
  localparam int unsigned AddrWidth = (Depth < 2) ? 1 : $clog2(Depth);
  localparam logic [AddrWidth-1:0] LastAddr = AddrWidth'(Depth - 1);

  function automatic logic [AddrWidth-1:0] next(input logic [AddrWidth-1:0] addr);
    next = (addr == LastAddr) ? '0 : addr + 1'b1;
  endfunction

  (* no_rw_check *)
  logic [Width-1:0]     queue_q [Depth];
  logic [AddrWidth-1:0] waddr_q, raddr_q;
  logic                 some_q, load, enter, leave;

  assign load  = !valid_o | ready_i;
  assign leave = some_q & load;
  assign enter = valid_i & (some_q | !load);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_o <= 1'b0;
      some_q  <= 1'b0;  // the queue holds a beat
      waddr_q <= '0;
      raddr_q <= '0;
    end else begin
      if (load) valid_o <= some_q | valid_i;
      if (enter) waddr_q <= next(waddr_q);
      if (leave) raddr_q <= next(raddr_q);
      some_q <= enter | (some_q & !(leave & (next(raddr_q) == waddr_q)));
    end
  end

  // Datapath: no reset, its content counts only under valid_o and some_q.
  always_ff @(posedge clk_i) begin
    if (enter) queue_q[waddr_q] <= word_i;
    if (load) word_o <= some_q ? queue_q[raddr_q] : word_i;
  end
endmodule : xb_pipe_output

`default_nettype wire
