// SPDX-License-Identifier: Apache-2.0
// The rules of AXI4 at the ports of a crossbar, as far as streams behind it do not show them
// (docs/axi-devices.md). A message is PORT: RULE: expected ...; seen ...
// verilator lint_off DECLFILENAME
// verilator lint_off BLKSEQ
// verilator lint_off UNUSEDSIGNAL
// verilator lint_off WIDTH

/// What is on offer stays until it is taken.
module axi_holds #(
  parameter string       Port = "master",  ///< whose
  parameter string       Channel = "b",
  parameter int unsigned Count = 1,
  parameter int unsigned Bits = 1
) (
  input logic                       clk_i, rst_ni,
  input logic [Count-1:0]           valid_i, ready_i,
  input logic [Count-1:0][Bits-1:0] payload_i
);
  logic [Count-1:0]           waits_q;
  logic [Count-1:0][Bits-1:0] payload_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    waits_q   <= rst_ni ? valid_i & ~ready_i : '0;
    payload_q <= payload_i;
    for (int unsigned n = 0; n < Count; n++) begin
      if (rst_ni && waits_q[n] && !valid_i[n])
        $error("%s %0d: valid-holds: expected %svalid 1, as %sready was 0; seen 0", Port, n, Channel, Channel);
      if (rst_ni && waits_q[n] && valid_i[n] && payload_i[n] != payload_q[n])
        $error("%s %0d: payload-holds: expected what %s had on offer, 0x%0h, as %sready was 0; seen 0x%0h", Port, n,
               Channel, payload_q[n], Channel, payload_i[n]);
    end
  end
endmodule

