// SPDX-License-Identifier: Apache-2.0
// A switch whose links have no ready, as somebody else may have written one: each input has a FIFO for each class of
// packets, and asks its host to pause a class while the FIFO holds XOFF beats or more, until it holds XON. What comes
// when a FIFO is full is lost. Each output sends the highest class of which a packet waits for it, the inputs in turn,
// and stays with a packet to its end.
module pause_switch #(
  parameter PORTS = 4,
  parameter CLASSES = 2,     // at least
  parameter WIDTH = 64,
  parameter LOG_DEPTH = 6,   // of a FIFO: 2**LOG_DEPTH beats
  parameter HEADROOM = 32,   // beats of it that are kept for what comes until a host pauses
  parameter LATE = 0         // cycles in which a pause is under way in the switch itself
) (
  input  wire                                 clk,
  input  wire                                 rst,
  input  wire [PORTS-1:0]                     s_tvalid,
  input  wire [PORTS-1:0]                     s_tlast,
  input  wire [PORTS*WIDTH-1:0]               s_tdata,
  input  wire [PORTS*$clog2(PORTS)-1:0]       s_tdest,
  input  wire [PORTS*$clog2(CLASSES)-1:0]     s_tid,
  output wire [PORTS-1:0]                     s_full,    // the FIFO of the class on offer has no room
  output wire [PORTS*CLASSES-1:0]             s_pause,   // of input i and class c: bit i*CLASSES+c
  output reg  [PORTS-1:0]                     m_tvalid,
  output reg  [PORTS-1:0]                     m_tlast,
  input  wire [PORTS-1:0]                     m_tready,
  output reg  [PORTS*WIDTH-1:0]               m_tdata,
  output reg  [PORTS*$clog2(CLASSES)-1:0]     m_tid
);
  localparam P = $clog2(PORTS);
  localparam C = $clog2(CLASSES);
  localparam XOFF = 2**LOG_DEPTH - HEADROOM;
  localparam XON = XOFF / 2;
  localparam BEAT = P + 1 + WIDTH;  // {destination, last, data}
  localparam QUEUES = PORTS * CLASSES;

  // Of input i and class c at i*CLASSES+c.
  wire [QUEUES*BEAT-1:0] head;
  wire [QUEUES-1:0]      waits, full;
  reg  [QUEUES-1:0]      pop;

  genvar g;
  generate
    for (g = 0; g < PORTS; g = g + 1) begin : gen_in
      assign s_full[g] = full[g*CLASSES + s_tid[g*C +: C]];
    end
    for (g = 0; g < QUEUES; g = g + 1) begin : gen_queue
      localparam I = g / CLASSES;
      reg  [BEAT-1:0]      mem [0:2**LOG_DEPTH-1];
      reg  [LOG_DEPTH:0]   wr, rd;  // one bit more than an address
      reg                  above;
      reg  [LATE:0]        late;    // of the last cycles
      wire [LOG_DEPTH:0]   count = wr - rd;
      wire                 asks = (count >= XOFF) | (above & (count > XON));
      wire                 push = s_tvalid[I] & (s_tid[I*C +: C] == g % CLASSES) & !full[g];

      assign full[g]  = count == 2**LOG_DEPTH;
      assign waits[g] = count != 0;
      assign head[g*BEAT +: BEAT] = mem[rd[LOG_DEPTH-1:0]];
      assign s_pause[g] = (LATE == 0) ? asks : late[LATE - (LATE != 0)];
      always @(posedge clk) begin
        if (push) mem[wr[LOG_DEPTH-1:0]] <= {s_tdest[I*P +: P], s_tlast[I], s_tdata[I*WIDTH +: WIDTH]};
        wr    <= rst ? 0 : wr + push;
        rd    <= rst ? 0 : rd + pop[g];
        above <= !rst & asks;
        late  <= rst ? 0 : {late, asks};
      end
    end
  endgenerate

  // By output: in a packet, of which queue; the input whose turn it is.
  reg  [PORTS-1:0] busy;
  reg  [31:0]      holder [0:PORTS-1];
  reg  [31:0]      turn [0:PORTS-1];
  reg  [31:0]      from [0:PORTS-1];
  reg  [PORTS-1:0] found;
  integer j, c, n, q;

  always @* begin
    pop = 0;
    for (j = 0; j < PORTS; j = j + 1) begin
      found[j] = busy[j];
      from[j]  = busy[j] ? holder[j] : 0;
      for (c = CLASSES - 1; c >= 0; c = c - 1) begin
        for (n = 0; n < PORTS; n = n + 1) begin
          q = ((turn[j] + n) % PORTS) * CLASSES + c;
          if (!found[j] && waits[q] && head[q*BEAT + WIDTH + 1 +: P] == j) begin
            found[j] = 1;
            from[j]  = q;
          end
        end
      end
      m_tvalid[j]               = found[j] & waits[from[j]];
      m_tlast[j]                = head[from[j]*BEAT + WIDTH];
      m_tdata[j*WIDTH +: WIDTH] = head[from[j]*BEAT +: WIDTH];
      m_tid[j*C +: C]           = from[j] % CLASSES;
      if (m_tvalid[j] & m_tready[j]) pop[from[j]] = 1;
    end
  end

  always @(posedge clk) begin
    for (j = 0; j < PORTS; j = j + 1) begin
      holder[j] <= from[j];
      busy[j]   <= !rst & found[j] & !(m_tvalid[j] & m_tready[j] & m_tlast[j]);
      if (rst) turn[j] <= 0;
      else if (m_tvalid[j] & m_tready[j] & m_tlast[j]) turn[j] <= (from[j] / CLASSES + 1) % PORTS;
    end
  end
endmodule
