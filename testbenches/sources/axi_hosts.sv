// SPDX-License-Identifier: Apache-2.0
// Hosts of an AXI4 crossbar: a master at each of its slave ports, a memory at each of its master ports, and the lab's
// streams behind them. A write goes from master to memory, the beats of a packet being those of its burst; a read is
// a packet from memory to master. A rule that is broken ends the run (axi_rules.sv has those of both ends).
// verilator lint_off DECLFILENAME
// verilator lint_off PINCONNECTEMPTY
// verilator lint_off UNUSEDSIGNAL
// verilator lint_off WIDTH

package axi_burst;
  /// What the first beat of a packet says of its burst: docs/measures.md has the header of the hosts; with less than
  /// 64 bits it is source, beats - 1, and number.
  typedef struct packed {
    logic [5:0]  source;
    logic [7:0]  len;
    logic [17:0] number;
  } head_t;

  function automatic head_t head_of(logic [63:0] beat, int unsigned width);
    if (width < 64) return '{source: beat[5:0], len: beat[13:6], number: beat[31:14]};
    return '{source: beat[5:0], len: beat[19:12] - 8'd1, number: beat[45:28]};
  endfunction

  /// Where the burst is: anywhere in its memory, within 4 KiB. `reader`: the output that reads it; 0 of a write.
  function automatic logic [63:0] address_of(head_t head, logic [5:0] reader, int unsigned width, logic [63:0] base,
                                             logic [63:0] size);
    logic [31:0] mix, beats, page;
    mix   = {2'b0, head.number, head.source, reader} * 32'h9e3779b1;
    mix   = mix ^ mix >> 15;
    beats = 32'd32768 / width - 32'(head.len);
    page  = 32'(64'(mix >> 12) % (size >> 12));
    return base + (64'(page) << 12) + 64'(mix[15:0] % beats[15:0]) * 64'(width / 8);
  endfunction
endpackage

/// Packets that a host has taken and not yet sent: the headers of all may be looked at ahead of their beats. What
/// comes into an empty one is out in the same cycle.
module axi_ahead #(
  parameter int unsigned W = 64,
  parameter int unsigned D = 2,
  parameter int unsigned Depth = 32
) (
  input  logic               clk_i, rst_ni,
  input  logic               valid_i, first_i, last_i,
  input  logic [W-1:0]       data_i,
  input  logic [D-1:0]       dest_i,
  output logic               ready_o,
  output logic               valid_o, first_o, last_o,
  output logic [W-1:0]       data_o,
  output logic [D-1:0]       data_dest_o,
  input  logic               take_i,
  output logic               head_valid_o,
  output axi_burst::head_t   head_o,
  output logic [D-1:0]       dest_o,
  input  logic               head_take_i
);
  localparam int unsigned C = $clog2(Depth);
  logic [W+D+1:0]                 beats_q [Depth];
  logic [$bits(head_o)+D-1:0]     heads_q [Depth];
  logic [C-1:0]                   in_q, out_q, head_in_q, head_out_q;
  logic [C:0]                     count_q, heads_count_q;
  axi_burst::head_t               head;
  logic                           push, push_head;

  assign head         = axi_burst::head_of(64'(data_i), W);
  assign ready_o      = count_q < (C + 1)'(Depth);
  assign push         = valid_i && ready_o;
  assign push_head    = push && first_i;
  assign valid_o      = count_q != 0 || valid_i;
  assign head_valid_o = heads_count_q != 0 || push_head;
  assign {first_o, last_o, data_dest_o, data_o} = count_q != 0 ? beats_q[out_q] : {first_i, last_i, dest_i, data_i};
  assign {head_o, dest_o} = heads_count_q != 0 ? heads_q[head_out_q] : {head, dest_i};
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (push) beats_q[in_q] <= {first_i, last_i, dest_i, data_i};
    if (push_head) heads_q[head_in_q] <= {head, dest_i};
    if (!rst_ni) begin
      {in_q, out_q, head_in_q, head_out_q} <= '0;
      {count_q, heads_count_q} <= '0;
    end else begin
      in_q          <= in_q + C'(push);
      out_q         <= out_q + C'(take_i);
      head_in_q     <= head_in_q + C'(push_head);
      head_out_q    <= head_out_q + C'(head_take_i);
      count_q       <= count_q + (C + 1)'(push) - (C + 1)'(take_i);
      heads_count_q <= heads_count_q + (C + 1)'(push_head) - (C + 1)'(head_take_i);
    end
  end
endmodule

/// How many bursts of each id are under way.
module axi_open #(
  parameter int unsigned Ids = 1,
  parameter int unsigned Outstanding = 1
) (
  input  logic           clk_i, rst_ni,
  input  logic           begins_i, ends_i,
  input  logic [7:0]     begin_id_i, end_id_i,
  output logic [Ids-1:0] room_o
);
  for (genvar n = 0; n < Ids; n++) begin : gen_id
    logic [7:0] count_q;
    assign room_o[n] = count_q < 8'(Outstanding);
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) count_q <= '0;
      else count_q <= count_q + 8'(begins_i && begin_id_i == 8'(n)) - 8'(ends_i && end_id_i == 8'(n));
    end
  end
