// SPDX-License-Identifier: Apache-2.0
// Your checker. It sees the ports of a switch with four inputs (s) and outputs (m), and says with assertions what a
// correct one never does. It drives nothing. Rule 1 is done; the others are YOURS.
module switch_checker (
  input logic             clk_i,
  input logic             rst_i,
  // Into the switch: a beat moves at the edge at which tvalid and tready are 1.
  input logic [3:0][63:0] s_tdata_i,
  input logic [3:0]       s_tvalid_i,
  input logic [3:0]       s_tready_i,
  input logic [3:0]       s_tlast_i,
  input logic [3:0][1:0]  s_tdest_i,  // the output, the same in all beats of a packet
  // Out of it.
  input logic [3:0][63:0] m_tdata_i,
  input logic [3:0]       m_tvalid_i,
  input logic [3:0]       m_tready_i,
  input logic [3:0]       m_tlast_i
);
  wire [3:0] s_moves = s_tvalid_i & s_tready_i;
  wire [3:0] m_moves = m_tvalid_i & m_tready_i;

  // Rule 1: a beat that an output offers, and that is not taken, is still offered in the next cycle.
  logic [3:0] waits_q;
  always_ff @(posedge clk_i) begin
    waits_q <= rst_i ? '0 : m_tvalid_i & ~m_tready_i;
    for (int o = 0; o < 4; o++) begin
      if (!rst_i) assert (!waits_q[o] || m_tvalid_i[o]) else $error("output %0d: tvalid is withdrawn", o);
    end
  end

  // YOURS: rules 2 to 6. A copy of what is in the switch helps: memories of your own, written at s_moves, read at m_moves.

  wire unused = &{1'b0, s_tdata_i, s_tlast_i, s_tdest_i, s_moves, m_tdata_i, m_tlast_i, m_moves};
endmodule
