// SPDX-License-Identifier: Apache-2.0
// What stands between hosts and a device whose valid and ready do not meet in one cycle: links with credits, with a
// ready latency, or with a read latency (docs/your-own-switch.md). A message is PORT: RULE: expected ...; seen ...
// verilator lint_off DECLFILENAME
// verilator lint_off WIDTH

/// Senders to a device. A beat is sent where valid_i and ready_o are 1.
module link_senders #(
  parameter int unsigned Ports = 4,
  parameter int unsigned Credits = 0,      ///< beats that an input has room for; 0: back_i is a ready
  parameter int unsigned Initial = 0,      ///< credits that are there after reset, up to so many
  parameter int unsigned ReadyLatency = 0  ///< cycles from that ready to the beat that it allows
) (
  input  logic             clk_i, rst_ni,
  input  logic [Ports-1:0] valid_i,
  output logic [Ports-1:0] ready_o,
  input  logic [Ports-1:0] back_i
);
  if (Credits != 0) begin : gen_credits
    logic [Ports-1:0][16:0] left_q;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      for (int unsigned p = 0; p < Ports; p++) begin
        if (!rst_ni) left_q[p] <= 17'(Initial);
        else left_q[p] <= left_q[p] + 17'(back_i[p]) - 17'(valid_i[p] && ready_o[p]);
        if (rst_ni && back_i[p] && left_q[p] == 17'(Credits) && !valid_i[p])
          $error("input %0d: credits: expected no credit, as all %0d are there; seen one: %s", p, Credits,
                 "does it give them after reset, as initial-credits = 0 says? Is clock.reset-active right?");
      end
    end
    for (genvar p = 0; p < Ports; p++) begin : gen_ready
      assign ready_o[p] = left_q[p] != '0;
    end
  end else begin : gen_latency
    logic [ReadyLatency-1:0][Ports-1:0] ready_q;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) ready_q <= '0;
      else ready_q <= {ready_q, back_i};
    end
    assign ready_o = ready_q[ReadyLatency-1];
  end
endmodule

/// Receivers of a device: a FIFO an output, which a beat passes in the cycle in which it comes, if it is empty.
module link_receivers #(
  parameter int unsigned Ports = 4,
  parameter int unsigned Bits = 64,         ///< of a beat
  parameter int unsigned Credits = 0,       ///< room of a FIFO that the device counts; 0: it is asked with ready_o
  parameter int unsigned Initial = 0,       ///< credits that the device has after reset; ready_o gives it the others
  parameter int unsigned ReadyLatency = 0,  ///< cycles from ready_o to the beat that it allows
  parameter int unsigned ReadLatency = 0    ///< cycles from valid_i and ready_o to the beat
) (
  input  logic                       clk_i, rst_ni,
  input  logic [Ports-1:0]           valid_i,
  input  logic [Ports-1:0][Bits-1:0] beat_i,
  output logic [Ports-1:0]           ready_o,  ///< or a credit
  output logic [Ports-1:0]           came_o,   ///< a beat has come from the device
  output logic [Ports-1:0]           valid_o,
  output logic [Ports-1:0][Bits-1:0] beat_o,
  input  logic [Ports-1:0]           ready_i
);
  localparam int unsigned Latency = ReadyLatency + ReadLatency;
  localparam int unsigned Depth = Credits != 0 ? Credits : 2 * Latency + 1;
  localparam int unsigned Places = 2 ** $clog2(Depth + 1);
  logic [Bits-1:0]                          fifo_q [Ports][Places];
  logic [Ports-1:0][31:0]                   in_q, out_q;
  logic [(Latency == 0 ? 1 : Latency)-1:0][Ports-1:0] asked_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) asked_q <= '0;
    else asked_q <= {asked_q, ready_o & (ReadLatency != 0 ? valid_i : '1)};
  end
  assign came_o = ReadLatency == 0 ? valid_i : asked_q[(Latency == 0 ? 1 : Latency)-1];

  for (genvar p = 0; p < Ports; p++) begin : gen_port
    logic [31:0] held, owed_q;
    wire leaves = valid_o[p] && ready_i[p];
    assign held = in_q[p] - out_q[p];
    assign ready_o[p] = rst_ni && (Credits != 0 ? leaves || owed_q != '0 : held + 32'(Latency) < 32'(Depth));
    assign valid_o[p] = came_o[p] || held != '0;
    assign beat_o[p] = held != '0 ? fifo_q[p][out_q[p] % Places] : beat_i[p];
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        in_q[p]  <= '0;
        out_q[p] <= '0;
        owed_q   <= 32'(Credits - Initial);
      end else begin
        in_q[p]  <= in_q[p] + 32'(came_o[p]);
        out_q[p] <= out_q[p] + 32'(leaves);
        if (Credits != 0) owed_q <= owed_q + 32'(leaves) - 32'(ready_o[p]);
        if (came_o[p] && Credits != 0 && held + owed_q == 32'(Depth) && !ready_o[p])
          $error("output %0d: credits: expected no beat, as all %0d credits are used; seen one", p, Credits);
        if (came_o[p] && ReadyLatency != 0 && !asked_q[(Latency == 0 ? 1 : Latency)-1][p])
          $error("output %0d: ready-latency: expected no beat, as ready was 0 %0d cycles before; seen one", p, Latency);
      end
    end
    always_ff @(posedge clk_i) begin
      if (came_o[p]) fifo_q[p][in_q[p] % Places] <= beat_i[p];
    end
  end
endmodule
