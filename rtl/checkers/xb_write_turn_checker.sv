// SPDX-License-Identifier: Apache-2.0
/// Contract of xb_write_turn: a packet is written whole or discarded whole, a promise is kept, and in the end a queue
/// has been given as many words as were written. Under store-and-forward a packet may be read when all of it is
/// written, or what was promised to it.
///
/// Bound from outside (end of this file), Verilator with --assert only; reports one cycle late (see xb_axis_checker).
`default_nettype none
/* verilator tracing_off */  // its registers mean nothing to a reader of waveforms

module xb_write_turn_checker #(
  /// Number of inputs.
  parameter int unsigned NumPorts = 4,
  /// Width of a number of words [bits].
  parameter int unsigned WordsWidth = 12,
  /// Derived, do not overwrite.
  localparam int unsigned PortWidth = $clog2(NumPorts)
) (
  input logic                  clk_i,
  input logic                  rst_ni,
  input logic [PortWidth-1:0]  turn_i,
  input logic                  word_first_i,
  input logic                  word_last_i,
  input logic                  write_i,
  input logic                  discard_i,
  input logic                  refuse_i,
  input logic [WordsWidth-1:0] words_i,
  /// The setting; the packet may be read from now on; words promised at its first one.
  input logic                  store_forward_i,
  input logic                  append_i,
  input logic [WordsWidth-1:0] packet_words_i
);
  // Per input, of the packet under way: it is being discarded; words given less words written.
  logic [NumPorts-1:0]   discarding_q;
  logic [WordsWidth-1:0] promised_q [NumPorts];
  logic [WordsWidth-1:0] written_q [NumPorts];
  logic [WordsWidth-1:0] promised, written;
  // What the last cycle did wrong.
  typedef struct packed {
    logic torn, two_fates, promise_broken, words_off;
  } wrong_t;
  wrong_t wrong_q;
  logic   read_early_q;
  initial {wrong_q, read_early_q} = '0;  // nothing is wrong before the first reset

  assign promised = (word_first_i ? '0 : promised_q[turn_i]) + words_i - 1'b1;
  assign written  = (word_first_i ? '0 : written_q[turn_i]) + 1'b1;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      discarding_q <= '0;
      wrong_q      <= '0;
      read_early_q <= 1'b0;
      for (int i = 0; i < NumPorts; i++) begin
        promised_q[i] <= '0;
        written_q[i]  <= '0;
      end
    end else begin
      wrong_q           <= '0;
      wrong_q.two_fates <= $countones({write_i, discard_i, refuse_i}) > 1;
      if (write_i) promised_q[turn_i] <= promised;
      // Beyond the promise the number does not matter, so it may stay there.
      if (write_i && (word_first_i || written_q[turn_i] < packet_words_i)) written_q[turn_i] <= written;
      read_early_q <= store_forward_i & append_i & !word_last_i & (written < packet_words_i);
      if (write_i || discard_i) begin
        discarding_q[turn_i] <= discard_i;
        wrong_q.torn         <= !word_first_i && (discarding_q[turn_i] != discard_i);
      end
      if (refuse_i) wrong_q.promise_broken <= !word_first_i && (promised_q[turn_i] != '0);
      if (write_i && word_last_i) wrong_q.words_off <= promised != '0;
    end
  end

  packets_have_one_fate: assert property (@(posedge clk_i) wrong_q == '0)
    else $error("packet torn %b, word with two fates %b, promised word refused %b, words given are not those written %b",
                wrong_q.torn, wrong_q.two_fates, wrong_q.promise_broken, wrong_q.words_off);
  stored_before_read: assert property (@(posedge clk_i) !read_early_q)
    else $error("under store-and-forward a packet may be read before all of it, or of what was promised, is written");
endmodule : xb_write_turn_checker

/* verilator tracing_on */
`default_nettype wire

bind xb_write_turn xb_write_turn_checker #(.NumPorts(NumPorts), .WordsWidth(WordsWidth)) u_checker (
  .clk_i, .rst_ni, .turn_i, .word_first_i, .word_last_i,
  .write_i(write_o & take_i), .discard_i(discard_o & take_i), .refuse_i(refuse_o), .words_i(words_o),
  .store_forward_i, .append_i(append_o & take_i), .packet_words_i
);
bind xb_switch_shared_pipe xb_write_turn_checker #(.NumPorts(NumQueues), .WordsWidth(WordsWidth)) u_write_turn_checker (
  .clk_i, .rst_ni, .turn_i(QueueWidth'((Classes == 1 ? 0 : 32'(x_class_q))*Turns + 32'(x_turn_q))), .word_first_i(x_first_q), .word_last_i(x_last_q),
  .write_i(write), .discard_i(discard), .refuse_i(refuse), .words_i(words_q),
  .store_forward_i(store_forward_q), .append_i(append), .packet_words_i(x_need)
);
