// SPDX-License-Identifier: Apache-2.0
// An AXI4 crossbar. A burst that is granted keeps its slave until its last beat is taken; grants go round. Each
// channel takes a cycle to be granted, and nothing for a beat. Of one id a master's bursts are under way to one
// slave at a time, so that their responses come in order. What no slave is at gets DECERR.

// verilator lint_off DECLFILENAME

/// Who has a sink: the next in turn of those that ask for it, until it is done.
module axi_crossbar_grant #(
  parameter int unsigned Sources = 2,
  localparam int unsigned Bits = $clog2(Sources)
) (
  input  logic               clk_i, rst_ni,
  input  logic [Sources-1:0] request_i,
  input  logic               done_i,     ///< by the one that has it
  output logic               busy_o,
  output logic [Bits-1:0]    owner_o
);
  logic [Bits-1:0] pick;
  always_comb begin
    pick = owner_o;
    for (int unsigned n = Sources; n >= 1; n--) begin
      if (request_i[Bits'((32'(owner_o) + n) % Sources)]) pick = Bits'((32'(owner_o) + n) % Sources);
    end
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      busy_o  <= 1'b0;
      owner_o <= '0;
    end else if (!busy_o || done_i) begin
      busy_o  <= |request_i;
      owner_o <= pick;
    end
  end
endmodule

/// Which bursts of a master may go where they want, so that responses of one id come in order.
module axi_crossbar_order #(
  parameter int unsigned IdWidth = 4,
  parameter int unsigned TargetBits = 2
) (
  input  logic                  clk_i, rst_ni,
  input  logic [IdWidth-1:0]    id_i,       ///< of the burst that asks
  input  logic [TargetBits-1:0] target_i,
  output logic                  allowed_o,
  input  logic                  begins_i,   ///< this burst
  input  logic                  ends_i,     ///< the response of one
  input  logic [IdWidth-1:0]    end_id_i
);
  logic [2**IdWidth-1:0][TargetBits-1:0] target_q;
  logic [2**IdWidth-1:0][7:0]            count_q;
  assign allowed_o = count_q[id_i] == '0 || (target_q[id_i] == target_i && count_q[id_i] != '1);
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      target_q <= '0;
      count_q  <= '0;
    end else begin
      if (begins_i) target_q[id_i] <= target_i;
      if (begins_i && !(ends_i && id_i == end_id_i)) count_q[id_i] <= count_q[id_i] + 8'd1;
      if (ends_i && !(begins_i && id_i == end_id_i)) count_q[end_id_i] <= count_q[end_id_i] - 8'd1;
    end
  end
endmodule

/// Answers bursts to addresses that no slave has.
module axi_crossbar_error #(
  parameter int unsigned IdWidth = 4
) (
  input  logic               clk_i, rst_ni,
  input  logic               awvalid_i,
  input  logic [IdWidth-1:0] awid_i,
  output logic               awready_o,
  input  logic               wvalid_i, wlast_i,
  output logic               wready_o,
  output logic               bvalid_o,
  output logic [IdWidth-1:0] bid_o,
  input  logic               bready_i,
  input  logic               arvalid_i,
  input  logic [IdWidth-1:0] arid_i,
  input  logic [7:0]         arlen_i,
  output logic               arready_o,
  output logic               rvalid_o, rlast_o,
  output logic [IdWidth-1:0] rid_o,
  input  logic               rready_i
);
  logic       in_burst_q;
  logic [7:0] left_q;
  assign awready_o = !in_burst_q && !bvalid_o;
  assign wready_o  = in_burst_q;
  assign arready_o = !rvalid_o;
  assign rlast_o   = left_q == '0;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      in_burst_q <= 1'b0;
      bvalid_o   <= 1'b0;
      rvalid_o   <= 1'b0;
      left_q     <= '0;
      bid_o      <= '0;
      rid_o      <= '0;
    end else begin
      if (awvalid_i && awready_o) begin
        in_burst_q <= 1'b1;
        bid_o      <= awid_i;
      end
      if (wvalid_i && wready_o && wlast_i) begin
        in_burst_q <= 1'b0;
        bvalid_o   <= 1'b1;
      end
      if (bvalid_o && bready_i) bvalid_o <= 1'b0;
      if (arvalid_i && arready_o) begin
        rvalid_o <= 1'b1;
        left_q   <= arlen_i;
        rid_o    <= arid_i;
      end else if (rvalid_o && rready_i) begin
        rvalid_o <= !rlast_o;
        left_q   <= left_q - 8'd1;
      end
    end
  end
