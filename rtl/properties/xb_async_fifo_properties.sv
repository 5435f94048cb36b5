// SPDX-License-Identifier: Apache-2.0
/// xb_async_fifo, in whatever order the edges of its two clocks come: no beat is lost, doubled, changed or overtaken, by
/// colours (xb_fifo_properties); an offered beat stays, and what goes with its data belongs to it. That bits cross late is not in it: xb_gray_checker.
//
// clocks: two
// mutant none_made_up: xb_async_fifo.sv s/assign empty  = rgray_q == wgray_seen;/assign empty  = rgray_q == wgray_seen \&\& rptr_q != 2;/
// mutant none_lost: xb_async_fifo.sv s/!= (rgray_seen ^ Full);/!= rgray_seen || wptr_d == 0;/
// mutant none_doubled: xb_async_fifo.sv s/if (pop) word_q <=/if (pop \&\& rptr_q != 3) word_q <=/
// mutant side_goes_along: xb_async_fifo.sv s/{s_tid_i, s_tuser_i, s_tlast_i/{s_tid_i, ~s_tuser_i, s_tlast_i/
// mutant offer_stays: xb_async_fifo.sv s/!empty & (m_tready_i | !m_tvalid_o)/!empty/
`default_nettype none

module xb_async_fifo_properties (
  input logic clk_i,
  input logic s_clk_i,
  input logic m_clk_i,
  input logic valid_i,
  input logic colour_i,
  input logic ready_i
);
  logic       rst_ni = 1'b0;
  logic       ready, valid, keep, last, dest, waits_q = 1'b0, colour_q = 1'b0;
  logic [7:0] data;
  logic [1:0] id, user;
  logic [1:0] coloured_in_q = '0, coloured_out_q = '0;

  xb_async_fifo #(.DataWidth(8), .DestWidth(1), .LogDepth(2), .IdWidth(2), .UserWidth(2)) u_dut (
    .rst_ni,
    .s_clk_i, .s_tvalid_i(valid_i), .s_tready_o(ready), .s_tdata_i({7'd0, colour_i}), .s_tkeep_i(1'b1), .s_tlast_i(1'b0),
    .s_tdest_i(1'b0), .s_tid_i({colour_i, 1'b0}), .s_tuser_i({1'b1, colour_i}),
    .m_clk_i, .m_tvalid_o(valid), .m_tready_i(ready_i), .m_tdata_o(data), .m_tkeep_o(keep), .m_tlast_o(last),
    .m_tdest_o(dest), .m_tid_o(id), .m_tuser_o(user)
  );

  always_ff @(posedge clk_i) rst_ni <= 1'b1;

  always_ff @(posedge s_clk_i) begin
    if (rst_ni) begin
      if (coloured_in_q == 2'd1) assume (colour_i);
      if (coloured_in_q == 2'd2) assume (!colour_i);
      if (valid_i && ready && colour_i) coloured_in_q <= coloured_in_q + 1'b1;
    end
  end

  always_ff @(posedge m_clk_i) begin
    if (rst_ni) begin
      waits_q  <= valid & !ready_i;
      colour_q <= data[0];
      if (valid && ready_i && data[0]) coloured_out_q <= coloured_out_q + 1'b1;

      if (valid) side_goes_along: assert (id == {data[0], 1'b0} && user == {1'b1, data[0]});
      if (waits_q) offer_stays: assert (valid && data[0] == colour_q);
      if (valid && data[0]) none_made_up: assert (coloured_out_q < coloured_in_q);
      if (valid && coloured_out_q == 2'd1) none_lost: assert (data[0]);
      if (valid && coloured_out_q == 2'd2) none_doubled: assert (!data[0]);
      reached_both_out: cover (coloured_out_q == 2'd2);
    end
  end
endmodule : xb_async_fifo_properties

`default_nettype wire
