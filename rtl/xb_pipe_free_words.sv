// SPDX-License-Identifier: Apache-2.0
/// Free words of the pipelined memory switch: a free list (xb_free_list) of which two addresses are at hand, so that the list is
/// asked by a register.
`default_nettype none

module xb_pipe_free_words #(
  /// Number of words, >= 2.
  parameter int unsigned Words = 264,
  /// Derived, do not overwrite.
  localparam int unsigned AddrWidth = $clog2(Words)
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  /// A free word, in a register; there is one; it is taken.
  output logic [AddrWidth-1:0] addr_o,
  output logic                 valid_o,
  input  logic                 take_i,
  /// A word comes back.
  input  logic                 free_i,
  input  logic [AddrWidth-1:0] free_addr_i
);
  if (Words < 2 || Words > 2**30) begin : gen_illegal_words
    $error("Words must be 2..2**30");
  end

  logic [AddrWidth-1:0] spare_q, free_addr;
  logic [1:0]           at_hand_q, at_hand;
  logic                 free_valid, asks_q, gets;

  assign valid_o = at_hand_q != '0;
  assign gets    = asks_q & free_valid;
  assign at_hand = at_hand_q + 2'(gets) - 2'(take_i);

  xb_free_list #(.Depth(Words)) u_free_list (
    .clk_i, .rst_ni,
    .valid_o(free_valid), .ready_i(asks_q), .addr_o(free_addr),
    .valid_i(free_i), .addr_i(free_addr_i)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      asks_q    <= 1'b1;
      at_hand_q <= '0;
    end else begin
      asks_q    <= at_hand != 2'd2;
      at_hand_q <= at_hand;
    end
  end
  always_ff @(posedge clk_i) begin
    if (take_i || !valid_o) addr_o <= at_hand_q[1] ? spare_q : free_addr;
    if (asks_q) spare_q <= free_addr;
  end
endmodule : xb_pipe_free_words

`default_nettype wire
