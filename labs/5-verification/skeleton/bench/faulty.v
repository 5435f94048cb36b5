// SPDX-License-Identifier: Apache-2.0
// The switch of correct.v, with one of five faults, by number. Your checker watches its ports.
`default_nettype none

module faulty_switch #(
  parameter DATA_WIDTH = 64,
  parameter LOG_DEPTH  = 4  // of a FIFO: 2^LOG_DEPTH beats
) (
  input  wire                    clk,
  input  wire                    rst,

  input  wire [DATA_WIDTH-1:0]   s0_axis_tdata, s1_axis_tdata, s2_axis_tdata, s3_axis_tdata,
  input  wire [DATA_WIDTH/8-1:0] s0_axis_tkeep, s1_axis_tkeep, s2_axis_tkeep, s3_axis_tkeep,
  input  wire                    s0_axis_tvalid, s1_axis_tvalid, s2_axis_tvalid, s3_axis_tvalid,
  output wire                    s0_axis_tready, s1_axis_tready, s2_axis_tready, s3_axis_tready,
  input  wire                    s0_axis_tlast, s1_axis_tlast, s2_axis_tlast, s3_axis_tlast,
  input  wire [1:0]              s0_axis_tdest, s1_axis_tdest, s2_axis_tdest, s3_axis_tdest,

  output wire [DATA_WIDTH-1:0]   m0_axis_tdata, m1_axis_tdata, m2_axis_tdata, m3_axis_tdata,
  output wire [DATA_WIDTH/8-1:0] m0_axis_tkeep, m1_axis_tkeep, m2_axis_tkeep, m3_axis_tkeep,
  output wire                    m0_axis_tvalid, m1_axis_tvalid, m2_axis_tvalid, m3_axis_tvalid,
  input  wire                    m0_axis_tready, m1_axis_tready, m2_axis_tready, m3_axis_tready,
  output wire                    m0_axis_tlast, m1_axis_tlast, m2_axis_tlast, m3_axis_tlast
);
  // Which fault: 0 none. The environment variable XB_FAULT says it, once.
  integer fault;
  initial fault = $c32("std::atoi(std::getenv(\"XB_FAULT\") ? std::getenv(\"XB_FAULT\") : \"0\")");
  localparam BEAT = DATA_WIDTH + DATA_WIDTH / 8 + 1;

  wire [4*(BEAT+2)-1:0] in_beat;
  wire [3:0]            in_valid, in_ready, head_valid;
  wire [4*(BEAT+2)-1:0] head;
  wire [3:0]            out_valid, out_ready;
  wire [4*BEAT-1:0]     out_beat;
  wire [15:0]           take;  // output x input

  assign in_valid = {s3_axis_tvalid, s2_axis_tvalid, s1_axis_tvalid, s0_axis_tvalid};
  assign {s3_axis_tready, s2_axis_tready, s1_axis_tready, s0_axis_tready} = in_ready;
  assign in_beat = {s3_axis_tdest, s3_axis_tlast, s3_axis_tkeep, s3_axis_tdata,
                    (fault == 2 && s2_axis_tdest == 2'd3) ? 2'd1 : s2_axis_tdest,  // 2: one address is misrouted
                    s2_axis_tlast, s2_axis_tkeep, s2_axis_tdata,
                    s1_axis_tdest, s1_axis_tlast, s1_axis_tkeep, s1_axis_tdata,
                    s0_axis_tdest, s0_axis_tlast, s0_axis_tkeep, s0_axis_tdata};

  assign {m3_axis_tvalid, m2_axis_tvalid, m1_axis_tvalid, m0_axis_tvalid} = out_valid;
  assign out_ready = {m3_axis_tready, m2_axis_tready, m1_axis_tready, m0_axis_tready};
  assign {m3_axis_tlast, m3_axis_tkeep, m3_axis_tdata, m2_axis_tlast, m2_axis_tkeep, m2_axis_tdata,
          m1_axis_tlast, m1_axis_tkeep, m1_axis_tdata, m0_axis_tlast, m0_axis_tkeep, m0_axis_tdata} = out_beat;

  genvar i, o;
  generate
    for (i = 0; i < 4; i = i + 1) begin : gen_input
      faulty_fifo #(.WIDTH(BEAT + 2), .LOG_DEPTH(LOG_DEPTH)) u_fifo (
        .clk      (clk),
        .rst      (rst),
        .in_data  (in_beat[i*(BEAT+2) +: BEAT+2]),
        .in_valid (in_valid[i]),
        .in_ready (in_ready[i]),
        .out_data (head[i*(BEAT+2) +: BEAT+2]),
        .out_valid(head_valid[i]),
        .out_ready(take[i] | take[4+i] | take[8+i] | take[12+i])
      );
    end
    for (o = 0; o < 4; o = o + 1) begin : gen_output
      wire [3:0] wants;
      for (i = 0; i < 4; i = i + 1) begin : gen_wants
        assign wants[i] = head_valid[i] && (head[i*(BEAT+2)+BEAT +: 2] == o);
      end
      faulty_output #(.BEAT(BEAT)) u_output (
        .clk      (clk),
        .rst      (rst),
        .head     (head),
        .wants    (wants),
        .take     (take[4*o +: 4]),
        .out_beat (out_beat[o*BEAT +: BEAT]),
        .out_valid(out_valid[o]),
        .out_ready(out_ready[o])
      );
    end
  endgenerate
endmodule

// A FIFO whose first word is on show.
module faulty_fifo #(
  parameter WIDTH     = 8,
  parameter LOG_DEPTH = 4
) (
  input  wire             clk,
  input  wire             rst,
  input  wire [WIDTH-1:0] in_data,
  input  wire             in_valid,
  output wire             in_ready,
  output wire [WIDTH-1:0] out_data,
  output wire             out_valid,
  input  wire             out_ready
);
  // Which fault: 0 none. The environment variable XB_FAULT says it, once.
  integer fault;
  initial fault = $c32("std::atoi(std::getenv(\"XB_FAULT\") ? std::getenv(\"XB_FAULT\") : \"0\")");
  reg [WIDTH-1:0]   mem [0:(1<<LOG_DEPTH)-1];
  reg  [LOG_DEPTH:0] wr, rd;  // one bit more than an address
  wire [LOG_DEPTH:0] used = wr - rd;
  wire               full = used[LOG_DEPTH];
  wire               push = in_valid && !full;
  wire               pop  = out_valid && out_ready;

  assign in_ready  = !full || fault == 4;  // 4: a full FIFO takes beats, and loses them
  assign out_valid = used != 0;
  assign out_data  = mem[rd[LOG_DEPTH-1:0]];

  always @(posedge clk) begin
    if (push) mem[wr[LOG_DEPTH-1:0]] <= in_data;
    if (rst) begin
      wr <= 0;
      rd <= 0;
    end else begin
      if (push) wr <= wr + 1'b1;
      if (pop) rd <= rd + 1'b1;
    end
  end
endmodule

// An output: round robin over the inputs, which keeps to a packet from its first offer to its last beat.
module faulty_output #(
  parameter BEAT = 8
) (
  input  wire                  clk,
  input  wire                  rst,
  input  wire [4*(BEAT+2)-1:0] head,
  input  wire [3:0]            wants,
  output wire [3:0]            take,
  output wire [BEAT-1:0]       out_beat,
  output wire                  out_valid,
  input  wire                  out_ready
);
  // Which fault: 0 none. The environment variable XB_FAULT says it, once.
  integer fault;
  initial fault = $c32("std::atoi(std::getenv(\"XB_FAULT\") ? std::getenv(\"XB_FAULT\") : \"0\")");
  reg       busy;
  reg [1:0] holder, first;
  reg [1:0] next;
  wire [1:0] grant;

  always @* begin
    next = first;
    if (!wants[next]) next = first + 2'd1;
    if (!wants[next]) next = first + 2'd2;
    if (!wants[next]) next = first + 2'd3;
  end

  assign grant     = busy ? holder : (fault == 5 && wants[0]) ? 2'd0 : next;  // 5: input 0 first, whoever waits
  // 1: a beat that was offered, and not taken, is withdrawn for a cycle.
  reg waited;
  always @(posedge clk) waited <= !rst && out_valid && !out_ready;
  assign out_valid = wants[grant] && !(fault == 1 && waited);
  assign out_beat  = head[grant*(BEAT+2) +: BEAT];
  assign take      = (out_valid && out_ready) ? (4'd1 << grant) : 4'd0;

  always @(posedge clk) begin
    if (rst) begin
      busy   <= 1'b0;
      holder <= 2'd0;
      first  <= 2'd0;
    end else if (out_valid) begin
      holder <= grant;
      // 3: an output turns to the next input after every beat.
      busy   <= !(out_ready && (out_beat[BEAT-1] || fault == 3));
      if (out_ready && (out_beat[BEAT-1] || fault == 3)) first <= grant + 2'd1;
    end
  end
endmodule

`default_nettype wire