module axi_rules #(
  parameter int unsigned W = 64,
  parameter int unsigned D = 2,
  parameter int unsigned Masters = 4,
  parameter int unsigned Memories = 4,
  parameter int unsigned A = 32,
  parameter int unsigned MasterId = 4,
  parameter int unsigned MemoryId = 4,
  parameter int unsigned Slots = 1,     ///< bursts of a master under way
  parameter int unsigned ReadPort = 0,  ///< number of master 0 among the lab's outputs
  parameter int unsigned Bound = 1000,
  parameter logic [Memories-1:0][63:0] Bases = '0,
  parameter logic [Memories-1:0][63:0] Sizes = '0
) (
  input logic                              clk_i, rst_ni,
  input logic [Masters-1:0]                go,
  input logic [Masters-1:0][D-1:0]         aw_memory, ar_memory,
  input logic [Memories-1:0][5:0]          b_master,
  input logic [Memories-1:0][7:0]          b_own_id,
  input logic [Masters-1:0]                in_awvalid, in_awready, in_bvalid, in_bready, in_arvalid, in_arready,
                                           in_rvalid, in_rlast, in_rready,
  input logic [Masters-1:0][A-1:0]         in_awaddr, in_araddr,
  input logic [Masters-1:0][MasterId-1:0]  in_awid, in_arid, in_bid, in_rid,
  input logic [Masters-1:0][7:0]           in_awlen, in_arlen,
  input logic [Masters-1:0][1:0]           in_bresp, in_rresp,
  input logic [Masters-1:0][W-1:0]         in_rdata,
  input logic [Memories-1:0]               out_awvalid, out_awready, out_wvalid, out_wready, out_wlast, out_bvalid,
                                           out_bready, out_arvalid, out_arready,
  input logic [Memories-1:0][A-1:0]        out_awaddr, out_araddr,
  input logic [Memories-1:0][MemoryId-1:0] out_awid, out_arid,
  input logic [Memories-1:0][7:0]          out_awlen, out_arlen,
  input logic [Memories-1:0][2:0]          out_awsize, out_arsize,
  input logic [Memories-1:0][1:0]          out_awburst, out_arburst,
  input logic [Memories-1:0][W-1:0]        out_wdata,
  input logic [Memories-1:0][W/8-1:0]      out_wstrb
);
  // How a burst looks on its way: its address, awlen, awsize, awburst.
  localparam int unsigned Burst = A + 8 + 3 + 2;
  localparam logic [4:0]  SizeIncr = {3'($clog2(W / 8)), 2'b01};

  axi_holds #(.Port("master"), .Channel("b"), .Count(Masters), .Bits(MasterId + 2)) u_b (
    .clk_i, .rst_ni, .valid_i(in_bvalid), .ready_i(in_bready), .payload_i(b_payload));
  axi_holds #(.Port("master"), .Channel("r"), .Count(Masters), .Bits(MasterId + W + 3)) u_r (
    .clk_i, .rst_ni, .valid_i(in_rvalid), .ready_i(in_rready), .payload_i(r_payload));
  axi_holds #(.Port("memory"), .Channel("aw"), .Count(Memories), .Bits(MemoryId + Burst)) u_aw (
    .clk_i, .rst_ni, .valid_i(out_awvalid), .ready_i(out_awready), .payload_i(aw_payload));
  axi_holds #(.Port("memory"), .Channel("ar"), .Count(Memories), .Bits(MemoryId + Burst)) u_ar (
    .clk_i, .rst_ni, .valid_i(out_arvalid), .ready_i(out_arready), .payload_i(ar_payload));
  axi_holds #(.Port("memory"), .Channel("w"), .Count(Memories), .Bits(W + 1 + W / 8)) u_w (
    .clk_i, .rst_ni, .valid_i(out_wvalid), .ready_i(out_wready), .payload_i(w_payload));
  logic [Masters-1:0][MasterId+1:0]        b_payload;
  logic [Masters-1:0][MasterId+W+2:0]      r_payload;
  logic [Memories-1:0][MemoryId+Burst-1:0] aw_payload, ar_payload;
  logic [Memories-1:0][W+W/8:0]            w_payload;
  for (genvar i = 0; i < Masters; i++) begin : gen_master
    assign b_payload[i] = {in_bid[i], in_bresp[i]};
    assign r_payload[i] = {in_rid[i], in_rresp[i], in_rlast[i], in_rdata[i]};
  end
  for (genvar j = 0; j < Memories; j++) begin : gen_memory
    assign aw_payload[j] = {out_awid[j], out_awaddr[j], out_awlen[j], out_awsize[j], out_awburst[j]};
    assign ar_payload[j] = {out_arid[j], out_araddr[j], out_arlen[j], out_arsize[j], out_arburst[j]};
    assign w_payload[j]  = {out_wdata[j], out_wlast[j], out_wstrb[j]};
  end

  /// A burst under way, from the first cycle of its AW or AR, in which it may pass a crossbar that takes it later,
  /// until its response has ended.
  typedef struct packed {
    logic [7:0]   id;
    logic [5:0]   memory;
    logic [A-1:0] address;
    logic [7:0]   len;
    logic         arrived;   ///< at its memory
    logic         answered;  ///< by it
    logic [31:0]  waited;    ///< cycles since then
    logic [7:0]   beats;     ///< of a read, that have come
  } burst_t;
  burst_t      burst [2][Masters][Slots];  // writes and reads, the oldest first
  int unsigned count [2][Masters];
  logic        offered [2][Masters];       // the last of them is not taken yet

  // All in one block, since a burst may begin, arrive and end in one cycle.
  always @(posedge clk_i or negedge rst_ni) begin
    for (int unsigned i = 0; i < Masters; i++) begin
      if (!rst_ni) begin
        count[0][i] = 0;
        count[1][i] = 0;
        offered[0][i] = 1'b0;
        offered[1][i] = 1'b0;
      end else if (go[i]) begin
        if (in_awvalid[i])
          begins(0, i, 8'(in_awid[i]), 6'(aw_memory[i]), in_awaddr[i], in_awlen[i], in_awready[i]);
        if (in_arvalid[i])
          begins(1, i, 8'(in_arid[i]), 6'(ar_memory[i]), in_araddr[i], in_arlen[i], in_arready[i]);
      end
    end
    for (int unsigned j = 0; j < Memories && rst_ni; j++) begin
      if (out_awvalid[j] && out_awready[j])
        arrives(0, j, out_awaddr[j], out_awlen[j], {out_awsize[j], out_awburst[j]});
      if (out_arvalid[j] && out_arready[j])
        arrives(1, j, out_araddr[j], out_arlen[j], {out_arsize[j], out_arburst[j]});
      if (out_bvalid[j] && out_bready[j]) answered(j, 32'(b_master[j]), b_own_id[j]);
      if (out_wvalid[j] && out_wready[j] && out_wstrb[j] != '1)
        $error("memory %0d: wstrb: expected all ones, as sent; seen 0x%0h", j, out_wstrb[j]);
    end
    for (int unsigned i = 0; i < Masters && rst_ni; i++) begin
      if (go[i] && in_bvalid[i] && in_bready[i]) take_b(i);
      if (go[i] && in_rvalid[i] && in_rready[i]) take_r(i);
      for (int unsigned k = 0; k < count[0][i]; k++) begin
        burst[0][i][k].waited = burst[0][i][k].waited + 32'(burst[0][i][k].answered);
        if (burst[0][i][k].waited > Bound)
          $error("master %0d: b-missing: expected the response to the write of id %0d within %0d cycles of that of memory %0d; seen none",
                 i, burst[0][i][k].id, Bound, burst[0][i][k].memory);
      end
    end
  end

  task automatic begins(int unsigned read, int unsigned i, logic [7:0] id, logic [5:0] memory, logic [A-1:0] address,
                        logic [7:0] len, logic taken);
    if (!offered[read][i]) begin
      burst[read][i][count[read][i]] = '{id: id, memory: memory, address: address, len: len, arrived: 1'b0,
                                         answered: 1'b0, waited: '0, beats: '0};
      count[read][i] = count[read][i] + 1;
    end
    offered[read][i] = !taken;
  endtask
  task automatic ends(int unsigned read, int unsigned i, int unsigned at);
    for (int unsigned k = at; k + 1 < Slots; k++) burst[read][i][k] = burst[read][i][k + 1];
    count[read][i] = count[read][i] - 1;
  endtask
  task automatic arrives(int unsigned read, int unsigned j, logic [A-1:0] address, logic [7:0] len, logic [4:0] how);
    logic found;
    found = 1'b0;
    for (int unsigned i = 0; i < Masters; i++) begin
      for (int unsigned k = 0; k < count[read][i] && !found; k++) begin
        if (32'(burst[read][i][k].memory) == j && !burst[read][i][k].arrived && burst[read][i][k].address == address &&
            burst[read][i][k].len == len) begin
          burst[read][i][k].arrived = 1'b1;
          found = 1'b1;
        end
      end
    end
    if (!found || how != SizeIncr)
      $error("memory %0d: burst: expected one of those under way to it, of size %0d, burst 1; seen a %0s of %0d beats at 0x%0h, size %0d, burst %0d",
             j, SizeIncr[4:2], read == 1 ? "read" : "write", 32'(len) + 1, address, how[4:2], how[1:0]);
  endtask
  /// The memory has sent its response.
  task automatic answered(int unsigned j, int unsigned i, logic [7:0] id);
    logic found;
    found = 1'b0;
    for (int unsigned k = 0; i < Masters && k < count[0][i] && !found; k++) begin
      if (burst[0][i][k].id == id && 32'(burst[0][i][k].memory) == j && burst[0][i][k].arrived &&
          !burst[0][i][k].answered) begin
        burst[0][i][k].answered = 1'b1;
        found = 1'b1;
      end
    end
  endtask
  task automatic take_b(int unsigned i);
    int unsigned at;
    logic        found, other;
    {at, found, other} = '0;
    for (int unsigned k = 0; k < count[0][i] - 32'(offered[0][i]); k++) begin
      if (burst[0][i][k].id != 8'(in_bid[i])) continue;
      if (!found) at = k;
      else other |= burst[0][i][k].answered;
      found = 1'b1;
    end
    if (!found)
      $error("master %0d: b-id: expected the id of a write under way, %0d of them; seen bid %0d", i, count[0][i],
             in_bid[i]);
    else if (!burst[0][i][at].answered)
      $error("master %0d: %s: expected the response to the write of id %0d behind that of memory %0d; seen %s", i,
             other ? "b-order" : "b-early", in_bid[i], burst[0][i][at].memory,
             other ? "that to a later write" : "it before");
    else if (in_bresp[i] != '0)
      $error("master %0d: bresp: expected 0 (OKAY), as memory %0d said; seen %0d", i, burst[0][i][at].memory,
             in_bresp[i]);
    if (found) ends(0, i, at);
  endtask
  task automatic take_r(int unsigned i);
    int unsigned at;
    logic        found, other;
    {at, found, other} = '0;
    for (int unsigned k = 0; k < count[1][i] - 32'(offered[1][i]); k++) begin
      if (burst[1][i][k].id != 8'(in_rid[i])) continue;
      if (!found) at = k;
      else other |= is_data_of(i, k);
      found = 1'b1;
    end
    if (!found)
      $error("master %0d: r-id: expected the id of a read under way, %0d of them; seen rid %0d", i, count[1][i],
             in_rid[i]);
    else if (burst[1][i][at].beats == '0 && other && !is_data_of(i, at))
      $error("master %0d: r-order: expected the data of the read of id %0d from 0x%0h; seen that of a later read", i,
             in_rid[i], burst[1][i][at].address);
    else if (in_rlast[i] != (burst[1][i][at].beats == burst[1][i][at].len))
      $error("master %0d: rlast: expected %0d at beat %0d of %0d, by arlen; seen %0d", i, !in_rlast[i],
             32'(burst[1][i][at].beats) + 1, 32'(burst[1][i][at].len) + 1, in_rlast[i]);
    else if (in_rresp[i] != '0)
      $error("master %0d: rresp: expected 0 (OKAY), as memory %0d said; seen %0d", i, burst[1][i][at].memory,
             in_rresp[i]);
    if (found) burst[1][i][at].beats = burst[1][i][at].beats + 8'd1;
    if (found && in_rlast[i]) ends(1, i, at);
  endtask
  function automatic logic is_data_of(int unsigned i, int unsigned k);
    logic [5:0] j;
    j = burst[1][i][k].memory;
    return burst[1][i][k].address ==
           A'(axi_burst::address_of(axi_burst::head_of(64'(in_rdata[i]), W), 6'(ReadPort + i), W, Bases[j], Sizes[j]));
  endfunction
endmodule
