# file: xb_write_turn.sv
# switch: shared
# flags: --flow drop --packet 1..40 --depth 64
# SPDX-License-Identifier: Apache-2.0
# why: two words of a packet are discarded, those behind them are written
# caught-by: order
# assertion: none
s/^      discarding_q\[turn_i\] <= discard_o;/      discarding_q[turn_i] <= discard_o \& (word_first_i | !MUTANT);/
