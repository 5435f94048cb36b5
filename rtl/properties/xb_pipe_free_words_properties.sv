// SPDX-License-Identifier: Apache-2.0
/// xb_pipe_free_words, for any order of taking and returning: a word has one owner, and none is ever lost: while one is free,
/// one is at hand within two cycles.
//
// mutant in_range: xb_pipe_free_words.sv s/\.Depth(Words)/.Depth(Words + 1)/
// mutant one_owner: xb_pipe_free_words.sv s/take_i || !valid_o/take_i || !valid_o || gets/
// mutant stays_until_taken: xb_pipe_free_words.sv s/if (take_i || !valid_o) addr_o/addr_o/
// mutant none_lost: xb_pipe_free_words.sv s/\.ready_i(asks_q)/.ready_i(1'b1)/
`default_nettype none

module xb_pipe_free_words_properties #(
  parameter int unsigned Words = 3,
  localparam int unsigned AddrWidth = $clog2(Words)
) (
  input logic                 clk_i,
  input logic                 take_i,
  input logic                 free_i,
  input logic [AddrWidth-1:0] free_addr_i
);
  logic                 rst_ni = 1'b0;
  logic                 valid;
  logic [AddrWidth-1:0] addr, addr_q = '0;
  logic [Words-1:0]     in_use_q = '0;
  logic [1:0]           waited_q = '0;  // cycles in which a word was free, and none at hand
  logic                 been_full_q = 1'b0, stays_q = 1'b0;

  xb_pipe_free_words #(.Words(Words)) u_dut (
    .clk_i, .rst_ni, .addr_o(addr), .valid_o(valid), .take_i, .free_i, .free_addr_i
  );

  always_ff @(posedge clk_i) begin
    rst_ni <= 1'b1;
    if (rst_ni) begin
      if (take_i) assume (valid);
      if (free_i) assume (free_addr_i < AddrWidth'(Words) && in_use_q[free_addr_i]);
      in_use_q <= (in_use_q | (Words'(take_i) << addr)) & ~(Words'(free_i) << free_addr_i);
      waited_q <= (valid || (&in_use_q)) ? '0 : waited_q + 1'b1;
      stays_q  <= valid & !take_i;
      addr_q   <= addr;
      if (&in_use_q) been_full_q <= 1'b1;

      if (valid) in_range: assert (addr < AddrWidth'(Words));
      if (valid) one_owner: assert (!in_use_q[addr]);
      if (stays_q) stays_until_taken: assert (valid && addr == addr_q);
      none_lost: assert (waited_q < 2'd2);
      reached_all_in_use: cover (&in_use_q);
      reached_second_use: cover (been_full_q && in_use_q == '0);
    end
  end
endmodule : xb_pipe_free_words_properties

`default_nettype wire
