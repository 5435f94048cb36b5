// SPDX-License-Identifier: Apache-2.0
/// What becomes of the word at the head of an input's stage at the input's turn: written to memory, discarded with
/// its whole packet, or refused until the next turn.
///
/// With traffic classes there is one for each, of which one takes the turn (`take_i`).
/// Combinational from the word and the answer of xb_admission; keeps per input what was promised to the packet
/// under way. A packet is admitted at its first word, with all its words under tail drop or store-and-forward
/// (xb_admission: packet_words_o). It is never refused a word that it was promised, and gives back with its last
/// word what it did not need. Words beyond the promise are asked for one by one, and waited for.
/// The packet that an output is reading may always take a word when it has none stored (`starved_i`): at most one
/// such overdraft per output, without which a packet longer than the memory could wait for ever for words
/// that packets behind it hold.
`default_nettype none

module xb_write_turn #(
  /// Number of inputs, 2..64.
  parameter int unsigned NumPorts = 4,
  /// Width of a number of words [bits].
  parameter int unsigned WordsWidth = 12,
  /// Derived, do not overwrite.
  localparam int unsigned PortWidth = $clog2(NumPorts)
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  /// Settings: list packets when they are complete; discard packets that are not admitted.
  input  logic                  store_forward_i,
  input  logic                  drop_i,
  /// Input whose turn it is, and the word at its head.
  input  logic [PortWidth-1:0]  turn_i,
  input  logic                  word_valid_i,
  input  logic                  word_first_i,
  input  logic                  word_last_i,
  /// Words to reserve for a packet; admission says yes (to these, or to one word within a packet).
  input  logic [WordsWidth-1:0] packet_words_i,
  input  logic                  ok_i,
  /// Its output has read all of this packet so far.
  input  logic                  starved_i,
  /// It is done, if it can be.
  input  logic                  take_i,
  /// The word can go to memory, can go nowhere, stays.
  output logic                  write_o,
  output logic                  discard_o,
  output logic                  refuse_o,
  /// With `write_o`: the packet may be read from now on; words that its queue holds or has reserved more than
  /// before (two's complement).
  output logic                  append_o,
  output logic [WordsWidth-1:0] words_o
);
  if (NumPorts < 2 || NumPorts > 64) begin : gen_illegal_num_ports
    $error("NumPorts must be 2..64");
  end
  if (WordsWidth < 1) begin : gen_illegal_words_width
    $error("WordsWidth must be 1 or more");
  end

  // Per input: words promised to the packet and not yet written; it has been discarded; it may be read.
  logic [WordsWidth-1:0] reserved_q [NumPorts];
  logic [NumPorts-1:0]   discarding_q, listed_q;
  logic [WordsWidth-1:0] reserved, granted, left;
  logic                  listed, discarding, promised;

  assign promised   = reserved_q[turn_i] != '0;
  assign discarding = discarding_q[turn_i] & !word_first_i;
  assign write_o    = word_valid_i & !discarding & (word_first_i ? ok_i : (promised | ok_i | starved_i));
  assign discard_o  = word_valid_i & (discarding | (word_first_i & !ok_i & drop_i));
  assign refuse_o   = word_valid_i & !write_o & !discard_o;

  assign granted  = word_first_i ? packet_words_i : promised ? '0 : WordsWidth'(1);
  assign reserved = (word_first_i ? '0 : reserved_q[turn_i]) + granted;
  assign left     = reserved - 1'b1;
  assign words_o  = word_last_i ? granted - left : granted;

  // Under store-and-forward a packet that is longer than what was promised is forwarded as it comes: it cannot
  // be held whole, and must not wait for words for ever.
  assign listed   = listed_q[turn_i] & !word_first_i;
  assign append_o = write_o & !listed & (!store_forward_i | word_last_i | (left == '0));

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      discarding_q <= '0;
      listed_q     <= '0;
      for (int i = 0; i < NumPorts; i++) reserved_q[i] <= '0;
    end else if (take_i && (write_o || discard_o)) begin
      discarding_q[turn_i] <= discard_o;
      listed_q[turn_i]     <= write_o & (listed | append_o);
      reserved_q[turn_i]   <= (write_o && !word_last_i) ? left : '0;
    end
  end
endmodule : xb_write_turn

`default_nettype wire
