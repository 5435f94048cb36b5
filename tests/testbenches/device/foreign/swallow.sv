// SPDX-License-Identifier: Apache-2.0
// Serves its inputs in turn, a packet each, without buffers. Faults: the packets of FROM (inputs, as a mask) to
// TO (outputs) vanish after the first AFTER of them.
module swallow #(parameter int PORTS = 4, WIDTH = 64, FROM = 0, TO = 0, AFTER = 0) (
  input  wire clk, rst,
  input  wire [PORTS-1:0] s_tvalid, s_tlast,
  output logic [PORTS-1:0] s_tready,
  input  wire [PORTS*WIDTH-1:0] s_tdata,
  input  wire [PORTS*$clog2(PORTS)-1:0] s_tdest,
  output logic [PORTS-1:0] m_tvalid,
  output wire [PORTS-1:0] m_tlast,
  input  wire [PORTS-1:0] m_tready,
  output wire [PORTS*WIDTH-1:0] m_tdata
);
  localparam int L = $clog2(PORTS);
  localparam logic [PORTS-1:0] From = PORTS'(FROM), To = PORTS'(TO);
  logic [L-1:0] turn;
  logic amid;  // a packet
  logic [15:0] seen;  // packets of the faulty flows
  wire [L-1:0] to = s_tdest[turn*L +: L];
  wire faulty = From[turn] && To[to];
  wire gone = faulty && seen >= 16'(AFTER);
  wire moves = s_tvalid[turn] && s_tready[turn];
  assign m_tdata = {PORTS{s_tdata[turn*WIDTH +: WIDTH]}};
  assign m_tlast = {PORTS{s_tlast[turn]}};
  always_comb begin
    s_tready = '0;
    m_tvalid = '0;
    s_tready[turn] = gone || m_tready[to];
    m_tvalid[to] = s_tvalid[turn] && !gone;
  end
  always_ff @(posedge clk)
    if (rst) begin
      turn <= '0;
      amid <= 1'b0;
      seen <= '0;
    end else begin
      if (moves) amid <= !s_tlast[turn];
      if (moves && s_tlast[turn] && faulty && !(&seen)) seen <= seen + 16'd1;
      if (moves ? s_tlast[turn] : !s_tvalid[turn] && !amid)
        turn <= (turn == L'(PORTS - 1)) ? '0 : turn + 1'b1;
    end
endmodule
