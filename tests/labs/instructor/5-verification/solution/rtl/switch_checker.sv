// SPDX-License-Identifier: Apache-2.0
// The staff solution: a queue of beats for each pair of input and output, written as they go in, compared as they come
// out; an output stays with the input whose packet it sends; and nobody waits for too long.
module switch_checker (
  input logic             clk_i,
  input logic             rst_i,
  input logic [3:0][63:0] s_tdata_i,
  input logic [3:0]       s_tvalid_i,
  input logic [3:0]       s_tready_i,
  input logic [3:0]       s_tlast_i,
  input logic [3:0][1:0]  s_tdest_i,
  input logic [3:0][63:0] m_tdata_i,
  input logic [3:0]       m_tvalid_i,
  input logic [3:0]       m_tready_i,
  input logic [3:0]       m_tlast_i
);
  localparam int LogBeats = 8;   // that a pair may have in the switch
  localparam int Longest  = 2000; // cycles that a beat may wait at an input

  wire [3:0] s_moves = s_tvalid_i & s_tready_i;
  wire [3:0] m_moves = m_tvalid_i & m_tready_i;

  // Rules 1 and 2: what is offered and not taken stays, unchanged.
  logic [3:0]       waits_q, last_q;
  logic [3:0][63:0] data_q;
  always_ff @(posedge clk_i) begin
    waits_q <= rst_i ? '0 : m_tvalid_i & ~m_tready_i;
    data_q  <= m_tdata_i;
    last_q  <= m_tlast_i;
    for (int o = 0; o < 4; o++) begin
      if (!rst_i && waits_q[o]) begin
        assert (m_tvalid_i[o]) else $error("output %0d: tvalid is withdrawn", o);
        assert (!m_tvalid_i[o] || (m_tdata_i[o] == data_q[o] && m_tlast_i[o] == last_q[o]))
          else $error("output %0d: the beat changes while it waits", o);
      end
    end
  end

  // Rules 3 to 5: packets come out whole, in order, at their output.
  logic [64:0]       beats [16][1 << LogBeats];  // of pair {input, output}
  logic [LogBeats:0] wr [16], rd [16];
  logic [3:0]        inside_q;  // an output is within a packet
  logic [3:0][1:0]   from_q;    // of this input
  always_ff @(posedge clk_i) begin
    for (int i = 0; i < 4; i++) begin
      automatic logic [3:0] pair = {2'(i), s_tdest_i[i]};
      if (s_moves[i]) begin
        beats[pair][wr[pair][LogBeats-1:0]] <= {s_tlast_i[i], s_tdata_i[i]};
        wr[pair] <= wr[pair] + 1'b1;
      end
    end
    for (int o = 0; o < 4; o++) begin
      automatic logic [1:0] from = inside_q[o] ? from_q[o] : m_tdata_i[o][1:0];
      automatic logic [3:0] pair = {from, 2'(o)};
      if (m_moves[o]) begin
        assert (rd[pair] != wr[pair]) else $error("output %0d: a beat that input %0d has not sent", o, from);
        assert (beats[pair][rd[pair][LogBeats-1:0]] == {m_tlast_i[o], m_tdata_i[o]})
          else $error("output %0d: not the next beat of input %0d", o, from);
        rd[pair]    <= rd[pair] + 1'b1;
        from_q[o]   <= from;
        inside_q[o] <= !m_tlast_i[o];
      end
    end
    if (rst_i) begin
      inside_q <= '0;
      for (int p = 0; p < 16; p++) begin
        wr[p] <= '0;
        rd[p] <= '0;
      end
    end
  end

  // Rule 6: an input that has something moves a beat in time.
  logic [11:0] waited [4];
  always_ff @(posedge clk_i) begin
    for (int i = 0; i < 4; i++) begin
      waited[i] <= (rst_i || !s_tvalid_i[i] || s_tready_i[i]) ? '0 : waited[i] + 1'b1;
      if (!rst_i) assert (waited[i] < Longest) else $error("input %0d: nothing moves for %0d cycles", i, Longest);
    end
  end
endmodule
