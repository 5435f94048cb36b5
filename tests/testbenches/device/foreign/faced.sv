// SPDX-License-Identifier: Apache-2.0
// A switch whose ports are interfaces, in several styles, and its twin with plain ports.
interface stream_if #(parameter int DATA_W = 64, parameter int KEEP_W = DATA_W / 8, parameter int DEST_W = 2);
  logic [DATA_W-1:0] tdata;
  logic [KEEP_W-1:0] tkeep;
  logic [DEST_W-1:0] tdest;
  logic tvalid, tready, tlast;
  modport master(output tdata, tkeep, tdest, tvalid, tlast, input tready);
  modport slave(input tdata, tkeep, tdest, tvalid, tlast, output tready);
endinterface

package beat_pkg;
  typedef struct packed {
    logic        last;
    logic [1:0]  dest;
    logic [63:0] data;
  } beat_t;
endpackage

interface beat_if (input logic clk, input logic rst);
  beat_pkg::beat_t beat;
  logic valid, ready;
  modport source(input clk, rst, ready, output beat, valid);
  modport sink(input clk, rst, beat, valid, output ready);
  clocking monitor @(posedge clk);  // its names are no members
    input beat, valid, ready;
  endclocking
endinterface

interface all_if;
  logic [63:0] data [4];
  logic [0:3] valid, ready, last;
  logic [3:0][1:0] dest;
  modport from(input data, valid, last, dest, output ready);
  modport to(output data, valid, last, dest, input ready);
endinterface

module plain #(parameter int N = 4, parameter int W = 64, localparam int D = $clog2(N)) (
  input  logic clk, rst,
  input  logic [N-1:0] s_axis_tvalid, s_axis_tlast,
  output logic [N-1:0] s_axis_tready,
  input  logic [N*W-1:0] s_axis_tdata,
  input  logic [N*W/8-1:0] s_axis_tkeep,
  input  logic [N*D-1:0] s_axis_tdest,
  output logic [N-1:0] m_axis_tvalid, m_axis_tlast,
  input  logic [N-1:0] m_axis_tready,
  output logic [N*W-1:0] m_axis_tdata,
  output logic [N*W/8-1:0] m_axis_tkeep
);
  logic [N-1:0][W+W/8:0] in_word, out_word;
  for (genvar i = 0; i < N; i++) begin : gen_port
    assign in_word[i] = {s_axis_tlast[i], s_axis_tkeep[i*W/8 +: W/8], s_axis_tdata[i*W +: W]};
    assign {m_axis_tlast[i], m_axis_tkeep[i*W/8 +: W/8], m_axis_tdata[i*W +: W]} = out_word[i];
  end
  fx_switch #(.N(N), .W(1 + W / 8 + W)) u_plain (
    .clk, .rst, .in_valid(s_axis_tvalid), .in_ready(s_axis_tready), .in_word, .in_dest(s_axis_tdest),
    .out_valid(m_axis_tvalid), .out_ready(m_axis_tready), .out_word);
endmodule

module arrays #(parameter int N = 4, parameter int W = 64) (
  input logic clk, rst, stream_if.slave s_axis [N-1:0], stream_if.master m_axis [N]
);
  localparam int D = $clog2(N);
  logic [N-1:0] s_tvalid, s_tlast, s_tready, m_tvalid, m_tlast, m_tready;
  logic [N-1:0][W-1:0] s_tdata, m_tdata;
  logic [N-1:0][W/8-1:0] s_tkeep, m_tkeep;
  logic [N-1:0][D-1:0] s_tdest;
  for (genvar i = 0; i < N; i++) begin : gen_port
    assign s_tvalid[i] = s_axis[i].tvalid;
    assign s_tlast[i] = s_axis[i].tlast;
    assign s_tdata[i] = s_axis[i].tdata;
    assign s_tkeep[i] = s_axis[i].tkeep;
    assign s_tdest[i] = s_axis[i].tdest;
    assign s_axis[i].tready = s_tready[i];
    assign m_axis[i].tvalid = m_tvalid[i];
