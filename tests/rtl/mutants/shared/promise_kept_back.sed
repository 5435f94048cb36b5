# file: xb_write_turn.sv
# switch: shared
# SPDX-License-Identifier: Apache-2.0
# why: a packet does not give back the words that it was promised and did not need
# caught-by: lockstep
# assertion: packets_have_one_fate: packet torn 0, word with two fates 0, promised word refused 0, words given are not those written 1
s/^  assign words_o  = word_last_i/& \& !MUTANT/
