// SPDX-License-Identifier: Apache-2.0
/// What xb_switch_shared and xb_switch_shared_pipe owe inside: every word is free or in use, never both; the words in use and promised are
/// those that admission counts; no pair is lost at an output's stage.
///
/// Bound from outside (end of this file), Verilator with --assert only; reports one cycle late (see xb_axis_checker).
`default_nettype none
/* verilator tracing_off */  // its registers mean nothing to a reader of waveforms

module xb_memory_switch_checker #(
  /// Number of ports, 2..64.
  parameter int unsigned NumPorts = 4,
  /// Number of words of the memory.
  parameter int unsigned Words = 264,
  /// Derived, do not overwrite.
  localparam int unsigned AddrWidth = $clog2(Words),
  localparam int unsigned WordsWidth = $clog2(Words + 1) + 1,
  localparam int unsigned CountWidth = xb_pkg::CountWidth
) (
  input logic                  clk_i,
  input logic                  rst_ni,
  /// A word is written or read in this cycle; its address.
  input logic                  write_i,
  input logic [AddrWidth-1:0]  write_addr_i,
  input logic                  read_i,
  input logic [AddrWidth-1:0]  read_addr_i,
  /// What admission gives to a queue with a word written (two's complement).
  input logic [WordsWidth-1:0] words_i,
  /// The free list has an address; outputs to which a pair comes, and those with room for it.
  input logic                  free_valid_i,
  input logic [NumPorts-1:0]   pair_push_i,
  input logic [NumPorts-1:0]   pair_room_i
);
  // Words in use.
  logic [Words-1:0]      used_q;
  // Words in use or promised, by what was given and read.
  logic [CountWidth-1:0] given_q, in_use_q;
  // What the last cycle did wrong.
  typedef struct packed {
    logic none_free, written_twice, read_unused, over_count;
  } wrong_t;
  wrong_t              wrong_q;
  logic [NumPorts-1:0] lost_q;
  initial {wrong_q, lost_q} = '0;  // nothing is wrong before the first reset

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      used_q   <= '0;
      given_q  <= '0;
      in_use_q <= '0;
      wrong_q  <= '0;
      lost_q   <= '0;
    end else begin
      if (read_i) used_q[read_addr_i] <= 1'b0;
      if (write_i) used_q[write_addr_i] <= 1'b1;
      given_q  <= given_q + (write_i ? {{CountWidth - WordsWidth{words_i[WordsWidth-1]}}, words_i} : '0)
                  - CountWidth'(read_i);
      in_use_q <= in_use_q + CountWidth'(write_i) - CountWidth'(read_i);
      wrong_q.none_free     <= write_i & !free_valid_i;
      wrong_q.written_twice <= write_i & used_q[write_addr_i];
      wrong_q.read_unused   <= read_i & !used_q[read_addr_i];
      // Never more in use than given, never more given than there are.
      wrong_q.over_count    <= in_use_q > given_q || given_q > CountWidth'(Words);
      lost_q                <= pair_push_i & ~pair_room_i;
    end
  end

  words_are_free_or_in_use: assert property (@(posedge clk_i) wrong_q == '0)
    else $error("no free word %b, word in use written %b, free word read %b, word count wrong %b",
                wrong_q.none_free, wrong_q.written_twice, wrong_q.read_unused, wrong_q.over_count);
  // $clog2(x & -x) is the lowest set bit's number.
  no_pair_lost: assert property (@(posedge clk_i) lost_q == '0)
    else $error("m_axis port %0d: a pair came to a full stage", $clog2(lost_q & -lost_q));
endmodule : xb_memory_switch_checker

/* verilator tracing_on */
`default_nettype wire

bind xb_switch_shared xb_memory_switch_checker #(.NumPorts(NumPorts), .Words(Words)) u_checker (
  .clk_i, .rst_ni,
  .write_i(write), .write_addr_i(w_addr), .read_i(freed), .read_addr_i(freed_addr),
  .words_i(words), .free_valid_i(free_valid), .pair_push_i(pair_push), .pair_room_i(pair_room)
);
bind xb_switch_shared_pipe xb_memory_switch_checker #(.NumPorts(Turns), .Words(Words)) u_checker (
  .clk_i, .rst_ni,
  .write_i(write), .write_addr_i(addr_q), .read_i(read), .read_addr_i(read_addr),
  .words_i(words_q), .free_valid_i(free_valid), .pair_push_i(pair_push), .pair_room_i(pair_due)
);
