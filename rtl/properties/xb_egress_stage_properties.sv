// SPDX-License-Identifier: Apache-2.0
/// xb_egress_stage, for any words that its reader may begin and any receiver: there is room for every pair that comes, and
/// beats go in order, none lost, doubled or changed (colours, as in xb_fifo_properties).
//
// bound 12 xb_egress_stage none_*: a queue of five pairs does not close in a minute; that of xb_fifo, with three words, does
//
// mutant none_refused: xb_egress_stage.sv s/CountWidth'(Pairs)/CountWidth'(NumPorts + 1)/
// mutant none_torn: xb_egress_stage.sv s/assign m_tuser_o = half_q ?/assign m_tuser_o = !half_q ?/
// mutant none_made_up: xb_egress_stage.sv s/if (deliver) half_q <= !half_q & has_two;/half_q <= !half_q \& has_two;/
// mutant none_lost: xb_egress_stage.sv s/m_tready_i & (half_q | !has_two)/m_tready_i/
// mutant none_doubled: xb_egress_stage.sv s/m_tready_i & (half_q | !has_two)/m_tready_i \& half_q/
// mutant offer_stays: xb_egress_stage.sv s/if (deliver) half_q <= !half_q & has_two;/half_q <= !half_q \& has_two;/
// mutant on_offer_at_once: xb_egress_stage.sv s/\.valid_i(pair_valid_i)/.valid_i(pair_valid_i \& pair_data_i[0])/
// mutant staged_counted: xb_egress_stage.sv s/- StagedWidth'(deliver)/- StagedWidth'(m_tvalid_o)/
`default_nettype none

module xb_egress_stage_properties #(
  parameter int unsigned NumPorts = 2
) (
  input logic       clk_i,
  input logic       start_i,
  input logic [2:0] beats_i,
  input logic       pair_valid_i,
  input logic       has_two_i,
  input logic [1:0] colour_i,
  input logic       tready_i
);
  logic       rst_ni = 1'b0;
  logic       pair_ready, valid, data, last, user, deliver;
  logic [2:0] staged;
  // Beats: whose word has begun, and that have not come; or have not gone. The reader has kept to its rule.
  logic [2:0] awaited_q = '0, staged_q = '0;
  logic       ruled_q = 1'b1;
  logic [1:0] coloured_in_q = '0, coloured_out_q = '0;
  logic       enter, entered_q = 1'b0, stalled_q = 1'b0, data_q = 1'b0;

  xb_egress_stage #(.NumPorts(NumPorts), .DataWidth(1)) u_dut (
    .clk_i, .rst_ni, .start_i, .start_beats_i(beats_i), .pair_valid_i, .pair_ready_o(pair_ready),
    .pair_data_i(colour_i), .pair_side_i({has_two_i, {2{colour_i[1]}}, {2{colour_i[0]}}}),
    .m_tvalid_o(valid), .m_tready_i(tready_i), .m_tdata_o(data), .m_tlast_o(last), .m_tuser_o(user), .staged_o(staged)
  );

  assign enter   = pair_valid_i & pair_ready;
  assign deliver = valid & tready_i;

  always_ff @(posedge clk_i) begin
    rst_ni <= 1'b1;
    if (rst_ni) begin
      // Words one after the other, of pairs that are full but for the last one.
      ruled_q <= ruled_q && (!start_i || (awaited_q == '0 && beats_i >= 3'd1 && beats_i <= 3'(2*NumPorts) &&
                                          (staged <= 3'(NumPorts + 1) || {1'b0, staged} + 4'(beats_i) <= 4'(2*NumPorts + 1)))) &&
                 (!pair_valid_i || (awaited_q != '0 && has_two_i == (awaited_q >= 3'd2)));
      if (pair_valid_i) begin
        if (coloured_in_q == 2'd1) assume (colour_i[0]);
        if (coloured_in_q == 2'd2) assume (colour_i == '0);
        if (colour_i[0] && has_two_i) assume (colour_i[1] == (coloured_in_q == '0));
        if (!has_two_i) assume (!colour_i[1]);
      end
      if (enter) coloured_in_q <= coloured_in_q + 2'(colour_i[0]) + 2'(colour_i[1]);
      awaited_q <= awaited_q + (start_i ? beats_i : '0) - (pair_valid_i ? 3'd1 + 3'(has_two_i) : '0);
      staged_q  <= staged_q + (start_i ? beats_i : '0) - 3'(deliver);
      entered_q <= enter;
      stalled_q <= valid & !tready_i;
      data_q    <= data;
      if (deliver && data) coloured_out_q <= coloured_out_q + 1'b1;

      if (ruled_q && pair_valid_i && awaited_q != '0 && has_two_i == (awaited_q >= 3'd2)) none_refused: assert (pair_ready);
      if (valid) none_torn: assert (data == last && data == user);
      if (valid && data) none_made_up: assert (coloured_out_q < coloured_in_q);
      if (valid && coloured_out_q == 2'd1) none_lost: assert (data);
      if (valid && coloured_out_q == 2'd2) none_doubled: assert (!data);
      if (stalled_q) offer_stays: assert (valid && data == data_q);
      if (entered_q) on_offer_at_once: assert (valid);
      staged_counted: assert (staged == staged_q);
      reached_all_staged: cover (ruled_q && staged == 3'(3*NumPorts + 1));
      reached_both_out: cover (coloured_out_q == 2'd2 && staged == '0);
    end
  end
endmodule : xb_egress_stage_properties

`default_nettype wire
