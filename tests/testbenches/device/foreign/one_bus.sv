// SPDX-License-Identifier: Apache-2.0
// A bus: one packet at a time, of the lowest input that has one. Higher ones may wait for ever.
module one_bus #(parameter int PORTS = 4, WIDTH = 64) (
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
  logic [L-1:0] lowest, holder, who;
  logic held;
  always_comb begin
    lowest = '0;
    for (int i = PORTS - 1; i >= 0; i--) if (s_tvalid[i]) lowest = L'(i);
  end
  assign who = held ? holder : lowest;
  wire [L-1:0] to = s_tdest[who*L +: L];
  assign m_tdata = {PORTS{s_tdata[who*WIDTH +: WIDTH]}};
  assign m_tlast = {PORTS{s_tlast[who]}};
  always_comb begin
    s_tready = '0;
    m_tvalid = '0;
    s_tready[who] = s_tvalid[who] && m_tready[to];
    m_tvalid[to] = s_tvalid[who];
  end
  always_ff @(posedge clk)
    if (rst) begin
      holder <= '0;
      held <= 1'b0;
    end else if (s_tvalid[who]) begin
      holder <= who;
      held <= !(m_tready[to] && s_tlast[who]);
    end
endmodule
