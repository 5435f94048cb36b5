// SPDX-License-Identifier: Apache-2.0
/// One output of the memory switch: the pairs that a read wave brings, and the way back from pairs to beats.
///
/// A pair that arrives in cycle t is on offer from cycle t+1 on, its beats one after the other. `staged_o` counts the
/// beats of a word from the cycle after its wave began, so that the reader knows what is on the way; it starts
/// waves such that 2*NumPorts+1 pairs are never exceeded, and the waves need no handshake.
`default_nettype none

module xb_egress_stage #(
  /// Number of switch ports, 2..64.
  parameter int unsigned NumPorts = 4,
  /// Payload of a beat [bits].
  parameter int unsigned DataWidth = 64,
  /// Derived, do not overwrite.
  localparam int unsigned BeatsWidth = $clog2(2*NumPorts + 1),
  localparam int unsigned StagedWidth = $clog2(4*NumPorts),
  localparam int unsigned SideWidth = xb_pkg::PairSideWidth
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,
  /// A wave of so many beats begins.
  input  logic                   start_i,
  input  logic [BeatsWidth-1:0]  start_beats_i,
  /// Its pairs, as xb_ingress_stage made them; always ready when they come.
  input  logic                   pair_valid_i,
  output logic                   pair_ready_o,
  input  logic [2*DataWidth-1:0] pair_data_i,
  input  logic [SideWidth-1:0]   pair_side_i,
  /// AXI4-Stream to the link (tdest is constant, and not here).
  output logic                   m_tvalid_o,
  input  logic                   m_tready_i,
  output logic [DataWidth-1:0]   m_tdata_o,
  output logic                   m_tlast_o,
  output logic                   m_tuser_o,
  /// Beats staged or on the way, up to 3*NumPorts+1.
  output logic [StagedWidth-1:0] staged_o
);
  if (NumPorts < 2 || NumPorts > 64) begin : gen_illegal_num_ports
    $error("NumPorts must be 2..64");
  end
  if (DataWidth < 1) begin : gen_illegal_data_width
    $error("DataWidth must be 1 or more");
  end

  localparam int unsigned Pairs = 2*NumPorts + 1;
  localparam int unsigned CountWidth = xb_pkg::CountWidth;

  logic                   half_q, deliver, has_two, last_first, last_second, user_first, user_second;
  logic [2*DataWidth-1:0] data;
  logic [StagedWidth-1:0] staged_q;
  logic [CountWidth-1:0]  count;

  assign m_tdata_o = half_q ? data[DataWidth +: DataWidth] : data[0 +: DataWidth];
  assign m_tuser_o = half_q ? user_second : user_first;
  assign m_tlast_o = half_q ? last_second : last_first;
  assign deliver   = m_tvalid_o & m_tready_i;
  assign staged_o  = staged_q;

  xb_fifo #(.DataWidth(2*DataWidth), .SideWidth(SideWidth), .MaxDepth(Pairs)) u_pairs (
    .clk_i, .rst_ni, .depth_i(CountWidth'(Pairs)),
    .valid_i(pair_valid_i), .ready_o(pair_ready_o),
    .data_i(pair_data_i), .side_i(pair_side_i),
    .valid_o(m_tvalid_o), .ready_i(m_tready_i & (half_q | !has_two)), .data_o(data),
    .side_o({has_two, last_second, user_second, last_first, user_first}), .count_o(count)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      half_q   <= 1'b0;
      staged_q <= '0;
    end else begin
      if (deliver) half_q <= !half_q & has_two;
      staged_q <= staged_q + (start_i ? StagedWidth'(start_beats_i) : '0) - StagedWidth'(deliver);
    end
  end

  logic unused;
  assign unused = ^count;
endmodule : xb_egress_stage

`default_nettype wire
