// SPDX-License-Identifier: Apache-2.0
/// xb_ram_1r1w: it shows the word that was last read, as it was then, and nothing else while nobody reads; with a
/// register behind it, a cycle later.
//
// mutant shows_what_was_read: xb_ram_1r1w.sv s/rdata_o <= mem_q\[raddr_i\]/rdata_o <= (we_i \&\& waddr_i == raddr_i) ? wdata_i : mem_q[raddr_i]/
// mutant rests: xb_ram_1r1w.sv s/if (re_i) rdata_o/rdata_o/
// mutant a_cycle_later: xb_ram_1r1w.sv s/rdata_o <= read_q;/if (re_i) rdata_o <= read_q;/
`default_nettype none

module xb_ram_1r1w_properties (
  input logic       clk_i,
  input logic       we_i,
  input logic [1:0] waddr_i,
  input logic       wdata_i,
  input logic       re_i,
  input logic [1:0] raddr_i
);
  logic       rdata, rdata_q, late;
  // The words, and which of them have been written; what was read, and whether that is known; a word was read in the last cycle.
  logic [3:0] words_q = '0, written_q = '0;
  logic       read_q = 1'b0, known_q = 1'b0, known_q2 = 1'b0, word_q = 1'b0;

  xb_ram_1r1w #(.Width(1), .Depth(4)) u_dut (.clk_i, .we_i, .waddr_i, .wdata_i, .re_i, .raddr_i, .rdata_o(rdata));
  xb_ram_1r1w #(.Width(1), .Depth(4), .OutputRegister(1)) u_late (
    .clk_i, .we_i, .waddr_i, .wdata_i, .re_i, .raddr_i, .rdata_o(late)
  );

  always_ff @(posedge clk_i) begin
    if (we_i) begin
      written_q[waddr_i] <= 1'b1;
      words_q[waddr_i]   <= wdata_i;
    end
    read_q <= re_i;
    if (re_i) {known_q, word_q} <= {written_q[raddr_i], words_q[raddr_i]};
    rdata_q <= rdata;
    known_q2 <= known_q;

    if (known_q) shows_what_was_read: assert (rdata == word_q);
    if (known_q2) a_cycle_later: assert (late == rdata_q);
    if (!read_q && known_q) rests: assert (rdata == rdata_q);
    reached_other_words: cover (known_q && !read_q && rdata && written_q == '1 && words_q == '0);
  end
endmodule : xb_ram_1r1w_properties

`default_nettype wire