`ifdef SWAPPED
    assign m_axis[i].tlast = m_tlast[N-1-i];
`else
    assign m_axis[i].tlast = m_tlast[i];
`endif
    assign m_axis[i].tdata = m_tdata[i];
    assign m_axis[i].tkeep = m_tkeep[i];
    assign m_axis[i].tdest = D'(i);
    assign m_tready[i] = m_axis[i].tready;
  end
  plain #(.N(N), .W(W)) u_plain (
    .clk, .rst, .s_axis_tvalid(s_tvalid), .s_axis_tlast(s_tlast), .s_axis_tready(s_tready), .s_axis_tdata(s_tdata),
    .s_axis_tkeep(s_tkeep), .s_axis_tdest(s_tdest), .m_axis_tvalid(m_tvalid), .m_axis_tlast(m_tlast),
    .m_axis_tready(m_tready), .m_axis_tdata(m_tdata), .m_axis_tkeep(m_tkeep));
endmodule

// A port of its own for each, with the clock in it.
module numbered import beat_pkg::*; (
  beat_if.sink in0, beat_if.sink in1, in2, in3, beat_if.source out0, out1, out2, out3
);
  beat_t [3:0] out;
  assign {out3.beat, out2.beat, out1.beat, out0.beat} = out;
  for (genvar i = 0; i < 4; i++) begin : gen_out
    assign out[i].dest = 2'(i);
  end
  plain u_plain (
    .clk(in0.clk), .rst(in0.rst), .s_axis_tvalid({in3.valid, in2.valid, in1.valid, in0.valid}),
    .s_axis_tlast({in3.beat.last, in2.beat.last, in1.beat.last, in0.beat.last}),
    .s_axis_tready({in3.ready, in2.ready, in1.ready, in0.ready}),
    .s_axis_tdata({in3.beat.data, in2.beat.data, in1.beat.data, in0.beat.data}), .s_axis_tkeep('1),
    .s_axis_tdest({in3.beat.dest, in2.beat.dest, in1.beat.dest, in0.beat.dest}),
    .m_axis_tvalid({out3.valid, out2.valid, out1.valid, out0.valid}),
    .m_axis_tready({out3.ready, out2.ready, out1.ready, out0.ready}),
    .m_axis_tlast({out[3].last, out[2].last, out[1].last, out[0].last}),
    .m_axis_tdata({out[3].data, out[2].data, out[1].data, out[0].data}), .m_axis_tkeep());
endmodule

// All ports of a side in one; what its head says is up to macros.
`define CLOCKS input logic clk, rst,
module bundled (
  `CLOCKS  // a comment, with (
`ifdef SIDES
  input logic sides,
`endif
  all_if.from in, all_if.to out
);
  logic [3:0] ready, valid, last;
  logic [3:0][63:0] data;
  for (genvar i = 0; i < 4; i++) begin : gen_port
    assign in.ready[i] = ready[i];
    assign out.valid[i] = valid[i];
    assign out.last[i] = last[i];
    assign out.data[i] = data[i];
    assign out.dest[i] = 2'(i);
  end
  plain u_plain (
    .clk, .rst, .s_axis_tvalid({in.valid[3], in.valid[2], in.valid[1], in.valid[0]}),
    .s_axis_tlast({in.last[3], in.last[2], in.last[1], in.last[0]}), .s_axis_tready(ready),
    .s_axis_tdata({in.data[3], in.data[2], in.data[1], in.data[0]}), .s_axis_tkeep('1), .s_axis_tdest(in.dest),
    .m_axis_tvalid(valid), .m_axis_tlast(last), .m_axis_tdata(data), .m_axis_tkeep(),
    .m_axis_tready({out.ready[3], out.ready[2], out.ready[1], out.ready[0]}));
endmodule
