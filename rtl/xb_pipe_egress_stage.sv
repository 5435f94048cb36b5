// SPDX-License-Identifier: Apache-2.0
/// One output of the pipelined memory switch: the pairs that a read wave brings, and the way back from pairs to beats.
///
/// A pair that arrives in cycle t is on offer from cycle t+1 on, its beats one after the other. The reader starts waves such
/// that 2*Turns+3 pairs, and one more with RamRegister, are never exceeded.
`default_nettype none

module xb_pipe_egress_stage #(
  /// Ports that take turns, 4..64.
  parameter int unsigned Turns = 4,
  /// Payload of a beat [bits].
  parameter int unsigned DataWidth = 64,
  /// 1: pairs come a cycle later.
  parameter int unsigned RamRegister = 0,
  /// Derived, do not overwrite.
  localparam int unsigned BeatsWidth = $clog2(2*Turns + 1),
  localparam int unsigned StagedWidth = $clog2(4*Turns + RamRegister),
  localparam int unsigned SideWidth = xb_pkg::PairSideWidth
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,
  /// A wave of so many beats begins. Its pairs, as xb_pipe_ingress_stage made them, come from the next cycle on, or the
  /// second with RamRegister.
  input  logic                   start_i,
  input  logic [BeatsWidth-1:0]  start_beats_i,
  input  logic [2*DataWidth-1:0] pair_data_i,
  input  logic [SideWidth-1:0]   pair_side_i,
  output logic                   pair_due_o,
  /// AXI4-Stream to the link (tdest is constant, and not here).
  output logic                   m_tvalid_o,
  input  logic                   m_tready_i,
  output logic [DataWidth-1:0]   m_tdata_o,
  output logic                   m_tlast_o,
  output logic                   m_tuser_o,
  /// Beats staged or on the way, from the cycle after a wave began, up to 3*Turns+3, or 3*Turns+4.
  output logic [StagedWidth-1:0] staged_o
);
  if (Turns < 4 || Turns > 64) begin : gen_illegal_turns
    $error("Turns must be 4..64");
  end
  if (DataWidth < 1) begin : gen_illegal_data_width
    $error("DataWidth must be 1 or more");
  end

  logic                   second_q, deliver, has_two, last_first, last_second, user_first, user_second;
  logic [2*DataWidth-1:0] data;
  // Beats of the wave that are to come.
  logic [BeatsWidth-1:0]  left_q, late_beats;
  logic                   late;

  assign m_tdata_o = second_q ? data[DataWidth +: DataWidth] : data[0 +: DataWidth];
  assign m_tuser_o = second_q ? user_second : user_first;
  assign m_tlast_o = second_q ? last_second : last_first;
  assign pair_due_o = left_q != '0;
  assign deliver   = m_tvalid_o & m_tready_i;

  xb_pipe_output #(.Width(SideWidth + 2*DataWidth), .Depth(2*Turns + 3 + RamRegister)) u_pairs (
    .clk_i, .rst_ni, .valid_i(pair_due_o), .word_i({pair_side_i, pair_data_i}),
    .valid_o(m_tvalid_o), .ready_i(m_tready_i & (second_q | !has_two)),
    .word_o({has_two, last_second, user_second, last_first, user_first, data})
  );

  xb_delay #(.Width(1 + BeatsWidth), .Cycles(RamRegister)) u_late (
    .clk_i, .rst_ni, .now_i({start_i, start_beats_i}), .late_o({late, late_beats})
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      second_q <= 1'b0;
      left_q   <= '0;
      staged_o <= '0;
    end else begin
      if (deliver) second_q <= !second_q & has_two;
      left_q   <= late ? late_beats : (left_q > BeatsWidth'(2)) ? left_q - BeatsWidth'(2) : '0;
      staged_o <= staged_o + (start_i ? StagedWidth'(start_beats_i) : '0) - StagedWidth'(deliver);
    end
  end
endmodule : xb_pipe_egress_stage

`default_nettype wire