endmodule

/// A burst of two beats to an address where nothing is, before all others: it has to be answered with DECERR.
module axi_probe #(
  parameter int unsigned Number = 0,
  parameter int unsigned Bound = 1000
) (
  input  logic       clk_i, rst_ni, start_i,
  input  logic       write_i, read_i,        ///< what is tried
  output logic       done_o,
  output logic       awvalid_o, wvalid_o, wlast_o, arvalid_o,
  input  logic       awready_i, wready_i, arready_i,
  input  logic       bvalid_i, rvalid_i, rlast_i,
  input  logic [1:0] bresp_i, rresp_i
);
  logic        aw_q, b_q, ar_q, r_q;  // done
  logic [1:0]  w_q;
  logic        r_beat_q;
  logic [31:0] waited_q;
  assign done_o    = start_i && (b_q || !write_i) && (r_q || !read_i);
  assign awvalid_o = start_i && write_i && !aw_q;
  assign wvalid_o  = start_i && write_i && w_q != 2'd2;
  assign wlast_o   = w_q == 2'd1;
  assign arvalid_o = start_i && read_i && !ar_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {aw_q, b_q, ar_q, r_q, r_beat_q, w_q} <= '0;
      waited_q <= '0;
    end else if (start_i && !done_o) begin
      waited_q <= waited_q + 32'd1;
      if (awvalid_o && awready_i) aw_q <= 1'b1;
      if (wvalid_o && wready_i) w_q <= w_q + 2'd1;
      if (arvalid_o && arready_i) ar_q <= 1'b1;
      if (bvalid_i) b_q <= 1'b1;
      if (rvalid_i) r_beat_q <= 1'b1;
      if (rvalid_i && rlast_i) r_q <= 1'b1;
      if (bvalid_i && bresp_i != 2'b11)
        $error("master %0d: decode: expected bresp 3 (DECERR) of a write to where nothing is; seen %0d", Number, bresp_i);
      if (rvalid_i && rresp_i != 2'b11)
        $error("master %0d: decode: expected rresp 3 (DECERR) of a read from where nothing is; seen %0d", Number, rresp_i);
      if (rvalid_i && rlast_i != r_beat_q)
        $error("master %0d: rlast: expected %0d at beat %0d of 2, of a read from where nothing is; seen %0d",
               Number, r_beat_q, 32'(r_beat_q) + 1, rlast_i);
      if (waited_q == Bound)
        $error("master %0d: decode: expected a response with DECERR from where nothing is within %0d cycles; seen none",
               Number, Bound);
    end
  end
endmodule

/// A master that writes.
module axi_writer #(
  parameter int unsigned W = 64,
  parameter int unsigned D = 2,
  parameter int unsigned Ahead = 32,
  parameter int unsigned Ids = 1,
  parameter int unsigned Outstanding = 1
) (
  input  logic               clk_i, rst_ni, go_i,
  input  logic               valid_i, first_i, last_i,
  input  logic [W-1:0]       data_i,
  input  logic [D-1:0]       dest_i,
  output logic               ready_o,
  output logic               awvalid_o,
  output logic [7:0]         awid_o,
  output axi_burst::head_t   aw_o,
  output logic [D-1:0]       aw_memory_o,
  input  logic               awready_i,
  output logic               wvalid_o, wlast_o,
  output logic [W-1:0]       wdata_o,
  input  logic               wready_i,
  input  logic               b_taken_i,
  input  logic [7:0]         bid_i
);
  logic               beat, first, heads, aw_taken, w_taken;
  logic [Ids-1:0]     room;
  logic signed [15:0] credit_q;  // AWs taken of which no W beat is, below 0 the reverse
  axi_ahead #(.W(W), .D(D), .Depth(Ahead == 1 ? 2 : Ahead)) u_ahead (
    .clk_i, .rst_ni, .valid_i, .first_i, .last_i, .data_i, .dest_i, .ready_o, .valid_o(beat), .first_o(first),
    .last_o(wlast_o), .data_o(wdata_o), .data_dest_o(), .take_i(w_taken), .head_valid_o(heads), .head_o(aw_o), .dest_o(aw_memory_o),
    .head_take_i(aw_taken));
  axi_open #(.Ids(Ids), .Outstanding(Outstanding)) u_open (
    .clk_i, .rst_ni, .begins_i(aw_taken), .begin_id_i(awid_o), .ends_i(b_taken_i), .end_id_i(bid_i), .room_o(room));
  assign awid_o    = 8'(32'(aw_o.number) % Ids);
  assign awvalid_o = go_i && heads && 32'(room >> awid_o) % 2 == 1;
  assign wvalid_o  = go_i && beat && (!first || credit_q > 0 || (credit_q == 0 && awvalid_o));
  assign aw_taken  = awvalid_o && awready_i;
  assign w_taken   = wvalid_o && wready_i;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) credit_q <= '0;
    else credit_q <= credit_q + 16'(aw_taken) - 16'(w_taken && first);
  end