endmodule

/// `NumMasters` masters at the ports s_axi_*, `NumSlaves` slaves at m_axi_*; port 0 at the lowest bits. Slave j has
/// the addresses from j << RegionBits on, 2**RegionBits of them.
module axi_crossbar #(
  parameter int unsigned NumMasters = 4,   ///< 2..16
  parameter int unsigned NumSlaves = 4,    ///< 1..16
  parameter int unsigned AddrWidth = 32,
  parameter int unsigned DataWidth = 64,
  parameter int unsigned IdWidth = 4,      ///< of a master; a slave's has the master's number in front
  parameter int unsigned RegionBits = 24,
  localparam int unsigned MasterBits = $clog2(NumMasters),
  localparam int unsigned SlaveId = IdWidth + MasterBits
) (
  input  logic                             aclk, aresetn,
  input  logic [NumMasters-1:0]            s_axi_awvalid,
  output logic [NumMasters-1:0]            s_axi_awready,
  input  logic [NumMasters*AddrWidth-1:0]  s_axi_awaddr,
  input  logic [NumMasters*IdWidth-1:0]    s_axi_awid,
  input  logic [NumMasters*8-1:0]          s_axi_awlen,
  input  logic [NumMasters*3-1:0]          s_axi_awsize,
  input  logic [NumMasters*2-1:0]          s_axi_awburst,
  input  logic [NumMasters-1:0]            s_axi_wvalid, s_axi_wlast,
  output logic [NumMasters-1:0]            s_axi_wready,
  input  logic [NumMasters*DataWidth-1:0]  s_axi_wdata,
  input  logic [NumMasters*DataWidth/8-1:0] s_axi_wstrb,
  output logic [NumMasters-1:0]            s_axi_bvalid,
  input  logic [NumMasters-1:0]            s_axi_bready,
  output logic [NumMasters*IdWidth-1:0]    s_axi_bid,
  output logic [NumMasters*2-1:0]          s_axi_bresp,
  input  logic [NumMasters-1:0]            s_axi_arvalid,
  output logic [NumMasters-1:0]            s_axi_arready,
  input  logic [NumMasters*AddrWidth-1:0]  s_axi_araddr,
  input  logic [NumMasters*IdWidth-1:0]    s_axi_arid,
  input  logic [NumMasters*8-1:0]          s_axi_arlen,
  input  logic [NumMasters*3-1:0]          s_axi_arsize,
  input  logic [NumMasters*2-1:0]          s_axi_arburst,
  output logic [NumMasters-1:0]            s_axi_rvalid, s_axi_rlast,
  input  logic [NumMasters-1:0]            s_axi_rready,
  output logic [NumMasters*IdWidth-1:0]    s_axi_rid,
  output logic [NumMasters*DataWidth-1:0]  s_axi_rdata,
  output logic [NumMasters*2-1:0]          s_axi_rresp,
  output logic [NumSlaves-1:0]             m_axi_awvalid,
  input  logic [NumSlaves-1:0]             m_axi_awready,
  output logic [NumSlaves*AddrWidth-1:0]   m_axi_awaddr,
  output logic [NumSlaves*SlaveId-1:0]     m_axi_awid,
  output logic [NumSlaves*8-1:0]           m_axi_awlen,
  output logic [NumSlaves*3-1:0]           m_axi_awsize,
  output logic [NumSlaves*2-1:0]           m_axi_awburst,
  output logic [NumSlaves-1:0]             m_axi_wvalid, m_axi_wlast,
  input  logic [NumSlaves-1:0]             m_axi_wready,
  output logic [NumSlaves*DataWidth-1:0]   m_axi_wdata,
  output logic [NumSlaves*DataWidth/8-1:0] m_axi_wstrb,
  input  logic [NumSlaves-1:0]             m_axi_bvalid,
  output logic [NumSlaves-1:0]             m_axi_bready,
  input  logic [NumSlaves*SlaveId-1:0]     m_axi_bid,
  input  logic [NumSlaves*2-1:0]           m_axi_bresp,
  output logic [NumSlaves-1:0]             m_axi_arvalid,
  input  logic [NumSlaves-1:0]             m_axi_arready,
  output logic [NumSlaves*AddrWidth-1:0]   m_axi_araddr,
  output logic [NumSlaves*SlaveId-1:0]     m_axi_arid,
  output logic [NumSlaves*8-1:0]           m_axi_arlen,
  output logic [NumSlaves*3-1:0]           m_axi_arsize,
  output logic [NumSlaves*2-1:0]           m_axi_arburst,
  input  logic [NumSlaves-1:0]             m_axi_rvalid, m_axi_rlast,
  output logic [NumSlaves-1:0]             m_axi_rready,
  input  logic [NumSlaves*SlaveId-1:0]     m_axi_rid,
  input  logic [NumSlaves*DataWidth-1:0]   m_axi_rdata,
  input  logic [NumSlaves*2-1:0]           m_axi_rresp
);
  // The slave behind the others answers for all addresses that are none's.
  localparam int unsigned Sinks = NumSlaves + 1;
  localparam int unsigned SinkBits = $clog2(Sinks);
  localparam int unsigned RequestBits = AddrWidth + SlaveId + 8 + 3 + 2;
  localparam int unsigned WriteBits = DataWidth + DataWidth / 8 + 1;
  localparam int unsigned ReadBits = DataWidth + 3;

  function automatic logic [SinkBits-1:0] slave_at(logic [AddrWidth-1:0] address);
    logic [AddrWidth-1:0] region;
    region = address >> RegionBits;
    return region < AddrWidth'(NumSlaves) ? SinkBits'(region) : SinkBits'(NumSlaves);
  endfunction

  // What masters ask for.
  logic [NumMasters-1:0][SinkBits-1:0]    aw_target, ar_target;
  logic [NumMasters-1:0][RequestBits-1:0] aw_in, ar_in;
  logic [NumMasters-1:0][WriteBits-1:0]   w_in;
  logic [NumMasters-1:0]                  aw_allowed, ar_allowed, writing;
  // Who has which slave, and which slave answers to which master.
  logic [Sinks-1:0]                       aw_busy, ar_busy, aw_done_q, w_done_q, aw_now, w_now;
  logic [Sinks-1:0][MasterBits-1:0]       aw_owner, ar_owner;
  logic [NumMasters-1:0]                  b_busy, r_busy;
  logic [NumMasters-1:0][SinkBits-1:0]    b_owner, r_owner;
  // All slaves, the last among them.
  logic [Sinks-1:0]                       awvalid, awready, wvalid, wready, bvalid, bready, arvalid, arready, rvalid,
                                          rlast, rready;
  logic [Sinks-1:0][SlaveId-1:0]          bid, rid;
  logic [Sinks-1:0][RequestBits-1:0]      aw_out, ar_out;
  logic [Sinks-1:0][WriteBits-1:0]        w_out;
  logic [Sinks-1:0][1:0]                  bresp;
  logic [Sinks-1:0][ReadBits-1:0]         r_in;  // rdata, rresp, rlast

  for (genvar i = 0; i < NumMasters; i++) begin : gen_master
    localparam logic [MasterBits-1:0] Number = MasterBits'(i);
    assign aw_target[i] = slave_at(s_axi_awaddr[i*AddrWidth +: AddrWidth]);
    assign ar_target[i] = slave_at(s_axi_araddr[i*AddrWidth +: AddrWidth]);
    assign aw_in[i] = {s_axi_awaddr[i*AddrWidth +: AddrWidth], Number, s_axi_awid[i*IdWidth +: IdWidth],
                       s_axi_awlen[i*8 +: 8], s_axi_awsize[i*3 +: 3], s_axi_awburst[i*2 +: 2]};
    assign ar_in[i] = {s_axi_araddr[i*AddrWidth +: AddrWidth], Number, s_axi_arid[i*IdWidth +: IdWidth],
                       s_axi_arlen[i*8 +: 8], s_axi_arsize[i*3 +: 3], s_axi_arburst[i*2 +: 2]};
    assign w_in[i] = {s_axi_wdata[i*DataWidth +: DataWidth], s_axi_wstrb[i*DataWidth/8 +: DataWidth/8], s_axi_wlast[i]};

    logic [Sinks-1:0] b_request, r_request;
    always_comb begin
      writing[i]       = 1'b0;
      s_axi_awready[i] = 1'b0;
      s_axi_wready[i]  = 1'b0;
      s_axi_arready[i] = 1'b0;
      for (int unsigned j = 0; j < Sinks; j++) begin
        if (aw_busy[j] && aw_owner[j] == Number) begin
          writing[i]       = 1'b1;
          s_axi_awready[i] = awready[j] && !aw_done_q[j];
          s_axi_wready[i]  = wready[j] && !w_done_q[j];
        end
        if (ar_busy[j] && ar_owner[j] == Number) s_axi_arready[i] = arready[j];
        b_request[j] = bvalid[j] && bid[j][SlaveId-1:IdWidth] == Number && !(b_busy[i] && b_owner[i] == SinkBits'(j));
        r_request[j] = rvalid[j] && rid[j][SlaveId-1:IdWidth] == Number && !(r_busy[i] && r_owner[i] == SinkBits'(j));
      end
    end
    assign s_axi_bvalid[i] = b_busy[i] && bvalid[b_owner[i]];
    assign s_axi_bid[i*IdWidth +: IdWidth] = bid[b_owner[i]][IdWidth-1:0];
    assign s_axi_bresp[i*2 +: 2] = bresp[b_owner[i]];
    assign s_axi_rvalid[i] = r_busy[i] && rvalid[r_owner[i]];
    assign s_axi_rid[i*IdWidth +: IdWidth] = rid[r_owner[i]][IdWidth-1:0];
    assign {s_axi_rdata[i*DataWidth +: DataWidth], s_axi_rresp[i*2 +: 2], s_axi_rlast[i]} = r_in[r_owner[i]];

    axi_crossbar_grant #(.Sources(Sinks)) u_b (.clk_i(aclk), .rst_ni(aresetn), .request_i(b_request),
      .done_i(s_axi_bvalid[i] && s_axi_bready[i]), .busy_o(b_busy[i]), .owner_o(b_owner[i]));
    axi_crossbar_grant #(.Sources(Sinks)) u_r (.clk_i(aclk), .rst_ni(aresetn), .request_i(r_request),
      .done_i(s_axi_rvalid[i] && s_axi_rready[i] && s_axi_rlast[i]), .busy_o(r_busy[i]), .owner_o(r_owner[i]));
    axi_crossbar_order #(.IdWidth(IdWidth), .TargetBits(SinkBits)) u_writes (.clk_i(aclk), .rst_ni(aresetn),
      .id_i(s_axi_awid[i*IdWidth +: IdWidth]), .target_i(aw_target[i]), .allowed_o(aw_allowed[i]),
      .begins_i(s_axi_awvalid[i] && s_axi_awready[i]), .ends_i(s_axi_bvalid[i] && s_axi_bready[i]),
      .end_id_i(s_axi_bid[i*IdWidth +: IdWidth]));
    axi_crossbar_order #(.IdWidth(IdWidth), .TargetBits(SinkBits)) u_reads (.clk_i(aclk), .rst_ni(aresetn),
      .id_i(s_axi_arid[i*IdWidth +: IdWidth]), .target_i(ar_target[i]), .allowed_o(ar_allowed[i]),
      .begins_i(s_axi_arvalid[i] && s_axi_arready[i]),
      .ends_i(s_axi_rvalid[i] && s_axi_rready[i] && s_axi_rlast[i]), .end_id_i(s_axi_rid[i*IdWidth +: IdWidth]));
  end

  for (genvar j = 0; j < Sinks; j++) begin : gen_slave
    logic [NumMasters-1:0] aw_request, ar_request;
    always_comb begin
      for (int unsigned i = 0; i < NumMasters; i++) begin
        aw_request[i] = s_axi_awvalid[i] && aw_target[i] == SinkBits'(j) && aw_allowed[i] && !writing[i];
        ar_request[i] = s_axi_arvalid[i] && ar_target[i] == SinkBits'(j) && ar_allowed[i] &&
                        !(ar_busy[j] && ar_owner[j] == MasterBits'(i));
      end
      bready[j] = 1'b0;
      rready[j] = 1'b0;
      for (int unsigned i = 0; i < NumMasters; i++) begin
        if (b_busy[i] && b_owner[i] == SinkBits'(j)) bready[j] = s_axi_bready[i];
        if (r_busy[i] && r_owner[i] == SinkBits'(j)) rready[j] = s_axi_rready[i];
      end
    end
    assign awvalid[j] = aw_busy[j] && !aw_done_q[j] && s_axi_awvalid[aw_owner[j]];
    assign wvalid[j]  = aw_busy[j] && !w_done_q[j] && s_axi_wvalid[aw_owner[j]];
    assign arvalid[j] = ar_busy[j] && s_axi_arvalid[ar_owner[j]];
    assign aw_out[j]  = aw_in[aw_owner[j]];
    assign w_out[j]   = w_in[aw_owner[j]];
    assign ar_out[j]  = ar_in[ar_owner[j]];
    assign aw_now[j]  = aw_done_q[j] || (awvalid[j] && awready[j]);
    assign w_now[j]   = w_done_q[j] || (wvalid[j] && wready[j] && w_out[j][0]);
    always_ff @(posedge aclk or negedge aresetn) begin
      if (!aresetn) begin
        aw_done_q[j] <= 1'b0;
        w_done_q[j]  <= 1'b0;
      end else begin
        aw_done_q[j] <= aw_now[j] && !w_now[j];
        w_done_q[j]  <= w_now[j] && !aw_now[j];
      end
    end
    axi_crossbar_grant #(.Sources(NumMasters)) u_aw (.clk_i(aclk), .rst_ni(aresetn), .request_i(aw_request),
      .done_i(aw_now[j] && w_now[j]), .busy_o(aw_busy[j]), .owner_o(aw_owner[j]));
    axi_crossbar_grant #(.Sources(NumMasters)) u_ar (.clk_i(aclk), .rst_ni(aresetn), .request_i(ar_request),
      .done_i(arvalid[j] && arready[j]), .busy_o(ar_busy[j]), .owner_o(ar_owner[j]));
  end

  for (genvar j = 0; j < NumSlaves; j++) begin : gen_port
    assign m_axi_awvalid[j] = awvalid[j];
    assign m_axi_wvalid[j]  = wvalid[j];
    assign m_axi_bready[j]  = bready[j];
    assign m_axi_arvalid[j] = arvalid[j];
    assign m_axi_rready[j]  = rready[j];
    assign {m_axi_awaddr[j*AddrWidth +: AddrWidth], m_axi_awid[j*SlaveId +: SlaveId], m_axi_awlen[j*8 +: 8],
            m_axi_awsize[j*3 +: 3], m_axi_awburst[j*2 +: 2]} = aw_out[j];
    assign {m_axi_araddr[j*AddrWidth +: AddrWidth], m_axi_arid[j*SlaveId +: SlaveId], m_axi_arlen[j*8 +: 8],
            m_axi_arsize[j*3 +: 3], m_axi_arburst[j*2 +: 2]} = ar_out[j];
    assign {m_axi_wdata[j*DataWidth +: DataWidth], m_axi_wstrb[j*DataWidth/8 +: DataWidth/8], m_axi_wlast[j]} = w_out[j];
    assign awready[j] = m_axi_awready[j];
    assign wready[j]  = m_axi_wready[j];
    assign arready[j] = m_axi_arready[j];
    assign bvalid[j]  = m_axi_bvalid[j];
    assign bid[j]     = m_axi_bid[j*SlaveId +: SlaveId];
    assign bresp[j]   = m_axi_bresp[j*2 +: 2];
    assign rvalid[j]  = m_axi_rvalid[j];
    assign rlast[j]   = m_axi_rlast[j];
    assign rid[j]     = m_axi_rid[j*SlaveId +: SlaveId];
    assign r_in[j]    = {m_axi_rdata[j*DataWidth +: DataWidth], m_axi_rresp[j*2 +: 2], rlast[j]};
  end

  localparam logic [1:0] DecodeError = 2'b11;
  axi_crossbar_error #(.IdWidth(SlaveId)) u_error (
    .clk_i(aclk), .rst_ni(aresetn),
    .awvalid_i(awvalid[NumSlaves]), .awid_i(aw_out[NumSlaves][13 +: SlaveId]), .awready_o(awready[NumSlaves]),
    .wvalid_i(wvalid[NumSlaves]), .wlast_i(w_out[NumSlaves][0]), .wready_o(wready[NumSlaves]),
    .bvalid_o(bvalid[NumSlaves]), .bid_o(bid[NumSlaves]), .bready_i(bready[NumSlaves]),
    .arvalid_i(arvalid[NumSlaves]), .arid_i(ar_out[NumSlaves][13 +: SlaveId]), .arlen_i(ar_out[NumSlaves][12:5]),
    .arready_o(arready[NumSlaves]),
    .rvalid_o(rvalid[NumSlaves]), .rlast_o(rlast[NumSlaves]), .rid_o(rid[NumSlaves]), .rready_i(rready[NumSlaves])
  );
  assign bresp[NumSlaves] = DecodeError;
  assign r_in[NumSlaves]  = {DataWidth'(0), DecodeError, rlast[NumSlaves]};
endmodule
