// SPDX-License-Identifier: Apache-2.0
// A switch with traffic classes, as somebody else may have written one: tid is a packet's class. Each input has a FIFO
// for each class, and is ready if that of the class on offer has room. Each output sends the highest class of which a
// packet waits for it, the inputs in turn, and stays with a packet to its end.
module class_switch #(
  parameter int unsigned PORTS = 4,
  parameter int unsigned CLASSES = 2,
  parameter int unsigned WIDTH = 64,
  parameter int unsigned LOG_DEPTH = 4,  // of a FIFO: 2^LOG_DEPTH beats
  localparam int unsigned P = $clog2(PORTS),
  localparam int unsigned C = $clog2(CLASSES)
) (
  input  logic                        clk,
  input  logic                        rst,
  input  logic [PORTS-1:0]            s_tvalid, s_tlast,
  output logic [PORTS-1:0]            s_tready,
  input  logic [PORTS-1:0][WIDTH-1:0] s_tdata,
  input  logic [PORTS-1:0][P-1:0]     s_tdest,
  input  logic [PORTS-1:0][C-1:0]     s_tid,
  output logic [PORTS-1:0]            m_tvalid, m_tlast,
  input  logic [PORTS-1:0]            m_tready,
  output logic [PORTS-1:0][WIDTH-1:0] m_tdata,
  output logic [PORTS-1:0][C-1:0]     m_tid
);
  typedef struct packed {
    logic [P-1:0]     dest;
    logic [C-1:0]     id;
    logic             last;
    logic [WIDTH-1:0] data;
  } beat_t;
  typedef logic [CLASSES-1:0][PORTS-1:0] heads_t;  // by class and input

  beat_t head[CLASSES][PORTS];
  heads_t valid, pop;
  heads_t take[PORTS];  // by output

  for (genvar i = 0; i < int'(PORTS); i++) begin : gen_in
    logic [CLASSES-1:0] full;
    assign s_tready[i] = !full[s_tid[i]];
    for (genvar c = 0; c < int'(CLASSES); c++) begin : gen_fifo
      beat_t mem[2**LOG_DEPTH];
      logic [LOG_DEPTH:0] wr, rd;  // one bit more than an address
      logic push;
      assign push = s_tvalid[i] && s_tready[i] && s_tid[i] == C'(c);
      assign full[c] = (wr ^ rd) == {1'b1, LOG_DEPTH'(0)};
      assign valid[c][i] = wr != rd;
      assign head[c][i] = mem[rd[LOG_DEPTH-1:0]];
      always_comb begin
        pop[c][i] = 1'b0;
        for (int j = 0; j < int'(PORTS); j++) pop[c][i] |= take[j][c][i];
      end
      always_ff @(posedge clk) begin
        if (push) mem[wr[LOG_DEPTH-1:0]] <= {s_tdest[i], s_tid[i], s_tlast[i], s_tdata[i]};
        wr <= rst ? '0 : wr + (LOG_DEPTH + 1)'(push);
        rd <= rst ? '0 : rd + (LOG_DEPTH + 1)'(pop[c][i]);
      end
    end
  end

  for (genvar j = 0; j < int'(PORTS); j++) begin : gen_out
    logic busy, found, ends;
    logic [P-1:0] holder, from, first;  // the input of the packet on its way; that of the next beat; whose turn it is
    logic [C-1:0] held, of_class;
    beat_t beat;
    always_comb begin
      found = busy;
      from = holder;
      of_class = held;
      for (int c = int'(CLASSES) - 1; c >= 0; c--) begin
        for (int n = 0; n < int'(PORTS); n++) begin
          automatic int i = (int'(first) + n) % int'(PORTS);
          if (!found && valid[c][i] && head[c][i].dest == P'(j)) begin
            found = 1'b1;
            from = P'(i);
            of_class = C'(c);
          end
        end
      end
      beat = head[of_class][from];
      m_tvalid[j] = found && valid[of_class][from];
      m_tlast[j] = beat.last;
      m_tdata[j] = beat.data;
      m_tid[j] = beat.id;
      ends = m_tvalid[j] && m_tready[j] && m_tlast[j];
      take[j] = '0;
      take[j][of_class][from] = m_tvalid[j] && m_tready[j];
    end
    always_ff @(posedge clk) begin
      holder <= from;
      held <= of_class;
      busy <= !rst && found && !ends;
      if (rst) first <= '0;
      else if (ends) first <= from == P'(PORTS - 1) ? '0 : from + 1'b1;
    end
  end
endmodule