endmodule

/// A memory that is written to. It takes bursts as long as it has room for their responses; data waits for its AW.
module axi_written #(
  parameter int unsigned Number = 0,
  parameter int unsigned W = 64,
  parameter int unsigned A = 32,
  parameter int unsigned Id = 4,
  parameter int unsigned Ids = 1,
  parameter logic [63:0] Base = '0,
  parameter logic [63:0] Size = '0
) (
  input  logic          clk_i, rst_ni,
  input  logic          awvalid_i,
  input  logic [Id-1:0] awid_i,
  input  logic [A-1:0]  awaddr_i,
  input  logic [7:0]    awlen_i,
  output logic          awready_o,
  input  logic          wvalid_i, wlast_i,
  input  logic [W-1:0]  wdata_i,
  output logic          wready_o,
  output logic          bvalid_o,
  output logic [Id-1:0] bid_o,
  output logic [5:0]    b_master_o,   ///< whose burst it is,
  output logic [7:0]    b_own_id_o,   ///< and its id there
  input  logic          bready_i,
  output logic          valid_o,
  input  logic          ready_i
);
  localparam int unsigned Most = 64;
  logic [Id+A+7:0]    aw_q [Most];
  logic [Id+13:0]     b_q [Most];
  logic [5:0]         in_q, out_q, b_in_q, b_out_q;
  logic [6:0]         open_q;
  logic [7:0]         beat_q, len;
  logic [Id-1:0]      id;
  logic [A-1:0]       address;
  axi_burst::head_t   head, head_q;
  logic [63:0]        expected;
  logic               here, taken;

  assign awready_o = open_q < 7'(Most - 1);  // in the queues, full is not empty
  assign here      = in_q != out_q || (awvalid_i && awready_o);
  assign {id, address, len} = in_q != out_q ? aw_q[out_q] : {awid_i, awaddr_i, awlen_i};
  assign valid_o   = wvalid_i && here;
  assign wready_o  = ready_i && here;
  assign taken     = wvalid_i && wready_o;
  assign bvalid_o  = b_in_q != b_out_q;
  assign {bid_o, b_master_o, b_own_id_o} = b_q[b_out_q];
  assign head      = beat_q == 0 ? axi_burst::head_of(64'(wdata_i), W) : head_q;
  assign expected  = axi_burst::address_of(head, '0, W, Base, Size);
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (awvalid_i && awready_o) aw_q[in_q] <= {awid_i, awaddr_i, awlen_i};
    if (taken && wlast_i) b_q[b_in_q] <= {id, head.source, 8'(32'(head.number) % Ids)};
    if (taken) head_q <= head;
    if (!rst_ni) begin
      {in_q, out_q, b_in_q, b_out_q, open_q, beat_q} <= '0;
    end else begin
      in_q    <= in_q + 6'(awvalid_i && awready_o);
      out_q   <= out_q + 6'(taken && wlast_i);
      b_in_q  <= b_in_q + 6'(taken && wlast_i);
      b_out_q <= b_out_q + 6'(bvalid_o && bready_i);
      open_q  <= open_q + 7'(awvalid_i && awready_o) - 7'(bvalid_o && bready_i);
      if (taken) beat_q <= wlast_i ? '0 : beat_q + 8'd1;
      if (taken && beat_q == 0 && (A'(expected) != address || head.len != len))
        $error("memory %0d: w-order: expected the data of the burst of %0d beats to 0x%0h, the next in the order of AW; seen that of %0d beats to 0x%0h from master %0d",
               Number, 32'(len) + 1, address, 32'(head.len) + 1, A'(expected), head.source);
      if (taken && wlast_i != (beat_q == len))
        $error("memory %0d: wlast: expected %0d at beat %0d of %0d, by awlen; seen %0d", Number, beat_q == len,
               32'(beat_q) + 1, 32'(len) + 1, wlast_i);
    end
  end
endmodule

/// A master that reads: memories ask it to, one after the other.
module axi_reader #(
  parameter int unsigned Memories = 2,
  parameter int unsigned Ids = 1,
  parameter int unsigned Outstanding = 1
) (
  input  logic                                 clk_i, rst_ni, go_i,
  input  logic [Memories-1:0]                  asked_i,
  input  axi_burst::head_t [Memories-1:0]      head_i,
  output logic [Memories-1:0]                  taken_o,
  output logic                                 arvalid_o,
  output logic [7:0]                           arid_o,
  output axi_burst::head_t                     ar_o,
  output logic [5:0]                           ar_memory_o,
  input  logic                                 arready_i,
  input  logic                                 r_ends_i,
  input  logic [7:0]                           rid_i
);
  logic [Ids-1:0]      room;
  logic [Memories-1:0] can;
  logic [5:0]          last_q;
  logic                held_q;
  axi_open #(.Ids(Ids), .Outstanding(Outstanding)) u_open (
    .clk_i, .rst_ni, .begins_i(arvalid_o && arready_i), .begin_id_i(arid_o), .ends_i(r_ends_i), .end_id_i(rid_i),
    .room_o(room));
  always_comb begin
    for (int unsigned j = 0; j < Memories; j++)
      can[j] = asked_i[j] && 32'(room >> (32'(head_i[j].number) % Ids)) % 2 == 1;
    ar_memory_o = last_q;
    for (int unsigned n = Memories; n >= 1 && !held_q; n--) begin
      if (can[(32'(last_q) + n) % Memories]) ar_memory_o = 6'((32'(last_q) + n) % Memories);
    end
    taken_o = '0;
    taken_o[ar_memory_o] = arvalid_o && arready_i;
  end
  assign ar_o      = head_i[ar_memory_o];
  assign arid_o    = 8'(32'(ar_o.number) % Ids);
  assign arvalid_o = go_i && can[ar_memory_o];
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      last_q <= '0;
      held_q <= 1'b0;
    end else begin
      last_q <= ar_memory_o;
      held_q <= arvalid_o && !arready_i;
    end
  end
endmodule

/// A memory that is read: it asks masters to, for each packet of its host, and answers in the order of packets. With
/// Ahead = 1 it asks for the next one when the read before has come: a crossbar that gives a memory to one master until
/// its reads are answered would wait for ever for one that holds the next.
module axi_read #(
  parameter int unsigned Number = 0,
  parameter int unsigned W = 64,
  parameter int unsigned D = 2,
  parameter int unsigned A = 32,
  parameter int unsigned Id = 4,
  parameter int unsigned Ahead = 32,
  parameter logic [63:0] Base = '0,
  parameter logic [63:0] Size = '0
) (
  input  logic               clk_i, rst_ni,
  input  logic               valid_i, first_i, last_i,
  input  logic [W-1:0]       data_i,
  input  logic [D-1:0]       dest_i,
  output logic               ready_o,
  output logic               asks_o,
  output logic [D-1:0]       master_o,
  output axi_burst::head_t   head_o,
  input  logic               asked_i,
  input  logic               arvalid_i,
  input  logic [Id-1:0]      arid_i,
  input  logic [A-1:0]       araddr_i,
  output logic               arready_o,
  output logic               rvalid_o, rlast_o,
  output logic [Id-1:0]      rid_o,
  output logic [W-1:0]       rdata_o,
  input  logic               rready_i
);
  localparam int unsigned Most = 64;
  logic [Id+A-1:0] ar_q [Most];  // in the order in which they have come
  logic [6:0]      count_q, at;
  logic [Id-1:0]   id_q, id;
  logic            beat, first, found, older, taken;
  logic [A-1:0]    wanted;
  logic [D-1:0]    dest;
  logic            heads, comes_q;  // a read that was asked for has not come
  axi_ahead #(.W(W), .D(D), .Depth(Ahead == 1 ? 2 : Ahead)) u_ahead (
    .clk_i, .rst_ni, .valid_i, .first_i, .last_i, .data_i, .dest_i, .ready_o, .valid_o(beat), .first_o(first),
    .last_o(rlast_o), .data_o(rdata_o), .data_dest_o(dest), .take_i(taken), .head_valid_o(heads), .head_o, .dest_o(master_o),
    .head_take_i(asked_i));
  assign asks_o    = heads && !comes_q;
  assign wanted    = A'(axi_burst::address_of(axi_burst::head_of(64'(rdata_o), W), 6'(dest), W, Base, Size));
  assign arready_o = count_q < 7'(Most);
  always_comb begin
    {found, older, at, id} = '0;
    for (int unsigned n = Most; n >= 1; n--) begin
      if (7'(n) <= count_q && ar_q[n-1][A-1:0] == wanted) begin
        found = 1'b1;
        at    = 7'(n - 1);
        id    = ar_q[n-1][Id+A-1:A];
      end
    end
    for (int unsigned n = 0; n < Most; n++) older |= 7'(n) < at && ar_q[n][Id+A-1:A] == id;
  end
  assign rvalid_o = beat && (!first || (found && !older));
  assign rid_o    = first ? id : id_q;
  assign taken    = rvalid_o && rready_i;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (taken) id_q <= rid_o;
    if (!rst_ni) begin
      count_q <= '0;
      comes_q <= 1'b0;
    end else begin
      comes_q <= Ahead == 1 && (comes_q || asked_i) && !(arvalid_i && arready_o);
      count_q <= count_q + 7'(arvalid_i && arready_o) - 7'(taken && first);
      for (int unsigned n = 0; n < Most; n++) begin
        if (taken && first && n >= 32'(at) && n + 1 < Most) ar_q[n] <= ar_q[n+1];
      end
      if (arvalid_i && arready_o) ar_q[6'(count_q - 7'(taken && first))] <= {arid_i, araddr_i};
      if (beat && first && found && older)
        $error("memory %0d: ar-order: expected the reads of arid %0d in the order in which masters asked for them; seen that of 0x%0h behind another",
               Number, id, wanted);
    end
  end
endmodule

/// Masters, memories, and the rules between them. The lab's port i is master i and memory i; with writes and reads
/// the lower half of its ports has the writes, the upper one the reads.
module axi_hosts #(
  parameter int unsigned Ports = 4,
  parameter int unsigned W = 64,
  parameter int unsigned D = 2,
  parameter int unsigned Masters = 4,
  parameter int unsigned Memories = 4,
  parameter int unsigned A = 32,
  parameter int unsigned MasterId = 4,
  parameter int unsigned MemoryId = 4,
  parameter int unsigned Ids = 1,
  parameter int unsigned Outstanding = 1,
  parameter int unsigned Ahead = 32,
  parameter bit          Writes = 1,
  parameter bit          Reads = 0,
  parameter bit          Probe = 0,
  parameter logic [63:0] Unmapped = '0,
  parameter int unsigned Bound = 1000,
  parameter logic [Memories-1:0][63:0] Bases = '0,
  parameter logic [Memories-1:0][63:0] Sizes = '0
) (
  input  logic                              clk_i, rst_ni, start_i,
  input  logic [Ports-1:0]                  s_axis_tvalid_i, s_axis_tlast_i, s_axis_tuser_i,
  output logic [Ports-1:0]                  s_axis_tready_o,
  input  logic [Ports-1:0][W-1:0]           s_axis_tdata_i,
  input  logic [Ports-1:0][D-1:0]           s_axis_tdest_i,
  output logic [Ports-1:0]                  m_axis_tvalid_o, m_axis_tlast_o,
  input  logic [Ports-1:0]                  m_axis_tready_i,
  output logic [Ports-1:0][W-1:0]           m_axis_tdata_o,
  output logic [Masters-1:0]                in_awvalid,
  input  logic [Masters-1:0]                in_awready,
  output logic [Masters-1:0][A-1:0]         in_awaddr,
  output logic [Masters-1:0][MasterId-1:0]  in_awid,
  output logic [Masters-1:0][7:0]           in_awlen,
  output logic [Masters-1:0][2:0]           in_awsize,
  output logic [Masters-1:0][1:0]           in_awburst,
  output logic [Masters-1:0]                in_wvalid, in_wlast,
  input  logic [Masters-1:0]                in_wready,
  output logic [Masters-1:0][W-1:0]         in_wdata,
  output logic [Masters-1:0][W/8-1:0]       in_wstrb,
  input  logic [Masters-1:0]                in_bvalid,
  output logic [Masters-1:0]                in_bready,
  input  logic [Masters-1:0][MasterId-1:0]  in_bid,
  input  logic [Masters-1:0][1:0]           in_bresp,
  output logic [Masters-1:0]                in_arvalid,
  input  logic [Masters-1:0]                in_arready,
  output logic [Masters-1:0][A-1:0]         in_araddr,
  output logic [Masters-1:0][MasterId-1:0]  in_arid,
  output logic [Masters-1:0][7:0]           in_arlen,
  output logic [Masters-1:0][2:0]           in_arsize,
  output logic [Masters-1:0][1:0]           in_arburst,
  input  logic [Masters-1:0]                in_rvalid, in_rlast,
  output logic [Masters-1:0]                in_rready,
  input  logic [Masters-1:0][MasterId-1:0]  in_rid,
  input  logic [Masters-1:0][W-1:0]         in_rdata,
  input  logic [Masters-1:0][1:0]           in_rresp,
  input  logic [Memories-1:0]               out_awvalid,
  output logic [Memories-1:0]               out_awready,
  input  logic [Memories-1:0][A-1:0]        out_awaddr,
  input  logic [Memories-1:0][MemoryId-1:0] out_awid,
  input  logic [Memories-1:0][7:0]          out_awlen,
  input  logic [Memories-1:0][2:0]          out_awsize,
  input  logic [Memories-1:0][1:0]          out_awburst,
  input  logic [Memories-1:0]               out_wvalid, out_wlast,
  output logic [Memories-1:0]               out_wready,
  input  logic [Memories-1:0][W-1:0]        out_wdata,
  input  logic [Memories-1:0][W/8-1:0]      out_wstrb,
  output logic [Memories-1:0]               out_bvalid,
  input  logic [Memories-1:0]               out_bready,
  output logic [Memories-1:0][MemoryId-1:0] out_bid,
  output logic [Memories-1:0][1:0]          out_bresp,
  input  logic [Memories-1:0]               out_arvalid,
  output logic [Memories-1:0]               out_arready,
  input  logic [Memories-1:0][A-1:0]        out_araddr,
  input  logic [Memories-1:0][MemoryId-1:0] out_arid,
  input  logic [Memories-1:0][7:0]          out_arlen,
  input  logic [Memories-1:0][2:0]          out_arsize,
  input  logic [Memories-1:0][1:0]          out_arburst,
  output logic [Memories-1:0]               out_rvalid, out_rlast,
  input  logic [Memories-1:0]               out_rready,
  output logic [Memories-1:0][MemoryId-1:0] out_rid,
  output logic [Memories-1:0][W-1:0]        out_rdata,
  output logic [Memories-1:0][1:0]          out_rresp
);
  localparam int unsigned ReadPort = Writes && Reads ? Ports / 2 : 0;  // the first
  localparam logic [2:0] Size = 3'($clog2(W / 8));
  localparam logic [1:0] Incr = 2'b01;
  logic [Masters-1:0]                      go;
  logic [Masters-1:0][D-1:0]               aw_memory, ar_memory;
  logic [Memories-1:0][5:0]                b_master;
  logic [Memories-1:0][7:0]                b_own_id;
  axi_burst::head_t [Memories-1:0]         read_head;
  logic [Memories-1:0]                     asks, asked;
  logic [Memories-1:0][D-1:0]              asked_master;
  logic [Masters-1:0][Memories-1:0]        taken;

  for (genvar i = 0; i < Masters; i++) begin : gen_master
    axi_burst::head_t   aw, ar;
    logic               awvalid, wvalid, wlast, arvalid, probe_aw, probe_w, probe_wlast, probe_ar;
    logic [7:0]         awid, arid;
    logic [1:0]         held_q;
    logic [5:0]         memory;
    logic [A-1:0]       aw_address, ar_address;

    axi_probe #(.Number(i), .Bound(Bound)) u_probe (
      .clk_i, .rst_ni, .start_i, .write_i(Probe && Writes), .read_i(Probe && Reads), .done_o(go[i]),
      .awvalid_o(probe_aw), .wvalid_o(probe_w), .wlast_o(probe_wlast), .arvalid_o(probe_ar),
      .awready_i(in_awready[i]), .wready_i(in_wready[i]), .arready_i(in_arready[i]),
      .bvalid_i(in_bvalid[i] && in_bready[i]), .bresp_i(in_bresp[i]), .rvalid_i(in_rvalid[i] && in_rready[i]),
      .rlast_i(in_rlast[i]), .rresp_i(in_rresp[i]));
    if (Writes) begin : gen_write
      axi_writer #(.W(W), .D(D), .Ahead(Ahead), .Ids(Ids), .Outstanding(Outstanding)) u_writer (
        .clk_i, .rst_ni, .go_i(go[i]), .valid_i(s_axis_tvalid_i[i]), .first_i(s_axis_tuser_i[i]),
        .last_i(s_axis_tlast_i[i]), .data_i(s_axis_tdata_i[i]), .dest_i(s_axis_tdest_i[i]),
        .ready_o(s_axis_tready_o[i]), .awvalid_o(awvalid), .awid_o(awid), .aw_o(aw), .aw_memory_o(aw_memory[i]),
        .awready_i(in_awready[i]), .wvalid_o(wvalid), .wlast_o(wlast), .wdata_o(in_wdata[i]),
        .wready_i(in_wready[i]), .b_taken_i(go[i] && in_bvalid[i] && in_bready[i]), .bid_i(8'(in_bid[i])));
    end else begin : gen_no_write
      assign {aw, awvalid, awid, aw_memory[i], wvalid, wlast, in_wdata[i]} = '0;
    end
    if (Reads) begin : gen_read
      logic [Memories-1:0] asked_this;
      for (genvar j = 0; j < Memories; j++) assign asked_this[j] = asks[j] && 32'(asked_master[j]) == ReadPort + i;
      axi_reader #(.Memories(Memories), .Ids(Ids), .Outstanding(Outstanding)) u_reader (
        .clk_i, .rst_ni, .go_i(go[i]), .asked_i(asked_this), .head_i(read_head), .taken_o(taken[i]),
        .arvalid_o(arvalid), .arid_o(arid), .ar_o(ar), .ar_memory_o(memory), .arready_i(in_arready[i]),
        .r_ends_i(go[i] && in_rvalid[i] && in_rready[i] && in_rlast[i]), .rid_i(8'(in_rid[i])));
      assign m_axis_tvalid_o[ReadPort + i] = go[i] && in_rvalid[i];
      assign m_axis_tdata_o[ReadPort + i]  = in_rdata[i];
      assign m_axis_tlast_o[ReadPort + i]  = in_rlast[i];
      assign in_rready[i]                  = !go[i] || m_axis_tready_i[ReadPort + i];
    end else begin : gen_no_read
      assign {ar, arvalid, arid, memory, taken[i]} = '0;
      assign in_rready[i] = 1'b1;
    end
    assign ar_memory[i] = D'(memory);
    assign aw_address = A'(axi_burst::address_of(aw, '0, W, Bases[aw_memory[i]], Sizes[aw_memory[i]]));
    assign ar_address = A'(axi_burst::address_of(ar, 6'(ReadPort + i), W, Bases[ar_memory[i]], Sizes[ar_memory[i]]));
    assign in_awvalid[i] = go[i] ? awvalid : probe_aw;
    assign in_awaddr[i]  = go[i] ? aw_address : A'(Unmapped);
    assign in_awid[i]    = go[i] ? MasterId'(awid) : '0;
    assign in_awlen[i]   = go[i] ? aw.len : 8'd1;
    assign in_awsize[i]  = Size;
    assign in_awburst[i] = Incr;
    assign in_wvalid[i]  = go[i] ? wvalid : probe_w;
    assign in_wlast[i]   = go[i] ? wlast : probe_wlast;
    assign in_wstrb[i]   = '1;
    assign in_arvalid[i] = go[i] ? arvalid : probe_ar;
    assign in_araddr[i]  = go[i] ? ar_address : A'(Unmapped);
    assign in_arid[i]    = go[i] ? MasterId'(arid) : '0;
    assign in_arlen[i]   = go[i] ? ar.len : 8'd1;
    assign in_arsize[i]  = Size;
    assign in_arburst[i] = Incr;
    // A response waits for a host that is not ready, three cycles at most.
    assign in_bready[i]  = m_axis_tready_i[i] || held_q == 2'd3 || !go[i];
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) held_q <= '0;
      else held_q <= in_bvalid[i] && !in_bready[i] ? held_q + 2'd1 : '0;
    end
  end

  for (genvar j = 0; j < Memories; j++) begin : gen_memory
    assign out_bresp[j] = '0;
    assign out_rresp[j] = '0;
    if (Writes) begin : gen_write
      axi_written #(.Number(j), .W(W), .A(A), .Id(MemoryId), .Ids(Ids), .Base(Bases[j]), .Size(Sizes[j])) u_written (
        .clk_i, .rst_ni, .awvalid_i(out_awvalid[j]), .awid_i(out_awid[j]), .awaddr_i(out_awaddr[j]),
        .awlen_i(out_awlen[j]), .awready_o(out_awready[j]), .wvalid_i(out_wvalid[j]), .wlast_i(out_wlast[j]),
        .wdata_i(out_wdata[j]), .wready_o(out_wready[j]), .bvalid_o(out_bvalid[j]), .bid_o(out_bid[j]),
        .b_master_o(b_master[j]), .b_own_id_o(b_own_id[j]), .bready_i(out_bready[j]),
        .valid_o(m_axis_tvalid_o[j]), .ready_i(m_axis_tready_i[j]));
      assign m_axis_tdata_o[j] = out_wdata[j];
      assign m_axis_tlast_o[j] = out_wlast[j];
    end else begin : gen_no_write
      assign {out_awready[j], out_wready[j], out_bvalid[j], out_bid[j], b_master[j], b_own_id[j]} = '0;
    end
    if (Reads) begin : gen_read
      axi_read #(.Number(j), .W(W), .D(D), .A(A), .Id(MemoryId), .Ahead(Ahead), .Base(Bases[j]), .Size(Sizes[j]))
      u_read (
        .clk_i, .rst_ni, .valid_i(s_axis_tvalid_i[ReadPort + j]), .first_i(s_axis_tuser_i[ReadPort + j]),
        .last_i(s_axis_tlast_i[ReadPort + j]), .data_i(s_axis_tdata_i[ReadPort + j]),
        .dest_i(s_axis_tdest_i[ReadPort + j]), .ready_o(s_axis_tready_o[ReadPort + j]), .asks_o(asks[j]),
        .master_o(asked_master[j]), .head_o(read_head[j]), .asked_i(asked[j]), .arvalid_i(out_arvalid[j]),
        .arid_i(out_arid[j]), .araddr_i(out_araddr[j]), .arready_o(out_arready[j]), .rvalid_o(out_rvalid[j]),
        .rlast_o(out_rlast[j]), .rid_o(out_rid[j]), .rdata_o(out_rdata[j]), .rready_i(out_rready[j]));
      always_comb begin
        asked[j] = 1'b0;
        for (int unsigned i = 0; i < Masters; i++) asked[j] |= taken[i][j];
      end
    end else begin : gen_no_read
      assign {asks[j], asked[j], asked_master[j], read_head[j]} = '0;
      assign {out_arready[j], out_rvalid[j], out_rlast[j], out_rid[j], out_rdata[j]} = '0;
    end
  end

  // Ports of the lab that are nobody's.
  for (genvar p = 0; p < Ports; p++) begin : gen_rest
    localparam bit Upper = Writes && Reads && p >= ReadPort;
    localparam int unsigned Own = Upper ? p - ReadPort : p;
    if (Own >= (Writes && !Upper ? Masters : Memories)) begin : gen_in
      assign s_axis_tready_o[p] = 1'b0;
    end
    if (Own >= (Writes && !Upper ? Memories : Masters)) begin : gen_out
      assign {m_axis_tvalid_o[p], m_axis_tlast_o[p], m_axis_tdata_o[p]} = '0;
    end
  end

  axi_rules #(.W(W), .D(D), .Masters(Masters), .Memories(Memories), .A(A), .MasterId(MasterId), .MemoryId(MemoryId),
              .Slots(Ids * Outstanding), .ReadPort(ReadPort), .Bound(Bound), .Bases(Bases), .Sizes(Sizes)) u_rules (.*);
endmodule
