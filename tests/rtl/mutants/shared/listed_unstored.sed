# file: xb_write_turn.sv
# switch: shared
# SPDX-License-Identifier: Apache-2.0
# why: under store-and-forward a packet may be read from its first word on
# caught-by: lockstep
# assertion: packets_have_one_fate: packet torn 0, word with two fates 0, promised word refused 0, words given are not those written 0, read before it is stored 1
s/write_o \& !listed \& (!store_forward_i | word_last_i | (left == '0))/write_o \& !listed/
